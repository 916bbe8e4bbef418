"""Locate: which site, which page, which form [Gujrati]. Pure: no Scrapy, no clock, no file."""
