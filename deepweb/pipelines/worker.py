"""``scrapy crawl surfacer`` without a site: a worker, which crawls the sites of the queue.

It is a pipeline because pipelines open after the engine and close before the feeds: the feeds of
the worker get the records of its sites.
"""

from __future__ import annotations

import logging
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from deepweb.crawl.worker import SiteWorker

logger = logging.getLogger(__name__)


class Worker:
    """Keeps the spider open while its worker has sites to crawl."""

    def __init__(self, crawler: Crawler, worker: SiteWorker) -> None:
        self._crawler = crawler
        self._worker = worker

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings["DEEPWEB_REDIS"] or getattr(crawler.spider, "sites", True):
            raise NotConfigured
        from deepweb.store.queue import SiteQueue  # noqa: PLC0415 - an extra

        lease, max_wait = settings.getfloat("DEEPWEB_LEASE"), settings.getfloat("DEEPWEB_MAX_WAIT")
        worker = SiteWorker(
            crawler,
            SiteQueue(settings["DEEPWEB_REDIS"], lease, max_wait),
            lease,
            together=settings.getint("DEEPWEB_SITES_TOGETHER"),
            waits=settings.getbool("DEEPWEB_QUEUE_WAIT"),
        )
        pipeline = cls(crawler, worker)
        crawler.signals.connect(pipeline.stay_open, signals.spider_idle)
        return pipeline

    def process_item(self, item: Any) -> Any:
        return item

    def open_spider(self) -> None:
        self._worker.start()

    def stay_open(self) -> None:
        if not self._worker.is_done:
            raise DontCloseSpider
        if error := self._worker.error:
            spider: Any = self._crawler.spider
            spider.failed[self._worker.queue_name] = str(error)
            logger.error("the worker stopped: %s", error)

    async def close_spider(self) -> None:
        await self._worker.close()
