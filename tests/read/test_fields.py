"""What does a page itself call the parts of a record?"""

# ruff: noqa: RUF001 - letters of many scripts are what is tested

import pytest
from hypothesis import given, settings

from deepweb.read.fields import fields, header_cells
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
