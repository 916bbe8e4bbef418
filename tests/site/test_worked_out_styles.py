"""The styles for surfacing and for links: each serves what its inputs select."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from demosite.search import index_of
from tests.site import LINK_STYLES, STYLES, SURFACING_STYLES, Site, used_books
from tests.site.addresses import read_asked
from tests.site.browser import fetch, get, submit
from tests.site.controls import Choice, Control, Flag, Presents, Range, Steps, Typed, Words
from tests.site.facet_codes import facet_path
from tests.site.inputs import form_controls
from tests.site.typed import DATE_FORMATS
from tests.site.values import NO_VALUES

BOOKS = used_books(600)
ENTRY = max(BOOKS.records, key=lambda entry: entry.attributes["date"])
_LARGE = {"price": "5000", "year": "2024", "number": "1000"}
_SMALL = {"price": "0", "year": "1000", "number": "1"}


def _filled(control: Control) -> dict[str, str]:
    """Values that ENTRY answers to."""
    if isinstance(control, Range):
        return {control.low: "", control.high: _end(control, _LARGE)}
    if isinstance(control, Flag | Presents):
        return {}
    return {control.name: _value(control)}


def _value(control: Choice | Steps | Typed | Words) -> str:
    match control:
        case Choice():
            held = ENTRY.attributes[control.attribute]
            place = index_of(BOOKS).values(control.attribute).index(held) + 1
            return str(place) if control.codes else held
        case Steps():
            return str((min if control.bound == "least" else max)(control.offered))
        case Typed(test="least" | "most"):
            return _end(control, _SMALL if control.test == "least" else _LARGE)
        case Typed():
            return ENTRY.attributes[control.selects]
        case Words(attribute="title"):
            return ENTRY.title
        case Words():
            return ENTRY.attributes[control.attribute]


def _end(control: Range | Typed, ends: dict[str, str]) -> str:
    written = date.fromisoformat(ENTRY.attributes["date"]).strftime(DATE_FORMATS[control.written])
    return ends.get(control.kind, written)


@pytest.fixture(params=SURFACING_STYLES)
def live(request: pytest.FixtureRequest) -> Iterator[Site]:
    # One page holds all.
    style = replace(SURFACING_STYLES[request.param], cap=None, page_size=len(BOOKS))
    with Site(BOOKS, style) as live:
        yield live


def test_a_record_is_found_by_all_its_values(live: Site) -> None:
    style = live.style
    values: dict[str, str | list[str]] = {style.query_name: ENTRY.title} if style.query_name else {}
    for control in form_controls(style):
        values |= _filled(control)
    found = set(submit(live, **values).ids)
    assert (ENTRY.id in found) == (not style.deaf or style.blank == "all")


def test_home_pages_hold_one_search_form(live: Site) -> None:
    home = get(live, "/")
    assert home.status == 200
    assert home.ids == []
    assert home.search_form.css("button, input[type=submit]")


def test_names_are_told_apart() -> None:
    every = [*STYLES, *SURFACING_STYLES, *LINK_STYLES]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("name", LINK_STYLES)
def test_link_styles_serve_results_that_lead_on(name: str) -> None:
    with Site(BOOKS, LINK_STYLES[name]) as live:
        reply = submit(live, **{live.style.query_name: "the"})
        assert len(reply.ids) == min(live.style.page_size, live.style.cap or 999, len(reply.ids))
        assert reply.ids
        for href in reply.find("//div[@id='side']//a/@href | //aside//a/@href").getall()[:5]:
            assert fetch(live.url.rstrip("/") + href.partition("#")[0]).status == 200
        assert {hit.status for hit in live.hits} == {200}


@pytest.mark.parametrize("name", [n for n, s in LINK_STYLES.items() if s.facet_style == "slugs"])
def test_no_two_values_have_one_slug(name: str) -> None:
    style, index = LINK_STYLES[name], index_of(BOOKS)
    chosen = [
        (attribute, value)
        for attribute in style.facets
        if attribute not in style.ranges
        for value in index.values(attribute)
    ]
    for pair in chosen:
        before = "/the" if style.query_path else ""
        path = style.action + before + facet_path(style, index, (pair,))
        asked = read_asked(style, index, path, NO_VALUES)
        assert asked is not None
        assert asked.narrowed == (pair,)
