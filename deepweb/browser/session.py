"""The browser of a crawl: started by the first page that needs it, shared by all, closed at last.

scrapy-playwright drives it. The browser has no network: its proxy leads nowhere, and the crawl
answers the requests of its pages (``browser/page_requests.py``). So a page cannot reach what the
crawl may not.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import HtmlResponse, Response

from deepweb.crawl.failures import BudgetSpent, NoBrowserError
from deepweb.crawl.scripted.visit import LOOK, BrowserVisit, Observation
from deepweb.form.script import FILL, unescaped
from deepweb.surface.script.exchange import LOAD

# Crawls that never need the browser do not load Playwright.
if TYPE_CHECKING:
    from playwright.async_api import Page
    from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

    from deepweb.browser.answering import Answering, Shown
    from deepweb.browser.page_requests import Libraries, PageRequests
    from deepweb.browser.visits import Visiting

logger = logging.getLogger(__name__)

PAGES_PER_CONTEXT = 50  # pages after which a site gets a fresh context, without old cookies
QUESTIONS_PER_PAGE = 30  # questions to one page, which scripts fill ever more
MAX_RETRIES = 2  # further attempts after the browser or the page has crashed
RETRY_DELAY = 0.5  # seconds in which scrapy-playwright notices that the browser has gone
SLOTS = 3  # requests of a polite crawl that a page waits for without an answer
CLOSING = 5  # seconds that a page may take to close
NOWHERE = "http://127.0.0.1:9"  # nothing listens there

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
CONTEXT = {"service_workers": "block", "accept_downloads": False}

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_BROWSER = (
    "no browser was found: `apt-get install chromium` or `playwright install chromium` brings one, "
    "DEEPWEB_BROWSER_PATH names one"
)
NEVER = "DEEPWEB_BROWSER is 'never'"


@dataclass
class OpenPage:
    """A page that is open, with its requests."""

    page: Page
    requests: PageRequests
    questions: int = 0
    """Questions that it has answered."""


class Browser:
    """The extension that visits pages; ``meta["browser"]`` of a request says what to do there."""

    def __init__(self, crawler: Crawler, named: str, timeout: float, megabytes: int) -> None:
        self._crawler = crawler
        self._path = browser_path(named)
        self.missing = "" if self._path else missing(named)
        """Why there is no browser; empty if there is one."""
        self._timeout = timeout
        self._megabytes = megabytes
        self._handler: ScrapyPlaywrightDownloadHandler | None = None
        self._starting = asyncio.Lock()
        self._libraries: Libraries | None = None
        self._pages: Counter[str] = Counter()
        self._visiting: Visiting | None = None
        self._answering: Answering | None = None
        self._seconds = 0.0
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._asked: Counter[str] = Counter()
        """Questions to pages that were open already, by site."""
        self._open: tuple[tuple[str, int], OpenPage] | None = None
        """The page with the box that was filled in last, and its place."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        extension = cls(
            crawler,
            settings["DEEPWEB_BROWSER_PATH"],
            settings.getfloat("DEEPWEB_BROWSER_TIMEOUT"),
            settings.getint("DEEPWEB_BROWSER_MEMORY"),
        )
        if settings["DEEPWEB_BROWSER"] == "never":
            extension.forbid(NEVER)
        crawler.signals.connect(extension.close, signals.engine_stopped)
        return extension

    def forbid(self, reason: str) -> None:
        """Visit no page; ``reason`` is told instead."""
        self._path, self.missing = None, reason

    async def visit(self, request: Request) -> Response:
        """The page after the visit; an observation is stored in ``meta["observed"]``."""
        if self._path is None:
            raise NoBrowserError(self.missing)
        handler = await self._started()
        from playwright.async_api import Error as BrowserError  # noqa: PLC0415
        from playwright.async_api import TimeoutError as BrowserTimeout  # noqa: PLC0415

        for left in range(MAX_RETRIES, -1, -1):
            try:
                # A site has one page at a time, which may stay open for the next question.
                async with self._turns[request.meta["browser"].site], self._timed():
                    return await self._visited(handler, request)
            except DownloadTimeoutError:
                # It hung before it showed anything. Its libraries are kept: it may be quicker now.
                if left < MAX_RETRIES:
                    raise
            except BrowserTimeout as error:  # a single action; the browser is well
                self._count("timeouts")
                raise DownloadTimeoutError(f"{request.url}: {_first_line(error)}") from None
            except BrowserError as error:
                self._count("crashes")
                logger.info("the browser failed at %s: %s", request.url, _first_line(error))
                if not left:
                    raise
                await asyncio.sleep(RETRY_DELAY)
        raise AssertionError

    async def close(self) -> None:
        handler, self._handler = self._handler, None
        if handler is not None:
            with suppress(Exception):  # the browser may have died already
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

        from deepweb.browser.answering import Answering  # noqa: PLC0415
        from deepweb.browser.page_requests import Libraries  # noqa: PLC0415
        from deepweb.browser.visits import Visiting  # noqa: PLC0415

        # It logs every page that fails; so do we.
        logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)
        handler = ScrapyPlaywrightDownloadHandler.from_crawler(self._crawler)
        handler.config = replace(
            handler.config,
            launch_options=self._launch_options(),
            max_pages_per_context=1,
            target_closed_max_retries=0,  # visit() retries, and counts
        )
        self._libraries = Libraries()
        self._visiting = visiting = Visiting.of(self._crawler.settings)
        self._answering = Answering(visiting.pager, visiting.searching)
        # By itself it does this on the signal engine_started, which was sent long ago.
        handler.browser_provider = handler.browser_provider_cls(handler.config)
        await handler.browser_provider.start()
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
        wanted: BrowserVisit = request.meta["browser"]
        from deepweb.browser.page_requests import VisitLimit  # noqa: PLC0415
        from deepweb.browser.page_tree import WATCH  # noqa: PLC0415

        seen, opened = Observation(nonsense=wanted.nonsense), self._taken(wanted)
        if opened is None:
            await self._close_open()
            opened = OpenPage(await self._page(handler, wanted), self._page_requests(wanted))
            await opened.page.route("**", opened.requests.handle)
            opened.page.on("websocket", opened.requests.leave_socket)
            await opened.page.add_init_script(WATCH)
        page, requests = opened.page, opened.requests
        if wanted.way == "open":  # opening the address is the search
            requests.arm(LOAD, wanted.word, may_post=wanted.may_post)
        is_well = False
        try:
            async with asyncio.timeout(None) as limit:
                requests.limit = VisitLimit(limit, self._timeout)
                shown = await self._acted(opened, wanted, seen, request.url)
                is_well = True
        except TimeoutError:
            self._count("timeouts")
            logger.info("the page %s hung while %s", request.url, requests.step)
            if not seen.until(requests.step, requests.exchanges, requests.refused):
                told = f"the page hung while {requests.step}"
                raise DownloadTimeoutError(f"{request.url}: {told}") from None
            shown = seen
        except Exception:
            # The crawl forbade the page; the browser did not fail.
            if requests.forbidden is not None:
                raise requests.forbidden from None
            raise
        finally:
            await _closed(self._left(wanted, opened) if is_well else page)
        return self._answer(request, requests.status, shown)

    def _taken(self, visit: BrowserVisit) -> OpenPage | None:
        """The page that the last question left open, if this one goes to the same box."""
        place, opened = self._open or (("", -1), None)
        if visit.way != FILL or opened is None or place != (visit.url, visit.place):
            return None
        self._asked[visit.site] += 1
        if self._asked[visit.site] > self._crawler.settings.getint("DEEPWEB_MAX_REQUESTS"):
            # These questions make no requests that would count.
            raise BudgetSpent("as many questions to an open page as requests are allowed")
        self._open = None
        opened.requests.renew()
        return opened if not opened.page.is_closed() else None

    async def _close_open(self) -> None:
        """Close the page that a question left open."""
        (_, opened), self._open = self._open or (None, None), None
        await _closed(opened.page if opened else None)

    def _left(self, visit: BrowserVisit, opened: OpenPage) -> Page | None:
        """Leave a page open for the next question; returns the page to close."""
        opened.questions += 1
        if visit.way != FILL or opened.questions == QUESTIONS_PER_PAGE:
            return opened.page
        (_, before), self._open = (
            self._open or (None, None),
            ((visit.url, visit.place), opened),
        )
        return before.page if before else None

    async def _page(self, handler: ScrapyPlaywrightDownloadHandler, wanted: BrowserVisit) -> Page:
        """A new page. scrapy-playwright has no public call for it."""
        meta = {
            "playwright_context": await self._context(handler, wanted.site),
            "playwright_context_kwargs": {
                "user_agent": self._crawler.settings["USER_AGENT"],
                **CONTEXT,
            },
        }
        self._count("pages")
        assert self._crawler.spider is not None
        about = Request("http://browser.invalid/", meta=meta)
        page: Page = await handler._create_page(about, self._crawler.spider)
        return page

    async def _acted(
        self,
        opened: OpenPage,
        visit: BrowserVisit,
        seen: Observation,
        url: str,
    ) -> Observation | Shown:
        assert self._visiting is not None
        assert self._answering is not None
        page, requests = opened.page, opened.requests
        if opened.questions and (again := await self._answering.fill_again(page, requests, visit)):
            return again
        if opened.questions:  # its own address with a # in it would only scroll it
            await page.goto("about:blank")
        await page.goto(
            unescaped(visit.url or url), wait_until="commit", timeout=1000 * self._timeout
        )
        match visit.way:
            case "observe":
                return await self._visiting.observe(page, requests, seen, visit.words)
            case "look":
                return await self._visiting.look(page, requests, seen)
            case "fill":
                return await self._answering.fill(page, requests, visit)
            case _:
                return await self._answering.open(page, requests)

    def _answer(self, request: Request, status: int, seen: Observation | Shown) -> Response:
        if isinstance(seen, Observation):
            request.meta["observed"] = seen
            html, url = seen.raw, seen.opened
        else:
            html, url = seen.html, seen.url
        return HtmlResponse(url, status=status, body=html, encoding="utf-8", flags=["browser"])

    def _page_requests(self, wanted: BrowserVisit) -> PageRequests:
        from deepweb.browser.page_requests import (  # noqa: PLC0415
            PATIENCE,
            PageRequests,
            script_rule,
        )

        assert self._libraries is not None
        rule = script_rule(wanted.site, self._crawler.settings)
        requests = PageRequests(
            self._crawler, rule, self._libraries, is_for_details=wanted.way == LOOK
        )
        requests.patience = min(PATIENCE, self._timeout / 4) + SLOTS * self._delay(wanted.site)
        return requests

    def _delay(self, site: str) -> float:
        """Seconds that the crawl waits between two requests to a site."""
        slot = self._crawler.engine.downloader.slots.get(urlsplit(f"//{site}").hostname or "")
        return slot.delay if slot else self._crawler.settings.getfloat("DOWNLOAD_DELAY")

    async def _context(self, handler: ScrapyPlaywrightDownloadHandler, site: str) -> str:
        """The name of the context for the next page of a site; a used-up context is closed."""
        number, pages = divmod(self._pages[site], PAGES_PER_CONTEXT)
        self._pages[site] += 1
        used_up = handler.context_wrappers.get(f"{site} {number - 1}") if not pages else None
        if used_up is not None:
            await used_up.context.close()
        return f"{site} {number}"

    @asynccontextmanager
    async def _timed(self) -> AsyncIterator[None]:
        """Count the seconds that a visit takes."""
        start = time.monotonic()
        try:
            yield
        finally:
            self._seconds += time.monotonic() - start
            self._crawler.stats.set_value("deepweb/browser/seconds", round(self._seconds, 1))

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"deepweb/browser/{what}")


def browser_path(named: str) -> Path | None:
    """The browser that the user names, that the system has, or that Playwright has installed."""
    if named:
        path = shutil.which(named)
        return Path(path) if path else None
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    return Path(found) if found else _path_of_playwright()


def missing(named: str) -> str:
    """Why there is no browser, and the remedy."""
    if named:
        return f"DEEPWEB_BROWSER_PATH {named!r} is not a program that can be run; name another"
    return NO_BROWSER


def _path_of_playwright() -> Path | None:
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache/ms-playwright")
    builds = sorted(Path(cache).glob("chromium*-*/chrome-*/*"), reverse=True)
    programs = {"chrome", "headless_shell", "chrome-headless-shell"}
    return next(
        (path for path in builds if path.name in programs and os.access(path, os.X_OK)), None
    )


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]


async def _closed(page: Page | None) -> None:
    if page is not None and not page.is_closed():
        with suppress(Exception):  # the page has gone
            await asyncio.wait_for(page.close(), CLOSING)
