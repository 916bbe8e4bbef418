"""A query that a site answers, and a link from it to a narrower one.

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 3: a query is a set of pairs
of an attribute and a value. ``query_graph`` says which is a part of which.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deepweb.read.facets import FacetLink
from deepweb.surface.drill_plan import Kind

Pair = tuple[str, str]
"""An attribute and a value."""
Listed = tuple[str, str, int | None]
"""What a link says: attribute, value and count."""


@dataclass(eq=False, slots=True)
class Query:
    """A query, as far as its pages are known."""

    number: int
    values: tuple[tuple[str, str], ...]
    """What was filled into the form."""
    pairs: frozenset[Pair]
    """What was chosen on the way to it."""
    count: int | None = None
    """How many records it has, where the site says so."""
    found: dict[str, None] = field(default_factory=dict)
    pages: int = 0
    shown: int = 0
    """Records on its own pages."""
    next_url: str = ""
    is_whole: bool = False
    """Were all its pages read?"""
    held: set[Pair] = field(default_factory=set)
    """Pairs that all of its records have: chosen, or told by a count."""
    offered: set[Pair] = field(default_factory=set)
    """Pairs that its links offer."""
    listed: frozenset[Listed] = frozenset()
    """What its links say (l_x of 001, section 4.2)."""
    root: Query | None = None

    @property
    def top(self) -> Query:
        return self.root or self

    @property
    def is_keyword(self) -> bool:
        """Does it ask for a part of the site by what was filled in?"""
        return any(value.strip() for _, value in self.top.values)


@dataclass(eq=False, slots=True)
class Drill:
    """A link from a query to one with a pair more."""

    query: Query
    link: FacetLink
    pair: Pair
    kind: Kind
    pairs: frozenset[Pair]
    """All that is chosen there."""
    count: int | None
    also: list[Query] = field(default_factory=list)
    """Other queries that it is a drill-down of."""
