"""Surface a form: what to ask it, and what to ask next [Madhavan08, He13, Huang].

``run`` is the table of contents, ``harvest`` chooses the next question. Pure: no Scrapy, no clock,
no file.
"""
