"""Which part of a query is the name of something, and which names stand in a text?

He et al. (WSDM 2013), section 4.1.2: the longest run of tokens in a query that is a known name is
taken for an entity mention; of several of that length all are kept, right and wrong ones, since
only the right ones come up again and again. What stands before a mention and behind it is the
query's prefix and suffix.

Texts of a site (4.2 without a log) are longer than queries and hold many names: there the longest
name at each place counts, from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from deepweb.page.words import words


class Names(Protocol):
    """All names of a knowledge base."""

    @property
    def longest(self) -> int:
        """Tokens of the longest name."""

    def __contains__(self, key: object) -> bool:
        """Is it a name, given as ``name_key``?"""


class Segments(NamedTuple):
    """A query cut into three."""

    prefix: str
    entity: str
    suffix: str


def segments(parts: Sequence[str], names: Names) -> list[Segments]:
    """A query cut around each mention of the greatest length; none where there is no mention."""
    count = len(parts)
    for length in range(min(count, names.longest), 0, -1):
        found = [
            Segments(
                name_key(parts[:start]),
                name_key(parts[start : start + length]),
                name_key(parts[start + length :]),
            )
            for start in range(count - length + 1)
            if name_key(parts[start : start + length]) in names
        ]
        if found:
            return found
    return []


def mentions(parts: Sequence[str], names: Names) -> Iterator[str]:
    """The names in a text, the longest at each place, from left to right."""
    start = 0
    while start < len(parts):
        most = min(names.longest, len(parts) - start)
        for length in range(most, 0, -1):
            if (key := name_key(parts[start : start + length])) in names:
                yield key
                start += length
                break
        else:
            start += 1


# --- merged from entity_name.py; rewrite or remove this note ---
# Queries and names as tokens, so that a name can be found in a query.
#
# Both are cut in the same way: into words, in lower case; where no spaces part words (Chinese,
# Japanese, Thai and the like), into single signs, since nothing else says where a name may begin.

# A sign of a script without spaces, with the marks that belong to it; or a run of anything else.
_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNSPACED = re.compile(f"[{_SIGNS}]")
_PART = re.compile(
    f"[{_SIGNS}][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e"
    f"\u17b6-\u17d3]*|[^{_SIGNS}]+"
)


def tokens(text: str) -> list[str]:
    """What a query or a name is made of, in order."""
    found = words(text)
    if text.isascii():
        return found
    return [part for word in found for part in _PART.findall(word)]


def name_key(parts: Sequence[str]) -> str:
    """One spelling for all spellings of a name, by its tokens."""
    return " ".join(parts)


def spelled(parts: Sequence[str]) -> str:
    """Tokens as people write them: without spaces where their script has none."""
    written = ""
    for part in parts:
        is_joined = written and _UNSPACED.match(part) and _UNSPACED.match(written[-1])
        written += part if is_joined or not written else f" {part}"
    return written
