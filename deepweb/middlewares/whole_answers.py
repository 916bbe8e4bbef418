"""Decompresses answers, and retries incomplete ones.

Scrapy retries if the connection reports missing data, but not if a body cannot be decompressed or
its end is missing: half of the records would be lost. An HTML page without its end tags is
incomplete too, except on sites that omit them on all pages.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest, ResponseDataLossError
from scrapy.http import HtmlResponse, Response

from deepweb.page.site import site_name
from deepweb.read.kind.response import is_cut_off

MAX_ENDLESS = 3  # pages without an end after a retry, until the site is known to omit it


class WholeAnswers(HttpCompressionMiddleware):
    """Decompresses answers, and retries incomplete ones."""

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler
        self._endless: Counter[str] = Counter()

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        try:
            whole = super().process_response(request, response)
        except IgnoreRequest:  # too large
            raise
        except Exception as error:  # each compression has its own errors
            again = self._again(request, "cannot be unpacked")
            if again is None:
                raise ResponseDataLossError(f"cannot be unpacked: {error}") from error
            return again
        if not isinstance(whole, HtmlResponse) or whole.status != 200:
            return whole
        return self._ended(request, is_cut_off(whole.body)) or whole

    def _ended(self, request: Request, is_cut: bool) -> Request | None:
        """The retry for a page without an end, unless the site omits the end of all pages."""
        site, is_second = site_name(request.url), "cut_off" in request.meta
        if is_second and not is_cut:
            self._endless[site] -= 1
        if not is_cut or is_second or self._endless[site] >= MAX_ENDLESS:
            return None
        self._endless[site] += 1  # taken back if the retry is complete
        return self._again(request, "cut off", cut_off=True)

    def _again(self, request: Request, reason: str, **meta: Any) -> Request | None:
        self._crawler.stats.inc_value(f"deepweb/answers/{reason.replace(' ', '_')}")
        assert self._crawler.spider is not None
        again = get_retry_request(request, spider=self._crawler.spider, reason=reason)
        return again and again.replace(meta=again.meta | meta)
