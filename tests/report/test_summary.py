"""The closing summary, from real stores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deepweb.report.summary import MAX_LINES, site_summary
from deepweb.store.decisions import FormLinks, QueryList, QueryTemplate
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.record_file import record_path
from tests.samples import SITE, page, record, search_form


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    yield store
    store.close()


def summary(store: CrawlStore, address: str = "sqlite:///out/store.db") -> list[str]:
    output = Path("out")
    text = site_summary(store, SITE, ended="finished", output=output, store_address=address)
    return [" ".join(line.split()) for line in text.splitlines()]


def test_an_empty_store(store: CrawlStore) -> None:
    assert summary(store) == [
        "",
        "example.org: finished",
        "forms 0 found",
        "templates 0",
        "answers none",
        "requests 0",
        "records 0",
        "per request 0.00 records",
        f"files {record_path(Path('out'), SITE)}",
        "sqlite:///out/store.db",
    ]


def filled(store: CrawlStore) -> None:
    store.decisions.save_form(search_form(0))
    store.decisions.save_form(search_form(1, searchable=False, reason="says 'login'"))
    store.decisions.save_template(
        QueryTemplate(SITE, "f", ("q",), True, 40, 0.756, "50 brought nothing")
    )
    store.decisions.save_template(
        QueryTemplate(SITE, "f", ("sort", "lang"), False, 0, None, "untried")
    )
    store.save_page(page("a", record(1), record(2)))
    store.save_page(page("b", kind="empty"))
    store.save_page(page("c", kind="empty"))
    for number in range(8):
        store.log_request(SITE, "GET", f"http://example.org/{number}", 200, "")


def test_a_filled_store(store: CrawlStore) -> None:
    filled(store)
    assert summary(store)[2:] == [
        "forms 2 found",
        "kept: POST http://example.org/search0: says so",
        "dropped: POST http://example.org/search1: says 'login'",
        "templates 2",
        "kept: q: 40 tested, distinctness 0.76; 50 brought nothing",
        "not kept: sort + lang: 0 tested; untried",
        "answers 2 empty, 1 results",
        "requests 8",
        "records 2; how many there are is not known",
        "per request 0.25 records",
        f"files {record_path(Path('out'), SITE)}",
        "sqlite:///out/store.db",
    ]


@pytest.mark.parametrize(
    ("said", "told"), [(1_000, "1000 (0% known)"), (3, "3 (66% known)"), (2, "2 (100% known)")]
)
def test_the_size_that_the_site_says(store: CrawlStore, said: int, told: str) -> None:
    store.save_page(replace(page("a", record(1), record(2)), purpose="unrestricted", count=said))
    assert f"records 2 of about {told}" in summary(store)


def test_other_sites_are_not_told_of(store: CrawlStore) -> None:
    filled(store)
    told = site_summary(store, "b.example", ended="x", output=Path(), store_address="sqlite://")
    assert "2 found" not in told
    assert "example.org/" not in told


@pytest.mark.parametrize(("number", "more"), [(MAX_LINES, 0), (MAX_LINES + 3, 3)])
def test_many_forms_are_told_in_numbers(store: CrawlStore, number: int, more: int) -> None:
    for index in range(number):
        store.decisions.save_form(search_form(index))
    told = summary(store)
    assert f"forms {number} found" in told
    assert sum(line.startswith("kept:") for line in told) == MAX_LINES
    assert (f"and {more} more; see the store" in told) == bool(more)


def test_the_password_of_a_database_is_not_told(store: CrawlStore) -> None:
    told = summary(store, "postgresql+psycopg://me:secret@db.example/crawl")
    assert told[-1] == "postgresql+psycopg://me:***@db.example/crawl"


def test_what_became_of_links(store: CrawlStore) -> None:
    filled(store)
    for query, purpose in (("d", "facet"), ("e", "next"), ("f", "facet")):
        store.save_page(page(query, purpose=purpose))
    left = {"facet": {"is known": 3, "has no records": 1}, "next": {"leads back": 2}}
    store.decisions.save_form_links(FormLinks(SITE, "f", 40, 12, left))
    store.decisions.save_form_links(FormLinks(SITE, "g", 2, 2, {"facet": {"is known": 4}}))
    lines = summary(store)
    at = lines.index("links 42 carry a query, in 14 partitions; followed: 1 next, 2 facet")
    told = "left: 7 facet is known, 2 next leads back, 1 facet has no records"
    assert lines[at + 1] == told


def test_lists_of_queries_are_told_beside_the_other_sources(store: CrawlStore) -> None:
    store.save_page(page("a", record(1), purpose="log"))
    store.decisions.save_query_list(QueryList(SITE, "form1", "log", "", 1, 1, "9 queries clicked"))
    told = summary(store)
    assert "log: 1 asked, 1 new records; 9 queries clicked" in told
    assert "new records and answers by source: log 1 of 1" in told
