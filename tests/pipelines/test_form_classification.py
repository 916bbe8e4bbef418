"""Forms get their verdict; nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy.crawler import Crawler

from deepweb.items import SearchForm, Site
from deepweb.pipelines.form_classification import FormClassification
from deepweb.spiders.surfacer import Surfacer
from deepweb.surface.form import Form, Input
from tests.crawling import ready_crawler
from tests.samples import record

SEARCH = Form(
    url="http://example.org/",
    index=0,
    action="http://example.org/search",
    method="GET",
    encoding="utf-8",
    inputs=(Input("q", "text"),),
    defaults=(("q", ""),),
)


@pytest.fixture
def crawler(tmp_path: Path) -> Iterator[Crawler]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        yield crawler


def judged(crawler: Crawler, site: str, form: Form) -> SearchForm:
    item = FormClassification.from_crawler(crawler).process_item(SearchForm(site, form, ("word",)))
    assert isinstance(item, SearchForm)
    return item


def stat(crawler: Crawler, name: str) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value(f"deepweb/forms/{name}", 0))


def test_a_search(crawler: Crawler) -> None:
    item = judged(crawler, "example.org", SEARCH)
    assert (item.site, item.form, item.words) == ("example.org", SEARCH, ("word",))
    assert (item.type, item.searchable, item.safe) == ("search", True, True)
    assert (item.probability, item.query_input) == (0.95, "q")
    assert "says 'q, search'" in item.reason
    assert (stat(crawler, "search"), stat(crawler, "other")) == (1, 0)


def test_no_search(crawler: Crawler) -> None:
    item = judged(crawler, "elsewhere.example", SEARCH)
    assert (item.type, item.searchable, item.safe) == ("other", False, False)
    assert item.query_input is None
    assert item.reason == "sends to another site: http://example.org/search"
    assert (stat(crawler, "search"), stat(crawler, "other")) == (0, 1)


@pytest.mark.parametrize(("method", "searchable"), [("GET", True), ("POST", False)])
def test_thresholds_come_from_the_settings(crawler: Crawler, method: str, searchable: bool) -> None:
    silent = Form("http://example.org/", 0, "http://example.org/x", method, "utf-8",
                  (Input("x", "text"),), ())  # fmt: skip
    assert judged(crawler, "example.org", silent).searchable == searchable


@pytest.mark.parametrize("item", [Site("example.org", "u", "r"), record(1), {"a": 1}], ids=repr)
def test_other_items_pass(crawler: Crawler, item: object) -> None:
    assert FormClassification.from_crawler(crawler).process_item(item) is item
    assert (stat(crawler, "search"), stat(crawler, "other")) == (0, 0)
