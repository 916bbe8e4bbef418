"""What pages in the browser ask for."""

from __future__ import annotations

import pytest
from scrapy.http import Response
from scrapy.settings import Settings

from deepweb.browser.page_requests import MAX_KEPT, Libraries, is_file, script_rule, told_headers

SETTINGS = Settings()
SETTINGS.setmodule("deepweb.settings")
DATE = "Sat, 14 Nov 2026 10:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        pytest.param({"Last-Modified": DATE}, True, id="a file"),
        pytest.param(
            {"Last-Modified": DATE, "Cache-Control": "max-age=60"}, True, id="for a while"
        ),
        pytest.param({"Last-Modified": DATE, "Cache-Control": "no-cache"}, False, id="not kept"),
        pytest.param({"Last-Modified": DATE, "Cache-Control": "no-store"}, False, id="secret"),
        pytest.param({"Last-Modified": DATE, "Set-Cookie": "a=1"}, False, id="for one visitor"),
        pytest.param({"ETag": "1"}, False, id="made for the question"),
        pytest.param({}, False, id="nothing told"),
    ],
)
def test_what_the_site_says_is_a_file(headers: dict[str, str], kept: bool) -> None:
    assert is_file(Response("http://example.org/a.json", headers=headers)) is kept


def test_the_last_used_are_kept() -> None:
    libraries = Libraries()
    half = Response("http://example.org/", body=bytes(MAX_KEPT // 2))
    for name in "ab":
        libraries.keep(name, half)
    libraries.get("a")
    libraries.keep("c", half)
    assert [name for name in "abc" if libraries.get(name) is not None] == ["a", "c"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("api.example.org", True),
        ("example.org", True),
        ("example.com", False),
        ("org", False),
        ("127.0.0.1", False),
        ("", False),
    ],
)
def test_hosts_of_the_same_owner(host: str, expected: bool) -> None:
    assert script_rule("www.example.org", SETTINGS).is_related(host) == expected


@pytest.mark.parametrize(("site", "host"), [("a.github.io", "b.github.io"), ("127.0.0.1:80", "x")])
def test_neighbours_are_not_owners(site: str, host: str) -> None:
    assert not script_rule(site, SETTINGS).is_related(host)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        pytest.param("Vary", ["Accept", "Cookie"], "Accept, Cookie", id="a list"),
        pytest.param("Link", ["</a>; rel=x", "</b>; rel=y"], "</a>; rel=x, </b>; rel=y", id="two"),
        pytest.param("Set-Cookie", ["a=1, 2", "b=3"], "a=1, 2\nb=3", id="cookies"),
        pytest.param("X-Folded", ["one\r\ntwo\0"], "one two", id="what a browser refuses"),
        pytest.param("Content-Encoding", ["gzip"], None, id="of the connection"),
    ],
)
def test_headers_come_once(name: str, values: list[str], expected: str | None) -> None:
    response = Response("http://example.org/", headers={name: values})
    told = told_headers(response).get(name.lower())
    assert told == expected
