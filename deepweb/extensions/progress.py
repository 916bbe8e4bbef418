"""Shows the progress of a crawl: a panel in a terminal, else a log line each minute."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Self, TextIO, cast

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from deepweb.crawl.signals import page_stored
from deepweb.crawl.store import SiteCrawler, store_of
from deepweb.items import ResultPage
from deepweb.output.log_lines import say
from deepweb.page.site import owner
from deepweb.report.progress import Progress

if TYPE_CHECKING:  # rich is loaded only in a terminal
    from deepweb.extensions.panel import LivePanel

logger = logging.getLogger(__name__)

PANEL_EVERY = 0.5  # seconds between two updates of the panel
LINE_EVERY = 60.0  # seconds between two log lines


class ShowProgress:
    """Counts requests and records of a crawl, and shows them."""

    def __init__(self, crawler: Crawler, budget: int, *, is_terminal: bool) -> None:
        self._crawler = crawler
        self._budget = budget
        self._is_terminal = is_terminal
        self._sites: dict[str, Progress] = {}
        self._panel: LivePanel | None = None
        self._started = time.monotonic()
        self._logs: list[tuple[logging.StreamHandler[TextIO], TextIO]] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("DEEPWEB_PROGRESS"):
            raise NotConfigured
        budget = settings.getint("DEEPWEB_MAX_REQUESTS")
        # A worker crawls several sites at a time; a terminal has room for one panel.
        is_terminal = sys.stderr.isatty() and not isinstance(crawler, SiteCrawler)
        extension = cls(crawler, budget, is_terminal=is_terminal)
        connect = crawler.signals.connect
        connect(extension.begin, signals.spider_opened)
        connect(extension.count, signals.request_reached_downloader)
        connect(extension.take, page_stored)
        connect(extension.end, signals.spider_closed)
        return extension

    def begin(self, spider: Spider) -> None:
        if self._is_terminal:
            self._show_panel()
        every, show = (PANEL_EVERY, self._refresh) if self._is_terminal else (LINE_EVERY, self._log)
        self._calls = create_looping_call(show)
        self._calls.start(every, now=False)

    def count(self, request: Request) -> None:
        sites = getattr(self._crawler.spider, "site_names", ())
        # A visit by the browser does not count; the requests of its page do.
        if "browser" not in request.meta and (site := owner(request.url, sites)):
            self._of(site).requests += 1

    def take(self, page: ResultPage, new: int = 0) -> None:
        self._of(page.site).take(page, new)

    def end(self) -> None:
        self._calls.stop()
        if self._panel is not None:
            self._panel.close()
            for handler, stream in self._logs:
                handler.setStream(stream)

    def _of(self, site: str) -> Progress:
        if site not in self._sites:
            store = store_of(self._crawler)
            made, known = store.request_count(site), store.record_count(site)
            self._sites[site] = Progress(site, self._budget, made, known)
        return self._sites[site]

    def _log(self) -> None:
        for progress in self._sites.values():
            progress.seconds = self._seconds()
            if self._is_log_quiet():
                say(progress.line, sys.stderr, flush=True)
            else:
                logger.info("%s", progress.line)

    def _is_log_quiet(self) -> bool:
        """Does the log leave out what is not a warning, as with ``make surface``?"""
        level = logging.getLevelNamesMapping().get(str(self._crawler.settings["LOG_LEVEL"]).upper())
        return level is not None and level > logging.INFO

    def _show_panel(self) -> None:
        """Show the panel below the log."""
        from deepweb.extensions.panel import LivePanel  # noqa: PLC0415 - rich is slow

        self._panel = LivePanel(sys.stderr)
        for handler in logging.root.handlers:
            stream = getattr(handler, "stream", None)
            if isinstance(handler, logging.StreamHandler) and stream is sys.stderr:
                self._logs.append((handler, stream))
                handler.setStream(cast(TextIO, self._panel))

    def _refresh(self) -> None:
        assert self._panel is not None
        for progress in self._sites.values():
            progress.waits = self._delay(progress.site)
            progress.seconds = self._seconds()
        self._panel.show(list(self._sites.values()))

    def _seconds(self) -> float:
        return time.monotonic() - self._started

    def _delay(self, site: str) -> float:
        """The current delay of AutoThrottle for a site, in seconds."""
        slots = self._crawler.engine.downloader.slots
        slot = slots.get(site.rpartition(":")[0] or site) or slots.get(site)
        return slot.delay if slot else 0.0
