"""Which concepts does a text mention, in any of forty languages?

Word lists (``resources/words``) give the words of each concept. They are looked up without accents,
as whole words or as beginnings, in texts and in names of code (``pickupDate``, ``sort_by``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from deepweb.page.words import UNSPACED, unaccented

MAX_TEXT = 300  # characters read of any one text
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Concepts:
    """Words, and beginnings of words, to what they mean."""

    words: Mapping[str, frozenset[str]]
    stems: Mapping[str, frozenset[str]]
    unspaced: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, listed: Mapping[str, Iterable[str]]) -> Concepts:
        """From concept to its words; a word that ends in ``*`` is a beginning."""
        tables: tuple[dict[str, set[str]], ...] = ({}, {}, {})
        for concept, entries in listed.items():
            for entry in map(unaccented, entries):
                which = 2 if entry >= UNSPACED else 1 if entry.endswith("*") else 0
                tables[which].setdefault(entry.rstrip("*"), set()).add(concept)
        return cls(*({w: frozenset(c) for w, c in table.items()} for table in tables))

    @lru_cache(maxsize=20_000)  # noqa: B019  (there is one for the life of a process)
    def said_in(self, text: str) -> frozenset[str]:
        """The concepts that a text speaks of."""
        found: set[str] = set()
        tokens = tokens_of(text)
        # "e-mail", "Sign in" and "user_name" are one word elsewhere.
        for token in (*tokens, *(one + other for one, other in pairwise(tokens))):
            found |= self._meant(token)
        if not text.isascii() and any(character >= UNSPACED for character in text):
            flat = unaccented(text)
            found.update(*(c for word, c in self.unspaced.items() if word in flat))
        return frozenset(found)

    @lru_cache(maxsize=20_000)  # noqa: B019  (there is one for the life of a process)
    def _meant(self, token: str) -> frozenset[str]:
        beginnings = (self.stems.get(token[:n]) for n in range(3, len(token) + 1))
        return frozenset().union(self.words.get(token, ()), *(c for c in beginnings if c))


def tokens_of(text: str) -> list[str]:
    """The words of a text or of a name in code."""
    return _TOKEN.findall(unaccented(_CAMEL.sub(" ", text[:MAX_TEXT])))


NO_CONCEPTS = Concepts({}, {}, {})
