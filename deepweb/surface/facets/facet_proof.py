"""Does an attribute narrow whose links have no counts, or are they ways to sort, tabs and the like?

Huang et al. (001, section 4.2): a link drills down if what it finds is included in what was found
before. Where all records of a query are known, on one page, one answer proves it: some of them, but
not all. So links without counts are held back until a link of the same attribute was followed from
such a page; a sort order shows the same records there, a tab others. Where they are few, all of
them may have the value: then a second link is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.site_query import Drill

# Of an attribute, links followed for the sake of proof; records of a page from which one is enough;
# attributes of a form.
MOST_TESTS, MANY_RECORDS, MOST_ATTRIBUTES = 2, 10, 6
# Records that a page must show to prove anything, and values that it must offer.
FEWEST_RECORDS, FEWEST_VALUES = 4, 2
# Links that are held back at the most.
MOST_HELD = 5_000


class Unproven:
    """Links without counts, held back."""

    def __init__(self) -> None:
        self._held: list[Drill] = []
        self._tests: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Drill]:
        return iter(self._held)

    def hold(self, drills: Iterable[Drill]) -> None:
        self._held += drills
        del self._held[MOST_HELD:]

    def proven(self, graph: QueryGraph) -> list[Drill]:
        """Those of attributes that are proven by now; they are held no more."""
        free = [drill for drill in self._held if graph.is_proven(drill.pair[0])]
        self._held = [drill for drill in self._held if not graph.is_proven(drill.pair[0])]
        return free

    def next_test(self, graph: QueryGraph) -> Drill | None:
        """The link that proves most: from the page that shows the most records."""
        able = [drill for drill in self._held if self._is_test(drill, graph)]
        best = max(able, key=lambda drill: len(drill.query.found), default=None)
        if best is not None:
            is_enough = len(best.query.found) >= MANY_RECORDS
            self._tests[best.pair[0]] += MOST_TESTS if is_enough else 1
            self._held.remove(best)
        return best

    def _is_test(self, drill: Drill, graph: QueryGraph) -> bool:
        attribute, query = drill.pair[0], drill.query
        if not graph.has_effect(attribute) or self._tests[attribute] >= MOST_TESTS:
            return False
        if attribute not in self._tests and len(self._tests) >= MOST_ATTRIBUTES:
            return False
        values = sum(name == attribute for name, _ in query.offered)
        is_known = query.is_whole and query.pages == 1 and len(query.found) >= FEWEST_RECORDS
        return is_known and values >= FEWEST_VALUES
