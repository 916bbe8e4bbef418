"""An answer that broke on the way is asked for again.

Scrapy tries again where the line tells that something is missing; it does not where a packed body
cannot be unpacked, where a length was told that is too small, or where the end of a packed body is
missing: the page is then taken as it is, with half of its records. A page of HTML that was begun
and never ended is one of those. Some sites leave the end out by themselves: after a few such pages
that is believed.
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

# Pages of a site without an end, asked for twice and no better, after which that is believed.
MOST_ENDLESS = 3


class WholeAnswers(HttpCompressionMiddleware):
    """Unpacks answers, and asks again for those that cannot be whole."""

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
        except Exception as error:  # each way of packing has errors of its own
            again = self._again(request, "cannot be unpacked")
            if again is None:
                raise ResponseDataLossError(f"cannot be unpacked: {error}") from error
            return again
        if not isinstance(whole, HtmlResponse) or whole.status != 200:
            return whole
        return self._ended(request, is_cut_off(whole.body)) or whole

    def _ended(self, request: Request, is_cut: bool) -> Request | None:
        """The request again for a page that was cut off, unless the site has only such pages."""
        site, is_second = site_name(request.url), "cut_off" in request.meta
        if is_second and not is_cut:
            self._endless[site] -= 1
        if not is_cut or is_second or self._endless[site] >= MOST_ENDLESS:
            return None
        self._endless[site] += 1  # until the second try shows better
        return self._again(request, "cut off", cut_off=True)

    def _again(self, request: Request, reason: str, **meta: Any) -> Request | None:
        self._crawler.stats.inc_value(f"deepweb/answers/{reason.replace(' ', '_')}")
        assert self._crawler.spider is not None
        again = get_retry_request(request, spider=self._crawler.spider, reason=reason)
        return again and again.replace(meta=again.meta | meta)
