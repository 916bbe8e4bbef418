"""Which records have which value of which attribute, and which records are no answer at all?

A record has the pairs of the queries that it is found under [Huang §3]. Records go by their numbers
(``record_numbers``), so that millions of them with several pairs each take little memory.

Not every record on a list page answers its query; some are promoted [Huang §4.2, step 1]. A record
answers a query once: one that returns on pages of the same query which are not neighbours, in
several queries, or that stands on nearly all pages of all queries, is promoted. Neighbouring pages
may share a record because the site changed in between. And a record that has one value of an
attribute, as the counts tell, cannot have three.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pyroaring import BitMap

from deepweb.surface.facets.site_query import Pair
from deepweb.surface.record_numbers import NumberSet, TextNumbers

SAME = 0.9  # share of the records of two values that makes the values the same
FEWEST = 10  # records of a value that are compared

MIN_QUERIES = 3  # queries in which a promoted record returned
AGAIN = 0.3  # share of the queries with the record that these are
MIN_PAGES = 10  # pages after which a record on nearly all of them is promoted
NEARLY_ALL = 0.9  # share of the pages that it is on
MAX_CONTRADICTIONS = 2  # surplus values that a record may have

Attributes = dict[str, dict[str, list[str]]]
"""By record ids: attributes and their values."""


class RecordPairs:
    """Pairs of attribute and value, with the records that have them."""

    def __init__(self, numbers: TextNumbers | None = None) -> None:
        """``numbers`` of the known records of the site."""
        self.numbers = TextNumbers() if numbers is None else numbers
        self.promoted = Promoted()
        self.having: defaultdict[Pair, BitMap] = defaultdict(BitMap)
        """The records known to have a pair, promoted ones included."""
        self.told = 0
        """Pairs of record and value."""

    def add(self, pair: Pair, records: Iterable[int]) -> None:
        """Some records have a pair."""
        having = self.having[pair]
        before = len(having)
        having.update(records)
        self.told += len(having) - before

    def count(self, pairs: Iterable[Pair], among: NumberSet | None = None) -> int:
        """How many records, or records of a set, are known to have all of some pairs."""
        both = BitMap.intersection(*(self.having.get(pair, BitMap()) for pair in pairs))
        both -= self.promoted.numbers
        return len(both) if among is None else both.intersection_cardinality(among.bitmap())

    def attributes_of(self, ids: Iterable[str], idle: Collection[str]) -> Attributes:
        """The attributes of some records, except idle ones, in the order of learning them."""
        names = {self.numbers.number(each): each for each in ids}
        wanted = BitMap(each for each in names if each is not None) - self.promoted.numbers
        found: Attributes = {}
        for (attribute, value), having in self.having.items():
            for each in having & wanted if attribute not in idle else ():
                found.setdefault(names[each], {}).setdefault(attribute, []).append(value)
        return found

    def same_for_all(self, pairs: Iterable[Pair]) -> set[str]:
        """Attributes with two values that have the same records: sort orders."""
        by_attribute: defaultdict[str, list[BitMap]] = defaultdict(list)
        for pair in pairs:
            if len(self.having.get(pair, ())) >= FEWEST:
                by_attribute[pair[0]].append(self.having[pair])
        return {
            attribute
            for attribute, (first, *others) in by_attribute.items()
            if any(first.jaccard_index(each) > SAME for each in others)
        }


class Promoted:
    """Counts where records were seen; ``numbers`` are those of the promoted ones."""

    def __init__(self) -> None:
        self.numbers = BitMap()
        self._pages = 0
        self._on = array("I")
        """By record number: the pages that it is on."""
        self._queries = array("I")
        """By record number: the queries that it is on."""
        self._open: dict[int, _Pages] = {}
        """Queries that may have more pages."""
        self._again: Counter[int] = Counter()
        self._values: dict[tuple[str, int], _FirstValues] = {}
        self._contradicted: Counter[int] = Counter()

    def add(self, query: int, page: int, records: Sequence[int]) -> None:
        """The distinct records of a page of a query."""
        self._pages += 1
        _make_room(self._on, records)
        _make_room(self._queries, records)
        self._note(query, page, records)
        for each in records:
            self._on[each] += 1
            if self._is_everywhere(each):
                self.numbers.add(each)
            elif self._contradicted[each] <= MAX_CONTRADICTIONS:
                self.numbers.discard(each)

    def add_single(self, kind: tuple[str, int], value: str, records: Sequence[int]) -> None:
        """Records under a value of an attribute of which each record has one value."""
        values = self._values.setdefault(kind, _FirstValues())
        for each in values.other_than(value, records):
            self._contradicted[each] += 1
            if self._contradicted[each] > MAX_CONTRADICTIONS:
                self.numbers.add(each)

    def end(self, query: int) -> None:
        """A query has no more pages."""
        self._open.pop(query, None)

    def _note(self, query: int, page: int, records: Sequence[int]) -> None:
        """Count which records are new to a query, and which return."""
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

    def _is_everywhere(self, each: int) -> bool:
        again = self._again[each]
        if again >= MIN_QUERIES and again >= AGAIN * self._queries[each]:
            return True
        enough = self._pages >= MIN_PAGES and self._queries[each] >= MIN_QUERIES
        return enough and self._on[each] >= NEARLY_ALL * self._pages


@dataclass(slots=True)
class _Pages:
    """What the pages of a query showed."""

    page: int
    shown: NumberSet
    last: Sequence[int]
    """Records of the last page."""
    again: frozenset[int] = frozenset()


class _FirstValues:
    """The first value that each record was found under, for an attribute with one value each."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._first = array("I")
        """By record number: the number of its value; 0 is none."""

    def other_than(self, value: str, records: Sequence[int]) -> list[int]:
        """Records that were found under another value before."""
        name = self._names.setdefault(value, len(self._names) + 1)
        _make_room(self._first, records)
        for each in records:
            self._first[each] = self._first[each] or name
        return [each for each in records if self._first[each] != name]


def _make_room(counts: array[int], records: Sequence[int]) -> None:
    missing = max(records, default=-1) + 1 - len(counts)
    if missing > 0:
        counts.frombytes(bytes(missing * counts.itemsize))
