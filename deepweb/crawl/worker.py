"""A worker: takes sites from the queue and crawls them, several at a time.

Each site is a crawl of its own in this process, with its own engine, budget and summary, over the
one store that all share. When a crawl ends, the worker takes the next site. A heartbeat renews the
leases of its sites. An interrupt stops all crawls and returns their sites to the queue; the worker
that takes one next resumes it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import uuid
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from deepweb.crawl.private_names import process_item, wake_engine
from deepweb.crawl.store import BEATS, SiteCrawler, store_of
from deepweb.items import Record
from deepweb.report.outcome import INTERRUPTED, SiteOutcome
from deepweb.store.ownership import this_process
from deepweb.store.retry import AwayError

if TYPE_CHECKING:
    from deepweb.store.queue import QueuedSite, SiteQueue

logger = logging.getLogger(__name__)

POLL = 2.0  # maximum seconds between two checks of an empty queue


class SiteWorker:
    """Crawls the sites of a queue, ``together`` at a time.

    ``waits``: wait for more sites when the queue is empty.
    """

    def __init__(
        self, crawler: Crawler, queue: SiteQueue, lease: float, *, together: int, waits: bool
    ) -> None:
        self._crawler = crawler
        self._queue = queue
        self._lease = lease
        self._together = together
        self._waits = waits
        self._name = f"{this_process()} {uuid.uuid4().hex[:8]}"
        self._running: dict[asyncio.Task[None], tuple[QueuedSite, SiteCrawler]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()
        self._settings = site_settings(crawler.settings)

    @property
    def queue_name(self) -> str:
        """The address of the queue, without its password."""
        return self._queue.shown

    @property
    def is_done(self) -> bool:
        """Has the worker finished?"""
        return self._tasks[0].done()

    @property
    def error(self) -> BaseException | None:
        """The error that stopped the worker; None if it finished normally."""
        return self._tasks[0].exception()

    def start(self) -> None:
        self._tasks = [asyncio.ensure_future(self._work()), asyncio.ensure_future(self._beat())]

    async def close(self) -> None:
        """Stop the running crawls and return their sites to the queue."""
        self._queue.max_wait = 0.0
        self._closing.set()
        work, beat = self._tasks
        beat.cancel()
        # This also returns a site that the worker is just taking.
        await asyncio.gather(work, beat, return_exceptions=True)
        under_way = [(task, crawler) for task, (_, crawler) in self._running.items()]
        await asyncio.gather(*(_stopped(*each) for each in under_way), return_exceptions=True)
        await self._queue.close()

    async def _work(self) -> None:
        while not self._closing.is_set():
            await self._fill()
            if not self._running and not self._waits and await self._is_empty():
                break
            # A random time, so that many workers do not check at once.
            look = asyncio.ensure_future(asyncio.sleep(POLL * random.uniform(0.5, 1)))  # noqa: S311
            closing = asyncio.ensure_future(self._closing.wait())
            until = {look, closing, *self._running}
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
            look.cancel()
            closing.cancel()
        wake_engine(self._crawler)

    async def _fill(self) -> None:
        """Take sites until ``together`` crawls are running or the queue is empty."""
        while len(self._running) < self._together and not self._closing.is_set():
            taken = await self._queue.take(self._name)
            if taken is None:
                return
            if self._closing.is_set():
                await self._queue.give_back(taken.site, self._name)
            else:
                self._begin(taken)

    async def _is_empty(self) -> bool:
        """Is the queue empty, including sites that other workers may give back?"""
        counts = await self._queue.stats()
        return not counts["waiting"] and not counts["leased"]

    async def _beat(self) -> None:
        # Redis' client may swallow the cancellation that ends this.
        while not self._closing.is_set():
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
        """Crawl a site, and write the result to the queue."""
        logger.info("site %s: taken from the queue", taken.site)
        broken = ""
        try:
            await crawler.crawl_async(site=taken.url)
        except Exception as error:
            logger.exception("site %s: the crawl stopped", taken.site)
            broken = f"the crawl stopped: {error!r}"
        logger.info("site %s: ended", taken.site)
        with suppress(AwayError):  # then the lease expires
            await self._settle(taken, crawler, broken)

    async def _settle(self, taken: QueuedSite, crawler: SiteCrawler, broken: str) -> None:
        spider: Any = crawler.spider
        failed = broken or (spider.failed.get(taken.site, "") if spider else "")
        ended: SiteOutcome | None = spider.outcomes.get(taken.site) if spider else None
        if spider and taken.site in spider.taken:
            # Another process owns it; perhaps a dead one, whose lease will expire.
            self._count("owned_by_others")
            await self._queue.give_back(taken.site, self._name, later=self._lease / 2)
        elif failed:
            self._count("failed")
            await self._queue.end(taken.site, "failed", failed)
        elif ended and ended.outcome != INTERRUPTED:
            state = "done" if ended.is_over else "failed"
            self._count(state)
            await self._queue.end(taken.site, state, ended.line)
        else:
            self._count("given_back")
            await self._queue.give_back(taken.site, self._name)

    def _pass_on(self, item: Any) -> Awaitable[Any] | None:
        """Put the records of a site into the feeds of the worker."""
        if isinstance(item, Record) and self._crawler.settings.getdict("FEEDS"):
            return process_item(self._crawler, item)
        return None

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"deepweb/queue/{what}")


async def _stopped(task: asyncio.Task[None], crawler: SiteCrawler) -> None:
    """Stop the crawl of a site; a crawl that is starting must start first."""
    while not task.done() and not _is_running(crawler):
        await asyncio.sleep(0.05)
    if not task.done():
        await crawler.stop_async()
    await task


def _is_running(crawler: Crawler) -> bool:
    try:
        return crawler.engine.running
    except RuntimeError:  # no engine yet
        return False


def site_settings(settings: Settings) -> Settings:
    """The settings for the crawl of one site, without the queue and feeds of the worker."""
    own = settings.copy()
    own.frozen = False  # Scrapy freezes the settings of a running crawl
    own.set("DEEPWEB_REDIS", "", "cmdline")
    own.set("FEEDS", {}, "cmdline")
    return own
