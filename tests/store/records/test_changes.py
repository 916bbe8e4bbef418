"""What a later crawl finds new, changed and gone, from real stores."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deepweb.store.ledger import CrawlStore
from deepweb.store.records.changes import is_changed, known_records
from tests.samples import SITE, page, record


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    yield store
    store.close()


def statuses(store: CrawlStore, since: float | None = None) -> dict[str, str]:
    with store.connect() as connection:
        known = list(known_records(connection, SITE, since))
    return {each.record.id: each.status for each in known}


def crawl(store: CrawlStore, **answers: tuple[int, ...]) -> None:
    """A crawl from its beginning to its end; by question, the records that it showed."""
    store.begin_crawl(SITE, again=True)
    for name, numbers in answers.items():
        store.save_page(page(name, *map(record, numbers)))
    store.end_crawl(SITE, "finished")
    time.sleep(0.002)


def test_in_the_first_crawl_everything_is_new(store: CrawlStore) -> None:
    crawl(store, a=(1, 2))
    assert statuses(store) == {"id1": "new", "id2": "new"}


def test_new_and_gone(store: CrawlStore) -> None:
    crawl(store, a=(1, 2), b=(3,))
    crawl(store, a=(1,), b=(3, 4))
    assert statuses(store) == {"id1": "same", "id2": "gone", "id3": "same", "id4": "new"}


def test_what_was_pushed_off_a_page_is_not_gone(store: CrawlStore) -> None:
    crawl(store, a=(1, 2))
    crawl(store, a=(9, 1))
    assert statuses(store)["id2"] == "unseen"


def test_what_was_not_asked_again_is_not_gone(store: CrawlStore) -> None:
    crawl(store, a=(1,), b=(2,))
    crawl(store, a=(1,))
    assert statuses(store) == {"id1": "same", "id2": "unseen"}


def test_a_record_that_says_something_else_is_changed(store: CrawlStore) -> None:
    crawl(store, a=(1, 2))
    store.begin_crawl(SITE, again=True)
    store.save_page(page("a", record(1, fields={"price": "99"}), record(2)))
    assert statuses(store) == {"id1": "changed", "id2": "same"}
    (changed, _) = store.records(SITE)
    assert changed.fields == {"price": "99"}


def test_a_crawl_has_only_what_it_saw_itself(store: CrawlStore) -> None:
    crawl(store, a=(1, 2))
    store.begin_crawl(SITE, again=True)
    assert list(store.records(SITE)) == []
    assert store.answer(SITE, "print-a") is None
    assert store.known(SITE, ["id1"]) == set()
    assert [each.id for each in store.save_page(page("a", record(1)))] == ["id1"]
    assert store.save_page(page("b", record(1))) == []
    assert store.record_count(SITE) == 1


def test_a_crawl_that_was_cut_short_goes_on(store: CrawlStore) -> None:
    store.begin_crawl(SITE, again=True)
    store.save_page(page("a", record(1)))
    store.end_crawl(SITE, "shutdown", is_over=False)
    store.begin_crawl(SITE, again=True)
    assert store.answer(SITE, "print-a") is not None
    assert statuses(store) == {"id1": "new"}


def test_without_again_a_crawl_that_is_over_stays_over(store: CrawlStore) -> None:
    crawl(store, a=(1,))
    store.begin_crawl(SITE)
    assert store.answer(SITE, "print-a") is not None
    assert store.record_count(SITE) == 1


def test_since(store: CrawlStore) -> None:
    crawl(store, a=(1, 2), b=(3,))
    between = time.time()
    time.sleep(0.002)
    crawl(store, a=(1,), b=(3, 4))
    assert statuses(store, between) == {"id2": "gone", "id4": "new"}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({}, False),
        ({"title": "another"}, True),
        ({"fields": {"price": "2"}}, True),
        ({"fields": {"stock": "few"}}, False),
        ({"fields": {"price": "1", "snippet": "other"}}, False),
        ({"text": "another part of it"}, True),
        ({"text": "another part of it", "query": {"q": "other"}}, False),
    ],
)
def test_what_counts_as_a_change(now: dict[str, object], expected: bool) -> None:
    before = record(1, fields={"price": "1", "snippet": "some"})
    row = {name: getattr(before, name) for name in type(before).__slots__}
    assert is_changed(row, replace(before, **now)) is expected  # type: ignore[arg-type]
