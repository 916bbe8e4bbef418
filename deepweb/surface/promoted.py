"""Which records stand on pages whatever is asked?

Huang et al., section 4.2, step 1: not every entity on a list page answers its query; some are
promoted. A record answers a query once: one that comes again on pages of the same query that are
not neighbours, in several queries, or that is on nearly all pages of all queries, is not a result.
Neighbouring pages may share a record because the site changed between them. And what has one value
of an attribute each, as the counts tell, cannot have three.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

# Queries in which a record came again, of the queries that it is on; pages that it is on, of all.
FEWEST_QUERIES, AGAIN = 3, 0.3
FEWEST_PAGES, NEARLY_ALL = 10, 0.9
# Values too many that a record has.
MOST_CONTRADICTIONS = 2


class Promoted:
    """Counts where records were seen; ``names`` are those that are promoted."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._pages = 0
        self._on: Counter[str] = Counter()
        self._last: dict[tuple[int, str], int] = {}
        self._queries: Counter[str] = Counter()
        self._again: defaultdict[str, set[int]] = defaultdict(set)
        self._values: dict[tuple[str, str, int], str] = {}
        self._contradicted: Counter[str] = Counter()

    def add(self, query: int, page: int, ids: Iterable[str]) -> None:
        """Records of a page of a query, by their numbers."""
        self._pages += 1
        for each in dict.fromkeys(ids):
            self._on[each] += 1
            last = self._last.get((query, each))
            if last is None:
                self._queries[each] += 1
            elif page - last > 1 or query in self._again[each]:
                self._again[each].add(query)
            self._last[query, each] = page
            if self._is_everywhere(each):
                self.names.add(each)
            elif self._contradicted[each] <= MOST_CONTRADICTIONS:
                self.names.discard(each)

    def add_single(self, kind: tuple[str, int], value: str, ids: Iterable[str]) -> None:
        """Records found under a value of which each record has one of its kind."""
        for each in ids:
            if self._values.setdefault((each, *kind), value) != value:
                self._contradicted[each] += 1
                if self._contradicted[each] > MOST_CONTRADICTIONS:
                    self.names.add(each)

    def _is_everywhere(self, each: str) -> bool:
        again = len(self._again[each]) if each in self._again else 0
        if again >= FEWEST_QUERIES and again >= AGAIN * self._queries[each]:
            return True
        enough = self._pages >= FEWEST_PAGES and self._queries[each] >= FEWEST_QUERIES
        return enough and self._on[each] >= NEARLY_ALL * self._pages
