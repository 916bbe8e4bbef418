"""Surface: which inputs, which values, which query next. Pure: no Scrapy, no clock, no file."""
