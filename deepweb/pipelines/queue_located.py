"""Adds located sites to the queue, if there is one, so that workers surface them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from deepweb.items import Site

if TYPE_CHECKING:
    from deepweb.store.queue import SiteQueue


class QueueLocated:
    """Adds the sites of a topic to the queue, as ``scrapy queue add`` does."""

    def __init__(self, crawler: Crawler, queue: SiteQueue) -> None:
        self._crawler = crawler
        self._queue = queue

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings["DEEPWEB_REDIS"]:
            raise NotConfigured
        from deepweb.store.queue import SiteQueue  # noqa: PLC0415 - an extra

        lease, max_wait = settings.getfloat("DEEPWEB_LEASE"), settings.getfloat("DEEPWEB_MAX_WAIT")
        return cls(crawler, SiteQueue(settings["DEEPWEB_REDIS"], lease, max_wait))

    async def close_spider(self) -> None:
        await self._queue.close()

    async def process_item(self, item: Any) -> Any:
        if isinstance(item, Site) and item.topic:
            from deepweb.store.queue import QueuedSite  # noqa: PLC0415 - an extra

            added = await self._queue.add([QueuedSite(item.site, item.url)])
            self._crawler.stats.inc_value("deepweb/sites/queued", added)
        return item
