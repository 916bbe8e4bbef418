"""``fetched = await fetch(url)``: fetches pages for the coroutines that look for forms and sites.

Each page is an ordinary request through Scrapy's scheduler, so robots.txt, delays, retries and the
stop criteria apply. Its callback resolves the future that the coroutine awaits.
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

from deepweb.crawl.failures import stop_of, why_failed, why_no_robots
from deepweb.crawl.html import content_type, html_page
from deepweb.crawl.signals import page_fetched
from deepweb.locate.site.fetched import Fetched
from deepweb.page.site import site_name
from deepweb.read.kind.response import TRANSIENT
from deepweb.report.outcome import BY_ROBOTS

EXPLORE_DEPTH = "explore_depth"
"""Key of ``Request.meta``: depth of an explored page, which counts for the stop criteria."""
# An error page is an answer too. (With "handle_httpstatus_all" redirects would not be followed.)
ERRORS = list(range(400, 600))
MAX_EXPLORED = 100  # explored pages that are kept


class FetchingSpider(Protocol):
    """A spider with the callbacks; Scrapy can serialize only callbacks of the spider."""

    crawler: Crawler

    def parse_fetched(self, response: Response) -> Any: ...
    def parse_unfetched(self, failure: Failure) -> Any: ...


class PageFetches:
    """The pages that coroutines wait for.

    ``home_retries``: retries of the first page of a site; None for ``RETRY_TIMES``.
    """

    def __init__(self, spider: FetchingSpider, home_retries: int | None = None) -> None:
        self._spider = spider
        self._crawler = spider.crawler
        self._home_retries = home_retries
        self._waiting: dict[str, asyncio.Future[Fetched]] = {}
        self._is_over = False
        self._crawler.signals.connect(self.give_up, signals.spider_closed)

    async def fetch(self, url: str, depth: int | None = None) -> Fetched:
        """Fetch a page; a page with a depth counts for the stop criteria."""
        if self._is_over:
            raise asyncio.CancelledError
        key = uuid4().hex
        try:
            request = Request(
                url,
                callback=self._spider.parse_fetched,
                errback=self._spider.parse_unfetched,
                dont_filter=True,  # the caller filters duplicates
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

    def received(self, response: Response) -> None:
        """A response arrived."""
        if EXPLORE_DEPTH in response.meta:
            self._crawler.signals.send_catch_log(page_fetched, response=response)
        self._resolve(response.meta["fetch"], _fetched(response))

    def failed(self, failure: Failure) -> None:
        """The request failed or was not sent."""
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
        """Cancel all waiting coroutines at the end of the crawl."""
        self._is_over = True
        for future in self._waiting.values():
            future.cancel()

    def _why(self, request: Request, error: BaseException | None) -> str:
        reason = why_failed(error)
        why = why_no_robots(self._crawler, site_name(request.url)) if reason == BY_ROBOTS else ""
        return f"cannot fetch its robots.txt: {why}" if why else reason

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
        except Exception as error:  # a page that cannot be read must not stop the crawl
            problem = f"cannot be read: {error!r}"
    return Fetched(
        response.url,
        page=page,
        problem=problem,
        body=response.body,
        type=content_type(response),
        may_pass=status in TRANSIENT,
    )


class ExploredPages:
    """The pages that exploring fetched: who needs one again does not request it."""

    def __init__(self, crawler: Crawler) -> None:
        self._pages: dict[str, Response] = {}
        crawler.signals.connect(self._keep, page_fetched)

    def get(self, url: str) -> Response | None:
        """The response that an address led to, if it is kept."""
        return self._pages.get(url)

    def _keep(self, response: Response) -> None:
        if response.status == 200 and len(self._pages) < MAX_EXPLORED:
            asked_for = response.meta.get("redirect_urls", [response.url])[0]
            self._pages |= {response.url: response, asked_for: response}
