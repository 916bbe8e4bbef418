"""Facets of pages written after those of shops, libraries and job boards."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.facets.facets import FacetLink, PageAddress, facets, presents
from tests.read.pages import broken_html, page_of

URL = "http://site.example/search?q=gps"
QUERY = {"q": "gps"}


def read(html: str, url: str = URL, **given: object) -> tuple[FacetLink, ...]:
    return facets(page_of(f"<body>{html}</body>", url), QUERY, **given)  # type: ignore[arg-type]


def told(html: str, url: str = URL) -> list[tuple[str, str, int | None]]:
    return [(link.attribute, link.value, link.count) for link in read(html, url)]


BRANDS = [("Brand", "Garmin", 12), ("Brand", "TomTom", 3)]
LAYOUTS = {
    "list under a heading": """<h4>Brand</h4><ul><li><a href="?q=gps&amp;brand=3">Garmin</a> (12)
        <li><a href="?q=gps&amp;brand=4">TomTom</a> (3)</ul>""",
    "badges": """<div><b>Brand</b><div><a href="?q=gps&amp;b=3">Garmin<i>12</i></a></div>
        <div><a href="?q=gps&amp;b=4">TomTom<i>3</i></a></div></div>""",
    "definition list": """<dl><dt>Price<dd><a href="?q=gps&amp;p=1">Under 10</a> (2)
        <dd><a href="?q=gps&amp;p=2">Over 10</a> (13)
        <dt>Brand<dd><a href="?q=gps&amp;b=3">Garmin</a> (12)
        <dd><a href="?q=gps&amp;b=4">TomTom</a> (3)</dl>""",
    "one line": """<p><b>Brand:</b> <a href="?q=gps&amp;b=3">Garmin</a> (12),
        <a href="?q=gps&amp;b=4">TomTom</a> (3)</p>""",
    "table": """<table><tr><th>Brand<td><a href="?q=gps&amp;b=3">Garmin (12)</a>
        <a href="?q=gps&amp;b=4">TomTom (3)</a></table>""",
    "heading that opens the list": """<div><a href="#">Brand</a><ul>
        <li><a href="?q=gps&amp;b=3">Garmin (12)</a><li><a href="?q=gps&amp;b=4">TomTom (3)</a>
        </ul><a href="#">Show more</a></div>""",
    "path": """<h3>Brand</h3><ul><li><a href="/search/garmin?q=gps">Garmin (12)</a>
        <li><a href="/search/tomtom?q=gps">TomTom (3)</a></ul>""",
    "boxes of a filter form": """<form><input type=hidden name=q value=gps><fieldset>
        <legend>Brand</legend><label><input type=checkbox name=b value=3> Garmin (12)</label>
        <label><input type=checkbox name=b value=4> TomTom (3)</label></fieldset></form>""",
    "menu that goes by itself": """<label>Brand</label><select onchange="location=this.value">
        <option value="/search?q=gps&amp;b=3">Garmin (12)
        <option value="/search?q=gps&amp;b=4">TomTom (3)</select>""",
    "counts first": """<h4>Brand</h4><ul><li>12 <a href="?q=gps&amp;b=3">Garmin</a>
        <li>3 <a href="?q=gps&amp;b=4">TomTom</a></ul>""",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_attribute_value_and_count(layout: str) -> None:
    assert [each for each in told(LAYOUTS[layout]) if each[0] != "Price"] == BRANDS


def test_links_lead_where_the_page_says() -> None:
    assert [link.url for link in read(LAYOUTS["list under a heading"])] == [
        "http://site.example/search?q=gps&brand=3",
        "http://site.example/search?q=gps&brand=4",
    ]


def test_in_any_language_and_without_counts() -> None:
    html = """<div class=filter><h3>Márka</h3><ul><li><a href="?q=gps&amp;m=1">Garmin</a>
        <li><a href="?q=gps&amp;m=2">ТомТом</a></ul></div>"""
    assert told(html) == [("Márka", "Garmin", None), ("Márka", "ТомТом", None)]


def test_sizes_are_no_pages() -> None:
    html = """<h4>Size</h4><ul><li><a href="?q=gps&amp;s=38">38</a>
        <li><a href="?q=gps&amp;s=39">39</a><li><a href="?q=gps&amp;s=40">40</a></ul>"""
    assert [value for _, value, _ in told(html)] == ["38", "39", "40"]


NO_FACETS = {
    "pager": """<div>Pages: <a href="?q=gps&amp;page=2">2</a> <a href="?q=gps&amp;page=3">3</a>
        <a href="?q=gps&amp;page=2">Next</a></div>""",
    "pager in the path": """<div>Seiten: <a href="/search/s30/gps">2</a>
        <a href="/search/s60/gps">3</a> <a href="/search/s90/gps">4</a></div>""",
    "sort orders": """<div>Arrange: <a href="?q=gps&amp;sort=price">Cheapest</a>
        <a href="?q=gps&amp;sort=new">Newest</a></div>""",
    "sort orders by class": """<ul class=sort-by><li><a href="?q=gps&amp;o=1">Cheapest</a>
        <li><a href="?q=gps&amp;o=2">Newest</a></ul>""",
    "records a page": """<p>Show <a href="?q=gps&amp;limit=20">20</a>
        <a href="?q=gps&amp;limit=50">50</a></p>""",
    "navigation": """<nav><h3>Shop</h3><ul><li><a href="/deals">Deals</a>
        <li><a href="/help">Help</a></ul></nav>""",
    "other searches": """<h3>Related</h3><ul><li><a href="?q=gps+watch">gps watch</a>
        <li><a href="?q=gps+bike">gps bike</a></ul>""",
    "other sites": """<h3>Brand</h3><ul><li><a href="http://o.example/?q=gps&amp;b=3">Garmin (3)</a>
        <li><a href="http://o.example/?q=gps&amp;b=4">TomTom (4)</a></ul>""",
    "the search form's own menu": """<form><input name=q value=gps><label>In</label>
        <select name=in><option value=1>Titles<option value=2>Texts</select></form>""",
    "a form that posts": """<form method=post><h4>Brand</h4>
        <label><input type=checkbox name=b value=3> Garmin (12)</label>
        <label><input type=checkbox name=b value=4> TomTom (3)</label></form>""",
}


@pytest.mark.parametrize("kind", NO_FACETS)
def test_what_is_no_facet(kind: str) -> None:
    assert told(NO_FACETS[kind]) == []


def test_records_and_other_known_links_are_no_facets() -> None:
    html = LAYOUTS["list under a heading"]
    page = page_of(f"<body>{html}</body>", URL)
    (listed,) = page.root.iter("ul")
    assert facets(page, QUERY, records=list(listed)) == ()
    assert facets(page, QUERY, others={link.url for link in read(html)}) == ()


def test_nested_values_name_what_they_are_in() -> None:
    html = """<h4>Category</h4><ul>
      <li><a href="?q=gps&amp;c=1">Cameras</a> (9)<ul><li><a href="?q=gps&amp;c=11">Film</a> (2)
        <li><a href="?q=gps&amp;c=12">Digital</a> (7)</ul>
      <li><a href="?q=gps&amp;c=2">Phones</a> (4)<ul><li><a href="?q=gps&amp;c=21">Smart</a> (4)
      </ul></ul>"""
    found = [(link.attribute, link.above, link.value, link.count) for link in read(html)]
    assert found == [
        ("Category", (), "Cameras", 9),
        ("Category", (), "Phones", 4),
        ("Category", ("Cameras",), "Film", 2),
        ("Category", ("Cameras",), "Digital", 7),
        ("Category", ("Phones",), "Smart", 4),
    ]


def test_what_is_chosen_is_told() -> None:
    html = """<h4>Brand</h4><ul><li class=selected><a href="?q=gps">× Garmin</a>
        <li><a href="?q=gps&amp;b=3&amp;b=4"><input type=checkbox>TomTom (3)</a>
        <li><a href="?q=gps&amp;b=3&amp;b=5"><input type=checkbox>Lowrance (1)</a></ul>"""  # noqa: RUF001
    marks = [
        (link.value, link.is_selected, link.is_multiple)
        for link in read(html, "http://site.example/search?q=gps&b=3")
    ]
    assert marks == [
        ("Garmin", True, False),
        ("TomTom", False, True),
        ("Lowrance", False, True),
    ]


def test_the_value_in_force_is_no_heading() -> None:
    html = """<h4>Brand</h4><ul><li>All</li><li><a href="?q=gps&amp;b=3">Garmin (12)</a></li>
        <li class=active>TomTom</li><li><a href="?q=gps&amp;b=5">Lowrance (1)</a></li></ul>"""
    assert told(html) == [("Brand", "Garmin", 12), ("Brand", "Lowrance", 1)]


def test_without_a_heading_the_argument_names_the_attribute() -> None:
    html = """<div class=facets><a href="?q=gps&amp;brand=3">Garmin (12)</a>
        <a href="?q=gps&amp;brand=4">TomTom (3)</a></div>"""
    assert {attribute for attribute, _, _ in told(html)} == {"brand"}


def test_a_facet_without_a_query_to_hand_on() -> None:
    page = page_of(f"<body>{LAYOUTS['list under a heading']}</body>", "http://site.example/search")
    assert len(facets(page, {"q": ""})) == 2


def test_links_survive_json() -> None:
    (first, *_) = read(LAYOUTS["list under a heading"])
    assert FacetLink.from_json(json.loads(json.dumps(first.to_json()))) == first


@given(broken_html)
def test_any_page_is_read(html: str) -> None:
    for link in read(html):
        assert link.url.startswith("http") and link.value


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 5000 + LAYOUTS["one line"],
        "<ul>" + "<li><a href='?q=gps&b=1'>x</a>" * 20_000,
        f"<h4>Brand</h4><a href='?q=gps&b={'9' * 100_000}'>{'x' * 100_000} (1)</a>",
        "<form>" + "<input type=checkbox name=a value=1 checked>" * 5_000 + "</form>",
        "<form><select name=a>" + "<option value=1>x (1)" * 20_000,
        "<h4>" + "word " * 100_000 + "</h4>" + LAYOUTS["one line"],
    ],
    ids=["deep", "many links", "long", "many boxes", "many options", "long heading"],
)
def test_hostile_pages_end(html: str) -> None:
    assert len(read(html)) <= 500


# How addresses of links differ from that of their page.

HERE = "http://shop.example/search?q=gps&page=2"


@pytest.mark.parametrize(
    ("url", "changed"),
    [
        ("http://shop.example/search?q=gps&brand=3", {("brand", "3")}),
        ("http://www.shop.example/search?brand=3;q=gps", {("brand", "3")}),
        ("http://shop.example/garmin/search?q=gps", {("/", "/garmin/search")}),
        ("http://shop.example/search?q=gps&brand=3&ref=nav_1&utm_source=x", {("brand", "3")}),
        ("http://shop.example/search?q=gps&rh=n%3A1%2Cp%3A2", {("rh", "n:1,p:2")}),
    ],
)
def test_a_link_that_names_more_narrows(url: str, changed: set[tuple[str, str]]) -> None:
    step = PageAddress(HERE, {"q": "gps"}).step(url)
    assert step and step.carries and step.changed == changed and not step.undoes


@pytest.mark.parametrize(
    "url",
    ["http://other.example/search?q=gps&brand=3", HERE, "http://shop.example/search?q=gps&page=3",
     "http://shop.example/search?q=gps", "http://shop.example/search?q=gps&page=2&ref=x"],
)  # fmt: skip
def test_other_hosts_pages_and_tracking_are_no_step(url: str) -> None:
    assert PageAddress(HERE, {"q": "gps"}).step(url) is None


@pytest.mark.parametrize(
    ("here", "url", "undone"),
    [
        ("/search?q=gps&brand=3", "/search?q=gps", "brand"),
        ("/search?q=gps&rh=n:1,p:2", "/search?q=gps&rh=n:1", "rh"),
        ("/browse/brand/3/new/1?q=gps", "/browse/brand/3?q=gps", "/"),
    ],
)
def test_a_link_that_names_less_undoes(here: str, url: str, undone: str) -> None:
    site = "http://shop.example"
    step = PageAddress(site + here, {"q": "gps"}).step(site + url)
    assert step and step.undoes and step.undone == {undone}


def test_another_value_is_no_part_of_the_one_in_force() -> None:
    here = PageAddress("http://shop.example/search?q=gps&brand=12", {"q": "gps"})
    step = here.step("http://shop.example/search?q=gps&brand=1")
    assert step and step.changed == {("brand", "1")}


@pytest.mark.parametrize(
    ("url", "carries"),
    [
        ("http://shop.example/b/tools/small-business/N-5", True),
        ("http://shop.example/b/tools?Ntt=small+business", True),
        ("http://shop.example/search?q=small+business+tools", False),
        ("http://shop.example/search?q=tools", False),
        ("http://shop.example/about", False),
    ],
)
def test_the_query_is_handed_on(url: str, carries: bool) -> None:
    here = PageAddress("http://shop.example/search?q=small+business", {"q": "small business"})
    step = here.step(url)
    assert step and step.carries is carries


def test_the_query_is_handed_on_in_the_encoding_of_the_page() -> None:
    here = PageAddress("http://shop.example/s?q=k%E4se", {"q": "käse"}, "iso-8859-1")
    step = here.step("http://shop.example/s?q=k%E4se&brand=3")
    assert step and step.carries


@pytest.mark.parametrize("name", ["sort", "sortBy", "order_by", "view", "per_page", "items.sort"])
def test_arguments_that_only_present(name: str) -> None:
    assert presents(name)


@pytest.mark.parametrize("name", ["brand", "size", "category", "border", "/", "colour"])
def test_arguments_that_may_select(name: str) -> None:
    assert not presents(name)


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_any_address_is_compared(here: str, there: str, query: str) -> None:
    PageAddress(here, {"q": query}, query).step(there)
