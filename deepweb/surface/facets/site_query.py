"""A query that a site answers, and a link from it to a narrower one.

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 3: a query is a set of pairs
of an attribute and a value. ``query_graph`` says which is a part of which.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.facets.drill_plan import Kind
from deepweb.surface.record_numbers import NumberSet

Pair = tuple[str, str]
"""An attribute and a value."""
Listed = tuple[str, str, int | None]
"""What a link says: attribute, value and count."""


# Records of which the order is kept, at least: that of its first page, mostly.
ENOUGH = 100


@dataclass(eq=False, slots=True)
class SiteQuery:
    """A query, as far as its pages are known."""

    number: int
    values: tuple[tuple[str, str], ...]
    """What was filled into the form."""
    pairs: frozenset[Pair]
    """What was chosen on the way to it."""
    count: int | None = None
    """How many records it has, where the site says so."""
    found: NumberSet = field(default_factory=NumberSet)
    """Its records, and those of queries below it, by their numbers."""
    first: array[int] = field(default_factory=lambda: array("I"))
    """Those that were found first, in their order."""
    pages: int = 0
    shown: int = 0
    """Records on its own pages."""
    next_url: str = ""
    is_whole: bool = False
    """Were all its pages read?"""
    held: frozenset[Pair] = frozenset()
    """Pairs that all of its records have: chosen, or told by a count."""
    offered: frozenset[Pair] = frozenset()
    """Pairs that its links offer."""
    listed: frozenset[Listed] = frozenset()
    """What its links say (l_x of 001, section 4.2)."""
    root: SiteQuery | None = None

    @property
    def top(self) -> SiteQuery:
        return self.root or self

    @property
    def is_keyword(self) -> bool:
        """Does it ask for a part of the site by what was filled in?"""
        return any(value.strip() for _, value in self.top.values)

    def add(self, records: list[int]) -> None:
        """More records of it."""
        if len(self.first) < ENOUGH:
            self.first.extend(each for each in records if each not in self.found)
        self.found.update(records)


@dataclass(eq=False, slots=True)
class Drill:
    """A link from a query to one with a pair more."""

    query: SiteQuery
    link: FacetLink
    pair: Pair
    kind: Kind
    pairs: frozenset[Pair]
    """All that is chosen there."""
    count: int | None
    also: list[SiteQuery] = field(default_factory=list)
    """Other queries that it is a drill-down of."""
