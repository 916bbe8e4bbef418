"""Records are read into the same named fields on every page of a site."""

import json
import time

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement

from deepweb.read.fields.fields import FieldModel
from deepweb.read.fields.learn import learn
from tests.read.pages import broken_html, page_of


def site_page(*cards: str, head: str = "") -> list[list[HtmlElement]]:
    root = page_of(f"<html>{head}<body><ul>{''.join(cards)}</ul></body></html>").root
    return [[element] for element in root.iter("li")]


def book(title: str, year: int, *, extra: str = "", author: str = "Ann Lee") -> str:
    return (f'<li><a href="/b/{year}"><img src="/i/{year}.png"></a>'
            f'<h3><a href="/b/{year}">{title}</a></h3>'
            f'<p>by <a class="a1x2b" href="/who/{year}">{author} {year}</a></p>'
            f'<div class="book-card__price">${year % 100}.50</div><p>Pages: {year - 1900}</p>'
            f"<button>Add to cart</button>{extra}</li>")  # fmt: skip


TITLES = ["Rivers", "Hills", "Seas", "Old roads", "Night"]


def books(first: int = 1990, extra: str = "") -> list[list[HtmlElement]]:
    return site_page(*(book(t, first + n, extra=extra) for n, t in enumerate(TITLES)))


def test_records_are_read_into_named_fields() -> None:
    model = learn(books()).model
    assert model.read(books()[1]) == {
        "link": "http://site.example/b/1991",
        "image": "http://site.example/i/1991.png",
        "title": "Hills",
        "author_link": "http://site.example/who/1991",
        "author": "Ann Lee 1991",
        "price": "$91.50",
        "pages": "91",
    }


def test_typed_values_stand_beside_the_fields() -> None:
    model = learn(books()).model
    said = model.typed(model.read(books()[1]))
    assert said == {"price_amount": 91.5, "price_currency": "$"}


def test_the_same_columns_on_every_page() -> None:
    model = learn(books()).model
    later = model.read_page(books(1950))
    assert {frozenset(row) for row in later.rows} == {frozenset(model.row(books()[0]))}
    assert later.fit == 1.0


def test_what_fits_no_column_is_not_lost_and_lowers_the_fit() -> None:
    model = learn(books()).model
    page = model.read_page(
        books(1950, extra='<table><tr><th>Shelf<td>B7</table><em class="q">rare</em>')
    )
    assert page.rows[0]["shelf"] == "B7"
    assert "rare" in page.rows[0].values()
    assert 0.5 < page.fit < 1.0


def test_another_site_does_not_fit() -> None:
    model = learn(books()).model
    other = page_of("<div><section><u>Quite another thing</u><s>altogether</s></section></div>")
    assert model.read_page([[element] for element in other.root.iter("section")]).fit == 0.0


def test_a_model_is_stored_and_loaded() -> None:
    model = learn(books()).model
    again = FieldModel.from_json(json.loads(json.dumps(model.to_json())))
    assert again == model
    assert again.read(books()[2]) == model.read(books()[2])


def test_reading_a_record_is_cheap() -> None:
    found = books() * 200
    model = learn(found).model
    begin = time.process_time()
    model.read_page(found)
    assert (time.process_time() - begin) / len(found) < 0.002  # 0.1 ms on an idle machine


@given(st.lists(broken_html, max_size=3), broken_html)
@settings(max_examples=100, deadline=None)
def test_any_records_can_be_learnt_and_read(pages: list[str], later: str) -> None:
    found = [[e] for html in pages for e in page_of(html).root.iter("div", "tr", "li")]
    model = learn(found).model
    assert FieldModel.from_json(json.loads(json.dumps(model.to_json()))) == model
    for element in page_of(later).root.iter("div", "tr", "li", "a"):
        named = model.read([element])
        assert all(name and value for name, value in named.items())
        model.typed(named)
