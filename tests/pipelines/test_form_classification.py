"""Forms get their verdict; nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy.crawler import Crawler

from deepweb.form.model import Form, Input
from deepweb.items import SearchForm, Site
from deepweb.locate.forms.linear_model import ModelError
from deepweb.pipelines.form_classification import FormClassification
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.resources import shipped
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
    assert item.is_asked
    assert item.query_input == "q"
    assert item.probability > 0.9
    assert item.reason == f"looks like search ({item.probability:.2f}); asked through 'q'"
    assert (stat(crawler, "search"), stat(crawler, "not_safe")) == (1, 0)


def test_a_search_that_is_not_safe(crawler: Crawler) -> None:
    item = judged(crawler, "elsewhere.example", SEARCH)
    assert (item.type, item.searchable, item.safe) == ("search", True, False)
    assert not item.is_asked
    assert "not submitted: sends to another site: http://example.org/search" in item.reason
    assert (stat(crawler, "search"), stat(crawler, "not_safe")) == (1, 1)


def test_no_search(crawler: Crawler) -> None:
    inputs = (Input("user", "text", "User name"), Input("pass", "password", "Password"))
    login = replace(SEARCH, action="http://example.org/login", method="POST", inputs=inputs)
    item = judged(crawler, "example.org", login)
    assert (item.type, item.searchable, item.safe) == ("login", False, False)
    assert item.query_input is None
    assert "not submitted: has an input of kind password" in item.reason
    assert (stat(crawler, "login"), stat(crawler, "search")) == (1, 0)


@pytest.mark.parametrize(
    ("more", "method", "asked"),
    [
        ({}, "GET", True),
        ({}, "POST", True),
        ({"DEEPWEB_MIN_PROBABILITY": 1}, "GET", False),
        ({"DEEPWEB_MIN_POST_PROBABILITY": 1}, "GET", True),
        ({"DEEPWEB_MIN_POST_PROBABILITY": 1}, "POST", False),
    ],
)
def test_thresholds_come_from_the_settings(
    crawler: Crawler, more: dict[str, float], method: str, asked: bool
) -> None:
    crawler.settings.frozen = False
    crawler.settings.setdict(more, priority="cmdline")
    assert judged(crawler, "example.org", replace(SEARCH, method=method)).is_asked == asked


def test_other_sites_come_from_the_settings(crawler: Crawler) -> None:
    crawler.settings.frozen = False
    crawler.settings.set("DEEPWEB_FORM_SITES", "a.example,example.org", priority="cmdline")
    assert judged(crawler, "elsewhere.example", SEARCH).is_asked


def test_a_verdict_that_a_form_comes_with_stands(crawler: Crawler) -> None:
    pipeline = FormClassification.from_crawler(crawler)
    login = SearchForm("example.org", SEARCH, type="login", reason="seen where it was found")
    assert pipeline.process_item(login) == login
    assert stat(crawler, "login") == 1


def test_a_form_of_an_earlier_run_is_judged_by_the_settings_of_this_one(crawler: Crawler) -> None:
    stored = judged(crawler, "example.org", SEARCH)
    crawler.settings.frozen = False
    crawler.settings.set("DEEPWEB_MIN_PROBABILITY", 1, priority="cmdline")
    pipeline = FormClassification.from_crawler(crawler)
    assert pipeline.process_item(stored).is_asked
    assert not pipeline.process_item(stored.unjudged()).is_asked


def test_what_the_site_declares_counts(crawler: Crawler) -> None:
    silent = replace(SEARCH, action="http://example.org/list", inputs=(Input("text1", "text"),))
    declared = SearchForm("example.org", silent, declared=("OpenSearch",))
    assert not judged(crawler, "example.org", silent).is_asked
    item = FormClassification.from_crawler(crawler).process_item(declared)
    assert item.is_asked
    assert "declared by OpenSearch" in item.reason


def test_a_model_of_the_users_own(crawler: Crawler, tmp_path: Path) -> None:
    crawler.settings.frozen = False
    crawler.settings.set("DEEPWEB_FORM_MODEL", str(tmp_path / "none"), priority="cmdline")
    with pytest.raises(ModelError, match=r"form_types.npz: No such file.*`scrapy train forms`"):
        FormClassification.from_crawler(crawler)
    for name in ("form_types.npz", "form_boxes.npz"):
        (tmp_path / name).write_bytes(shipped().joinpath("models", name).read_bytes())
    crawler.settings.set("DEEPWEB_FORM_MODEL", str(tmp_path), priority="cmdline")
    assert judged(crawler, "example.org", SEARCH).is_asked
    (tmp_path / "form_boxes.npz").write_bytes(b"no model at all")
    with pytest.raises(ModelError, match=r"form_boxes.npz: no model of this version"):
        FormClassification.from_crawler(crawler)


@pytest.mark.parametrize("item", [Site("example.org", "u", "r"), record(1), {"a": 1}], ids=repr)
def test_other_items_pass(crawler: Crawler, item: object) -> None:
    assert FormClassification.from_crawler(crawler).process_item(item) is item
    assert stat(crawler, "search") == 0
