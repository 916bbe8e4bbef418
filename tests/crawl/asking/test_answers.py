"""From responses, as Scrapy makes them, to pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Headers, HtmlResponse, Response, TextResponse
from scrapy.responsetypes import responsetypes

from deepweb.crawl.asking.answers import HOME_FORM, AnswerReader, failed_page, result_page
from deepweb.form.script import Script
from deepweb.items import AskedQuestion, ResultPage
from deepweb.read.kind.empty import Background
from deepweb.read.records.listed import ListKinds
from deepweb.store.ledger import CrawlStore
from tests.read.pages import a_reader
from tests.read.test_site_reader import answer

URL = "http://example.org/search?q=ant"
ASKED = AskedQuestion(
    site="example.org",
    form="form1",
    fingerprint="abc",
    purpose="keyword",
    query={"q": "ant"},
    action="http://example.org/search",
    page_url="http://example.org/",
    found_on=URL,
)
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


def test_links_of_a_hit_to_itself_are_no_records() -> None:
    rows = "".join(
        f"<li><a href='/Mill?{what}'>The {what} of the old mill</a> <p>By a river, {what}</p></li>"
        for what in ("text", "history", "source")
    )
    hit = f"<h1>Mill</h1><ul>{rows}</ul>".encode()
    led_to = HtmlResponse("http://example.org/Mill", body=hit, request=Request(URL))
    assert not result_page(led_to, ASKED, Background(), a_reader()).records
    searched = HtmlResponse(URL, body=hit, request=Request(URL))
    assert result_page(searched, ASKED, Background(), a_reader()).records


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
    page = result_page(response, replace(ASKED, found_on=posted), Background(), a_reader())
    assert page.method == "POST"
    assert {str(record.found_on) for record in page.records} == {str(posted)}


def test_text_on_the_empty_pages_is_no_record() -> None:
    response = HtmlResponse(URL, body=RESULTS.encode(), encoding="utf-8")
    everything = frozenset(result_page(response, ASKED, Background(), a_reader()).texts)
    again = result_page(response, ASKED, Background(texts=everything), a_reader())
    assert again.records == ()
    assert again.texts


@pytest.mark.parametrize("status", [404, 403, 503])
def test_of_an_error_nothing_is_read(status: int) -> None:
    page = read(RESULTS.encode(), status=status)
    assert (page.kind, page.status, page.length) == ("unread", status, len(RESULTS))
    assert (page.records, page.texts, page.signature, page.page) == ((), (), "", None)


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
def test_what_is_no_page_says_so(kind: str, body: bytes) -> None:
    page = read(body, kind)
    assert (page.kind, page.reason) == ("unread", f"not HTML: {kind}")


def test_a_type_that_is_not_told() -> None:
    page = result_page(Response(URL, body=b"\x00\x01"), ASKED, Background(), a_reader())
    assert page.reason == "not HTML: unknown type"
    page = result_page(
        TextResponse(URL, body=b"x", encoding="utf-8"), ASKED, Background(), a_reader()
    )
    assert page.reason.startswith("not HTML")


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
    assert (page.kind, page.status, page.reason) == ("unread", 0, reason)
    assert (page.site, page.form, page.purpose) == ("example.org", "form1", "keyword")
    assert (page.query, page.fingerprint) == ({"q": "ant"}, "abc")
    assert (page.url, page.method) == (URL, "POST")


LONG_AGO = "Mon, 02 Nov 2026 10:00:00 GMT"


def file_of(body: str, asked: AskedQuestion = ASKED, **headers: str) -> str:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    response = HtmlResponse(URL, body=body, encoding="utf-8", headers=sent)
    return result_page(response, asked, Background(), a_reader()).file


def test_a_dated_answer_may_be_a_file() -> None:
    file = file_of("<p>Searching…", Last_Modified=LONG_AGO)
    assert file
    assert file == file_of("<p>Searching…", Last_Modified=LONG_AGO)
    assert file != file_of("<p>2 books", Last_Modified=LONG_AGO)
    assert file != file_of("<p>Searching…", Last_Modified="Mon, 02 Nov 2026 10:00:01 GMT")


@pytest.mark.parametrize(
    "file",
    [
        file_of("<p>Searching…"),
        file_of("<p>Searching…", ETag="W/1"),
        file_of("<p>Searching…", replace(ASKED, script=Script()), Last_Modified=LONG_AGO),
        file_of("<p>Searching…", replace(ASKED, is_link=True), Last_Modified=LONG_AGO),
    ],
)
def test_what_programs_answer_is_no_file(file: str) -> None:
    assert not file


# --- A reader over the answers of a crawl ---


def answer_of(
    word: str, first: int, asked: AskedQuestion = ASKED
) -> tuple[Response, AskedQuestion]:
    body = answer(range(first, first + 8), word=word)
    question = replace(asked, query={"q": word}, fingerprint=word)
    return HtmlResponse(URL, body=body, encoding="utf-8"), question


def test_what_an_answer_teaches_counts_once_it_is_stored(tmp_path: Path) -> None:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    reader = AnswerReader(store)
    first = reader.read(*answer_of("ripe", 1))
    assert first.learnt is not None
    again = reader.read(*answer_of("ripe", 1)).learnt
    assert again is not None
    assert again.to_json() == first.learnt.to_json(), "it knew what was not stored"
    store.save_page(first)
    reader.keep(first)
    second = reader.read(*answer_of("sweet", 12))
    resumed = AnswerReader(store).read(*answer_of("sweet", 12))
    store.close()
    assert second.learnt is not None
    assert second.records == resumed.records
    assert resumed.learnt is not None
    assert resumed.learnt.to_json() == second.learnt.to_json()


def test_what_the_home_page_lists_is_navigation_unless_it_is_read_as_a_list(tmp_path: Path) -> None:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    store.begin_crawl(ASKED.site)
    body = answer(range(1, 12), word="")
    response = HtmlResponse(ASKED.page_url, body=body, encoding="utf-8")
    home = replace(ASKED, form=HOME_FORM, purpose="background", query={}, fingerprint="home")
    seen = AnswerReader(store).read(response, home)
    store.save_page(replace(seen, kind="background", page=None))
    found = {
        purpose: len(
            AnswerReader(store)
            .read(
                response, replace(ASKED, form="of /", purpose=purpose, query={}, kinds=ListKinds())
            )
            .records
        )
        for purpose in ("list", "home")
    }
    store.close()
    assert found["list"] == 0
    assert found["home"] == 11
