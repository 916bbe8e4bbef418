"""A page that says nothing new is a duplicate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy.crawler import Crawler

from deepweb.crawl.store import store_of
from deepweb.items import Site
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import ready_crawler
from tests.samples import page, record

FIRST = page("a", record(1), record(2), signature="same")


@pytest.fixture
def crawler(tmp_path: Path) -> Iterator[Crawler]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        store_of(crawler).save_page(FIRST)
        yield crawler


def stat(crawler: Crawler) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value("deepweb/pages/duplicate", 0))


def test_the_same_under_another_address(crawler: Crawler) -> None:
    again = page("b", record(2), record(1), signature="same")
    item = SecondLevelDedup.from_crawler(crawler).process_item(again)
    assert (item.kind, item.records) == ("duplicate", again.records)
    assert item.reason == f"says the same as {FIRST.url}"
    assert stat(crawler) == 1


@pytest.mark.parametrize(
    "item",
    [
        page("b", record(1), signature="other"),
        page("b", record(1), record(3), signature="same"),
        page("b", record(1), signature="same", site="other.example"),
        page("b", signature="same", kind="empty"),
        page("b", signature="same", kind="background", purpose="background"),
        page("b", signature="same", kind="error"),
        Site("example.org", "u", "r"),
    ],
    ids=[
        "other words",
        "a record more",
        "another site",
        "empty",
        "background",
        "error",
        "another item",
    ],
)
def test_what_is_no_duplicate(crawler: Crawler, item: object) -> None:
    assert SecondLevelDedup.from_crawler(crawler).process_item(item) is item
    assert stat(crawler) == 0
