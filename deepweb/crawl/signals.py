"""Signals of our own, beside Scrapy's."""

answer_came = object()
"""A submission got a response or a failure (``came``). ``refused`` is the response to a submission
with expired tokens; then ``came`` is the page of the form, with fresh tokens."""

page_stored = object()
"""The store committed a ``ResultPage`` (argument ``page``) with ``new`` new records; decisions may
now use it."""

site_failed = object()
"""The crawl of a ``site`` failed (``reason``); the other sites continue."""

form_unanswered = object()
"""No submission of a ``form`` (a ``SearchForm``) found anything (``reason``)."""

page_fetched = object()
"""Exploring fetched a page (``response``)."""

page_explored = object()
"""A page of a ``site`` was explored: its ``depth`` and the number of new search forms ``found``;
``is_replayed`` if an earlier run explored it."""

exploring_ended = object()
"""Exploring finds no further form of a ``site`` in this run."""

records_withdrawn = object()
"""Records of a ``site`` (``ids``) that were stored proved to be none."""
