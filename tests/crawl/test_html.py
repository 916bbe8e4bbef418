"""Pages as sites send them, whatever they say of themselves."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse, XmlResponse

from deepweb.crawl.html import content_type, html_page
from deepweb.page.page import Page, visible_text

URL = "http://site.example/"
WORDS = "Käse, Ñandú und Straße; 日本語"


def page_of(body: bytes, content_type: str = "text/html", encoding: str | None = None) -> Page:
    page = html_page(
        HtmlResponse(URL, body=body, headers={"Content-Type": content_type}, encoding=encoding)
    )
    assert page is not None
    return page


@pytest.mark.parametrize("declared", ["", "iso-8859-1", "windows-1251", "shift_jis", "klingon"])
def test_utf_8_is_read_as_such_whatever_is_declared(declared: str) -> None:
    header = f"text/html; charset={declared}" if declared else "text/html"
    meta = f'<meta charset="{declared}">' if declared else ""
    page = page_of(f"{meta}<p>{WORDS}</p>".encode(), header)
    assert visible_text(page.root) == WORDS
    assert page.encoding == "utf-8"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("iso-8859-1", "Käse und Ñandú"),
        ("windows-1251", "Поиск по сайту"),
        ("shift_jis", "日本語の本を検索"),
        ("gb18030", "请输入关键词"),
        ("euc-kr", "통합검색"),
        ("koi8-r", "Найти книгу"),
    ],
)
def test_what_is_no_utf_8_is_read_as_declared(encoding: str, text: str) -> None:
    body = f"<p>{text}</p>".encode(encoding)
    by_header = page_of(body, f"text/html; charset={encoding}")
    by_meta = page_of(f'<meta charset="{encoding}">'.encode() + body)
    assert visible_text(by_header.root) == visible_text(by_meta.root) == text


def test_a_meta_tag_that_can_be_read_says_no_utf_16() -> None:
    body = '<meta http-equiv="Content-Type" content="text/html; charset=utf-16"><p>Search'
    page = page_of(body.encode())
    assert (visible_text(page.root), page.encoding) == ("Search", "utf-8")


def test_real_utf_16() -> None:
    page = page_of(f"<p>{WORDS}</p>".encode("utf-16"), "text/html; charset=utf-16")
    assert visible_text(page.root) == WORDS


@pytest.mark.parametrize(
    "body",
    [
        "<html><body><p>one</p></body></html><html><body><form><input name=q></form></body></html>",
        "<p>one</p></body></html><form><input name=q></form>",
        "<!-- a --><html><p>one</p></html><!-- b --><form><input name=q></form><!-- c -->",
    ],
)
def test_what_stands_behind_the_end_of_a_page_is_a_part_of_it(body: str) -> None:
    root = page_of(body.encode()).root
    assert [box.get("name") for box in root.iter("input")] == ["q"]
    assert "one" in visible_text(root)


@pytest.mark.parametrize(
    "body", [b"", b"   ", b"\0\0\0", bytes(range(256)) * 10, b"<!-- only", b"<"]
)
def test_next_to_nothing_is_a_page(body: bytes) -> None:
    page = page_of(body)
    assert page.root is not None
    assert page.length == len(body)


@pytest.mark.parametrize("body", [b"<!-- only -->", b"<?php", b"<!doctype html>"])
def test_what_is_no_page_has_nothing_in_it(body: bytes) -> None:
    assert visible_text(page_of(body).root) == ""


def test_half_a_letter_is_no_reason_to_fail() -> None:
    page = page_of(b"<p>one \\ud800 two", "text/html; charset=unicode-escape")
    assert visible_text(page.root) == "one ? two"


def test_a_response_is_parsed_once() -> None:
    response = HtmlResponse(URL, body=b"<base href=/a/><p>one")
    page = html_page(response)
    assert page is not None
    assert page.root is response.selector.root
    assert page.base_url == f"{URL}a/"


def test_a_broken_base_does_not_matter() -> None:
    page = page_of(b'<base href="http://["><form action="x"><input name="q"></form>')
    assert page.url == URL
    assert len(list(page.root.iter("input"))) == 1


@pytest.mark.parametrize(
    "response",
    [
        Response(URL, body=b"\x89PNG"),
        TextResponse(URL, body=b"hello"),
        JsonResponse(URL, body=b"{}"),
        XmlResponse(URL, body=b"<a/>"),
    ],
    ids=lambda response: type(response).__name__,
)
def test_what_is_no_html(response: Response) -> None:
    assert html_page(response) is None


def test_what_the_site_says_it_is() -> None:
    assert content_type(Response(URL, headers={"Content-Type": b"a/b; \xff"})) == "a/b; ÿ"
    assert content_type(Response(URL)) == "unknown type"


def test_deep_pages() -> None:
    root = page_of(b"<div>" * 5000 + b"<input name=q>").root
    assert root.tag == "html"
