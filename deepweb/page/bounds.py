"""How much of a page is read? A hostile page costs no more time and memory than a large honest one.

A page is cut before it is parsed: afterwards it would be too late. Pages within the bounds, which
are nearly all, stay as they are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_BYTES = 10_000_000  # bytes of a page; a whole wiki inside one page has some millions
MAX_TAGS = 60_000  # start tags, end tags and comments of a page
MAX_ATTRIBUTES = 500  # attributes of an element; the parser compares each with all others
# Below this size a page cannot have so many attributes in one tag that they cost a second.
_LARGE = 100_000
_LONG = 20_000  # bytes of a tag that may have too many attributes
# The quantifiers never give back what they took, so that the time is linear.
_TAG = re.compile(rb"""<[a-zA-Z][^>"']*+(?:(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))[^>"']*+)*+""")
_ATTRIBUTE = re.compile(rb"""\s++(?:[^\s"']|"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))*+""")


class BoundedSource(NamedTuple):
    """The source of a page, cut if need be, and why."""

    source: bytes
    reason: str = ""


def bounded(source: bytes) -> BoundedSource:
    """The part of a source that is read."""
    reasons = []
    if len(source) > MAX_BYTES:
        source = source[:MAX_BYTES]
        reasons.append(f"over {MAX_BYTES:,} bytes")
    if source.count(b"<") > MAX_TAGS:
        source = b"<".join(source.split(b"<", MAX_TAGS + 1)[:-1])
        reasons.append(f"over {MAX_TAGS:,} tags")
    if len(source) > _LARGE:
        shorter = _TAG.sub(_fewer_attributes, source)
        if shorter != source:
            source = shorter
            reasons.append(f"over {MAX_ATTRIBUTES:,} attributes in a tag")
    return BoundedSource(source, ", ".join(reasons))


def _fewer_attributes(tag: re.Match[bytes]) -> bytes:
    whole = tag[0]
    if len(whole) < _LONG:
        return whole
    for number, attribute in enumerate(_ATTRIBUTE.finditer(whole)):
        if number == MAX_ATTRIBUTES:
            return whole[: attribute.start()]
    return whole
