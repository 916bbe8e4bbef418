"""What sitemaps say, whatever they are like."""

from __future__ import annotations

import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.hints import (
    MAX_BYTES,
    MAX_FRAMES,
    MAX_PAGES,
    Sitemap,
    frames,
    read_sitemap,
)
from tests.read.pages import page_of

PAGES = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://example.org/a?x=1&amp;y=2 </loc><lastmod>2024</lastmod></url>
<url><loc><![CDATA[http://example.org/b]]></loc></url><url><loc>http://example.org/b</loc></url>
</urlset>"""
INDEX = b"""<sitemapindex><sitemap><loc>http://example.org/sitemap-products-1.xml</loc></sitemap>
<sitemap><loc>http://example.org/sitemap-posts.xml</loc></sitemap>
<sitemap><loc>http://example.org/sitemap-pages.xml</loc></sitemap></sitemapindex>"""


@pytest.mark.parametrize(
    "body",
    [PAGES, gzip.compress(PAGES), PAGES.replace(b"loc>", b"s:loc>")],
    ids=["plain", "gzip", "prefixes"],
)
def test_pages(body: bytes) -> None:
    assert read_sitemap(body).pages == ("http://example.org/a?x=1&y=2", "http://example.org/b")


def test_plain_lists() -> None:
    assert read_sitemap(b"http://example.org/a\r\nhttp://example.org/b\nno address\n") == Sitemap(
        ("http://example.org/a", "http://example.org/b")
    )


def test_of_further_sitemaps_those_of_records_come_last() -> None:
    found = read_sitemap(INDEX)
    assert found.pages == ()
    assert found.sitemaps[0] == "http://example.org/sitemap-pages.xml"
    assert len(found.sitemaps) == 3


@pytest.mark.parametrize("body", [b"", b"<html><p>Not found</p></html>", b"\x1f\x8bbroken"])
def test_what_is_none_says_nothing(body: bytes) -> None:
    assert read_sitemap(body) == Sitemap()


def test_huge_and_hostile_ones_are_bounded() -> None:
    many = b"<urlset>" + b"".join(
        b"<url><loc>http://example.org/%d</loc></url>" % n for n in range(100_000)
    )
    bomb = gzip.compress(b"<urlset>" + b"<loc>" * (4 * MAX_BYTES // 5))
    began = time.process_time()
    assert len(read_sitemap(many).pages) == MAX_PAGES
    assert read_sitemap(bomb) == Sitemap()
    assert time.process_time() - began < 5


@given(st.binary(max_size=200))
def test_nothing_makes_it_fail(body: bytes) -> None:
    read_sitemap(body)
    read_sitemap(b"\x1f\x8b" + body)
    read_sitemap(b"<loc>" + body + b"</loc>")


SITE = "http://site.example"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        pytest.param("<iframe src=/search></iframe>", ["/search"], id="iframe"),
        pytest.param("<frameset><frame src=a.html><frame src='b.html#x'></frameset>",
                     ["/dir/a.html", "/dir/b.html"], id="frameset"),
        pytest.param("<base href=/other/><iframe src=a></iframe>", ["/other/a"], id="base"),
        pytest.param("<iframe src=http://ads.example/></iframe>", [], id="another site"),
        pytest.param("<iframe src=javascript:x></iframe><iframe src=about:blank></iframe>"
                     "<iframe></iframe><iframe src=''></iframe><iframe src='http://['></iframe>",
                     [], id="no pages"),
        pytest.param("<iframe src=/a></iframe><iframe src=/a></iframe>", ["/a"], id="twice"),
        pytest.param("<iframe src=page></iframe>", [], id="the page itself"),
    ],
)  # fmt: skip
def test_frames(html: str, found: list[str]) -> None:
    page = page_of(html, f"{SITE}/dir/page")
    assert frames(page) == tuple(f"{SITE}{path}" for path in found)


def test_not_more_than_a_few() -> None:
    html = "".join(f"<iframe src=/{n}></iframe>" for n in range(100))
    assert len(frames(page_of(html))) == MAX_FRAMES
