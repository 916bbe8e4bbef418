"""Surface: what to ask a form, and what to ask next

[Madhavan08, He13]. Pure: no Scrapy, no clock, no file.
"""
