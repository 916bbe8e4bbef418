"""Feeds as pages; written for this test."""

import time

import pytest

from deepweb.page.feed import feed_as_page, feed_links
from tests.read.pages import page_of

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>All</title><link>/</link>
<item><title>A fox &amp; a hen</title><link>http://site.example/d/1</link>
<description>Of the farm</description></item>
<item><link>http://site.example/d/2</link><description>&lt;b&gt;markup&lt;/b&gt;</description></item>
<item><title>No link</title></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>All</title>
<entry><title>A fox</title><link rel="edit" href="/edit/1"/><link href="/d/1"/></entry></feed>"""
RDF = """<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<item><title>A fox</title><link>/d/1</link></item></rdf:RDF>"""


@pytest.mark.parametrize(
    ("feed", "items"),
    [
        (
            RSS,
            '<li><a href="http://site.example/d/1">A fox &amp; a hen</a><p>Of the farm</p></li>'
            '<li><a href="http://site.example/d/2">http://site.example/d/2</a></li>',
        ),
        (ATOM, '<li><a href="/d/1">A fox</a></li>'),
        (RDF, '<li><a href="/d/1">A fox</a></li>'),
    ],
)
def test_each_entry_is_an_item(feed: str, items: str) -> None:
    assert feed_as_page(feed.encode()) == f"<html><body><ul>{items}</ul></body></html>"


@pytest.mark.parametrize("body", [b"", b"<", b"hello", b"<html><body>x</body></html>", b"\x00\xff"])
def test_other_files_are_no_feeds(body: bytes) -> None:
    assert feed_as_page(body) == ""


def test_entities_do_not_grow() -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    feed = f"{bomb}]><rss><item><title>&i;</title><link>/d/1</link></item></rss>"
    began = time.perf_counter()
    assert len(feed_as_page(feed.encode())) < 1_000
    assert time.perf_counter() - began < 1


def test_the_feeds_that_a_page_names() -> None:
    page = page_of(
        '<head><link rel="alternate" type="application/rss+xml" href="/feed">'
        '<link rel="alternate" type="text/html" hreflang="de" href="/de/">'
        '<link rel="stylesheet" href="/x.css"></head><p>x</p>'
    )
    assert [url.rpartition("/")[2] for url in feed_links(page)] == ["feed"]
