"""Which part of a query is the name of an entity, and which names stand in a text?

The longest run of tokens in a query that is a known name is taken for an entity mention [He13
§4.1.2]; of several with that length all are kept, right and wrong ones, since only right ones are
frequent. What stands before a mention and behind it is the prefix and the suffix of the query.

Texts of a site are longer than queries and hold many names: there the longest name at each place
counts, from left to right.

Queries and names are split into the same tokens: words in lower case; in scripts without spaces
(Chinese, Japanese, Thai and others) single characters, since nothing else tells where a name may
begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from deepweb.page.words import words

# Characters of scripts without spaces.
_SIGNS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNSPACED = re.compile(f"[{_SIGNS}]")
# One of them with its combining marks, or a run of other characters.
_PART = re.compile(
    f"[{_SIGNS}][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e"
    f"\u17b6-\u17d3]*|[^{_SIGNS}]+"
)


class Names(Protocol):
    """All names of a knowledge base."""

    @property
    def longest(self) -> int:
        """Tokens of the longest name."""

    def __contains__(self, key: object) -> bool:
        """Is a ``name_key`` that of a name?"""


class Segments(NamedTuple):
    """A query in three parts."""

    prefix: str
    entity: str
    suffix: str


def segments(parts: Sequence[str], names: Names) -> list[Segments]:
    """A query split around each mention of the greatest length; empty without a mention."""
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


def tokens(text: str) -> list[str]:
    """The tokens of a query or a name, in order."""
    found = words(text)
    if text.isascii():
        return found
    return [part for word in found for part in _PART.findall(word)]


def name_key(parts: Sequence[str]) -> str:
    """One key for all spellings of a name, by its tokens."""
    return " ".join(parts)


def spelled(parts: Sequence[str]) -> str:
    """Tokens as people write them: without spaces in scripts that have none."""
    written = ""
    for part in parts:
        is_joined = written and _UNSPACED.match(part) and _UNSPACED.match(written[-1])
        written += part if is_joined or not written else f" {part}"
    return written
