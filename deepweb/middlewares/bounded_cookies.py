"""Of a site that sets cookies without an end only the last are kept, as browsers do.

All of them would be sent with each request, and would stay in memory as long as the crawl.
"""

from __future__ import annotations

from collections import defaultdict
from http.cookiejar import Cookie

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response

# Cookies of a domain, as Chromium keeps them.
MOST = 180


class BoundedCookies(CookiesMiddleware):
    """Scrapy's own, with an end."""

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        answer = super().process_response(request, response)
        jar = self.jars[request.meta.get("cookiejar")].jar
        if b"Set-Cookie" in response.headers:
            by_domain: defaultdict[str, list[Cookie]] = defaultdict(list)
            for cookie in jar:
                by_domain[cookie.domain].append(cookie)
            for cookie in (each for kept in by_domain.values() for each in kept[:-MOST]):
                jar.clear(cookie.domain, cookie.path, cookie.name)
        return answer
