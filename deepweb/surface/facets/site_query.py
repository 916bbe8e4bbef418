"""A query that a site answers, and a link from it to a narrower one.

A query is a set of pairs of an attribute and a value [Huang §3]. ``query_graph`` tells which query
is a part of which.
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
"""What a link states: attribute, value and count."""

ENOUGH = 100  # records whose order is kept: those of the first page, usually


@dataclass(eq=False, slots=True)
class SiteQuery:
    """A query, as far as its pages are known; ``QueryGraph`` changes it."""

    number: int
    values: tuple[tuple[str, str], ...]
    """What was filled into the form."""
    pairs: frozenset[Pair]
    """What was selected on the way to it."""
    count: int | None = None
    """How many records it has, if the site says so."""
    found: NumberSet = field(default_factory=NumberSet)
    """Numbers of its records, and of those of queries below it."""
    first: array[int] = field(default_factory=lambda: array("I"))
    """The first of them, in their order."""
    pages: int = 0
    shown: int = 0
    """Records on its own pages."""
    next_url: str = ""
    is_whole: bool = False
    """Were all its pages read?"""
    held: frozenset[Pair] = frozenset()
    """Pairs that all of its records have: selected, or implied by a count."""
    offered: frozenset[Pair] = frozenset()
    """Pairs that its links offer."""
    listed: frozenset[Listed] = frozenset()
    """What its links state (l_x of [Huang §4.2])."""
    root: SiteQuery | None = None

    @property
    def top(self) -> SiteQuery:
        return self.root or self

    @property
    def is_keyword(self) -> bool:
        """Does it ask for a part of the site by a value of the form?"""
        return any(value.strip() for _, value in self.top.values)

    def add(self, records: list[int]) -> None:
        """Add records of the query."""
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
    """All pairs that are selected there."""
    count: int | None
    also: list[SiteQuery] = field(default_factory=list)
    """Other queries that it is a drill-down of."""
