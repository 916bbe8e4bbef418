"""A worker in the test's own process: a real Redis, only the sites are made up."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.crawl import worker as worker_module
from deepweb.crawl.store import SiteCrawler
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from deepweb.store.ownership import this_process
from deepweb.store.queue import QueuedSite, SiteQueue
from tests.crawling import answers_of, crawl, html, project_settings
from tests.servers import RedisServer, selected
from tests.site import Site, Style, unicode_characters

NAMES = [f"site{number}.example" for number in range(3)]


def queued(server: RedisServer, *names: str) -> None:
    async def add() -> None:
        async with SiteQueue(server.address, 60, 5) as queue:
            await queue.add([QueuedSite(name, f"http://{name}/") for name in names])

    asyncio.run(add())


def listed(server: RedisServer) -> dict[str, tuple[str, str]]:
    """How each site stands, and why."""

    async def look() -> dict[str, tuple[str, str]]:
        async with SiteQueue(server.address, 60, 5) as queue:
            return {each.site: (each.state, each.reason) async for each in queue.list()}

    return asyncio.run(look())


class Web:
    """The same catalogue under every name but one, where there is no search."""

    def __init__(self) -> None:
        site = Site(unicode_characters(20), Style(blank="all", page_size=10))
        self._answers = answers_of(site)

    def __call__(self, request: Request) -> Response:
        host = request.url.split("/")[2]
        if host == "down.example":
            raise OSError("nobody there")
        if host == "bare.example":
            return html(request)
        asked = request.replace(url=request.url.replace(host, "example.org"))
        answered = self._answers(asked)
        return answered.replace(url=request.url)


def work(folder: Path, server: RedisServer, **settings: Any) -> Any:
    more = {"DEEPWEB_REDIS": server.address, "DEEPWEB_MAX_REQUESTS": 12, "RETRY_ENABLED": False}
    return crawl(project_settings(folder, ANSWERS=Web(), **(more | settings)), Surfacer)


def test_every_site_is_crawled_by_itself_and_forgotten(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[weakref.ref[SiteCrawler]] = []

    class Watched(SiteCrawler):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(weakref.ref(self))

    monkeypatch.setattr(worker_module, "SiteCrawler", Watched)
    queued(redis_server, *NAMES, "down.example", "bare.example")
    crawler = work(tmp_path, redis_server, DEEPWEB_SITES_TOGETHER=2)
    states = listed(redis_server)
    assert {states[name][0] for name in NAMES} == {"done"}
    assert states["down.example"][0] == "failed"
    assert "does not answer" in states["down.example"][1]
    assert states["bare.example"][0] == "done"
    assert states["bare.example"][1].startswith("no search found")
    assert crawler.stats.get_value("deepweb/queue/done") == 4
    assert crawler.stats.get_value("deepweb/queue/failed") == 1
    address = f"sqlite:///{tmp_path}/store.db"
    counts = dict(selected(address, "SELECT site, count(*) FROM records GROUP BY site"))
    assert counts == dict.fromkeys(NAMES, 20)
    assert selected(address, "SELECT site FROM owners WHERE until > 0") == [], "not given back"
    assert len(made) == 5
    gc.collect()
    assert sum(each() is not None for each in made) <= 1, "crawls of sites stay in memory"


def test_a_site_that_another_process_has_is_given_back(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    """It is taken when the other's lease is over, and not before."""
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db", lease=2.5)
    store.ownership._me = this_process().replace(" of ", " of another-machine-")
    store.take_site(NAMES[0])
    queued(redis_server, NAMES[0])
    crawler = work(tmp_path, redis_server, DEEPWEB_LEASE=1.0)
    assert crawler.stats.get_value("deepweb/queue/owned_by_others") >= 1
    assert listed(redis_server)[NAMES[0]][0] == "done"
    assert store.record_count(NAMES[0]) == 20
    store.close()


def test_a_heartbeat_that_misses_its_cancellation_ends_as_well(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(queue: SiteQueue, sites: list[str], worker: str) -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)

    monkeypatch.setattr(SiteQueue, "renew", deaf)
    queued(redis_server, NAMES[0])
    work(tmp_path, redis_server, DEEPWEB_LEASE=1.0)
    assert listed(redis_server)[NAMES[0]][0] == "done"
