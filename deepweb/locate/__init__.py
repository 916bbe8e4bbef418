"""Locate: which site, which link, which form. Pure: no Scrapy, no clock, no file."""
