"""The part of a page that holds what is read."""

from __future__ import annotations

import pytest

from deepweb.page.page import Page
from deepweb.read.details.reading import DetailPages, learn_details
from deepweb.read.details.scope import scope_texts
from tests.read.pages import page_of

ROWS = "<tr><th>Price:</th><td>{0} EUR</td></tr><tr><th>City:</th><td>Town {0}</td></tr>"
MAIN = f"<div id='main'><h1>Thing {{0}}</h1><table>{ROWS}</table></div>"
MENU = "<div id='menu'><ul><li>Home</li><li>About us</li></ul></div>"
FOOT = "<div id='foot'>Since 1991</div>"
SAID = ["Thing 9", "Price:", "9 EUR", "City:", "Town 9"]
FIELDS = {"price": "9 EUR", "city": "Town 9"}


def page(html: str, number: int) -> Page:
    return page_of(f"<html><body>{html.format(number)}</body></html>", f"http://x.example/{number}")


def learnt(html: str) -> DetailPages:
    return learn_details([page(html, number) for number in range(5)])


def test_only_what_is_needed_is_walked_over() -> None:
    known = learnt(MENU + MAIN + FOOT)
    later = page(MENU + MAIN + FOOT, 9)
    assert scope_texts(later, known.scope).said == SAID
    assert known.read(later).fields == FIELDS
    assert DetailPages.from_json(known.to_json()) == known


def test_a_scope_may_be_a_cell() -> None:
    """Its place has its column, which counts the cells before it."""
    html = f"<table><tr><td>{MENU}</td><td>{MAIN}</td></tr></table>{FOOT}"
    known = learnt(html)
    assert scope_texts(page(html, 9), known.scope).said == SAID
    assert known.read(page(html, 9)).fields == FIELDS


@pytest.mark.parametrize(
    "html",
    [
        f"{MENU}<div id='main'><p>An advert</p></div>{MAIN}",
        f"{MENU}<section>{MAIN}</section>",
        "<p>Nothing of this site.</p>",
    ],
    ids=["two ways", "another way", "another page"],
)
def test_where_the_way_is_not_clear_more_is_read(html: str) -> None:
    known = learnt(MENU + MAIN + FOOT)
    texts = scope_texts(page(html, 9), known.scope)
    assert texts.tags[0] == "body"


def test_a_label_belongs_to_the_scope() -> None:
    """A heading far above its values, or the header of a column."""
    html = (
        f"{MENU}<div><h1>Thing {{0}}</h1></div>"
        "<table><tr><th>Maker</th><th>Town</th></tr><tr><td>M{0}</td><td>T{0}</td></tr></table>"
    )
    assert learnt(html).read(page(html, 9)).fields == {"maker": "M9", "town": "T9"}
