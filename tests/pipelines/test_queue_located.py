"""Sites that were located, in a real queue."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from scrapy.exceptions import NotConfigured

from deepweb.items import Site
from deepweb.pipelines.queue_located import QueueLocated
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.queue import SiteQueue
from tests.crawling import ready_crawler
from tests.servers import RedisServer


def test_located_sites_are_queued_once_and_others_are_not(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    async def add(pipeline: QueueLocated) -> list[str]:
        for topic, site in (("book", "a.example"), ("book", "a.example"), ("", "b.example")):
            await pipeline.process_item(Site(site, f"http://{site}/", "found", topic=topic))
        await pipeline.close_spider()
        async with SiteQueue(redis_server.address, 60, 0) as queue:
            return [each.site async for each in queue.list()]

    with ready_crawler(tmp_path, Surfacer, site="example.org") as crawler:
        crawler.settings.frozen = False
        crawler.settings.set("DEEPWEB_REDIS", redis_server.address, "cmdline")
        assert asyncio.run(add(QueueLocated.from_crawler(crawler))) == ["a.example"]
        assert crawler.stats is not None
        assert crawler.stats.get_value("deepweb/sites/queued") == 1


def test_without_a_queue_there_is_nothing_to_do(tmp_path: Path) -> None:
    with (
        ready_crawler(tmp_path, Surfacer, site="example.org") as crawler,
        pytest.raises(NotConfigured),
    ):
        QueueLocated.from_crawler(crawler)
