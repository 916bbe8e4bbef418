"""What do people put around the name of a thing when they search for it?

He et al. (WSDM 2013), section 4.1.2: "lyrics", "reviews", "where to stay in" come up with so many
names that they belong to none. Prefixes and suffixes of the queries are counted over the whole
log, and the 200 most frequent are removed from queries. Prefixes with a preposition are a list of
their own, the surest one. Suffixes with a preposition ("in london") say where, and stay.

Departures:

- A query that is a name as a whole stays as it is: "best buy" is no "buy".
- A query of which nothing is left but other patterns ("free download") says nothing, and goes.
- Patterns met once are forgotten whenever there are too many to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from deepweb.page.words import words
from deepweb.surface.queries.entity_match import Segments, name_key

MOST_PATTERNS = 200
# Distinct patterns that are counted at a time.
MOST_COUNTED = 2_000_000

PREFIX, PREPOSITION, SUFFIX = "prefix", "prefix with preposition", "suffix"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What comes before or behind names, and in how many queries."""

    kind: str
    text: str
    queries: int


@dataclass(slots=True)
class PatternCounts:
    """Prefixes and suffixes of the queries so far."""

    most: int = MOST_COUNTED
    _prefixes: Counter[str] = field(default_factory=Counter)
    _suffixes: Counter[str] = field(default_factory=Counter)

    def add(self, found: Iterable[Segments]) -> None:
        """Count what stands around the mentions of one query, each pattern once."""
        for prefix in {each.prefix for each in found if each.prefix}:
            self._prefixes[prefix] += 1
        for suffix in {each.suffix for each in found if each.suffix}:
            self._suffixes[suffix] += 1
        if len(self._prefixes) + len(self._suffixes) > self.most:
            self._prefixes = _without_rare(self._prefixes)
            self._suffixes = _without_rare(self._suffixes)

    def top(self, prepositions: Set[str], most: int = MOST_PATTERNS) -> list[Pattern]:
        """The most frequent patterns of all three lists, met more than once."""
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
        """A query less the longest pattern at each end; empty if it holds nothing else."""
        left = list(parts)
        if is_name:
            return left
        left = left[self._before_in(left) :]
        left = left[: len(left) - self._behind_in(left)]
        whole = name_key(left)
        is_pattern = whole in self._before or whole in self._behind
        return [] if is_pattern and len(left) < len(parts) else left

    def _before_in(self, parts: Sequence[str]) -> int:
        """Tokens of the longest prefix that is a pattern and leaves something."""
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


# --- merged from query_filter.py; rewrite or remove this note ---
# Does a query that was clicked say anything of what a site holds?
#
# He et al. (WSDM 2013), section 4.1.1: navigational queries only look for the site itself. So a query
# counts for a site if it was clicked for at least 2 of its pages, each at least 3 times.
#
# Departure: a log may not tell which page was clicked (Search Console exports its queries without).
# Then a query counts that was clicked 3 times and does not hold the site's own name.

MIN_PAGES = 2
MIN_CLICKS = 3
# Queries longer than this are pasted texts, not searches.
MAX_TOKENS = 20
# Shorter names of sites are common words, or parts of them.
_LEAST_NAME = 4
_NO_NAMES = frozenset({"www", "com", "org", "net", "edu", "gov", "shop", "online", "localhost"})


def names_site(query: str, site: str) -> bool:
    """Does a query name the site itself: "e bay uk" for ebay.co.uk?"""
    labels = site.partition(":")[0].split(".")[:-1]
    names = [part for part in labels if len(part) >= _LEAST_NAME and part not in _NO_NAMES]
    joined = "".join(words(query))
    return any("".join(words(name)) in joined for name in names)


def log_site(host: str) -> str:
    """A host as the name of a site: "www." makes no other site."""
    return host.lower().removesuffix(".").removeprefix("www.")
