"""Which records are known to have which value of which attribute?

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 3: a record has the pairs of
the queries that it is found under. Records go by their numbers (``numbered``), so that millions of
them with several pairs each take little memory; ids are asked for some at a time.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pyroaring import BitMap

from deepweb.surface.facets.site_query import Pair
from deepweb.surface.record_numbers import Numbered, NumberSet

Attributes = dict[str, dict[str, list[str]]]
"""Of each record id, its attributes and their values."""

# Share of the records of two values that both must have to be the same, and how many at least.
SAME, FEWEST = 0.9, 10


class RecordPairs:
    """Pairs and the records that have them; promoted records say nothing."""

    def __init__(self, numbered: Numbered | None = None) -> None:
        self.numbered = Numbered() if numbered is None else numbered
        self.promoted = Promoted()
        self.having: defaultdict[Pair, BitMap] = defaultdict(BitMap)
        """The records known to have a pair, promoted ones too."""
        self.told = 0
        """How many pairs of a record and a value these are."""

    def add(self, pair: Pair, records: Iterable[int]) -> None:
        """Some records have a pair."""
        having = self.having[pair]
        before = len(having)
        having.update(records)
        self.told += len(having) - before

    def count(self, pairs: Iterable[Pair], among: NumberSet | None = None) -> int:
        """How many records are known to have all of some pairs, of all or of some."""
        both = BitMap.intersection(*(self.having.get(pair, BitMap()) for pair in pairs))
        both -= self.promoted.numbers
        return len(both) if among is None else both.intersection_cardinality(among.bitmap())

    def attributes_of(self, ids: Iterable[str], idle: Collection[str]) -> Attributes:
        """What some records have, in the order in which it was learnt, less idle attributes."""
        names = {self.numbered.number(each): each for each in ids}
        wanted = BitMap(each for each in names if each is not None) - self.promoted.numbers
        found: Attributes = {}
        for (attribute, value), having in self.having.items():
            for each in having & wanted if attribute not in idle else ():
                found.setdefault(names[each], {}).setdefault(attribute, []).append(value)
        return found

    def same_for_all(self, pairs: Iterable[Pair]) -> set[str]:
        """Attributes of which two of some values have the same records: ways to sort."""
        by_attribute: defaultdict[str, list[BitMap]] = defaultdict(list)
        for pair in pairs:
            if len(self.having.get(pair, ())) >= FEWEST:
                by_attribute[pair[0]].append(self.having[pair])
        return {
            attribute
            for attribute, (first, *others) in by_attribute.items()
            if any(first.jaccard_index(each) > SAME for each in others)
        }


# --- merged from promoted.py; rewrite or remove this note ---
# Which records stand on pages whatever is asked?
#
# Huang et al., section 4.2, step 1: not every entity on a list page answers its query; some are
# promoted. A record answers a query once: one that comes again on pages of the same query that are
# not neighbours, in several queries, or that is on nearly all pages of all queries, is not a result.
# Neighbouring pages may share a record because the site changed between them. And what has one value
# of an attribute each, as the counts tell, cannot have three.

# Queries in which a record came again, of the queries that it is on; pages that it is on, of all.
FEWEST_QUERIES, AGAIN = 3, 0.3
MIN_PAGES, NEARLY_ALL = 10, 0.9
# Values too many that a record has.
MOST_CONTRADICTIONS = 2


@dataclass(slots=True)
class _Pages:
    """What the pages of a query showed."""

    page: int
    shown: NumberSet
    last: Sequence[int]
    """Of these, those of the last page."""
    again: frozenset[int] = frozenset()


class Promoted:
    """Counts where records were seen; ``numbers`` are those of the promoted ones."""

    def __init__(self) -> None:
        self.numbers = BitMap()
        self._pages = 0
        self._on = array("I")
        """Of each record by its number, the pages that it is on, and the queries."""
        self._queries = array("I")
        self._open: dict[int, _Pages] = {}
        """Queries that may have more pages."""
        self._again: Counter[int] = Counter()
        self._values: dict[tuple[str, int], _Values] = {}
        self._contradicted: Counter[int] = Counter()

    def add(self, query: int, page: int, records: Sequence[int]) -> None:
        """Records of a page of a query, each once."""
        self._pages += 1
        _make_room(self._on, records)
        _make_room(self._queries, records)
        self._note(query, page, records)
        for each in records:
            self._on[each] += 1
            if self._is_everywhere(each):
                self.numbers.add(each)
            elif self._contradicted[each] <= MOST_CONTRADICTIONS:
                self.numbers.discard(each)

    def end(self, query: int) -> None:
        """A query has no more pages."""
        self._open.pop(query, None)

    def _note(self, query: int, page: int, records: Sequence[int]) -> None:
        """Which of them are on a query for the first time, and which come again?"""
        before = self._open.get(query)
        if before is None:
            self._open[query] = _Pages(page, NumberSet(records), array("I", records))
            for each in records:
                self._queries[each] += 1
            return
        last = set(before.last) if page - before.page <= 1 else set()
        for each in records:
            if each not in before.shown:
                self._queries[each] += 1
            elif each not in last and each not in before.again:
                before.again |= {each}
                self._again[each] += 1
        before.shown.update(records)
        before.page, before.last = page, array("I", records)

    def add_single(self, kind: tuple[str, int], value: str, records: Sequence[int]) -> None:
        """Records found under a value of which each record has one of its kind."""
        values = self._values.setdefault(kind, _Values())
        for each in values.other_than(value, records):
            self._contradicted[each] += 1
            if self._contradicted[each] > MOST_CONTRADICTIONS:
                self.numbers.add(each)

    def _is_everywhere(self, each: int) -> bool:
        again = self._again[each]
        if again >= FEWEST_QUERIES and again >= AGAIN * self._queries[each]:
            return True
        enough = self._pages >= MIN_PAGES and self._queries[each] >= FEWEST_QUERIES
        return enough and self._on[each] >= NEARLY_ALL * self._pages


class _Values:
    """The first value that records were found under, of an attribute of which each has one."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._first = array("I")
        """Of each record by its number, that of its value; 0 is none."""

    def other_than(self, value: str, records: Sequence[int]) -> list[int]:
        """Those that were found under another value before."""
        name = self._names.setdefault(value, len(self._names) + 1)
        _make_room(self._first, records)
        for each in records:
            self._first[each] = self._first[each] or name
        return [each for each in records if self._first[each] != name]


def _make_room(counts: array[int], records: Sequence[int]) -> None:
    missing = max(records, default=-1) + 1 - len(counts)
    if missing > 0:
        counts.frombytes(bytes(missing * counts.itemsize))
