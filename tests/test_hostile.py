"""Answers that are no pages, or bad ones: a stat and a reason, never the end of a crawl."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.conftest import Crawl
from tests.serving import served

WORDS = (
    "amber", "birch", "cedar", "daisy", "elder", "fern", "grass",
    "hazel", "iris", "juniper", "kelp", "larch", "maple", "nettle",
)  # fmt: skip
FORM = '<form action="/search"><input type="search" name="q"><button>Search</button></form>'
HTML = "text/html; charset=utf-8"
Answer = tuple[int, dict[str, str], bytes]


def results(word: str) -> str:
    """Three records: the word's own, the next, and the one after."""
    place = WORDS.index(word)
    shown = [WORDS[(place + step) % len(WORDS)] for step in range(3)]
    items = "".join(f'<li><a href="/plant/{w}">The {w} plant</a> grows well</li>' for w in shown)
    return f"<html><body>{FORM}<ul>{items}</ul></body></html>"


BAD: dict[str, Answer] = {
    "binary under a false name": (200, {"Content-Type": HTML}, bytes(range(256)) * 40),
    "a picture": (200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n" + bytes(100)),
    "json": (200, {"Content-Type": "application/json"}, b'{"hits": []}'),
    "nothing at all": (200, {"Content-Type": HTML}, b""),
    "an unknown charset": (200, {"Content-Type": "text/html; charset=klingon"}, b"<p>caf\xe9"),
    "the wrong charset": (200, {"Content-Type": HTML}, "<p>日本語".encode("shift_jis")),
    "tags that never close": (200, {"Content-Type": HTML}, b"<div>" * 50_000),
    "bad gzip": (200, {"Content-Type": HTML, "Content-Encoding": "gzip"}, b"\x1f\x8bno gzip"),
    "a gzip bomb": (
        200,
        {"Content-Type": HTML, "Content-Encoding": "gzip"},
        gzip.compress(b"<p>" + b" " * 60_000_000),
    ),
    "50 MB": (200, {"Content-Type": HTML}, b"<p>" + b"x" * 50_000_000),
    "headers without an end": (200, {f"X-{n}": "x" * 1000 for n in range(300)}, b"<p>fern"),
    "a redirect to itself": (302, {"Location": "/search?q=fern"}, b""),
    "a redirect to nowhere": (302, {"Location": "http://[bad"}, b""),
    "a server error": (500, {"Content-Type": HTML}, b"<h1>Oops</h1>"),
    "a length that is a lie": (200, {"Content-Type": HTML, "Content-Length": "99999"}, b"<p>short"),
}  # fmt: skip


HOMES = {
    "a base that is a script": (HTML, b'<base href="javascript:">'),
    "a base that is blank": (HTML, b'<base href="about:blank">'),
    "a base that is broken": (HTML, b'<base href="http://[">'),
    "rot13": ("text/html; charset=rot13", b""),
    "base64": ("text/html; charset=base64", b""),
    "idna": ("text/html; charset=idna", b""),
    "an address with NUL": (HTML, b'<a href="/search?q=a\x00b">Search</a><a href="/%00">b</a>'),
    "half a surrogate": (HTML, b'<a href="/&#xD800;">a</a>'),
    "a port without end": (HTML, b'<a href="http://127.0.0.1:999999999/">a</a>'),
}
"""What stands on the home page, before the form, and its content type."""


def answer(path: str, bad: Answer, home: tuple[str, bytes] = (HTML, b"")) -> Answer:
    """The site: good answers to all words but one, which gets the bad one."""
    word = parse_qs(urlsplit(path).query).get("q", [""])[0]
    if path == "/robots.txt":
        return 404, {}, b""
    if urlsplit(path).path != "/search":
        said = f"<p>Plants such as amber</p>{FORM}</body></html>".encode()
        return 200, {"Content-Type": home[0]}, b"<html><body>" + home[1] + said
    if word == "fern":
        return bad
    if word in WORDS:
        return 200, {"Content-Type": HTML}, results(word).encode()
    return 200, {"Content-Type": HTML}, f"<body>{FORM}<p>No plant found</p></body>".encode()


@contextmanager
def plants(bad: Answer, home: tuple[str, bytes] = (HTML, b"")) -> Iterator[str]:
    with served(lambda path: answer(path, bad, home)) as url:
        yield url


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_answer_does_not_stop_the_crawl(crawl: Crawl, bad: Answer) -> None:
    with plants(bad) as url:
        crawled = crawl(url, "-s", "DOWNLOAD_TIMEOUT=5")
    assert crawled.code == 0
    assert "Traceback" not in crawled.log
    found = {record.rpartition("/")[2] for record in crawled.urls}
    assert found == set(WORDS)
    with sqlite3.connect(crawled.folder / "store.db") as store:
        asked = """select kind, reason from pages where json_extract(query, '$.q') = 'fern'"""
        ((kind, reason),) = store.execute(asked).fetchall()
    assert kind in {"error", "empty"}
    assert reason


@pytest.mark.parametrize("home", HOMES.values(), ids=HOMES.keys())
def test_a_bad_home_page_does_not_stop_the_crawl(crawl: Crawl, home: tuple[str, bytes]) -> None:
    good = 200, {"Content-Type": HTML}, results("fern").encode()
    with plants(good, home) as url:
        crawled = crawl(url, "-s", "DOWNLOAD_TIMEOUT=5")
    assert crawled.code == 0
    assert "Traceback" not in crawled.log
    assert {record.rpartition("/")[2] for record in crawled.urls} == set(WORDS)
