"""Decompresses answers, bounds pages, and retries answers that look incomplete.

Scrapy retries if the connection reports missing data, but not if a body cannot be decompressed, is
empty or lacks its end: half of the records would be lost. It does not retry a question either that
a site refuses once among many that it answers. Such an answer is retried until the same comes back
twice; then the site means it. After several such answers, the site is believed at once.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest, ResponseDataLossError
from scrapy.http import HtmlResponse, Response
from scrapy.responsetypes import responsetypes

from deepweb.crawl.html import count_bounds, readable, unread
from deepweb.page.bounds import bounded
from deepweb.page.site import site_name
from deepweb.read.data.answer_data import MAX_BYTES
from deepweb.read.kind.response import is_cut_off
from deepweb.surface.lists.declared import DECLARED

logger = logging.getLogger(__name__)

MAX_DOUBTS = 3  # answers that came back the same twice, after which the site is believed
# Statuses that a single question may get by accident; RETRY_HTTP_CODES has those of servers.
_REFUSED = frozenset({403, 404})
_PACKED = frozenset({b"gzip", b"x-gzip", b"deflate", b"br", b"zstd", b"compress", b"x-compress"})
_GZIP = b"\x1f\x8b\x08"
_END = 64  # bytes by which the ends of two answers are compared


class WholeAnswers(HttpCompressionMiddleware):
    """Decompresses answers, bounds pages, and retries answers that look incomplete."""

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler
        self._same: Counter[tuple[str, str]] = Counter()
        """By site and doubt: the number of answers that came back the same twice."""
        self._answered: set[str] = set()
        """Sites that have answered a question."""

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        response = _named_plain(response)
        is_packed = response.body.startswith(_GZIP) and _is_text(response)
        if is_packed and b"Content-Encoding" not in response.headers:
            response.headers[b"Content-Encoding"] = b"gzip"
        try:
            whole = super().process_response(request, response)
        except IgnoreRequest:  # too large
            raise
        except Exception as error:  # each compression has its own errors
            again = self._again(request, "cannot be unpacked")
            if again is None:
                raise ResponseDataLossError(f"cannot be unpacked: {error}") from error
            return again
        assert isinstance(whole, Response)
        site = site_name(request.url)
        doubt = _doubt(request, whole, has_answered=site in self._answered)
        if "asked" in request.meta and whole.status == 200:
            self._answered.add(site)
        key, now = (site, doubt), [doubt, whole.body[-_END:].hex()]
        if is_same := doubt and request.meta.get("doubted") == now:
            self._same[key] += 1
        if not doubt or is_same or self._same[key] >= MAX_DOUBTS:
            return self._as_read(whole)
        if again := self._again(request, doubt, doubted=now):
            return again
        if doubt == "cut off":
            raise ResponseDataLossError("the page ends at another place each time")
        return self._as_read(whole)

    def _as_read(self, answer: Response) -> Response:
        if not isinstance(answer, HtmlResponse):
            if len(answer.body) > MAX_BYTES and _is_text(answer):
                count_bounds(self._crawler, answer.url, [f"data of over {MAX_BYTES:,} bytes"])
            return answer
        read = bounded(answer.body)
        whole = readable(answer.replace(body=read.source) if read.reasons else answer)
        count_bounds(self._crawler, answer.url, [*read.reasons, *unread(whole)])
        return whole

    def _again(self, request: Request, reason: str, **meta: Any) -> Request | None:
        self._crawler.stats.inc_value(f"deepweb/answers/{reason.replace(' ', '_')}")
        assert self._crawler.spider is not None
        again = get_retry_request(request, spider=self._crawler.spider, reason=reason)
        # Counted at once, since later answers may be believed because of it.
        return again and again.replace(meta=again.meta | meta, priority=request.priority + 1)


def _named_plain(response: Response) -> Response:
    """The answer without a "Content-Encoding" that names no compression: identity, none, UTF-8."""
    named = response.headers.get(b"Content-Encoding")
    if named is None or any(each.strip().lower() in _PACKED for each in named.split(b",")):
        return response
    del response.headers[b"Content-Encoding"]
    kind = responsetypes.from_args(headers=response.headers, url=response.url, body=response.body)
    return response.replace(cls=kind)


def _is_text(response: Response) -> bool:
    kind = (response.headers.get(b"Content-Type") or b"text/html").lower()
    return kind.startswith((b"text/", b"application/json", b"application/xhtml"))


def _doubt(request: Request, answer: Response, *, has_answered: bool) -> str:
    """Why an answer may be incomplete; "" if it looks complete."""
    is_question = "asked" in request.meta
    is_guess = is_question and getattr(request.meta["asked"], "purpose", "") == DECLARED
    if is_question and has_answered and answer.status in _REFUSED and not is_guess:
        return f"HTTP {answer.status}"
    if answer.status != 200:
        return ""
    if is_question and not answer.body.strip():
        return "empty body"
    return "cut off" if isinstance(answer, HtmlResponse) and is_cut_off(answer.body) else ""
