"""How much of a page is read? A hostile page costs no more time and memory than a large honest one.

A page is cut before it is parsed: afterwards it would be too late. Pages within the bounds, which
are nearly all, stay as they are.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

MAX_BYTES = 10_000_000  # bytes of a page; a whole wiki inside one page has some millions
# Start tags, end tags and comments of a page; the largest of 2,236 real pages has 19,391,
MAX_TAGS = 40_000
MAX_LINKS = 8_000  # and 2,481 links: each costs as much as four other tags
MAX_ATTRIBUTES = 500  # attributes of an element; the parser compares each with all others
# Below this size a page cannot have so many attributes in one tag that they cost a second.
_LARGE = 100_000
_LONG = 20_000  # bytes of a tag that may have too many attributes
# The quantifiers never give back what they took, so that the time is linear.
_LINK = re.compile(rb"<a[\s/]", re.IGNORECASE)
# A program or a comment may hold "<": what follows is no tag, and the whole of it is passed over.
_PROGRAM = rb"<script[^>]{0,2000}+>(?s:.*?)(?:</script|\Z)|<!--(?!-?>)(?s:.*?)(?:--!?>|\Z)"
# A quote opens a value only behind "=", as in the parser; elsewhere it is a part of a name.
_NAMED = rb"""[^\s=>/]++(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>]*+))?+"""
_TAG = re.compile(rb"(?i:(?P<program>%b))|<[a-zA-Z](?:%b|[\s/=]++)*+" % (_PROGRAM, _NAMED))
_ATTRIBUTE = re.compile(_NAMED)


class BoundedSource(NamedTuple):
    """The source of a page, cut if need be, and why."""

    source: bytes
    reasons: tuple[str, ...] = ()


def bounded(source: bytes, tags: int = MAX_TAGS) -> BoundedSource:
    """The part of a source that is read: at most so many tags."""
    reasons = []
    if len(source) > MAX_BYTES:
        source = source[:MAX_BYTES]
        reasons.append(f"over {MAX_BYTES:,} bytes")
    if source.count(b"<") > tags:
        source = b"<".join(source.split(b"<", tags + 1)[:-1])
        reasons.append(f"over {tags:,} tags")
    if source.count(b"<") > MAX_LINKS and (end := _end_of_links(source)):
        source = source[:end]
        reasons.append(f"over {MAX_LINKS:,} links")
    shorter = with_fewer_attributes(source)
    if shorter != source:
        reasons.append(f"over {MAX_ATTRIBUTES:,} attributes in a tag")
    return BoundedSource(shorter, tuple(reasons))


def with_fewer_attributes(source: bytes) -> bytes:
    """A source of HTML or XML in which no tag has too many attributes."""
    return _TAG.sub(_fewer_attributes, source) if len(source) > _LARGE else source


def _end_of_links(source: bytes) -> int:
    """Where the first link begins that is too many; 0 if there is none."""
    further = next(islice(_LINK.finditer(source), MAX_LINKS, None), None)
    return further.start() if further else 0


def _fewer_attributes(tag: re.Match[bytes]) -> bytes:
    whole = tag[0]
    if len(whole) < _LONG or tag["program"]:
        return whole
    for number, attribute in enumerate(_ATTRIBUTE.finditer(whole)):
        if number > MAX_ATTRIBUTES:  # the first is the name of the element
            return whole[: attribute.start()]
    return whole
