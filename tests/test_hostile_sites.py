"""Sites that show adverts or invent records: what is told, and what it costs."""

from __future__ import annotations

import sqlite3

import pytest

from benchmarks.attacks.site_attacks import RECORDS, SITE_ATTACKS, Shop
from benchmarks.attacks.sites import Served
from tests.conftest import Crawl, Crawled


def true(crawled: Crawled) -> set[int | None]:
    return {Shop.record(url) for url in crawled.urls} - {None}


def test_adverts_are_told_from_records_also_when_resumed(crawl: Crawl) -> None:
    with Served(SITE_ATTACKS["adverts"]()) as site:
        crawl(site.url, "-a", "max_requests=45", "-s", "DEEPWEB_BROWSER=never")
        crawled = crawl(site.url, "-a", "max_requests=600", "-s", "DEEPWEB_BROWSER=never")
    assert crawled.code == 0
    assert "Traceback" not in crawled.log
    assert len(true(crawled)) == RECORDS
    assert len(crawled.urls) < 1.2 * RECORDS  # some adverts hold the word asked by chance
    assert {line["url"] for line in crawled.records_file(site.url)} == {*crawled.urls}


@pytest.mark.parametrize("name", ["books named after the word", "endless lists"])
def test_a_trap_gets_a_share_of_the_budget_and_is_reported(crawl: Crawl, name: str) -> None:
    with Served(SITE_ATTACKS[name]()) as site:
        crawled = crawl(site.url, "-a", "max_requests=600", "-s", "DEEPWEB_BROWSER=never")
    assert "suspected trap: " in crawled.log
    assert len(site.got) < 300
    with sqlite3.connect(crawled.folder / "store.db") as store:
        ((outcome,),) = store.execute("select outcome from crawls").fetchall()
    assert outcome == "incomplete"
