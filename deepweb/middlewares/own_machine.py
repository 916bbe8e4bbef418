"""Turns AutoThrottle off for sites on the user's own machine.

``DOWNLOAD_SLOTS`` in settings.py sets no delay for them; AutoThrottle, which has one minimum delay
for all sites, would slow them down.
"""

from __future__ import annotations

from scrapy import Request
from scrapy.utils.httpobj import urlparse_cached

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class OwnMachine:
    """Exempts requests to loopback addresses from AutoThrottle."""

    def process_request(self, request: Request) -> None:
        if urlparse_cached(request).hostname in LOOPBACK:
            request.meta["autothrottle_dont_adjust_delay"] = True
