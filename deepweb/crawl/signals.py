"""Signals of our own, beside Scrapy's."""

page_stored = object()
"""A ``ResultPage`` (argument ``page``) with so many ``new`` records was committed to the store:
decisions may build on it."""

not_asked = object()
"""A submission (``fingerprint``) may not be made (``reason``): nothing will be stored for it."""

site_failed = object()
"""A ``site`` cannot be crawled (``reason``); the others go on."""

form_renewed = object()
"""A fresh copy of a ``form`` of a ``site`` was seen; ``refused`` names the submission, if any, that
was refused for want of it."""

form_deaf = object()
"""A form (argument ``form``, a ``SearchForm``) was asked and never found anything (``reason``)."""

page_explored = object()
"""A page of a ``site`` was explored: its ``depth``, and how many new search forms were ``found``;
``is_replayed`` where an earlier run had done it."""
