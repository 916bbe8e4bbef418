"""Which requests are the same to Scrapy's duplicate filter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.request import fingerprint

from deepweb.crawl.asking.fingerprint import SECOND_LEVEL, SecondLevelFingerprinter
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.read.links.site_urls import KnownArguments
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import ready_crawler

KNOWN = KnownArguments({"q": "query", "sort": "presentation", "sid": "tracking", "page": "page"})
SITE = "shop.example"
START = "https://shop.example/s?q=lamp"


def second_level(url: str) -> Request:
    return Request(url, meta={SECOND_LEVEL: True})


@pytest.fixture
def crawler(tmp_path: Path) -> Iterator[Crawler]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        yield crawler


def with_pipeline(crawler: Crawler) -> SecondLevelDedup:
    dedup = SecondLevelDedup.from_crawler(crawler)
    itemproc = SimpleNamespace(middlewares=[dedup])
    crawler.engine = SimpleNamespace(scraper=SimpleNamespace(itemproc=itemproc))  # type: ignore[assignment]
    return dedup


def test_submissions_are_named_as_by_scrapy_whatever_is_learnt(crawler: Crawler) -> None:
    with_pipeline(crawler).learn(SITE, KNOWN)
    for request in (Request(f"{START}&sort=2"), Request(START, method="POST", body=b"a=1")):
        assert crawler.request_fingerprinter.fingerprint(request) == fingerprint(request)


def test_before_the_crawl_begins_and_without_the_pipeline_scrapy_decides(crawler: Crawler) -> None:
    made = SecondLevelFingerprinter.from_crawler(crawler)
    assert made.fingerprint(second_level(START)) == fingerprint(Request(START))
    itemproc = SimpleNamespace(middlewares=[])
    crawler.engine = SimpleNamespace(scraper=SimpleNamespace(itemproc=itemproc))  # type: ignore[assignment]
    assert made.fingerprint(second_level(START)) == fingerprint(Request(START))


def test_scrapy_builds_and_asks_it(crawler: Crawler) -> None:
    assert isinstance(crawler.request_fingerprinter, SecondLevelFingerprinter)
    with_pipeline(crawler).learn(SITE, KNOWN)
    seen = RFPDupeFilter.from_crawler(crawler)
    assert not seen.request_seen(second_level(f"{START}&sort=1"))
    assert seen.request_seen(second_level(f"{START}&sort=2"))
    assert not seen.request_seen(second_level(f"{START}&brand=2"))
