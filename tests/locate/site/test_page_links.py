"""Which links may be followed, and what they say."""

from __future__ import annotations

import time

import pytest
from lxml.html import HtmlElement
from parsel import Selector

from deepweb.locate.site.page_links import MAX_LINKS, Link, is_page, page_links
from deepweb.page.page import Page
from deepweb.store.resources import form_words

URL = "http://example.org/start/"


def links(html: str, *, base: str = URL) -> list[Link]:
    root = Selector(f"<html><body>{html}</body></html>", base_url=base).root
    assert isinstance(root, HtmlElement)
    page = Page(URL, root, "utf-8", len(html))
    return page_links(page, "example.org", form_words().effects)


def urls(html: str, *, base: str = URL) -> list[str]:
    return [link.url for link in links(html, base=base)]


def test_path_anchor_and_the_text_around() -> None:
    html = '<p>Books: <a href="/find"><b>Sea</b>rch</a> our shelves <a href="/x">X</a></p>'
    assert links(html)[0] == Link("http://example.org/find", "Search", "Books: our shelves")


def test_the_text_below_a_heading_is_around_it() -> None:
    html = '<div><h3><a href="/db">HERA</a></h3><p>Search 2,000 records</p></div>'
    assert links(html) == [Link("http://example.org/db", "HERA", "Search 2,000 records")]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/s"><img src="g.png" alt="Search"></a>',
        '<a href="/s" title="Search"></a>',
        '<a href="/s" aria-label="Search"><i class="icon"></i></a>',
        '<map><area href="/s" alt="Search"></map>',
        '<a href="/s"><img src="g.png"></a> <a href="/s">Search</a>',
    ],
)
def test_pictures_say_what_stands_for_them(link: str) -> None:
    (found,) = links(link)
    assert (found.url, found.anchor) == ("http://example.org/s", "Search")


def test_each_page_once_and_never_itself() -> None:
    html = f"""<a href="/a">A</a><a href="/b">B</a><a href="/b#top">Search</a><a href="/b/">B</a>
        <a href="{URL}">Home</a><a href="#q">Search</a><a href="">Search</a><a>Search</a>"""
    assert [(link.url, link.anchor) for link in links(html)] == [
        ("http://example.org/a", "A"),
        ("http://example.org/b", "B Search"),
    ]


def test_other_sites_and_what_cannot_be_fetched_are_left_out() -> None:
    html = """
        <a href="http://evil.example/search">Search</a>
        <a href="http://example.org:8080/search">Search</a>
        <a href="//evil.example/search">Search</a>
        <a href="http://evil.example\\@example.org/search">Search</a>
        <a href="http://user@example.org/search">Search</a>
        <a href="javascript:search()">Search</a>
        <a href="mailto:search@example.org">Search</a>
        <a href="http://[">Search</a>
        <a href="https://www.example.org/kept">Kept</a>"""
    assert urls(html) == ["https://www.example.org/kept"]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/logout">Bye</a>',
        '<a href="/x">Log out / Logout</a>',
        '<a href="/item/3/delete">Item</a>',
        '<a href="/shop?add-to-cart=17">Item</a>',
        '<a href="/wiki?action=edit">Item</a>',
        '<a href="/x">Unsubscribe</a>',
        '<a href="/news?print=1">Item</a>',
        '<a href="/report.pdf">Report</a>',
        '<a href="/Photo.JPG?size=1">Photo</a>',
    ],
)
def test_links_that_do_something_or_are_no_pages_are_left_out(link: str) -> None:
    assert links(link) == []


@pytest.mark.parametrize("path", ["edition", "additions", "cartography", "a.b", "page.xhtml"])
def test_words_that_only_look_like_it_are_kept(path: str) -> None:
    assert is_page(f"http://example.org/{path}")


def test_a_search_page_that_the_head_names() -> None:
    html = """<link rel="search" href="/find"><link rel="stylesheet" href="/style">
        <link rel="search" type="application/opensearchdescription+xml" href="/osd">"""
    assert urls(html) == ["http://example.org/find"]


def test_a_menu_of_addresses_that_no_form_sends_is_links() -> None:
    menu = (
        "<select {}><option value=''>Choose</option><option value='/maps/c'>Maps</option>"
        "<option value='/map/7/delete'>Delete</option><option value=de>German</option></select>"
    )
    assert links(menu.format("id=scheme")) == [Link("http://example.org/maps/c", "Maps", "")]
    assert links(f"<form>{menu.format('name=to')}</form>") == []


def test_a_menu_of_nothing_but_addresses_is_links_whatever_its_name() -> None:
    menu = (
        "<form><select name=month onchange='go()'><option value=''>Month</option>"
        "<option value='/2007/05/'>May</option><option value='/2007/06/'>June</option></select>"
    )
    assert [each.anchor for each in links(menu)] == ["May", "June"]


@pytest.mark.parametrize(
    ("opens", "values", "expected"),
    [
        ("location=this.value", ("m.php?m=5", "m.php?m=6"), ["m.php?m=5", "m.php?m=6"]),
        ("window.open(this.value)", ("may.html", "june.html"), ["may.html", "june.html"]),
        ("this.form.submit()", ("may.html", "june.html"), []),
        ("location=this.value", ("5", "6"), []),
        ("location=this.value", ("may.html", "6"), []),
    ],
)
def test_a_menu_whose_script_opens_what_is_chosen_is_links(
    opens: str, values: tuple[str, ...], expected: list[str]
) -> None:
    options = "".join(f"<option value='{value}'>{value}</option>" for value in values)
    menu = f"<form><select name=month onchange='{opens}'>{options}</select></form>"
    assert urls(menu) == [f"http://example.org/start/{each}" for each in expected]


def test_what_opens_the_option_of_a_menu_without_a_name_may_be_called_anything() -> None:
    menu = "<select {}><option value=''>Menu</option><option value='a.php?s=1'>A</option></select>"
    assert urls(menu.format("onchange='go_there(this)'")) == ["http://example.org/start/a.php?s=1"]
    assert urls(menu.format("")) == [], "nothing opens it"
    assert urls(menu.format("name=to onchange='go_there(this)'")) == []


def test_links_are_relative_to_the_base() -> None:
    assert urls('<a href="a">A</a>') == ["http://example.org/start/a"]
    assert urls('<a href="a">A</a>', base="http://example.org/base/") == [
        "http://example.org/base/a"
    ]


def test_huge_lists_are_cut_off() -> None:
    began = time.process_time()
    html = "".join(f'<a href="/item/{n}">Item {n}</a>' for n in range(50_000))
    assert len(links(html)) == MAX_LINKS
    assert time.process_time() - began < 10


def test_deep_nesting_and_long_texts_are_survived() -> None:
    deep = "<div><a href='/a'>" * 3000 + "text " * 10_000
    assert all(len(link.anchor) <= 200 for link in links(deep))
    assert links(f"<a href='/{'x' * 100_000}'>A</a>") == []
