"""Which answers keep their texts, and what the background of a form is."""

from __future__ import annotations

import json

import pytest

from deepweb.items import Record, ResultPage
from deepweb.read.kind.empty import Background
from deepweb.store.ledger import CrawlStore
from deepweb.store.samples import MAX_SAMPLES
from tests.samples import SITE, page, record
from tests.servers import selected
from tests.store.test_ledger import reopened

# --- Background ---


def empty_page(name: str, **more: object) -> ResultPage:
    texts, links = (f"nothing for {name}", "menu"), ("http://example.org/help",)
    kind = {"purpose": "background", "kind": "background", "texts": texts, "links": links}
    return page(name, **(kind | more))


def test_the_background_grows_with_each_empty_page(store: CrawlStore, address: str) -> None:
    assert store.background(SITE, "form1") == Background()
    store.save_page(empty_page("zx"))
    assert len(store.background(SITE, "form1").pages) == 1
    store.save_page(empty_page("qw"))
    again = reopened(store, address)
    background = again.background(SITE, "form1")
    assert background.texts == {"nothing for zx", "nothing for qw", "menu"}
    assert background.links == {"http://example.org/help"}
    assert background.pages == (
        frozenset({"nothing", "for", "zx", "menu"}),
        frozenset({"nothing", "for", "qw", "menu"}),
    )
    again.close()


@pytest.mark.parametrize(
    "other",
    [
        {"site": "other.example"},
        {"form": "form2"},
        {"purpose": "keyword"},
        {"kind": "error"},
        {"status": 503},
    ],
    ids=str,
)
def test_other_pages_are_no_background(store: CrawlStore, other: dict[str, object]) -> None:
    store.save_page(empty_page("zx", **other))
    assert store.background(SITE, "form1") == Background()


# --- Samples: the first answers, whose words are kept ---


def answered(name: str, *found: Record, **more: object) -> ResultPage:
    return page(name, *found, **({"texts": (f"text of {name}", "menu")} | more))


def kept_texts(address: str) -> list[object]:
    stored = selected(address, "SELECT texts FROM pages ORDER BY page")
    return [json.loads(row[0]) if isinstance(row[0], str) else row[0] for row in stored]


def test_the_words_of_the_first_answers_only_are_kept(store: CrawlStore, address: str) -> None:
    for number in range(MAX_SAMPLES + 3):
        store.save_page(answered(f"w{number}"))
    store.save_page(empty_page("zx"))
    texts = kept_texts(address)
    assert texts[0] == ["text of w0", "menu"]
    assert [bool(each) for each in texts] == [True] * MAX_SAMPLES + [False] * 3 + [True]


def test_samples_are_counted_over_runs_and_by_form(store: CrawlStore, address: str) -> None:
    for number in range(MAX_SAMPLES - 1):
        store.save_page(answered(f"w{number}"))
    again = reopened(store, address)
    for number in range(3):
        again.save_page(answered(f"more{number}"))
    again.save_page(answered("other", form="form2"))
    again.close()
    kept = [bool(each) for each in kept_texts(address)]
    assert kept == [True] * MAX_SAMPLES + [False, False, True]


def test_trouble_is_no_sample(store: CrawlStore, address: str) -> None:
    store.save_page(answered("a", status=503, kind="error"))
    assert kept_texts(address) == [None]


def test_what_was_not_read_is_no_sample(store: CrawlStore, address: str) -> None:
    """A site that says 404 where it finds nothing."""
    for name in ("zx", "qw", "vb"):
        store.save_page(empty_page(name))
    for number in range(MAX_SAMPLES):
        store.save_page(page(f"none{number}", status=404, kind="empty"))
    for number in range(3):
        store.save_page(answered(f"w{number}", record(number)))
    assert [bool(each) for each in kept_texts(address)[3:]] == [False] * MAX_SAMPLES + [True] * 3
    assert "menu" in store.background(SITE, "form1").ignored
    again = reopened(store, address)
    assert "menu" in again.background(SITE, "form1").ignored
    again.close()


def test_words_that_all_answers_hold_say_nothing(store: CrawlStore, address: str) -> None:
    for name in ("zx", "qw", "vb"):
        store.save_page(empty_page(name))
    before = store.background(SITE, "form1")
    assert before.ignored == {"zx", "qw", "vb"}, "words of one empty page are chance"
    for number in range(3):
        store.save_page(answered(f"w{number}", record(number)))
    after = store.background(SITE, "form1")
    assert "menu" in after.ignored
    assert "nothing" not in after.ignored
    again = reopened(store, address)
    assert again.background(SITE, "form1") == after
    again.close()
