"""What does a page itself call the parts of a record?"""

# ruff: noqa: RUF001 - letters of many scripts are what is tested

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement

from deepweb.read.fields import FieldModel, fields, header_cells, learn
from tests.read.pages import body_of, broken_html, page_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<div><p>Price: 12 €</p><p>Colour: red</p></div>",
                     {"Price": "12 €", "Colour": "red"}, id="labelled paragraphs"),
        pytest.param("<li><b>Author:</b> Twain</li>", {"Author": "Twain"}, id="label in bold"),
        pytest.param("<div><span>Prix : 80 €</span></div>", {"Prix": "80 €"}, id="French colon"),
        pytest.param("<div><span>価格：８００円</span></div>", {"価格": "８００円"}, id="Japanese"),
        pytest.param("<dl><dt>Kind:</dt><dd>noun</dd><dt>Age</dt><dd>old</dd></dl>",
                     {"Kind": "noun", "Age": "old"}, id="terms"),
        pytest.param("<dl><dt>Kind</dt><dt>Age</dt><dd>old</dd></dl>", {"Age": "old"},
                     id="a term without a definition"),
        pytest.param('<div><b itemprop="name">Pump</b><meta itemprop="sku" content="77"></div>',
                     {"name": "Pump", "sku": "77"}, id="microdata"),
        pytest.param('<div><p>price: 1</p><b itemprop="price">2</b></div>', {"price": "2"},
                     id="microdata before labels"),
        pytest.param("<p>See http://a.example/x</p>", {}, id="an address is no label"),
        pytest.param("<p>Price:</p>", {}, id="a label without a value"),
        pytest.param("<p>: 12</p>", {}, id="a value without a label"),
        pytest.param(f"<p>{'long ' * 9}: 12</p>", {}, id="a sentence is no label"),
        pytest.param("<div><a href='/x'>Chapter 1: The sea</a></div>", {}, id="title, no label"),
        pytest.param("<div><p>Open: 9:00 to 17:00</p></div>", {"Open": "9:00 to 17:00"},
                     id="colons in the value"),
        pytest.param("<div><p>Size: 1</p><p>Size: 2</p></div>", {"Size": "1"},
                     id="the first of two"),
    ],
)  # fmt: skip
def test_fields(html: str, expected: dict[str, str]) -> None:
    assert fields(body_of(html), ()) == expected


_TABLE = """<table><caption>Books</caption><tr><th>Title</th><th>Year <b>of print</b></th></tr>
<tr><td>Rivers</td><td>1990</td></tr><tr><td>Hills</td><td></td></tr>
<tr><td colspan="2">More below</td></tr></table>"""


def test_columns_name_the_cells_of_a_row() -> None:
    rows = list(page_of(_TABLE).root.iter("tr"))[1:]
    headers = header_cells(rows)
    assert headers == ("Title", "Year of print")
    named = [fields(row, headers) for row in rows]
    assert named == [{"Title": "Rivers", "Year of print": "1990"}, {"Title": "Hills"}, {}]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<table><tr><td>a</td><td>b</td></tr></table>", id="no header"),
        pytest.param("<table><tr><th>Books</th></tr><tr><td>a</td></tr></table>", id="a heading"),
        pytest.param("<table><tr><th>Name</th><td>a</td></tr></table>", id="header of the row"),
        pytest.param("<ul><li>a</li></ul>", id="no table"),
    ],
)
def test_tables_without_column_names(html: str) -> None:
    rows = list(page_of(html).root.iter("tr", "li"))[-1:]
    assert header_cells(rows) == ()


def test_no_rows_no_columns() -> None:
    assert header_cells([]) == ()


def test_the_header_stands_in_a_thead_of_the_same_table() -> None:
    html = "<table><tr><th>X</th><th>Y</th></tr><tr><td>{}</td></tr></table>"
    inner = (
        "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr id=r></tr></tbody></table>"
    )
    (row,) = [e for e in page_of(html.format(inner)).root.iter("tr") if e.get("id") == "r"]
    assert header_cells([row]) == ("A", "B")


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_record_can_be_named(html: str) -> None:
    for element in page_of(html).root.iter("div", "tr", "li", "table"):
        named = fields(element, header_cells([element]))
        assert all(name and value for name, value in named.items())


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
    model = learn(books())
    assert model.read(books()[1]) == {
        "link": "http://site.example/b/1991",
        "image": "http://site.example/i/1991.png",
        "title": "Hills",
        "by_link": "http://site.example/who/1991",
        "by": "Ann Lee 1991",
        "price": "$91.50",
        "pages": "91",
    }


