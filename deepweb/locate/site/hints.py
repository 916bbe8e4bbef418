"""Which pages do the sitemap and the frames of a site name, where its search may be?

A sitemap is read by its ``<loc>`` elements alone (sitemaps.org): it is XML from an unknown site,
and nothing else in it is needed. Packed ones are unpacked, up to a limit; plain lists are read too.
A search in a frame is a form on the frame's own page. Frames of other sites (advertisements, maps,
films) are left out.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from html import unescape
from itertools import islice
from urllib.parse import urldefrag, urljoin

from deepweb.form.target import base_url
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name

MAX_PAGES = 5_000  # addresses read of a sitemap, which may have 50,000: they are only hints
MAX_BYTES = 5_000_000  # bytes read of a sitemap, which may have 50 MB
MAX_SITEMAPS = 3  # sitemaps of a site that are asked for, the sitemap of sitemaps included
MAX_FRAMES = 20  # frames of a page that are explored

# The quantifiers of spaces never give back what they took, so that the time is linear.
_LOC = re.compile(
    rb"<(?:\w{1,20}:)?loc>\s*+(?:<!\[CDATA\[\s*+)?([^<>\s\]]{8,2000}+)\s*+(?:\]\]>\s*+)?</", re.I
)
_LINE = re.compile(rb"^[^\S\n]*+(https?://\S{1,2000}+)[^\S\n]*+$", re.MULTILINE)
_IS_INDEX = re.compile(rb"<(?:\w+:)?sitemapindex\b", re.I)
# Sitemaps by what their names say is in them: of records there are many, and they hold no forms.
_LISTS = re.compile(
    r"(?<![a-z])(?:product|item|post|article|news|image|video|author|tag|user|archive)|\d", re.I
)


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Addresses, as the site gives them."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    """Further ones, those with few records in them first."""


def read_sitemap(body: bytes, most: int = MAX_PAGES) -> Sitemap:
    """The addresses of a sitemap, up to a maximum; nothing if it is no sitemap."""
    text = _unpacked(body)
    pattern = _LOC if b"<" in text[:1000] else _LINE
    found = (m[1].decode("utf-8", "replace") for m in pattern.finditer(text))
    urls = tuple(dict.fromkeys(unescape(url) for url in islice(found, most)))
    if _IS_INDEX.search(text[:5_000]):
        return Sitemap(sitemaps=tuple(sorted(urls, key=_promises_lists)))
    return Sitemap(pages=urls)


def _promises_lists(url: str) -> bool:
    return bool(_LISTS.search(url.rpartition("/")[2]))


def _unpacked(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body[:MAX_BYTES]
    try:
        return zlib.decompressobj(31).decompress(body, MAX_BYTES)
    except zlib.error:
        return b""


def frames(page: Page) -> tuple[str, ...]:
    """Addresses of the frames of a page that are on its own site, each once, in document order."""
    found: dict[str, None] = {}
    written = next((e.get("href") for e in page.root.iter("base") if e.get("href")), None)
    base = base_url(page.url, page.root.base_url, written)
    for frame in page.root.iter("frame", "iframe"):
        source = (frame.get("src") or "").strip()
        if not source or len(found) >= MAX_FRAMES:
            continue
        try:
            url, _ = urldefrag(urljoin(base, source))
            is_page = url.startswith(("http://", "https://")) and url != page.url
            if is_page and is_on_site(url, site_name(page.url)):
                found[url] = None
        except ValueError:  # "http://[" and its like
            continue
    return tuple(found)
