"""Records in answers that programs read; shapes as public search interfaces have them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.data.json_fields import fields
from deepweb.read.data.json_lists import at, json_lists
from deepweb.read.data.json_records import RecordShape, json_records, json_texts, total

BOOKS = [{"id": n, "title": f"Book number {n}", "year": 1990 + n} for n in range(4)]
TITLES = [book["title"] for book in BOOKS]

# Shape of the answer, where its list is, and how many there are in all.
SHAPES: dict[str, tuple[Any, tuple[str, ...], int | None]] = {
    "a bare list": (BOOKS, (), None),
    "named": ({"total": 90, "items": BOOKS}, ("items",), 90),
    "Solr": ({"response": {"numFound": 88, "docs": BOOKS}}, ("response", "docs"), 88),
    "Elasticsearch": (
        {"took": 2, "hits": {"total": {"value": 9}, "hits": [{"_source": b} for b in BOOKS]}},
        ("hits", "hits"),
        9,
    ),
    "GraphQL": (
        {"data": {"search": {"total": 7, "edges": [{"cursor": "x", "node": b} for b in BOOKS]}}},
        ("data", "search", "edges"),
        7,
    ),
    "with facets": (
        {
            "facets": [{"name": "year", "values": [{"value": "1990", "count": 3}] * 9}],
            "nbHits": 12,
            "hits": BOOKS,
        },
        ("hits",),
        12,
    ),
    "beside what is told of it": (
        {"meta": {"pagination": {"count": 3, "total": 90}}, "data": BOOKS},
        ("data",),
        90,
    ),
    "beside the size of the page": ({"meta": {"count": 3}, "data": BOOKS}, ("data",), None),
    "in groups": (
        {"groups": [{"label": "A", "books": BOOKS[:2]}, {"label": "B", "books": BOOKS[2:]}]},
        ("groups", "*", "books"),
        None,
    ),
    "by number": ({"books": {str(b["id"]): b for b in BOOKS}}, ("books", "{}"), None),
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_list_is_found_by_shape(name: str) -> None:
    data, path, whole = SHAPES[name]
    assert json_lists(data)[0].path == path
    found = json_records(data, RecordShape(), "http://x/", {})
    assert [record.title for record in found] == TITLES
    assert total(data, path, len(found)) == whole
    again = json_records(data, RecordShape(path), "http://x/", {})
    assert again == found


def test_a_record_has_its_own_address() -> None:
    item = {"isbn": "12", "name": "Dune", "links": {"self": "/api/12"}, "url": "/book/12?ref=list"}
    (record,) = json_records([item], RecordShape(), "http://x/search", {})
    assert record.url == "http://x/book/12?ref=list"
    assert record.id == "http://x/book/12"
    assert record.fields["links_self"] == "/api/12"


def test_or_one_that_is_made_of_a_field() -> None:
    shape = RecordShape((), "http://x/#/book/{id}", "title")
    found = json_records(BOOKS, shape, "http://x/", {})
    assert [record.url for record in found] == [f"http://x/#/book/{n}" for n in range(4)]
    assert len({record.id for record in found}) == 4


def test_without_one_its_number_tells_it_apart() -> None:
    first, second = ({"id": 5, "name": "Dune", "score": score} for score in (0.3, 0.9))
    (one,), (other,) = (json_records([i], RecordShape(), "http://x/", {}) for i in (first, second))
    assert one.id == other.id
    assert one.url is None


def test_text_is_for_people() -> None:
    item = {
        "id": "a1b2c3d4e5f6a7b8",
        "title": "<em>Dune</em> &amp; more",
        "cover": "https://x/c.png",
        "at": "2024-01-02T03:04:05Z",
        "tags": ["desert", "sand"],
        "authors": [{"name": "Frank Herbert"}],
    }
    (record,) = json_records([item], RecordShape(), "http://x/", {})
    assert record.text == "Dune & more desert, sand Frank Herbert"
    assert record.title == "Dune & more"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=40,
)


@given(JSON)
def test_nothing_raises(data: Any) -> None:
    for listed in json_lists(data):
        json_records(data, RecordShape(listed.path), "http://[", {})
        assert at(data, listed.path) is not None
    json_records(data, RecordShape(), "http://x/", {})
    json_texts(data)
    total(data, ("a", "*"), 0)


def test_large_answers_take_little_time() -> None:
    wide = {"items": [{f"k{n}": {"a": [{"b": n}] * 5} for n in range(50)} for _ in range(400)]}
    deep: Any = {"title": "deep"}
    for _ in range(300):
        deep = {"a": [deep]}
    started = time.process_time()
    for data in (wide, deep, json.loads("[[" + ",".join(["{}"] * 50_000) + "]]")):
        json_records(data, RecordShape(), "http://x/", {})
    assert time.process_time() - started < 20


def test_fields_are_bounded() -> None:
    assert len(fields({f"name{n}": n for n in range(1000)})) == 60


def test_fields_that_say_nothing_do_not_count() -> None:
    """As beets tells its songs: a hundred fields, most of them empty."""
    empty = {f"credit{number}": "" for number in range(100)}
    assert fields({"id": 3, **empty, "tags": [], "title": "Dune"}) == {"id": 3, "title": "Dune"}


def test_cells_of_a_row_are_fields() -> None:
    """As jqGrid asks for them."""
    row = {"id": 7, "cell": ["Dune", "Herbert", None, 1965]}
    assert fields(row) == {"id": 7, "cell_1": "Dune", "cell_2": "Herbert", "cell_4": 1965}


def test_an_address_that_records_share_is_not_their_own() -> None:
    items = [
        {"title": f"Book number {n}", "avatar_url": "/ann.html", "page_link": f"/b/{n}"}
        for n in range(4)
    ]
    found = json_records(items, RecordShape(), "http://x/", {})
    assert [record.url for record in found] == [f"http://x/b/{n}" for n in range(4)]


def test_the_name_of_a_member_is_one_of_its_values() -> None:
    data = {"books": {str(n): {"title": f"Dune {n}", "year": n} for n in range(3)}}
    shape = RecordShape(("books", "{}"), "/book/{key}")
    found = json_records(data, shape, "http://x/", {})
    assert [record.url for record in found] == [f"http://x/book/{n}" for n in range(3)]


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        pytest.param(["/a#1", "/a#2", "/b#1"], ["/a", "/b"], id="sections of pages"),
        pytest.param(["/a", "/a#2", "/b#1"], ["/a", "/b#1"], id="of pages that are there"),
        pytest.param(["/a#1", "/a#2", "/a#3"], ["/a#1", "/a#2", "/a#3"], id="of a single page"),
        pytest.param(["/#/1", "/#/2", "/x#/1"], ["/#/1", "/#/2", "/x#/1"], id="routes"),
    ],
)
def test_the_first_section_stands_for_its_page(addresses: list[str], expected: list[str]) -> None:
    items = [{"title": f"Title {n}", "url": url} for n, url in enumerate(addresses)]
    found = json_records(items, RecordShape(url="{+url}"), "http://x/", {})
    assert [record.url for record in found] == [f"http://x{each}" for each in expected]


def test_a_total_beside_a_list_inside_of_a_list() -> None:
    data = {"results": [{"hits": [{"name": "one"}], "nbHits": 40}]}
    assert total(data, ("results", "*", "hits"), 2) == 40


def test_a_value_may_be_a_link_in_markdown() -> None:
    said = fields({"about": "[The  Dune](/book/7)", "text": "[1](a) and more"})
    assert said == {"about": "The Dune", "about_url": "/book/7", "text": "[1](a) and more"}
