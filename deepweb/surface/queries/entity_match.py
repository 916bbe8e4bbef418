"""Which part of a query is the name of something, and which names stand in a text?

He et al. (WSDM 2013), section 4.1.2: the longest run of tokens in a query that is a known name is
taken for an entity mention; of several of that length all are kept, right and wrong ones, since
only the right ones come up again and again. What stands before a mention and behind it is the
query's prefix and suffix.

Texts of a site (4.2 without a log) are longer than queries and hold many names: there the longest
name at each place counts, from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from deepweb.surface.queries.entity_name import name_key


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
