"""A crawl that finds sites by itself leaves the user's own network alone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import IgnoreRequest
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.store import store_of
from deepweb.middlewares.public_sites import PublicSites
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import project_settings, ready_crawler

ADDRESSES = {
    "public.example": ["93.184.216.34"],
    "rebound.example": ["93.184.216.34", "10.0.0.1"],
    "metadata.example": ["169.254.169.254"],
    "six.example": ["fd00::1"],
}


@pytest.fixture
def stats(tmp_path: Path) -> Iterator[StatsCollector]:
    with ready_crawler(tmp_path, Surfacer, site="example.org") as crawler:
        assert crawler.stats is not None
        yield crawler.stats


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name service without a network."""

    def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        if host not in ADDRESSES:
            raise socket.gaierror(f"{host} is not known")
        return [(0, 0, 0, "", (address, 0)) for address in ADDRESSES[host]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)


def ask(stats: StatsCollector, url: str, **meta: str) -> None:
    middleware = PublicSites(("127.0.0.1:8000", "intra.local"), stats)
    asyncio.run(middleware.process_request(Request(url, meta=meta)))


def test_private_addresses_that_the_user_lists_may_be_asked(tmp_path: Path) -> None:
    settings = project_settings(tmp_path, DEEPWEB_PRIVATE_SITES="10.0.0.5:8080,printer.local")
    crawler = AsyncCrawlerRunner(settings).create_crawler(Surfacer)
    crawler.spider = crawler._create_spider(site="example.org")
    crawler._apply_settings()
    middleware = PublicSites.from_crawler(crawler)
    for url in ("http://10.0.0.5:8080/", "http://printer.local/"):
        asyncio.run(middleware.process_request(Request(url)))
    with pytest.raises(IgnoreRequest):
        asyncio.run(middleware.process_request(Request("http://10.0.0.5/")))
    store_of(crawler).close()


@pytest.mark.parametrize(
    "url",
    [
        "http://public.example/",
        "https://public.example:8443/",
        "http://8.8.8.8/",
        "http://unknown.example/",
        "http://127.0.0.1:8000/given",
        "http://intra.local/given",
    ],
)
def test_public_addresses_and_given_ones_may_be_asked(stats: StatsCollector, url: str) -> None:
    ask(stats, url)
    assert stats.get_value("deepweb/requests/not_public") is None


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1:8001/",
        "http://10.1.2.3/",
        "http://192.168.1.1/admin",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://localhost:8000/",
        "http://printer.local/",
        "http://intranet/",
        "http://rebound.example/",
        "http://metadata.example/",
        "http://six.example/",
        "ftp://public.example/",
        "file:///etc/passwd",
    ],
)
def test_others_may_not(stats: StatsCollector, url: str) -> None:
    with pytest.raises(IgnoreRequest, match="is not a public address"):
        ask(stats, url)
    assert stats.get_value("deepweb/requests/not_public") == 1


def test_behind_a_proxy_names_are_not_resolved_but_addresses_are_looked_at(
    stats: StatsCollector,
) -> None:
    ask(stats, "http://metadata.example/", proxy="http://proxy.example")
    with pytest.raises(IgnoreRequest):
        ask(stats, "http://10.0.0.1/", proxy="http://proxy.example")
