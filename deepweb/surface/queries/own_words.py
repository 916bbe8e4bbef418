"""Which types of things does a site hold, by its own words alone?

Where there is no log, or one of too few sites to tell common names from telling ones, the site's
own text stands in for the queries (He et al., WSDM 2013, section 4.2, has only the log): its
records are the queries, the names in them are the document. How telling a name is then comes from
a collection of pages of many sites (``Commonness``).

There is no other site to compare scores with. So the score of a type is set against that of a site
all of whose mentions are of the type: of the cosines, |d_T| / |d| is left, where d_T is the part
of the document d that the type holds. Besides, a good share of the records must mention the type,
by several names: a few chance matches fill a small document too.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deepweb.surface.queries.entity_match import Names, mentions
from deepweb.surface.queries.entity_name import tokens
from deepweb.surface.queries.type_match import THRESHOLD, Match, TypesOf

# Records before anything is said; the most that are looked at; tokens of one that are.
LEAST_RECORDS, MOST_RECORDS, MOST_TOKENS = 20, 1000, 200
# Names of a type that must be mentioned, and the share of the records that must mention one.
LEAST_NAMES, LEAST_SHARE = 8, 0.25
# Names that stand on a larger share of all sites say nothing.
COMMON = 0.01


@dataclass(frozen=True, slots=True)
class Commonness:
    """On how many of many sites words stand."""

    sites: int
    holders: Mapping[str, int]

    def share(self, name: str) -> float:
        """Of all sites, at most so many hold a name: as many as hold its rarest word."""
        return min(self.holders.get(word, 0) for word in name.split(" ")) / self.sites

    def rarity(self, name: str) -> float:
        return math.log((1 + self.sites) / (1 + self.share(name) * self.sites))


@dataclass(slots=True)
class OwnWords:
    """The names in what a site has shown so far."""

    names: Names
    types_of: TypesOf
    common: Commonness
    records: int = 0
    mentioned: Counter[str] = field(default_factory=Counter)
    """Names, and how many records mention them."""
    _holders: Counter[int] = field(default_factory=Counter)
    """Of types, how many records mention one of their names."""

    def add(self, text: str) -> None:
        """Look at one more record, or query."""
        if self.records >= MOST_RECORDS:
            return
        self.records += 1
        there = set(mentions(tokens(text)[:MOST_TOKENS], self.names))
        telling = [name for name in there if self._is_telling(name)]
        self.mentioned.update(telling)
        self._holders.update({each for name in telling for each in self.types_of(name)})

    def matches(self, threshold: float = THRESHOLD) -> list[Match]:
        """The types that the site holds, those that most records mention first."""
        if self.records < LEAST_RECORDS:
            return []
        whole = math.sqrt(sum(self._weight(name) for name in self.mentioned))
        of_type = self._of_types()
        found = (
            Match(each, self._holders[each] / self.records, self._length(known) / whole)
            for each, known in of_type.items()
            if len(known) >= LEAST_NAMES
            and self._holders[each] >= LEAST_SHARE * self.records
            and self._length(known) >= threshold * whole
        )
        return sorted(found, key=lambda match: (-match.score, -match.share, match.type))

    def unseen(self, type_: int) -> float:
        """How likely the next mention of a type is a name not seen yet, after Good and Turing."""
        times = [n for name, n in self.mentioned.items() if type_ in self.types_of(name)]
        return times.count(1) / max(sum(times), 1)

    def _of_types(self) -> Mapping[int, Sequence[str]]:
        held: defaultdict[int, list[str]] = defaultdict(list)
        for name in self.mentioned:
            for each in self.types_of(name):
                held[each].append(name)
        return held

    def _is_telling(self, name: str) -> bool:
        """Numbers stand for anything, and so do words of all sites."""
        return not name.isdigit() and self.common.share(name) <= COMMON

    def _length(self, names: Iterable[str]) -> float:
        return math.sqrt(sum(self._weight(name) for name in names))

    def _weight(self, name: str) -> float:
        return (self.mentioned[name] * self.common.rarity(name)) ** 2
