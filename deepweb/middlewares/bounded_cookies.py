"""Keeps only the latest cookies of a domain, as browsers do.

A site may set ever more cookies, and each request would send all of them.
"""

from __future__ import annotations

from collections import defaultdict
from http.cookiejar import Cookie

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response

MAX_COOKIES = 180  # maximum cookies of a domain, as in Chromium


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
            for cookie in (each for kept in by_domain.values() for each in kept[:-MAX_COOKIES]):
                jar.clear(cookie.domain, cookie.path, cookie.name)
        return answer
