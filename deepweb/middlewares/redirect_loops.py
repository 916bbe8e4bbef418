"""Ends redirect loops, and retries the targets of redirects once only.

Scrapy follows them until ``REDIRECT_MAX_TIMES``. A URL may occur twice in a chain without a loop: a
redirect set a cookie, or the result of a POST is shown by GET.
"""

from __future__ import annotations

from typing import Self
from urllib.parse import urljoin

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from w3lib.url import safe_url_string

MAX_RETRIES = 1  # retries of the target of a redirect
MOVED = frozenset({301, 302, 303, 307, 308})
OF_THE_CHAIN = (
    "redirect_urls",
    "redirect_times",
    "redirect_ttl",
    "redirect_reasons",
    "may_return",
    "max_retry_times",
)


class RedirectLoops:
    """Retries a request that ends in a redirect loop, up to ``RETRY_TIMES``."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Request | Response:
        if response.status not in MOVED or b"Location" not in response.headers:
            return response
        if request.method == "POST" or b"Set-Cookie" in response.headers:
            request.meta["may_return"] = True
        chain = [*request.meta.get("redirect_urls", ()), request.url]
        if chain.count(_target(response)) <= request.meta.get("may_return", False):
            if "asked" in request.meta:
                # The target may be made for one visit: if it fails, the question is asked again
                # later, rather than its target many times now.
                request.meta["max_retry_times"] = MAX_RETRIES
            return response
        self._crawler.stats.inc_value("deepweb/answers/redirect_loop")
        again = self._again(request, chain[0])
        if again is None:
            raise IgnoreRequest("redirect loop")
        return again

    def _again(self, request: Request, first: str) -> Request | None:
        if request.meta.get("may_return"):  # perhaps a POST, whose body is lost
            return None
        meta = {name: value for name, value in request.meta.items() if name not in OF_THE_CHAIN}
        assert self._crawler.spider is not None
        begun = request.replace(url=first, meta=meta)
        return get_retry_request(begun, spider=self._crawler.spider, reason="redirect loop")


def _target(response: Response) -> str:
    location = (response.headers.get(b"Location") or b"").decode("latin-1")
    try:
        return urljoin(response.url, safe_url_string(location))
    except ValueError:  # "http://[bad"
        return ""
