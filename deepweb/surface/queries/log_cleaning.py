"""Which queries of a log say what a site holds, and which part of them?

Filter [He13 §4.1.1]: navigational queries only look for the site itself. So a query counts for a
site if it was clicked for at least 2 of its pages, each at least 3 times. Departure: a log may not
tell which page was clicked (exports of Search Console); then a query counts that was clicked 3
times and does not hold the name of the site.

Clean [He13 §4.1.2]: "lyrics", "reviews", "where to stay in" come with so many names that they
belong to none. Prefixes and suffixes of queries are counted over the whole log, and the 200 most
frequent are removed. Prefixes with a preposition are a list of their own, the most reliable one.
Suffixes with a preposition ("in london") tell a place, and stay. Departures:

- A query that is a name as a whole stays as it is: "best buy" is not "buy".
- A query of which only other patterns are left ("free download") says nothing, and is dropped.
- Patterns met once are forgotten when there are too many to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from deepweb.page.words import words
from deepweb.surface.queries.entity_match import Segments, name_key
from deepweb.surface.queries.type_match import Commonness

MIN_PAGES = 2  # pages of a site that a query was clicked for
MIN_CLICKS = 3  # clicks for each of them
MAX_TOKENS = 20  # longer queries are pasted texts, not searches
_MIN_NAME = 4  # shorter names of sites are common words, or parts of them
_NO_NAMES = frozenset({"www", "com", "org", "net", "edu", "gov", "shop", "online", "localhost"})

MAX_PATTERNS = 200  # patterns that are removed [He13 §4.1.2]
MAX_COUNTED = 2_000_000  # distinct patterns that are counted at a time
PREFIX, PREPOSITION, SUFFIX = "prefix", "prefix with preposition", "suffix"


def names_site(query: str, site: str) -> bool:
    """Does a query name the site itself: "e bay uk" for ebay.co.uk?"""
    labels = site.partition(":")[0].split(".")[:-1]
    names = [part for part in labels if len(part) >= _MIN_NAME and part not in _NO_NAMES]
    joined = "".join(words(query))
    return any("".join(words(name)) in joined for name in names)


def log_site(host: str) -> str:
    """A host as the name of a site, without "www."."""
    return host.lower().removesuffix(".").removeprefix("www.")


@dataclass(frozen=True, slots=True)
class LogWords:
    """The words by which query logs are understood, in many languages."""

    columns: Mapping[str, Collection[str]]
    """What the columns ``query``, ``url`` and ``clicks`` are called."""
    prepositions: Set[str]
    commonness: Callable[[], Commonness]
    """How common words are; read when it is first needed."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words before or behind names, and in how many queries."""

    kind: str
    text: str
    queries: int


@dataclass(slots=True)
class PatternCounts:
    """Prefixes and suffixes of the queries so far."""

    most: int = MAX_COUNTED
    _prefixes: Counter[str] = field(default_factory=Counter)
    _suffixes: Counter[str] = field(default_factory=Counter)

    def add(self, found: Iterable[Segments]) -> None:
        """Count the words around the mentions of one query, each pattern once."""
        for prefix in {each.prefix for each in found if each.prefix}:
            self._prefixes[prefix] += 1
        for suffix in {each.suffix for each in found if each.suffix}:
            self._suffixes[suffix] += 1
        if len(self._prefixes) + len(self._suffixes) > self.most:
            self._prefixes = _without_rare(self._prefixes)
            self._suffixes = _without_rare(self._suffixes)

    def top(self, prepositions: Set[str], most: int = MAX_PATTERNS) -> list[Pattern]:
        """The most frequent patterns of all three lists, without those met once."""
        before = (
            Pattern(PREPOSITION if _has(text, prepositions) else PREFIX, text, queries)
            for text, queries in _frequent(self._prefixes)
        )
        behind = (
            Pattern(SUFFIX, text, queries)
            for text, queries in _frequent(self._suffixes)
            if not _has(text, prepositions)
        )
        ranked = sorted([*before, *behind], key=lambda each: (-each.queries, each.kind, each.text))
        return ranked[:most]


class Patterns:
    """The patterns to remove."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        every = list(patterns)
        self._before = frozenset(each.text for each in every if each.kind != SUFFIX)
        self._behind = frozenset(each.text for each in every if each.kind == SUFFIX)
        self._longest = max((each.text.count(" ") + 1 for each in every), default=0)

    def is_in(self, parts: Sequence[str]) -> bool:
        """Does a query begin or end with a pattern?"""
        return bool(self._before_in(parts) or self._behind_in(parts))

    def clean(self, parts: Sequence[str], *, is_name: bool = False) -> list[str]:
        """A query without the longest pattern at each end; empty if nothing else is left."""
        left = list(parts)
        if is_name:
            return left
        left = left[self._before_in(left) :]
        left = left[: len(left) - self._behind_in(left)]
        whole = name_key(left)
        is_pattern = whole in self._before or whole in self._behind
        return [] if is_pattern and len(left) < len(parts) else left

    def _before_in(self, parts: Sequence[str]) -> int:
        """The number of tokens of the longest pattern that it begins with, and that is not all."""
        sizes = range(min(self._longest, len(parts) - 1), 0, -1)
        return next((size for size in sizes if name_key(parts[:size]) in self._before), 0)

    def _behind_in(self, parts: Sequence[str]) -> int:
        sizes = range(min(self._longest, len(parts) - 1), 0, -1)
        return next((size for size in sizes if name_key(parts[-size:]) in self._behind), 0)


def _has(text: str, prepositions: Set[str]) -> bool:
    return not prepositions.isdisjoint(text.split(" "))


def _frequent(counts: Counter[str]) -> Iterable[tuple[str, int]]:
    return ((text, queries) for text, queries in counts.items() if queries > 1)


def _without_rare(counts: Counter[str]) -> Counter[str]:
    return Counter({text: queries for text, queries in counts.items() if queries > 1})
