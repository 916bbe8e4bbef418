"""deepweb's own commands, and ``scrapy crawl`` with clear errors.

Scrapy imports every command whenever one is run, so slow imports are inside the functions.
"""
