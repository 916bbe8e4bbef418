"""Pages that were saved, and where they say that they come from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from deepweb.page.address.saved_page import saved_from
from tests.read.pages import broken_html, page_of

SAVED = "<!-- saved from url=(0027)https://www.example.org/dir/ -->"
CANONICAL = '<link rel="canonical" href="https://www.example.org/canonical">'
GRAPH = '<meta property="og:url" content="https://www.example.org/graph">'


def told(html: str) -> str | None:
    return saved_from(page_of(html, "file:///tmp/page.html").root)


@pytest.mark.parametrize(
    ("html", "url"),
    [
        (f"<!DOCTYPE html>\n{SAVED}\n<html><body>x", "https://www.example.org/dir/"),
        (f"{SAVED}<html><body>x", "https://www.example.org/dir/"),
        (f"<html>{SAVED}<head></head><body>x", "https://www.example.org/dir/"),
        (f"<html><head>{CANONICAL}</head>x", "https://www.example.org/canonical"),
        (f"<html><head>{GRAPH}</head>x", "https://www.example.org/graph"),
        (f"{SAVED}<html><head>{GRAPH}{CANONICAL}</head>x", "https://www.example.org/dir/"),
        (f"<html><head>{GRAPH}{CANONICAL}</head>x", "https://www.example.org/canonical"),
        ('<link rel="Canonical nofollow" href=" http://a.example:8080/x ">', "http://a.example:8080/x"),
        ('<link rel="canonical" href="/x">' + GRAPH, "https://www.example.org/graph"),
    ],
)  # fmt: skip
def test_where_it_was(html: str, url: str) -> None:
    assert told(html) == url


@pytest.mark.parametrize(
    "html",
    [
        "<html><body>x",
        '<link rel="canonical" href="/relative">',
        '<link rel="canonical">',
        '<link rel="canonical" href="http://[">',
        '<link rel="canonical" href="http://host:port/">',
        '<link rel="canonical" href="https://">',
        '<link rel="canonical" href="javascript:x()">',
        '<meta property="og:url" content="ftp://a.example/">',
        "<!-- saved from url=(0014)about:internet -->",
        "<!-- saved from url= -->",
        '<link rel="stylesheet" href="https://www.example.org/x.css">',
    ],
)
def test_it_does_not_say(html: str) -> None:
    assert told(html) is None


@settings(deadline=None)
@given(broken_html)
def test_broken_pages_never_raise(html: str) -> None:
    told(f'<!-- saved from url=(1){html} --><link rel="canonical" href="{html}">{html}')
