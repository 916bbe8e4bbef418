"""Searches that only a visitor with a fresh token and a cookie may ask."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scrapy.crawler import Crawler

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import answers_of, crawl, project_settings
from tests.site import Site, Style, unicode_characters
from tests.site.forms import TOKEN_NAME

SITE = "example.org"
CATALOGUE = unicode_characters(25)


def guarded(**more: Any) -> Style:
    """Recommended records give the crawl words to start with."""
    return Style(token=True, promoted=3, **more)


# What a token is good for: style, refused submissions at most.
TOKENS = {
    "a visit": (guarded(method="post"), 0),
    "a visit, by GET": (guarded(), 0),
    "one submission": (guarded(method="post", token_uses=1), 10),
    "one submission, by GET": (guarded(token_uses=1, stale_status=422), 10),
    "ten submissions": (guarded(method="post", token_uses=10, stale_status=419), 10),
    "three, else the server breaks": (
        guarded(method="post", token_uses=3, stale_status=500),
        30,  # each of them tried three times
    ),
}


def surfaced(folder: Path, site: Site, budget: int) -> Crawler:
    settings = project_settings(folder, ANSWERS=answers_of(site), DEEPWEB_PATIENCE=100_000)
    return crawl(settings, Surfacer, site="http://example.org/", max_requests=str(budget))


def opened(folder: Path) -> CrawlStore:
    return CrawlStore.open(f"sqlite:///{folder}/store.db")


def found(folder: Path) -> set[str]:
    store = opened(folder)
    urls = {str(record.url) for record in store.records(SITE)}
    store.close()
    return urls


@pytest.fixture(scope="module")
def all_there_is(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What is found where no token is needed."""
    folder = tmp_path_factory.mktemp("without")
    surfaced(folder, Site(CATALOGUE, Style(promoted=3)), 1000)
    assert found(folder)
    return found(folder)


@pytest.mark.parametrize(("style", "refusals"), TOKENS.values(), ids=TOKENS)
def test_all_is_found_at_little_more_cost(
    tmp_path: Path, all_there_is: set[str], style: Style, refusals: int
) -> None:
    site = Site(CATALOGUE, style)
    surfaced(tmp_path, site, 1000)
    assert found(tmp_path) == all_there_is
    seen = Counter((hit.kind, hit.status) for hit in site.hits)
    assert seen["search", style.stale_status] <= refusals
    assert seen["home", 200] <= 1 + refusals, "pages were fetched that no question needed"
    store = opened(tmp_path)
    assert store.page_kinds(SITE).keys() <= {"background", "empty", "results", "duplicate"}
    store.close()


@pytest.mark.parametrize("name", ["a visit", "one submission"])
def test_a_second_run_goes_on(tmp_path: Path, all_there_is: set[str], name: str) -> None:
    """The budget cuts runs off wherever they stand, before a renewal too."""
    style, _ = TOKENS[name]
    site = Site(CATALOGUE, style)
    for budget in (10, 11, 13, 30):
        surfaced(tmp_path, site, budget)
        # Each run reads robots.txt anew, which counts once.
        asked = [hit for hit in site.hits if hit.kind != "robots"]
        assert len(asked) + 1 <= budget
    surfaced(tmp_path, site, 1000)
    assert found(tmp_path) == all_there_is
    answered = [hit.form[style.query_name] for hit in site.searches if hit.status == 200]
    assert len(answered) == len(set(answered)), "something was asked twice"


def test_a_record_does_not_tell_the_token(tmp_path: Path) -> None:
    surfaced(tmp_path, Site(CATALOGUE, guarded(method="post")), 100)
    store = opened(tmp_path)
    told = [record.found_on for record in store.records(SITE)]
    store.close()
    assert told
    assert TOKEN_NAME not in str(told)


def test_a_form_that_is_refused_whatever_it_sends_is_left(tmp_path: Path) -> None:
    site = Site(CATALOGUE, guarded(method="post", token_uses=0))
    surfaced(tmp_path, site, 200)
    assert len(site.hits) < 40
    store = opened(tmp_path)
    assert store.record_count(SITE) == 0
    store.close()
