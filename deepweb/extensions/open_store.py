"""Opens the store before the first request, and closes it at the very end of a crawl.

Meanwhile the crawl owns its sites (``deepweb/store/ownership.py``): it skips a site that another
process is crawling, and a heartbeat renews its own leases.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call
from sqlalchemy.exc import SQLAlchemyError

from deepweb.crawl.signals import site_failed
from deepweb.crawl.store import BEATS, SiteCrawler, StoreHolder
from deepweb.report.outcome import COMPLETE, INCOMPLETE
from deepweb.store.ledger import CrawlStore
from deepweb.store.ownership import SiteLostError, SiteOwnedError

logger = logging.getLogger(__name__)


class OpenStore(StoreHolder):
    """Holds the one store that all components of a crawl share."""

    def __init__(self, crawler: Crawler, store: CrawlStore, beat: float) -> None:
        self.store = store
        self._crawler = crawler
        self._beat = beat
        self._heart: Any = None
        self._stopping: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        lease = settings.getfloat("DEEPWEB_LEASE")
        if isinstance(crawler, SiteCrawler):
            store = crawler.store.beside()
        else:
            max_wait = settings.getfloat("DEEPWEB_MAX_WAIT")
            store = CrawlStore.open(settings["DEEPWEB_STORE"], lease, max_wait)
        extension = cls(crawler, store, lease / BEATS)
        # Before the spider opens, since the pipelines then write the files of its sites.
        extension._take_sites(crawler.spider)
        crawler.signals.connect(extension.start, signals.engine_started)
        # Not on spider_closed, when the summary still reads the store.
        crawler.signals.connect(extension.close, signals.engine_stopped)
        return extension

    def start(self) -> None:
        if self.store.ownership.sites:
            self._heart = create_looping_call(self.renew)
            self._heart.start(self._beat, now=False)

    def renew(self) -> None:
        """Renew the leases of the sites; a site that another process took over is given up."""
        for site in self.store.ownership.sites:
            try:
                self.store.renew_site(site)
            except SiteLostError as error:
                self._lose(site, str(error))
            except SQLAlchemyError as error:
                # The next write reports what is wrong.
                logger.error("site %s: cannot renew the lease: %s", site, error)

    def close(self) -> None:
        if self._heart is not None and self._heart.running:
            self._heart.stop()
        for site in self.store.ownership.sites:
            # If this fails, the lease expires.
            with suppress(SQLAlchemyError):
                self.store.ownership.give_back(site)
        if not isinstance(self._crawler, SiteCrawler):
            self.store.close()

    def _take_sites(self, spider: Any) -> None:
        for site in tuple(getattr(spider, "sites", ())):
            try:
                self.store.take_site(site)
                earlier = self.store.begin_crawl(site, again=getattr(spider, "again", False))
                if earlier in {COMPLETE, INCOMPLETE}:
                    spider.was_complete.add(site)
            except SiteOwnedError as error:
                spider.leave(site, str(error))

    def _lose(self, site: str, reason: str) -> None:
        crawler = self._crawler
        crawler.signals.send_catch_log(site_failed, site=site, reason=reason)
        spider: Any = crawler.spider
        spider.taken.add(site)
        if isinstance(crawler, SiteCrawler):
            self._stopping = asyncio.ensure_future(crawler.stop_async())
