"""Which records are known to have which value of which attribute?

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 3: a record has the pairs of
the queries that it is found under. Records go by their numbers (``numbered``), so that millions of
them with several pairs each take little memory; ids are asked for some at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from pyroaring import BitMap

from deepweb.surface.facets.promoted import Promoted
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
