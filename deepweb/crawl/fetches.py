"""``fetched = await fetch(url)``: how coroutines that look for forms and sites get their pages.

Each page is an ordinary request through Scrapy's scheduler, so that robots.txt, delays, retries and
the stop criteria all apply; what comes of it resolves what is waited for.
"""

from __future__ import annotations

import asyncio
from typing import Any, Protocol
from uuid import uuid4

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb.crawl.asking import ERRORS
from deepweb.crawl.failures import BY_ROBOTS, stop_of, why_failed, why_no_robots
from deepweb.crawl.html import content_type, html_page
from deepweb.locate.site.fetched import Fetched
from deepweb.page.site import site_name
from deepweb.store.ledger import TRANSIENT

EXPLORE_DEPTH = "explore_depth"
"""Key of ``meta``: clicks from the home page, of pages that count for the stop criteria."""


class FetchingSpider(Protocol):
    """The spider's side; callbacks must be its own, or Scrapy cannot store them."""

    crawler: Crawler

    def parse_fetched(self, response: Response) -> Any: ...
    def parse_unfetched(self, failure: Failure) -> Any: ...


class PageFetches:
    """The pages that are waited for.

    ``home_retries``: how often the first page of a site is tried again; None is as often as others.
    """

    def __init__(self, spider: FetchingSpider, home_retries: int | None = None) -> None:
        self._spider = spider
        self._crawler = spider.crawler
        self._home_retries = home_retries
        self._waiting: dict[str, asyncio.Future[Fetched]] = {}
        self._is_over = False
        self._crawler.signals.connect(self.give_up, signals.spider_closed)

    async def fetch(self, url: str, depth: int | None = None) -> Fetched:
        """A page; one with a depth is explored, and counts for the stop criteria."""
        if self._is_over:
            raise asyncio.CancelledError
        key = uuid4().hex
        try:
            request = Request(
                url,
                callback=self._spider.parse_fetched,
                errback=self._spider.parse_unfetched,
                dont_filter=True,  # who asks knows what was asked
                meta={"fetch": key, "handle_httpstatus_list": ERRORS} | self._meta(depth),
            )
        except ValueError as error:
            return Fetched(url, problem=str(error), error=error)
        self._waiting[key] = asyncio.get_running_loop().create_future()
        self._crawler.engine.crawl(request)
        return await self._waiting[key]

    def _meta(self, depth: int | None) -> dict[str, int]:
        if depth is None:
            return {}
        is_tried_more = depth == 0 and self._home_retries is not None
        retries = {"max_retry_times": self._home_retries or 0} if is_tried_more else {}
        return {EXPLORE_DEPTH: depth} | retries

    def had(self, response: Response) -> None:
        """An answer came."""
        self._resolve(response.meta["fetch"], _fetched(response))

    def missed(self, failure: Failure) -> None:
        """None came, or none was asked for."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        fetched = Fetched(
            request.url,
            problem=self._why(request, error),
            may_pass=not isinstance(error, IgnoreRequest),
            stop=stop_of(error),
            error=error,
        )
        self._resolve(request.meta["fetch"], fetched)

    def give_up(self) -> None:
        """The crawl ends: nobody need wait any longer."""
        self._is_over = True
        for future in self._waiting.values():
            future.cancel()

    def _why(self, request: Request, error: BaseException | None) -> str:
        told = why_failed(error)
        why = why_no_robots(self._crawler, site_name(request.url)) if told == BY_ROBOTS else ""
        return f"its robots.txt is not to be had: {why}" if why else told

    def _resolve(self, key: str, fetched: Fetched) -> None:
        waiting = self._waiting.pop(key, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(fetched)


def _fetched(response: Response) -> Fetched:
    status = response.status
    problem, page = f"HTTP {status}" if status >= 400 else "", None
    if not problem:
        try:
            page = html_page(response)
        except Exception as error:  # whatever a hostile page makes of our reading
            problem = f"cannot be read: {error!r}"
    return Fetched(
        response.url,
        page=page,
        problem=problem,
        body=response.body,
        type=content_type(response),
        may_pass=status in TRANSIENT,
    )
