"""Limits the number of cookies of a domain to what servers accept.

A site may set ever more cookies, and each request would send all of them. Scrapy's middleware also
looks up public suffixes. Here it uses the list that tldextract ships with, so that a cookie never
makes the crawl fetch a newer list from a host that nobody named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from http.cookiejar import Cookie

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response

from deepweb.crawl.private_names import use_bundled_suffixes

MAX_COOKIES = 180  # maximum cookies of a domain, as in Chromium
MAX_BYTES = 7000  # of names and values; nginx and Apache refuse a header above 8 kB

use_bundled_suffixes()


class BoundedCookies(CookiesMiddleware):
    """Scrapy's cookies middleware with a maximum of cookies."""

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        answer = super().process_response(request, response)
        jar = self.jars[request.meta.get("cookiejar")].jar
        if b"Set-Cookie" in response.headers:
            by_domain: defaultdict[str, list[Cookie]] = defaultdict(list)
            for cookie in jar:
                by_domain[cookie.domain].append(cookie)
            for cookie in (each for held in by_domain.values() for each in _too_many(held)):
                jar.clear(cookie.domain, cookie.path, cookie.name)
        return answer


def _too_many(cookies: list[Cookie]) -> Iterator[Cookie]:
    """The oldest above the maximum number, then the largest above the maximum size."""
    yield from cookies[:-MAX_COOKIES]
    size = 0
    for cookie in sorted(cookies[-MAX_COOKIES:], key=_size):
        size += _size(cookie)
        if size > MAX_BYTES:
            yield cookie


def _size(cookie: Cookie) -> int:
    return len(cookie.name) + len(cookie.value or "") + len("=; ")
