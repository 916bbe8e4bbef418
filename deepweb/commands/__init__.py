"""Commands beside Scrapy's own: ``scrapy crawl`` with clear errors, ``scrapy demo``."""
