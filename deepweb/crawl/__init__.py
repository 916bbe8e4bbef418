"""Where the algorithms meet Scrapy: asking, fetching, exploring."""