def test_typed_values_stand_beside_the_fields() -> None:
    model = learn(books())
    said = model.typed(model.read(books()[1]))
    assert said == {"price_amount": 91.5, "price_currency": "$", "pages_value": 91}


def test_the_same_columns_on_every_page() -> None:
    model = learn(books())
    later = model.read_page(books(1950))
    assert {frozenset(row) for row in later.rows} == {frozenset(model.read(books()[0]))}
    assert later.fit == 1.0


def test_what_fits_no_column_is_not_lost_and_lowers_the_fit() -> None:
    model = learn(books())
    page = model.read_page(
        books(1950, extra='<table><tr><th>Shelf<td>B7</table><em class="q">rare</em>')
    )
    assert page.rows[0]["shelf"] == "B7"
    assert "rare" in page.rows[0].values()
    assert 0.5 < page.fit < 1.0


def test_another_site_does_not_fit() -> None:
    model = learn(books())
    other = page_of("<div><section><u>Quite another thing</u><s>altogether</s></section></div>")
    assert model.fit([[element] for element in other.root.iter("section")]) == 0.0


def test_the_same_text_in_all_records_is_no_data_until_it_changes() -> None:
    cards = [f"<li><h3>{t}</h3><i>In stock</i></li>" for t in TITLES]
    model = learn(site_page(*cards))
    assert model.read(site_page(*cards)[0]) == {"title": "Rivers"}
    sold_out = site_page("<li><h3>Fens</h3><i>Sold out</i></li>")[0]
    assert "Sold out" in model.read(sold_out).values()


def test_the_header_of_a_table_names_its_columns() -> None:
    page = page_of("<table><tr><th>Title</th><th>Year of print</th></tr>"
                   "<tr><td><a href=/1>Rivers</a></td><td>1990</td></tr>"
                   "<tr><td><a href=/2>Hills</a></td><td>1991</td></tr></table>")  # fmt: skip
    rows = [[row] for row in page.root.iter("tr")][1:]
    assert learn(rows).read(rows[1]) == {"title": "Hills", "link": "http://site.example/2",
                                         "year_of_print": "1991"}  # fmt: skip


def test_structured_data_of_the_page_names_columns() -> None:
    data = [{"@type": "Book", "name": t, "publisher": f"{t} Press"} for t in TITLES]
    head = f'<head><script type="application/ld+json">{json.dumps(data)}</script></head>'
    found = site_page(*(f"<li><b>{t}</b><br><i>{t} Press</i></li>" for t in TITLES), head=head)
    assert learn(found).read(found[0]) == {"name": "Rivers", "publisher": "Rivers Press"}


def test_a_model_is_stored_and_loaded() -> None:
    model = learn(books())
    again = FieldModel.from_json(json.loads(json.dumps(model.to_json())))
    assert again == model
    assert again.read(books()[2]) == model.read(books()[2])


def test_learning_does_not_depend_on_chance() -> None:
    assert learn(books()).to_json() == learn(books()).to_json()


def test_reading_a_record_is_cheap() -> None:
    found = books() * 200
    model = learn(found)
    begin = time.perf_counter()
    model.read_page(found)
    assert (time.perf_counter() - begin) / len(found) < 0.002  # 0.1 ms on an idle machine


@given(st.lists(broken_html, max_size=3), broken_html)
@settings(max_examples=100, deadline=None)
def test_any_records_can_be_learnt_and_read(pages: list[str], later: str) -> None:
    found = [[e] for html in pages for e in page_of(html).root.iter("div", "tr", "li")]
    model = learn(found)
    assert FieldModel.from_json(json.loads(json.dumps(model.to_json()))) == model
    for element in page_of(later).root.iter("div", "tr", "li", "a"):
        named = model.read([element])
        assert all(name and value for name, value in named.items())
        model.typed(named)
