"""A page that says nothing new is a duplicate, and so is a link to one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.request import fingerprint

from deepweb.crawl.store import store_of
from deepweb.items import ResultPage, Site
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.read.links.site_urls import KnownArguments
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import ready_crawler
from tests.samples import page, record

HOST = "http://example.org"
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
    assert item.reason == f"same content as {FIRST.url}"
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


# --- Links ---

KNOWN = KnownArguments({"q": "query", "sort": "presentation", "sid": "tracking", "page": "page"})
SHOP = "shop.example"
START = "https://shop.example/s?q=lamp"


@pytest.fixture
def knowing(crawler: Crawler) -> SecondLevelDedup:
    made = SecondLevelDedup.from_crawler(crawler)
    made.learn(SHOP, KNOWN)
    return made


def test_links_that_select_the_same_are_one(knowing: SecondLevelDedup) -> None:
    urls = (
        START,
        f"{START}&sort=2",
        f"{START}&sid=x7&sort=1",
        "https://shop.example/s?sort=&q=lamp",
    )
    assert len({knowing.fingerprint(Request(url)) for url in urls}) == 1


@pytest.mark.parametrize("end", ["&brand=x", "&page=2"])
def test_another_selection_or_page_is_another(knowing: SecondLevelDedup, end: str) -> None:
    assert knowing.fingerprint(Request(START)) != knowing.fingerprint(Request(START + end))


def test_of_a_site_that_nothing_is_known_of_scrapy_decides(crawler: Crawler) -> None:
    made = SecondLevelDedup.from_crawler(crawler)
    for url in (f"{START}&sort=2", "https://other.example/s?sort=2"):
        assert made.fingerprint(Request(url)) == fingerprint(Request(url))


def test_what_is_learnt_later_replaces_what_was(knowing: SecondLevelDedup) -> None:
    knowing.learn(SHOP, KnownArguments({"sort": "selection"}))
    one, other = (Request(f"{START}&sort={n}") for n in (1, 2))
    assert knowing.fingerprint(one) != knowing.fingerprint(other)


def test_method_and_body_count(knowing: SecondLevelDedup) -> None:
    one = Request(START)
    assert knowing.fingerprint(one) != knowing.fingerprint(one.replace(method="POST"))
    assert knowing.fingerprint(one) != knowing.fingerprint(one.replace(body=b"x"))


def test_addresses_that_are_none_stand_for_themselves(knowing: SecondLevelDedup) -> None:
    request = Request("data:text/plain,lamp")
    assert knowing.fingerprint(request) == fingerprint(request)


def test_of_links_that_show_the_same_the_first_is_followed(knowing: SecondLevelDedup) -> None:
    links = [START, f"{START}&sort=1", f"{START}&brand=x", f"{START}&brand=x&sort=2"]
    asked = [knowing.is_repeated(f"question {n}", link) for n, link in enumerate(links)]
    assert asked == [False, True, False, True]
    assert not knowing.is_repeated("question 0", START), "what failed may be tried again"


# --- Records ---


def test_records_that_come_again_without_their_arguments_are_one(crawler: Crawler) -> None:
    """Answers of the form came first and long ago, lists of the site now."""
    store = store_of(crawler)
    dedup = SecondLevelDedup.from_crawler(crawler)

    def shown(name: str, numbers: range, arguments: str) -> ResultPage:
        found = (
            record(n, id=f"{HOST}/c/{n}{arguments}", url=f"{HOST}/c/{n}{arguments}")
            for n in numbers
        )
        item: ResultPage = dedup.process_item(page(name, *found))
        store.save_page(item)
        return item

    for at in range(100, 1_000, 10):
        shown(f"form {at}", range(at, at + 10), "?type=None&label=")
    first = shown("list 1", range(100, 110), "")
    assert [each.id for each in first.records] == [f"{HOST}/c/{n}" for n in range(100, 110)]
    shown("list 2", range(200, 210), "")
    assert store.record_count("example.org") == 2 + 900
