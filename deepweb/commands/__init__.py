"""Commands beside Scrapy's own, and ``scrapy crawl`` with clear errors.

Scrapy imports every command whenever one is run, so slow imports stand inside of the functions.
"""
