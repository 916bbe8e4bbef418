"""Answers of one form, one after the other: what is learnt of them, and what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings

from deepweb.page.outline import Outline
from deepweb.page.page import Page, links, text_pieces
from deepweb.page.words import normalised
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import Background
from deepweb.read.records import region
from deepweb.read.records.candidates import RecordGroup, candidates
from deepweb.read.records.records import FoundRecord
from deepweb.read.site_reader import SiteMemory, SiteModel, SiteReader
from deepweb.store.resources import reading_knowledge
from tests.read.pages import URL, a_reader, broken_html, page_of

NAMES = ("Apple", "Banana", "Cherry", "Damson", "Elderberry", "Fig", "Grape", "Lemon", "Mango")
SORTS = ("red", "green", "early", "late", "sweet", "sour", "wild", "dried", "small", "large")
PLACES = ("Spain", "Kenya", "Turkey", "France", "Poland", "Greece", "Chile", "Italy", "India")
Layout = Callable[[int], str]


def title(number: int) -> str:
    return f"{NAMES[number % 9]}, {SORTS[number // 9]}"


def item(number: int) -> str:
    name, place = title(number), PLACES[number * 7 % 10 % 9]
    return (
        f'<li class="hit"><h3><a href="/fruit/{number}">{name}</a></h3>'
        f"<p>Price: <b>${number}.50</b></p><p>Origin: <i>{place}</i></p>"
        f'<p class="about">A crate of {name.lower()} that was picked in {place}.</p></li>'
    )


def row(number: int) -> str:
    """The same records as ``item`` shows, laid out as another template does."""
    name, place = title(number), PLACES[number * 7 % 10 % 9]
    return (
        f'<div class="card"><div class="head"><a href="/fruit/{number}">{name}</a>'
        f'</div><div class="facts"><span class="cost">${number}.50</span> <span class="from">'
        f'{place}</span></div><div class="note">A crate of {name.lower()} from {place}.</div></div>'
    )


def answer(numbers: Sequence[int], layout: Layout = item, word: str = "ripe") -> str:
    inside = "".join(map(layout, numbers)) or "<p>Nothing was found.</p>"
    return (
        '<html><body><div id="top"><a href="/">Fruit</a> <a href="/help">Help</a></div>'
        f'<form action="/search"><input name="q" value="{word}"></form>'
        f'<div id="main"><h1>Answers</h1><div class="list">{inside}</div></div>'
        '<div id="foot"><a href="/terms">Terms</a> Open from six.</div></body></html>'
    )


def background(*pages: str) -> Background:
    parsed = [page_of(page) for page in pages or (answer([], word="zzqx"), answer([], word="qwz"))]
    return Background.of(
        [([normalised(t) for t in text_pieces(page.root)], links(page, 500)) for page in parsed]
    )


def read(
    reader: SiteReader, html: str, empty: Background | None = None, word: str = "ripe"
) -> list[FoundRecord]:
    page, asked = page_of(html), AskedQuery(URL, {"q": word})
    return reader.records(page, asked, Fresh(page, asked, empty or background()))


def titles(records: Sequence[FoundRecord]) -> list[str]:
    return [record.title for record in records]


def named(*numbers: int) -> list[str]:
    return [title(number) for number in numbers]


def columns(records: Sequence[FoundRecord]) -> set[frozenset[str]]:
    return {frozenset(record.fields) for record in records}


def test_it_learns_from_the_first_answer() -> None:
    reader = a_reader()
    assert reader.model == SiteModel()
    found = read(reader, answer(range(1, 11)))
    assert titles(found) == named(*range(1, 11))
    assert [r.url for r in found] == [f"http://site.example/fruit/{n}" for n in range(1, 11)]
    assert reader.model.fields is not None
    assert reader.model.regions.known
    assert found[0].fields["price"] == "$1.50"


@pytest.mark.parametrize("layout", [item, row])
def test_a_page_with_one_record_is_read_as_the_others(layout: Layout) -> None:
    reader = a_reader()
    many = read(reader, answer(range(1, 11), layout))
    learnt = reader.model
    (one,) = read(reader, answer([25], layout))
    assert (one.title, one.url) == (named(25)[0], "http://site.example/fruit/25")
    assert columns([one]) == columns(many)
    assert reader.model is learnt, "one record taught something"


def test_every_page_has_the_same_columns() -> None:
    reader = a_reader()
    sizes = {1: 8, 12: 3, 30: 12, 47: 1, 63: 5}
    pages = [read(reader, answer(range(start, start + n))) for start, n in sizes.items()]
    assert [len(page) for page in pages] == list(sizes.values())
    assert len(set.union(*map(columns, pages))) == 1
    assert {"price", "price_amount", "origin"} <= next(iter(columns(pages[0])))


def test_what_fits_is_not_learnt_again() -> None:
    reader = a_reader()
    for start in (1, 12):  # what one page repeats may be what was asked for; two tell
        read(reader, answer(range(start, start + 8)))
    learnt = reader.model
    for start in (20, 30, 40, 60):
        read(reader, answer(range(start, start + 6)))
    assert reader.model is learnt


def test_a_third_page_teaches_where_the_columns_do_not_fit_it_well() -> None:
    def with_note(number: int) -> str:
        return item(number).replace("</li>", f'<p class="grower">Farm {title(number)}</p></li>')

    reader = a_reader()
    for start in (1, 12):
        read(reader, answer(range(start, start + 8)))
    records = read(reader, answer(range(30, 38), with_note))
    # A text without a column of its own would be called "other".
    assert not [name for record in records for name in record.fields if "other" in name]


def test_a_page_that_teaches_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[object] = []

    def counted(page: Outline) -> list[RecordGroup]:
        judged.append(page)
        return candidates(page)

    monkeypatch.setattr(region, "candidates", counted)
    reader = a_reader()
    for start, layout in ((1, item), (12, row), (30, item), (50, row)):
        read(reader, answer(range(start, start + 8), layout))
    assert len(judged) == len(set(map(id, judged))) == 2  # the later ones are known


def test_it_learns_again_when_the_layout_changes() -> None:
    reader = a_reader()
    read(reader, answer(range(1, 11)))
    before = reader.model
    changed = [read(reader, answer(range(n, n + 9), row)) for n in (20, 30, 40)]
    assert [titles(page) for page in changed] == [named(*range(n, n + 9)) for n in (20, 30, 40)]
    assert reader.model != before
    assert reader.model.fields is not None
    # And knows the new one as well as it knew the old one.
    learnt = reader.model
    (one,) = read(reader, answer([77], row))
    assert one.title == named(77)[0]
    assert reader.model is learnt


def test_two_layouts_in_turn_are_both_read() -> None:
    reader = a_reader()
    for n in range(1, 60, 10):
        layout = item if n % 20 == 1 else row
        assert titles(read(reader, answer(range(n, n + 8), layout))) == named(*range(n, n + 8))


def stored(memory: SiteMemory) -> SiteMemory:
    """A memory that was stored and read again."""
    told = json.loads(json.dumps(memory.to_json()))
    again = SiteMemory.from_json(told, lambda url, source, enc: page_of(source.decode(enc), url))
    assert json.loads(json.dumps(again.to_json())) == told
    return again


@pytest.mark.parametrize("layouts", [(item,), (item, row), (row, row, item)])
def test_a_reader_whose_memory_was_stored_reads_as_if_it_had_never_stopped(
    layouts: Sequence[Layout],
) -> None:
    """After every answer, while it learns and when it has learnt."""
    reader, resumed = a_reader(), a_reader()
    sizes = (2, 8, 1, 5, 9, 1, 12, 3, 7)
    for number, size in enumerate(sizes):
        html = answer(range(number * 8, number * 8 + size), layouts[number % len(layouts)])
        resumed = SiteReader(reading_knowledge().regions, stored(resumed.memory))
        assert read(resumed, html) == read(reader, html)
        assert resumed.model == reader.model
        assert resumed.memory.to_json() == reader.memory.to_json()
    assert reader.model.fields is not None


def test_a_model_of_nothing_is_stored_too() -> None:
    assert SiteModel.from_json(json.loads(json.dumps(SiteModel().to_json()))) == SiteModel()


def test_nothing_is_read_off_an_empty_page() -> None:
    reader = a_reader()
    assert read(reader, answer([], word="zebra"), word="zebra") == []
    read(reader, answer(range(1, 11)))
    learnt = reader.model
    assert read(reader, answer([], word="zebra"), word="zebra") == []
    assert reader.model is learnt


def test_what_answers_to_nonsense_show_too_is_no_record() -> None:
    """A site that offers the same goods wherever it finds nothing."""
    stock = answer(range(1, 9), word="zzqx")
    empty = background(stock, stock.replace("zzqx", "qwz"))
    reader = a_reader()
    assert read(reader, answer(range(1, 9), word="zebra"), empty, "zebra") == []
    found = read(reader, answer(range(31, 39)), empty)
    assert titles(found) == named(*range(31, 39))
    assert read(reader, answer(range(1, 9), word="gnu"), empty, "gnu") == [], "learnt the stock"


@settings(max_examples=60, deadline=None)
@given(broken_html, broken_html)
def test_it_never_raises(first: str, second: str) -> None:
    reader = a_reader()
    read(reader, answer(range(1, 6)))
    for html in (first, second):
        page = page_of(html or "<p>")
        asked = AskedQuery(URL, {"q": "x"})
        _read_twice(reader, page, asked)


def _read_twice(reader: SiteReader, page: Page, asked: AskedQuery) -> None:
    for _ in range(2):
        reader.records(page, asked, Fresh(page, asked, Background()))
    stored(reader.memory)


def test_the_heading_of_a_table_is_no_record_and_later_a_row_alone_is_one() -> None:
    def table(*numbers: int) -> str:
        rows = "".join(
            f"<tr><td>{title(n)}<td>{PLACES[n % 9]}<td>{n}5 kg<td>0{n}-33{n}</tr>" for n in numbers
        )
        head = "<tr><th>Name<th>Place<th>Weight<th>Telephone</tr>" if numbers else ""
        form = '<form method=post action="/search"><input name="q"></form>'
        return f"<body><h1>Directory</h1>{form}<table border=1>{head}{rows}</table></body>"

    reader, empty = a_reader(), background(table())
    assert len(read(reader, table(*range(12)), empty)) == 12
    (alone,) = read(reader, table(44), empty)
    assert PLACES[44 % 9] in alone.text
    assert "033-" not in alone.text
