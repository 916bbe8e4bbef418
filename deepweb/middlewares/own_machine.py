"""A site on the user's own machine needs no delay.

``DOWNLOAD_SLOTS`` in settings.py starts it without one; this keeps AutoThrottle, which knows only
one least delay for all sites, from slowing it down again.
"""

from __future__ import annotations

from scrapy import Request
from scrapy.utils.httpobj import urlparse_cached

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class OwnMachine:
    """Takes requests to loopback addresses out of AutoThrottle's hands."""

    def process_request(self, request: Request) -> None:
        if urlparse_cached(request).hostname in LOOPBACK:
            request.meta["autothrottle_dont_adjust_delay"] = True
