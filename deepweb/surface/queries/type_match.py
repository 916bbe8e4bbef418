"""Which types of entities does a site hold?

By its queries: the names mentioned in a site's queries are a document, the names of a type are a
query to all such documents, and their similarity is the cosine of TF-IDF vectors [He13 §4.2,
Definitions 1 and 2]. Without IDF a flower shop looks like a list of cities, since there are cities
called Love and Flowers; with it, names that all sites mention count for little. Scores of different
types cannot be compared; so a site matches a type if it scores at least half as much as the best
site of that type. Departures: IDF is smoothed, log((1 + |D|) / (1 + df)), so that names which no
site mentions have a weight too; every name counts once in its type.

By its own text (``OwnWords``), which [He13] does not have: where there is no log, or one with too
few sites to tell common names from telling ones, the records stand in for the queries. How telling
a name is comes from a collection of pages of many sites (``Commonness``). There is no other site to
compare scores with; so the score of a type is compared to that of a site all of whose mentions are
of the type: of the cosines, |d_T| / |d| is left, where d_T is the part of the document d that the
type holds. Besides, a good share of the records must mention the type, by several names, since a
few chance matches fill a small document too.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deepweb.surface.queries.entity_match import Names, mentions, tokens

THRESHOLD = 0.5  # share of the best score from which on a type matches [He13 §4.2]

MIN_RECORDS = 20  # records before OwnWords says anything
MAX_RECORDS = 1000  # records that OwnWords reads
MAX_TOKENS = 200  # tokens of a record that it reads
MIN_NAMES = 8  # names of a type that must be mentioned
LEAST_SHARE = 0.25  # share of the records that must mention one
COMMON = 0.01  # names on a larger share of all sites say nothing

Document = Mapping[str, int]
"""Names mentioned in the queries of a site, each with its frequency."""
TypesOf = Callable[[str], Sequence[int]]
"""The numbers of the types that hold a name."""


@dataclass(frozen=True, slots=True)
class Match:
    """A type that a site matches."""

    type: int
    score: float
    share: float
    """Share of the best site's score."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """IDF: how telling a name is, by the sites that mention it [He13 §4.2, Definition 2]."""

    documents: int
    holders: Mapping[str, int]

    def of(self, name: str) -> float:
        return self.at(self.holders.get(name, 0))

    def at(self, holders: int) -> float:
        return math.log((1 + self.documents) / (1 + holders))


@dataclass(slots=True)
class TypeLengths:
    """The lengths of the types' vectors, most of whose names no site mentions."""

    sizes: Sequence[int]
    rarity: Rarity
    _seen: Counter[int] = field(default_factory=Counter)
    _squares: Counter[int] = field(default_factory=Counter)

    def add(self, name: str, types: Iterable[int]) -> None:
        """Count a name that some site mentions."""
        square = self.rarity.of(name) ** 2
        for each in types:
            self._seen[each] += 1
            self._squares[each] += square  # type: ignore[assignment]

    def of(self, type_: int) -> float:
        unseen = max(self.sizes[type_] - self._seen[type_], 0)
        return math.sqrt(self._squares[type_] + unseen * self.rarity.at(0) ** 2)


def tf_idf(
    document: Document, types_of: TypesOf, lengths: TypeLengths, rarity: Rarity
) -> dict[int, float]:
    """The cosine of a document with every type that it mentions [He13 §4.2, Definition 1]."""
    weights: list[float] = []
    products: Counter[int] = Counter()
    for name, times in document.items():
        rare = rarity.of(name)
        weights.append(times * rare)
        for each in types_of(name):
            products[each] += times * rare * rare  # type: ignore[assignment]
    size = math.sqrt(sum(weight * weight for weight in weights))
    return {
        each: product / (size * lengths.of(each))
        for each, product in products.items()
        if product and size and lengths.of(each)
    }


@dataclass(slots=True)
class BestScores:
    """The best score of each type over all sites, for the relative threshold."""

    best: dict[int, float] = field(default_factory=dict)

    def add(self, scores: Mapping[int, float]) -> None:
        for each, score in scores.items():
            self.best[each] = max(score, self.best.get(each, 0.0))

    def matches(self, scores: Mapping[int, float], threshold: float = THRESHOLD) -> list[Match]:
        """The types that a site matches, the best first."""
        found = (
            Match(each, score, score / self.best[each])
            for each, score in scores.items()
            if score and score >= threshold * self.best[each]
        )
        return sorted(found, key=lambda match: (-match.share, -match.score, match.type))


@dataclass(frozen=True, slots=True)
class Commonness:
    """How many sites of a large collection hold each word."""

    sites: int
    holders: Mapping[str, int]

    def share(self, name: str) -> float:
        """The largest possible share of sites with a name: that of its rarest word."""
        return min(self.holders.get(word, 0) for word in name.split(" ")) / self.sites

    def rarity(self, name: str) -> float:
        return math.log((1 + self.sites) / (1 + self.share(name) * self.sites))


@dataclass(slots=True)
class OwnWords:
    """The names in the records of a site so far."""

    names: Names
    types_of: TypesOf
    common: Commonness
    records: int = 0
    mentioned: Counter[str] = field(default_factory=Counter)
    """Names, with the number of records that mention them."""
    _holders: Counter[int] = field(default_factory=Counter)
    """Types, with the number of records that mention one of their names."""

    def add(self, text: str) -> None:
        """Read one more record, or query."""
        if self.records >= MAX_RECORDS:
            return
        self.records += 1
        there = set(mentions(tokens(text)[:MAX_TOKENS], self.names))
        telling = [name for name in there if self._is_telling(name)]
        self.mentioned.update(telling)
        self._holders.update({each for name in telling for each in self.types_of(name)})

    def matches(self, threshold: float = THRESHOLD) -> list[Match]:
        """The types that the site holds, first those that most records mention."""
        if self.records < MIN_RECORDS:
            return []
        whole = self._length(self.mentioned)
        of_type = self._of_types()
        found = (
            Match(each, self._holders[each] / self.records, self._length(known) / whole)
            for each, known in of_type.items()
            if len(known) >= MIN_NAMES
            and self._holders[each] >= LEAST_SHARE * self.records
            and self._length(known) >= threshold * whole
        )
        return sorted(found, key=lambda match: (-match.score, -match.share, match.type))

    def unseen(self, type_: int) -> float:
        """The probability that the next mention of a type is an unseen name (Good and Turing)."""
        times = [n for name, n in self.mentioned.items() if type_ in self.types_of(name)]
        return times.count(1) / max(sum(times), 1)

    def _of_types(self) -> Mapping[int, Sequence[str]]:
        held: defaultdict[int, list[str]] = defaultdict(list)
        for name in self.mentioned:
            for each in self.types_of(name):
                held[each].append(name)
        return held

    def _is_telling(self, name: str) -> bool:
        """Numbers and words of all sites say nothing about a type."""
        return not name.isdigit() and self.common.share(name) <= COMMON

    def _length(self, names: Iterable[str]) -> float:
        return math.sqrt(sum(self._weight(name) for name in names))

    def _weight(self, name: str) -> float:
        return (self.mentioned[name] * self.common.rarity(name)) ** 2
