"""What are the smallest pieces of a record?"""

import pytest
from hypothesis import given, settings
from lxml.etree import SubElement

from deepweb.read.fields.parts import MAX_PARTS, ElementNotes, RecordPart, parts_of
from tests.read.pages import body_of, broken_html, page_of


def said(html: str, *whole: str) -> list[tuple[str, str]]:
    return [
        (p.path, p.text) for p in parts_of([body_of(html)], frozenset(whole)) if p.slot == "text"
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<li><p>deep<b>web</b> <i>crawl</i>er</p></li>", [("li/p", "deepweb crawler")],
                     id="formatting does not split"),
        pytest.param("<li><p>by <a>Twain</a></p></li>", [("li/p", "by"), ("li/p/a", "Twain")],
                     id="a link does"),
        pytest.param("<li>one<br>two</li>", [("li", "one"), ("li", "two")], id="so does a line"),
        pytest.param("<li><i class='b  a'>x</i></li>", [("li/i.a.b", "x")], id="classes in order"),
        pytest.param("<li><p class=post-12>x</p></li>", [("li/p.post-0", "x")], id="no numbers"),
        pytest.param("<li><b itemprop=name>x</b></li>", [("li/b[name]", "x")], id="a property"),
        pytest.param("<li><a>x</a> | <a>y</a></li>", [("li/a", "x"), ("li/a", "y")],
                     id="separators say nothing"),
        pytest.param("<li><p>, ends </p><p>- a dash -</p></li>",
                     [("li/p", "ends"), ("li/p", "a dash")],
                     id="separators at the ends"),
        pytest.param("<li>a<script>b</script><!-- c --><style>d</style>e<select><option>f</li>",
                     [("li", "a"), ("li", "e")], id="what nobody reads"),
        pytest.param("<table><tr><td>a<td colspan=2>b<td>c</table>",
                     [("table/tr/td:0", "a"), ("table/tr/td:1", "b"), ("table/tr/td:3", "c")],
                     id="cells by their column"),
    ],
)  # fmt: skip
def test_texts(html: str, expected: list[tuple[str, str]]) -> None:
    assert said(html) == expected


def test_an_element_may_be_one_text() -> None:
    html = "<li><p>See <a href=/1>the river</a> there</p></li>"
    parts = parts_of([body_of(html)], frozenset({"li/p"}))
    assert parts == [
        RecordPart("li/p", "text", "See the river there"),
        RecordPart("li/p/a", "href", "/1"),
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<dl><dt>Kind:</dt><dd>noun</dd></dl>",
                     [RecordPart("dl/dd", "text", "noun", "Kind:")],
                     id="terms"),
        pytest.param("<table><tr><th>Age<td>old</table>",
                     [RecordPart("table/tr/td:1", "text", "old", "Age")],
                     id="a header beside its cell"),
        pytest.param("<li><img src=/p.png alt=Pump></li>",
                     [RecordPart("li/img", "src", "/p.png"), RecordPart("li/img", "alt", "Pump")],
                     id="a picture"),
        pytest.param("<li><img src=data:x data-src=/p.png></li>",
                     [RecordPart("li/img", "src", "/p.png")],
                     id="a picture that comes later"),
        pytest.param("<li><a href='#x'></a><a href='javascript:y'></a></li>", [], id="no links"),
        pytest.param('<li><i class=s title="4 of 5"></i></li>',
                     [RecordPart("li/i.s", "title", "4 of 5")],
                     id="stars"),
        pytest.param("<li><time datetime=2015-02-03>3 Feb</time></li>",
                     [RecordPart("li/time", "datetime", "2015-02-03"),
                      RecordPart("li/time", "text", "3 Feb")],
                     id="a time for machines"),
    ],
)  # fmt: skip
def test_labels_and_attributes(html: str, expected: list[RecordPart]) -> None:
    assert parts_of([body_of(html)], frozenset()) == expected


def test_the_header_cell_of_a_row_that_is_the_record_is_a_value() -> None:
    (row,) = page_of("<table><tr><th>Twain<td>1835</table>").root.iter("tr")
    assert [(p.text, p.label) for p in parts_of([row], frozenset())] == [
        ("Twain", ""),
        ("1835", ""),
    ]


def test_a_record_of_siblings() -> None:
    nodes = list(page_of("<body><h3>Maps</h3><p class=d>All</p></body>").root.iter("h3", "p"))
    assert [p.path for p in parts_of(nodes, frozenset())] == ["h3", "p.d"]


def test_patterns_tell_rows_from_prose() -> None:
    seen = ElementNotes()
    parts_of([body_of("<li><p>by <a>Twain</a>, <a>Finn</a></p></li>")], frozenset(), seen)
    assert list(seen.patterns["li/p"]) == [("", "a")]


@pytest.mark.parametrize("tag", ["div", "b", "span"])
def test_deep_records_end(tag: str) -> None:
    record = inner = body_of("<li></li>")
    for _ in range(5000):  # a parser would not nest so deep
        inner = SubElement(inner, tag)
    inner.text = "deep"
    assert [part.text for part in parts_of([record], frozenset())] == ["deep"]


def test_large_records_are_cut() -> None:
    record = body_of("<div>" + "<p>x</p>" * 50_000 + "</div>")
    assert len(parts_of([record], frozenset())) <= MAX_PARTS


@given(broken_html)
@settings(max_examples=100, deadline=None)
def test_any_record_has_parts(html: str) -> None:
    for element in page_of(html).root.iter("div", "tr", "li", "body"):
        assert all(p.text and p.path for p in parts_of([element], frozenset(), ElementNotes()))
