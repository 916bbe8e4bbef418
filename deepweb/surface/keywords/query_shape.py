"""How does a box want its words written?

Most boxes take a word as it is. Some take patterns: ``word*``, ``*word*``, ``%word%``,
``title:word``, ``(cn=*word*)``. A box that is filled in shows its pattern: what stands there is an
example, and with a bare wildcard in it (``objectClass=*``) it asks for everything. Where words find
nothing, the usual wildcards are tried, and words that are shorter than any word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deepweb.page.words import UNSPACED

MAX_EXAMPLE = 80  # characters of a value that is taken for an example
BEGINNING = 3  # letters of the beginnings of words that are asked
INITIALS = 2  # first letters that are asked
NUMBERS = ("1", "10")  # numbers that are asked where words find nothing

_EXAMPLE = re.compile(
    r"(?P<before>[\"'(]{0,3}(?:[^\W\d][\w.-]*\s?[=:~]\s?)?[\"'(]{0,3})"
    r"(?P<open>[*%]?)(?P<word>[\w .-]*)(?P<close>[*%]?)(?P<behind>[\"')]{0,3})"
)


@dataclass(frozen=True, slots=True)
class QueryShape:
    """What is written before and behind each word."""

    before: str = ""
    behind: str = ""

    def written(self, word: str) -> str:
        return f"{self.before}{word}{self.behind}"


PLAIN = QueryShape()
WILDCARDS = QueryShape("", "*"), QueryShape("*", "*"), QueryShape("%", "%")


@dataclass(frozen=True, slots=True)
class BoxExample:
    """What the value in a box shows."""

    shape: QueryShape
    word: str
    """The word in it; "" if it asks for everything."""


def example(value: str) -> BoxExample | None:
    """The example that stands in a box; None if it is empty, or no query."""
    found = _EXAMPLE.fullmatch(value.strip()) if len(value) <= MAX_EXAMPLE else None
    if found is None or not value.strip():
        return None
    opening, closing, word = found["open"], found["close"], found["word"].strip()
    if not word:  # one wildcard stands for a word and all that is around it
        opening = closing = opening or closing
    shape = QueryShape(found["before"] + opening, closing + found["behind"])
    return BoxExample(shape, word)


def short_queries(words: Sequence[str]) -> list[str]:
    """Queries shorter than words, for a search of beginnings or of single signs, and numbers."""
    every = [word for word in words if word.isalpha()]
    # Where no spaces part words, every sign may be one.
    signs = [sign for word in every for sign in (word if word >= UNSPACED else word[:1])]
    beginnings = [word[:BEGINNING] for word in every if len(word) > BEGINNING]
    chosen = (*_frequent(signs), *_frequent(beginnings), *NUMBERS)
    return list(dict.fromkeys(chosen))


def _frequent(parts: Sequence[str]) -> list[str]:
    return [part for part, _ in Counter(parts).most_common(INITIALS)]
