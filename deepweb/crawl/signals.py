"""Signals of our own, beside Scrapy's."""

answer_came = object()
"""A response or a failure ``came`` of a submission. With ``refused``, the response to a submission
whose tokens were too old, it came of the page of the form, which has fresh ones."""

page_stored = object()
"""A ``ResultPage`` (argument ``page``) with so many ``new`` records was committed to the store:
decisions may build on it."""

site_failed = object()
"""A ``site`` cannot be crawled (``reason``); the others go on."""

form_deaf = object()
"""A form (argument ``form``, a ``SearchForm``) was asked and never found anything (``reason``)."""

page_explored = object()
"""A page of a ``site`` was explored: its ``depth``, and how many new search forms were ``found``;
``is_replayed`` where an earlier run had done it."""
