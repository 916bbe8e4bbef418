"""The browser of a crawl, which reads pages as the rest of the crawl does."""

from __future__ import annotations

from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler

from deepweb.browser.session import BrowserSession
from deepweb.crawl.search_boxes import RenderedPages


class Browser(BrowserSession):
    """Started by the first page that needs it, closed with the crawl."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        extension = cls(
            crawler,
            lambda: RenderedPages.of(settings),
            named=settings["DEEPWEB_BROWSER_PATH"],
            timeout=settings.getfloat("DEEPWEB_BROWSER_TIMEOUT"),
            megabytes=settings.getint("DEEPWEB_BROWSER_MEMORY"),
        )
        crawler.signals.connect(extension.close, signals.engine_stopped)
        return extension
