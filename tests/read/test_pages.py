"""Pages of one site read together, with and without known empty ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from deepweb.page.page import Page
from deepweb.read.pages import BesideEmpty, PageReading, beside_empty, read_pages
from deepweb.read.records.region import find_records
from deepweb.store.resources import reading_knowledge
from tests.read.pages import broken_html, mutated, page_of
from tests.read.test_site_reader import answer, item, row, title


def told(pages: Sequence[str], *background: str, theta: float = 0.85) -> list[PageReading]:
    known = reading_knowledge()
    empty = [page_of(page) for page in background]
    return read_pages([page_of(page) for page in pages], known, empty, theta=theta)


def titles(reading: PageReading) -> list[str]:
    return [record.title for record in reading.records]


def named(numbers: Sequence[int]) -> list[str]:
    return [title(number) for number in numbers]


def test_no_page() -> None:
    assert told([]) == []
    assert told([], answer([])) == []


@pytest.mark.parametrize("layout", [item, row])
def test_a_page_alone(layout: object) -> None:
    (page,) = told([answer(range(1, 11), layout)])  # type: ignore[arg-type]
    assert (page.kind, titles(page)) == ("results", named(range(1, 11)))
    assert page.region is not None
    assert page.region.startswith("html/body/div")
    assert page.reason


def test_the_columns_are_those_of_all_pages() -> None:
    pages = told([answer(range(1, 9)), answer(range(20, 23)), answer([40])])
    assert [len(page.records) for page in pages] == [8, 3, 1]
    names = {frozenset(record.fields) for page in pages for record in page.records}
    assert len(names) == 1


def test_the_order_of_pages_does_not_matter() -> None:
    pages = [answer(range(1, 9)), answer([]), answer(range(20, 26)), answer([40])]
    forth = told(pages)
    back = told(pages[::-1])
    assert [p.kind for p in forth] == [p.kind for p in reversed(back)]
    assert [titles(p) for p in forth] == [titles(p) for p in reversed(back)]


def test_an_empty_page_has_nothing() -> None:
    (page,) = told([answer([])])
    assert page == PageReading("empty", (), None, None, "it says: nothing was found.")


def test_a_page_without_an_answer_goes_on_nowhere() -> None:
    more = '<a rel="next" href="?q=x&page=2">Next</a>'
    (page,) = told([answer([]).replace("</h1>", f"</h1>{more}")])
    assert (page.kind, page.next_url) == ("empty", None)


# --- Beside pages that are known to be empty ---

STOCK = answer(range(60, 66), word="zzqx")


def test_the_stock_answer_is_empty() -> None:
    (alone,) = told([STOCK])
    assert alone.kind == "results"
    (page,) = told([answer(range(60, 66), word="zebra")], STOCK)
    assert (page.kind, page.records, page.region) == ("empty", (), None)
    assert page.reason == "nothing on it reads as a record"


def test_records_beside_the_stock_answer() -> None:
    (page,) = told([answer(range(1, 9))], STOCK)
    assert (page.kind, titles(page)) == ("results", named(range(1, 9)))


def test_one_record_beside_an_empty_page() -> None:
    (page,) = told([answer([7])], answer([], word="zzqx"))
    assert titles(page) == named([7])
    assert page.records[0].url == "http://site.example/fruit/7"


def test_records_that_differ_by_numbers_only_stay_with_the_others() -> None:
    """The number in their text is no news, but the address is."""

    def lot(number: int) -> str:
        return item(number).replace(title(number), f"Lot {number}") if number % 4 else item(number)

    (page,) = told([answer(range(1, 13), lot)], answer(range(61, 64), lot))
    assert len(page.records) == 12


def test_theta_decides_where_records_lead_nowhere() -> None:
    """Notes without links, on a page that otherwise says what the empty one says."""

    def note(number: int) -> str:
        return f"<p>A note on {title(number)}</p>"

    pages = [answer(range(1, 5), note)]
    (strict,) = told(pages, answer([]), theta=0.05)
    (mild,) = told(pages, answer([]), theta=0.95)
    assert (strict.kind, strict.records) == ("empty", ())
    assert strict.reason.startswith("like the empty pages: ")
    assert (mild.kind, len(mild.records)) == ("results", 4)


def test_a_page_that_is_itself_known_to_be_empty() -> None:
    full = answer(range(1, 9))
    (page,) = told([full], full)
    assert (page.kind, page.records) == ("empty", ())


# --- Anything ---


def _is_whole(page: Page, reading: PageReading) -> bool:
    known = {"results", "single", "empty", "detail", "blocked", "error"}
    is_said = reading.kind in known and bool(reading.reason)
    return is_said and (bool(reading.region) or not reading.records)


@settings(max_examples=80, deadline=None)
@given(broken_html, mutated(answer(range(1, 6))))
def test_it_never_raises(broken: str, changed: str) -> None:
    pages = [page_of(html or "<p>") for html in (broken, changed, answer(range(10, 16)))]
    known = reading_knowledge()
    for background in ([], pages[:1], pages[1:]):
        for page, reading in zip(pages, read_pages(pages, known, background), strict=True):
            assert _is_whole(page, reading)


# What a page says that known empty pages of its site do not.


def beside(html: str, *empty: str) -> BesideEmpty:
    (found,) = beside_empty([page_of(html)], [page_of(each) for each in empty])
    return found


def test_what_was_asked_is_no_news() -> None:
    """The box still holds it, so the page need not be told."""
    said = "<p>Nothing was found for {}.</p>"
    pages = [
        answer([], word=word).replace("<p>Nothing was found.</p>", said.format(word))
        for word in ("zebra", "quagga")
    ]
    page = beside(*pages)
    assert page.fresh.length[page.fresh.root] == 0
    assert page.emptiness(None, theta=0.85).similarity == 1.0


def test_without_a_region_what_is_fresh_are_the_records() -> None:
    page = beside(answer(range(1, 7)), answer([]))
    region = page.region(None)
    assert region is not None
    assert [record[0].findtext(".//a") for record in region.records] == list(
        map(title, range(1, 7))
    )
    assert region.where == "html/body/div/div"
    assert region.reason == "what the empty pages do not say"


def test_a_region_of_which_nothing_is_fresh_is_none() -> None:
    html = answer(range(1, 7))
    (found,) = find_records([page_of(html)], reading_knowledge().regions)
    assert found is not None
    assert beside(html, html).region(found) is None


def test_words_on_all_of_several_pages_say_nothing() -> None:
    shown = [page_of(answer(range(n, n + 4))) for n in (1, 20, 40)]
    one, *_ = beside_empty(shown, [page_of(answer([]))])
    assert "fruit" in one.empty.ignored
    (alone,) = beside_empty(shown[:1], [page_of(answer([]))])
    assert "fruit" not in alone.empty.ignored
