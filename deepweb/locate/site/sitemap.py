"""Which pages does a site's sitemap name, and which further sitemaps?

Read as sitemaps.org has it, by its ``<loc>`` elements alone: it is XML from an unknown site, and
nothing else in it is needed. Packed ones are unpacked, up to a limit; plain lists are read as well.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from html import unescape
from itertools import islice

# A sitemap has 50,000 addresses and 50 MB at most; ours are hints, and the first ones will do.
MOST_PAGES, MAX_BYTES = 5_000, 5_000_000
# Sitemaps of a site that are asked for, the sitemap of sitemaps included.
MOST_SITEMAPS = 3

_LOC = re.compile(
    rb"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<>\s]{8,2000}?)\s*(?:\]\]>)?\s*</", re.I
)
_LINE = re.compile(rb"^\s*(https?://\S{1,2000})\s*$", re.MULTILINE)
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


def read_sitemap(body: bytes) -> Sitemap:
    """What a sitemap says; nothing where it is none."""
    text = _unpacked(body)
    pattern = _LOC if b"<" in text[:1000] else _LINE
    found = (m[1].decode("utf-8", "replace") for m in pattern.finditer(text))
    urls = tuple(dict.fromkeys(unescape(url) for url in islice(found, MOST_PAGES)))
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
