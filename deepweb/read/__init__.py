"""Read: page to words, kind, records, links. Pure: no Scrapy, no clock, no file."""
