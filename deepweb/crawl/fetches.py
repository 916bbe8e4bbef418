"""``fetched = await fetch(url)``: how the crawl of a topic reaches the web.

Each page is an ordinary request through Scrapy's scheduler, so that robots.txt, delays and retries
apply; what comes of it resolves what is waited for.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any, Protocol

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb.crawl.asking import ERRORS
from deepweb.crawl.failures import BY_ROBOTS
from deepweb.crawl.html import content_type, html_page
from deepweb.locate.web.web_page import Fetched
from deepweb.middlewares.unreachable_robots import UnreachableRobots
from deepweb.page.site import site_name
from deepweb.store.ledger import TRANSIENT


class FetchingSpider(Protocol):
    """The spider's side; callbacks must be its own, or Scrapy cannot store them."""

    def parse_fetched(self, response: Response) -> Any: ...
    def parse_unfetched(self, failure: Failure) -> Any: ...


class PageFetches:
    """The pages that are waited for."""

    def __init__(self, crawler: Crawler, spider: FetchingSpider) -> None:
        self._crawler = crawler
        self._spider = spider
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[Fetched]] = {}

    async def fetch(self, url: str) -> Fetched:
        number = next(self._numbers)
        try:
            request = Request(
                url,
                callback=self._spider.parse_fetched,
                errback=self._spider.parse_unfetched,
                dont_filter=True,  # who asks knows what was asked
                meta={"fetch": number, "handle_httpstatus_list": ERRORS},
            )
        except ValueError as error:
            return Fetched(url, problem=str(error))
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self._crawler.engine.crawl(request)
        self._crawler.stats.inc_value("deepweb/locating/pages")
        return await self._waiting[number]

    def had(self, response: Response) -> None:
        """An answer came."""
        status = response.status
        fetched = Fetched(
            response.url,
            page=html_page(response) if status < 400 else None,
            problem=f"HTTP {status}" if status >= 400 else "",
            body=response.body,
            type=content_type(response),
            may_pass=status in TRANSIENT,
        )
        self._resolve(response.meta["fetch"], fetched)

    def missed(self, failure: Failure) -> None:
        """None came, or none was asked for."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value
        fetched = Fetched(
            request.url,
            problem=self._why(request, error),
            may_pass=not isinstance(error, IgnoreRequest),
        )
        self._resolve(request.meta["fetch"], fetched)

    def give_up(self) -> None:
        """The crawl ends: nobody need wait any longer."""
        for future in self._waiting.values():
            future.cancel()

    def _why(self, request: Request, error: BaseException | None) -> str:
        told = str(error) or repr(error)
        if told != BY_ROBOTS:
            return told
        robots = self._crawler.get_downloader_middleware(UnreachableRobots)
        why = robots.reasons.get(site_name(request.url)) if robots else None
        return f"its robots.txt is not to be had: {why}" if why else told

    def _resolve(self, number: int, fetched: Fetched) -> None:
        waiting = self._waiting.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(fetched)
