"""The browser of a crawl: started by the first page that needs it, shared by all, ended with it.

scrapy-playwright drives it. It has no network: its proxy leads nowhere, and what pages ask for is
answered by the crawl (``browser/page_requests.py``). So a page cannot reach what the crawl may not.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import HtmlResponse, Response

from deepweb.browser.finding import browser_path, missing
from deepweb.crawl.failures import NoBrowserError
from deepweb.form.script import unescaped
from deepweb.surface.script.exchange import LOAD

if TYPE_CHECKING:  # who never needs the browser need not load what drives it
    from playwright.async_api import Page
    from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

    from deepweb.browser.page_requests import PageRequests
    from deepweb.browser.visits import Shown, Visiting
    from deepweb.crawl.scripted import Observation

logger = logging.getLogger(__name__)

# Pages after which a site gets a fresh context, with nothing of the old ones in it.
PAGES_A_CONTEXT = 50
# Times that a visit is made anew after the browser or the page has crashed.
NEW_TRIES = 2
# Seconds until then, in which scrapy-playwright notices that it needs another browser.
REST = 0.5
# Share of the time for a visit that a page may take to settle.
TO_SETTLE = 0.25
# Nothing listens there.
NOWHERE = "http://127.0.0.1:9"

ARGUMENTS = (
    f"--proxy-server={NOWHERE}",
    "--proxy-bypass-list=<-loopback>",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--blink-settings=imagesEnabled=false",
)


class Browser:
    """Visits pages; what to do there stands in ``meta["browser"]`` of the request."""

    def __init__(self, crawler: Crawler, named: str, timeout: float, megabytes: int) -> None:
        self._crawler = crawler
        self._path = browser_path(named)
        self.missing = "" if self._path else missing(named)
        """Why there is no browser, if so."""
        self._timeout = timeout
        self._megabytes = megabytes
        self._handler: ScrapyPlaywrightDownloadHandler | None = None
        self._starting = asyncio.Lock()
        self._libraries: Any = None
        self._pages: Counter[str] = Counter()
        self._visiting: Visiting | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        extension = cls(
            crawler,
            settings["DEEPWEB_BROWSER_PATH"],
            settings.getfloat("DEEPWEB_BROWSER_TIMEOUT"),
            settings.getint("DEEPWEB_BROWSER_MEMORY"),
        )
        crawler.signals.connect(extension.close, signals.engine_stopped)
        return extension

    async def visit(self, request: Request) -> Response:
        """The page as it is after the visit; what was seen is in ``meta["observed"]``."""
        if self._path is None:
            raise NoBrowserError(self.missing)
        handler = await self._started()
        from playwright.async_api import Error as BrowserError  # noqa: PLC0415

        for left in range(NEW_TRIES, -1, -1):
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._visited(handler, request)
            except TimeoutError:
                self._count("timeouts")
                told = f"the browser did not end in {self._timeout:g} seconds"
                raise DownloadTimeoutError(f"{request.url}: {told}") from None
            except BrowserError as error:
                self._count("crashes")
                logger.info("the browser failed at %s: %s", request.url, _first_line(error))
                if not left:
                    raise
                await asyncio.sleep(REST)
        raise AssertionError

    async def close(self) -> None:
        handler, self._handler = self._handler, None
        if handler is not None:
            with suppress(Exception):  # it may have died before us
                await asyncio.wait_for(handler.close(), 10)

    async def _started(self) -> ScrapyPlaywrightDownloadHandler:
        async with self._starting:
            if self._handler is None:
                self._handler = await self._start()
            return self._handler

    async def _start(self) -> ScrapyPlaywrightDownloadHandler:
        from scrapy_playwright.handler import (  # noqa: PLC0415
            ScrapyPlaywrightDownloadHandler,
        )

        from deepweb.browser.page_requests import Libraries  # noqa: PLC0415
        from deepweb.browser.visits import Visiting  # noqa: PLC0415

        # It tells of every page that fails; so do we.
        logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)
        handler = ScrapyPlaywrightDownloadHandler.from_crawler(self._crawler)
        handler.config = replace(
            handler.config,
            launch_options=self._launch_options(),
            max_pages_per_context=1,
            target_closed_max_retries=0,  # we count them, and try again ourselves
        )
        self._libraries = Libraries()
        self._visiting = Visiting.of(self._crawler.settings, TO_SETTLE * self._timeout)
        # Its own signal for that was sent when the crawl began.
        await handler._launch()
        self._count("started")
        return handler

    def _launch_options(self) -> dict[str, Any]:
        memory = f"--js-flags=--max-old-space-size={self._megabytes}"
        # Chromium refuses to run as root in its own sandbox.
        as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        return {
            "executable_path": str(self._path),
            "args": [*ARGUMENTS, memory, *as_root],
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
        }

    async def _visited(
        self, handler: ScrapyPlaywrightDownloadHandler, request: Request
    ) -> Response:
        from scrapy_playwright.page import PageMethod  # noqa: PLC0415

        task = request.meta["browser"]
        requests, opened = self._page_requests(task["site"]), list["Page"]()
        if task["way"] == "open":  # its address asks already
            requests.arm(LOAD, task["word"], may_post=task["may_post"])
        act = PageMethod(self._act, requests, task)

        async def prepare(page: Page, _: Request) -> None:
            from deepweb.browser.page_tree import WATCH  # noqa: PLC0415

            opened.append(page)
            # Registered after scrapy-playwright's own, so asked before it.
            await page.route("**", requests.handle)
            await page.add_init_script(WATCH)

        context = await self._context(handler, task["site"])
        self._count("pages")
        visit = Request(
            unescaped(task.get("url") or request.url),
            meta={
                "playwright": True,
                "playwright_context": context,
                "playwright_context_kwargs": {
                    "user_agent": self._crawler.settings["USER_AGENT"],
                    "service_workers": "block",
                    "accept_downloads": False,
                },
                "playwright_page_init_callback": prepare,
                "playwright_page_methods": [act],
                "playwright_page_goto_kwargs": {
                    "wait_until": "domcontentloaded",
                    "timeout": 1000 * self._timeout,
                },
            },
        )
        try:
            response = await handler._download_request(visit)
        except Exception:
            # What the crawl forbade is no fault of the browser's.
            if requests.forbidden is not None:
                raise requests.forbidden from None
            raise
        finally:
            for page in opened:
                if not page.is_closed():
                    with suppress(Exception):  # it is gone
                        await asyncio.wait_for(page.close(), 5)
        return self._answer(request, response, act.result)

    async def _act(
        self, page: Page, requests: PageRequests, task: dict[str, Any]
    ) -> Observation | Shown:
        assert self._visiting is not None
        match task["way"]:
            case "observe":
                return await self._visiting.observe(page, requests, task["nonsense"], task["words"])
            case "fill":
                return await self._visiting.fill(page, requests, task)
            case _:
                return await self._visiting.open(page, requests)

    def _answer(self, request: Request, response: Response, seen: Observation | Shown) -> Response:
        if hasattr(seen, "raw"):
            request.meta["observed"] = seen
            html, url = seen.raw, response.url
        else:
            html, url = seen.html, seen.url
        return HtmlResponse(
            url, status=response.status, body=html, encoding="utf-8", flags=["browser"]
        )

    def _page_requests(self, site: str) -> PageRequests:
        from deepweb.browser.page_requests import PageRequests  # noqa: PLC0415
        from deepweb.browser.search_boxes import script_rule  # noqa: PLC0415

        return PageRequests(
            self._crawler, script_rule(site, self._crawler.settings), self._libraries
        )

    async def _context(self, handler: ScrapyPlaywrightDownloadHandler, site: str) -> str:
        """The name of the context for the next page of a site; one that is used up is closed."""
        old, past = divmod(self._pages[site], PAGES_A_CONTEXT)
        self._pages[site] += 1
        used_up = handler.context_wrappers.get(f"{site} {old - 1}") if not past else None
        if used_up is not None:
            await used_up.context.close()
        return f"{site} {old}"

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"deepweb/browser/{what}")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
