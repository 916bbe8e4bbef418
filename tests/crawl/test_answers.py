"""From responses, as Scrapy makes them, to pages."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Headers, HtmlResponse, Response, TextResponse
from scrapy.responsetypes import responsetypes

from deepweb.crawl.answers import failed_page, result_page
from deepweb.items import ResultPage
from deepweb.read.kind.empty import Background
from tests.read.pages import a_reader

URL = "http://example.org/search?q=ant"
ASKED: dict[str, Any] = {
    "site": "example.org",
    "form": "form1",
    "action": "http://example.org/search",
    "purpose": "keyword",
    "query": {"q": "ant"},
    "found_on": URL,
    "fingerprint": "abc",
}
RESULTS = """<html><body><h1>Results for ant</h1><ul>
<li><a href="/item/1">Red ant of the northern woods</a> <p>Builds hills of needles</p></li>
<li><a href="/item/2">Black ant of southern gardens</a> <p>Lives below warm stones</p></li>
<li><a href="/item/3">Pharaoh ant from hot countries</a> <p>Comes into our kitchens</p></li>
</ul><a href="/about">About</a></body></html>"""


def read(
    body: bytes, kind: str = "text/html", status: int = 200, method: str = "GET"
) -> ResultPage:
    headers = Headers({"Content-Type": kind})
    made = responsetypes.from_args(headers=headers, url=URL, body=body)
    request = Request(URL, method=method)
    response = made(URL, status=status, headers=headers, body=body, request=request)
    return result_page(response, ASKED, Background(), a_reader())


def test_results_are_read() -> None:
    page = read(RESULTS.encode())
    assert (page.site, page.form, page.purpose) == ("example.org", "form1", "keyword")
    assert (page.query, page.fingerprint) == ({"q": "ant"}, "abc")
    assert (page.url, page.method, page.status) == (URL, "GET", 200)
    assert page.length == len(RESULTS)
    assert page.kind == "unread"
    assert len(page.signature) == 16
    assert "lives below warm stones" in page.texts
    assert "http://example.org/about" in page.links
    assert [record.id for record in page.records] == [
        f"http://example.org/item/{n}" for n in (1, 2, 3)
    ]


def test_records_know_where_they_come_from() -> None:
    first = read(RESULTS.encode()).records[0]
    assert first.site == "example.org"
    assert first.url == "http://example.org/item/1"
    assert first.title == "Red ant of the northern woods"
    assert "Builds hills of needles" in first.text
    assert (first.found_on, first.query) == (URL, {"q": "ant"})


def test_records_of_a_posted_form_know_what_was_posted() -> None:
    posted = {"url": "http://example.org/search", "values": {"q": "ant"}}
    response = HtmlResponse(URL, body=RESULTS.encode(), request=Request(URL, method="POST"))
    page = result_page(response, ASKED | {"found_on": posted}, Background(), a_reader())
    assert page.method == "POST"
    assert {str(record.found_on) for record in page.records} == {str(posted)}


def test_a_shell_is_no_answer_but_to_nonsense() -> None:
    body = b'<body>Help<script src="/filled.js"></script></body>'
    response = HtmlResponse(URL, body=body, encoding="utf-8", request=Request(URL))
    kinds = {
        purpose: result_page(response, ASKED | {"purpose": purpose}, Background(), a_reader()).kind
        for purpose in ("keyword", "background")
    }
    assert kinds == {"keyword": "error", "background": "unread"}


def test_text_on_the_empty_pages_is_no_record() -> None:
    response = HtmlResponse(URL, body=RESULTS.encode(), encoding="utf-8")
    everything = frozenset(result_page(response, ASKED, Background(), a_reader()).texts)
    again = result_page(response, ASKED, Background(texts=everything), a_reader())
    assert again.records == ()
    assert again.texts


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (404, "empty"),
        (410, "empty"),
        (400, "error"),
        (403, "blocked"),
        (429, "blocked"),
        (503, "error"),
    ],
)
def test_errors_are_judged_at_once(status: int, kind: str) -> None:
    page = read(RESULTS.encode(), status=status)
    assert (page.kind, page.reason, page.status) == (kind, f"HTTP {status}", status)
    assert (page.records, page.signature) == ((), "")
    assert page.length == len(RESULTS)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/pdf", b"%PDF-1.7 \x00\xff"),
        ("image/png", b"\x89PNG\r\n\x1a\n"),
        ("application/json", b'{"results": []}'),
        ("text/plain", b"nothing"),
        ("application/octet-stream", b"\x00\x01\x02"),
    ],
)
def test_what_is_no_page_is_an_error(kind: str, body: bytes) -> None:
    page = read(body, kind)
    assert (page.kind, page.reason) == ("error", f"not HTML: {kind}")


def test_a_type_that_is_not_told() -> None:
    page = result_page(Response(URL, body=b"\x00\x01"), ASKED, Background(), a_reader())
    assert (page.kind, page.reason) == ("error", "not HTML: unknown type")
    page = result_page(
        TextResponse(URL, body=b"x", encoding="utf-8"), ASKED, Background(), a_reader()
    )
    assert page.kind == "error"


@pytest.mark.parametrize(
    "body",
    [b"", b" ", b"\x00", b"<", b"<html>", b"<!-- x -->", b"<a" * 9, b"\xff\xfe\xfd", b"&#xD800;"],
    ids=repr,
)
def test_broken_html_is_read_without_complaint(body: bytes) -> None:
    page = read(body)
    assert (page.kind, page.records) == ("unread", ())


def test_a_page_in_another_encoding() -> None:
    body = RESULTS.replace("kitchens", "küchen").encode("iso-8859-1")
    page = read(body, "text/html; charset=iso-8859-1")
    assert "comes into our küchen" in page.texts


@pytest.mark.parametrize(
    ("error", "reason"),
    [(TimeoutError("too slow"), "too slow"), (ConnectionError(), "ConnectionError()")],
)
def test_no_answer_at_all(error: Exception, reason: str) -> None:
    page = failed_page(Request(URL, method="POST"), ASKED, error)
    assert (page.kind, page.status, page.reason) == ("error", 0, reason)
    assert (page.site, page.form, page.purpose) == ("example.org", "form1", "keyword")
    assert (page.query, page.fingerprint) == ({"q": "ant"}, "abc")
    assert (page.url, page.method) == (URL, "POST")
