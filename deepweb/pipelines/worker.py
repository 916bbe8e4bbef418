"""A worker: ``scrapy crawl surfacer`` without a site works off the queue of sites.

Each site is a crawl of its own in this process, with its own engine, budget and summary, over the
one store that all share; so many run side by side as a setting says. When one ends, the next is
taken. The heartbeat tells the queue which are under way. An interrupt stops them all and gives the
sites back; whoever takes them goes on where they ended.

It is a pipeline since those open after the engine and close before the feeds, which want to hold
what the sites bring to the last.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.settings import Settings

from deepweb.crawl.store import BEATS, SiteCrawler, store_of
from deepweb.items import Record
from deepweb.store.ownership import this_process
from deepweb.store.retry import AwayError

if TYPE_CHECKING:
    from deepweb.store.queue import QueuedSite, SiteQueue

logger = logging.getLogger(__name__)

# Seconds between two looks into a queue where nothing waits, at most.
LOOK = 2.0
# How a crawl of a site ends that was not broken off.
ENDED = frozenset({"finished", "budget", "site_failed"})


class Worker:
    """Takes sites from the queue and crawls them, some side by side."""

    def __init__(
        self, crawler: Crawler, queue: SiteQueue, together: int, lease: float, *, waits: bool
    ) -> None:
        self._crawler = crawler
        self._queue = queue
        self._together = together
        self._lease = lease
        self._waits = waits
        self._name = f"{this_process()} {uuid.uuid4().hex[:8]}"
        self._running: dict[asyncio.Task[None], tuple[QueuedSite, SiteCrawler]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()
        self._settings = site_settings(crawler.settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings["DEEPWEB_REDIS"] or getattr(crawler.spider, "sites", True):
            raise NotConfigured
        from deepweb.store.queue import SiteQueue  # noqa: PLC0415 - an extra

        lease, max_wait = settings.getfloat("DEEPWEB_LEASE"), settings.getfloat("DEEPWEB_MAX_WAIT")
        worker = cls(
            crawler,
            SiteQueue(settings["DEEPWEB_REDIS"], lease, max_wait),
            settings.getint("DEEPWEB_SITES_TOGETHER"),
            lease,
            waits=settings.getbool("DEEPWEB_QUEUE_WAIT"),
        )
        crawler.signals.connect(worker.stay_open, signals.spider_idle)
        return worker

    def process_item(self, item: Any) -> Any:
        return item

    def open_spider(self) -> None:
        self._tasks = [asyncio.ensure_future(self._work()), asyncio.ensure_future(self._beat())]

    def stay_open(self) -> None:
        if not self._tasks[0].done():
            raise DontCloseSpider
        if error := self._tasks[0].exception():
            spider: Any = self._crawler.spider
            spider.failed[self._queue.shown] = str(error)
            logger.error("the worker stopped: %s", error)

    async def close_spider(self) -> None:
        """Break off what is under way and give it back."""
        self._queue.max_wait = 0.0
        self._closing.set()
        work, beat = self._tasks
        beat.cancel()
        # What it may be taking at this moment is given back.
        await asyncio.gather(work, beat, return_exceptions=True)
        under_way = [(task, crawler) for task, (_, crawler) in self._running.items()]
        await asyncio.gather(*(_stopped(*each) for each in under_way), return_exceptions=True)
        await self._queue.close()

    async def _work(self) -> None:
        while not self._closing.is_set():
            await self._fill()
            if not self._running and not self._waits and await self._is_empty():
                break
            # Some chance, so that many workers do not look all at once.
            look = asyncio.ensure_future(asyncio.sleep(LOOK * random.uniform(0.5, 1)))  # noqa: S311
            closing = asyncio.ensure_future(self._closing.wait())
            until = {look, closing, *self._running}
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
            look.cancel()
            closing.cancel()
        self._look_for_the_end()

    async def _fill(self) -> None:
        """Take sites until enough are under way, or none waits."""
        while len(self._running) < self._together and not self._closing.is_set():
            taken = await self._queue.take(self._name)
            if taken is None:
                return
            if self._closing.is_set():
                await self._queue.give_back(taken.site, self._name)
            else:
                self._begin(taken)

    async def _is_empty(self) -> bool:
        """Is nothing left, not even what another worker might leave behind?"""
        counts = await self._queue.stats()
        return not counts["waiting"] and not counts["leased"]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._lease / BEATS)
            await self._queue.renew([site for site, _ in self._running.values()], self._name)

    def _begin(self, taken: QueuedSite) -> None:
        crawler = SiteCrawler(self._crawler.spidercls, self._settings)
        crawler.store = store_of(self._crawler)
        crawler.signals.connect(self._pass_on, signals.item_scraped)
        self._count("taken")
        task = asyncio.ensure_future(self._crawl(taken, crawler))
        self._running[task] = taken, crawler
        task.add_done_callback(self._running.pop)

    async def _crawl(self, taken: QueuedSite, crawler: SiteCrawler) -> None:
        """From the taking of a site to the end of it, as the queue sees it."""
        logger.info("site %s: taken from the queue", taken.site)
        broken = ""
        try:
            await crawler.crawl_async(site=taken.url)
        except Exception as error:
            logger.exception("site %s: the crawl stopped", taken.site)
            broken = f"the crawl stopped: {error!r}"
        logger.info("site %s: ended", taken.site)
        with suppress(AwayError):  # the lease runs out
            await self._settle(taken, crawler, broken)

    async def _settle(self, taken: QueuedSite, crawler: SiteCrawler, broken: str) -> None:
        spider: Any = crawler.spider
        how = crawler.stats.get_value("finish_reason") if crawler._stats else None
        failed = broken or (spider.failed.get(taken.site, "") if spider else "")
        if spider and taken.site in spider.taken:
            # Another process has it; perhaps one that just died, whose lease is running out.
            self._count("owned_by_others")
            await self._queue.give_back(taken.site, self._name, later=self._lease / 2)
        elif failed:
            self._count("failed")
            await self._queue.end(taken.site, "failed", failed)
        elif how in ENDED:
            self._count("done")
            await self._queue.end(taken.site, "done", str(how))
        else:
            self._count("given_back")
            await self._queue.give_back(taken.site, self._name)

    def _pass_on(self, item: Any) -> Awaitable[Any] | None:
        """Have the worker's own feeds hold what its sites bring."""
        if isinstance(item, Record) and self._crawler.settings.getdict("FEEDS"):
            return self._crawler.engine.scraper.start_itemproc_async(item, response=None)
        return None

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"deepweb/queue/{what}")

    def _look_for_the_end(self) -> None:
        """Have Scrapy see that nothing is left to do; by itself it looks every 5 seconds."""
        slot = self._crawler.engine._slot
        if slot is not None:
            asyncio.get_running_loop().call_soon(slot.nextcall.schedule)


async def _stopped(task: asyncio.Task[None], crawler: SiteCrawler) -> None:
    """Stop the crawl of a site; one that is only just starting, as soon as it can be."""
    while not task.done() and not (crawler._engine and crawler._engine.running):
        await asyncio.sleep(0.05)
    if not task.done():
        await crawler.stop_async()
    await task


def site_settings(settings: Settings) -> Settings:
    """Those of a worker, for the crawl of one site: the worker has the feeds and the queue."""
    own = settings.copy()
    own.frozen = False  # those of a crawl that began are
    own.set("DEEPWEB_REDIS", "", "cmdline")
    own.set("FEEDS", {}, "cmdline")
    return own
