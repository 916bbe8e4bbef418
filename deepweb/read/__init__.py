"""Read: is a page empty, what are its records, where do its links lead.

Pure: no Scrapy, no clock, no file.
"""
