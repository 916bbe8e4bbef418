"""Which links are followed, in which order."""

from __future__ import annotations

import pytest
from lxml.html import HtmlElement
from parsel import Selector

from deepweb.locate.next_page import next_pages
from deepweb.read.page import Page
from deepweb.resources import form_words

URL = "http://example.org/start/"


def following(html: str, *, base: str = URL) -> list[str]:
    root = Selector(f"<html><body>{html}</body></html>", base_url=base).root
    assert isinstance(root, HtmlElement)
    return next_pages(Page(URL, root, "utf-8", len(html)), "example.org", form_words().search)


def test_links_that_say_search_come_first_the_rest_in_document_order() -> None:
    html = """
        <a href="/about">About us</a>
        <a href="/find">Look here</a>
        <a href="/help">Help</a>
        <a href="/4711"><b>Sea</b>rch</a>
        <a href="/katalog">Suche im Katalog</a>
        <a href="/imprint">Imprint</a>"""
    paths = [url.removeprefix("http://example.org/") for url in following(html)]
    assert paths == ["find", "4711", "katalog", "about", "help", "imprint"]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/advanced_search.php">More</a>',
        '<a href="/x/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA">Еще</a>',
        '<a href="/x">Поиск</a>',
        '<a href="/x">ADVANCED SEARCH</a>',
    ],
)
def test_path_and_text_may_say_it(link: str) -> None:
    assert len(following(f'<a href="/first">First</a>{link}')) == 2
    assert following(f'<a href="/first">First</a>{link}')[1] == "http://example.org/first"


def test_the_arguments_of_a_link_say_nothing() -> None:
    html = '<a href="/first">First</a><a href="/x?from=search">Second</a>'
    assert following(html)[0] == "http://example.org/first"


def test_each_page_once_whatever_the_link_says() -> None:
    html = '<a href="/a">A</a><a href="/b">B</a><a href="/b#top">Search</a><a href="/b">B</a>'
    assert following(html) == ["http://example.org/b", "http://example.org/a"]


def test_a_page_does_not_lead_to_itself() -> None:
    html = f'<a href="{URL}">Search</a><a href="#q">Search</a><a href="">Search</a><a>Search</a>'
    assert following(html) == []


def test_other_sites_and_what_cannot_be_fetched_are_left_out() -> None:
    html = """
        <a href="http://evil.example/search">Search</a>
        <a href="http://example.org:8080/search">Search</a>
        <a href="//evil.example/search">Search</a>
        <a href="http://evil.example\\@example.org/search">Search</a>
        <a href="javascript:search()">Search</a>
        <a href="mailto:search@example.org">Search</a>
        <a href="http://[">Search</a>
        <a href="https://www.example.org/kept">Kept</a>"""
    assert following(html) == ["https://www.example.org/kept"]


def test_links_are_relative_to_the_base() -> None:
    assert following('<a href="a">A</a>') == ["http://example.org/start/a"]
    html = '<a href="a">A</a>'
    assert following(html, base="http://example.org/base/") == ["http://example.org/base/a"]


def test_a_page_without_links() -> None:
    assert following("<p>Search</p>") == []
