"""Which types of things does a site hold, by the names that its queries mention?

He et al. (WSDM 2013), section 4.2: the names mentioned in a site's queries are a document, the
names of a type are a query to all such documents, and their likeness is the cosine of TF-IDF
vectors (Definitions 1 and 2). Without IDF a flower shop looks like a list of cities, since there
are cities called Love and Flowers; with it, names that all sites mention count for little.
Scores of two types cannot be compared; so a site matches a type if it scores at least half as much
as the best site of that type.

Departures: IDF is smoothed, log((1 + |D|) / (1 + df)), so that names which no site mentions have a
weight too; every name counts once in its type. Plain cosine and Jaccard are for comparison only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

THRESHOLD = 0.5

Document = Mapping[str, int]
"""Names mentioned in the queries of a site, and how often."""
TypesOf = Callable[[str], Sequence[int]]
"""The numbers of the types that hold a name."""


@dataclass(frozen=True, slots=True)
class Match:
    """A type that a site matches."""

    type: int
    score: float
    share: float
    """Of the best site's score."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """Definition 2: how telling a mention of a name is, by the sites that mention it."""

    documents: int
    holders: Mapping[str, int]

    def of(self, name: str) -> float:
        return self.at(self.holders.get(name, 0))

    def at(self, holders: int) -> float:
        return math.log((1 + self.documents) / (1 + holders))


@dataclass(slots=True)
class TypeLengths:
    """The lengths of the types' vectors: most of their names no site mentions."""

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
    """The cosine of a document with every type that it mentions, by TF-IDF."""
    weights: list[float] = []
    products: Counter[int] = Counter()
    for name, times in document.items():
        rare = rarity.of(name)
        weights.append(times * rare)
        for each in types_of(name):
            products[each] += times * rare * rare  # type: ignore[assignment]
    size = _length(weights)
    return {
        each: product / (size * lengths.of(each))
        for each, product in products.items()
        if product and size and lengths.of(each)
    }


def plain_cosine(document: Document, types_of: TypesOf, sizes: Sequence[int]) -> dict[int, float]:
    """The same by frequency alone."""
    size = _length(document.values())
    products: Counter[int] = Counter()
    for name, times in document.items():
        products.update(dict.fromkeys(types_of(name), times))
    return {each: total / (size * math.sqrt(sizes[each])) for each, total in products.items()}


def jaccard(document: Document, types_of: TypesOf, sizes: Sequence[int]) -> dict[int, float]:
    """The share of names that document and type have in common."""
    shared = Counter(each for name in document for each in types_of(name))
    return {each: n / (len(document) + sizes[each] - n) for each, n in shared.items()}


@dataclass(slots=True)
class BestScores:
    """The relative threshold: the best score of each type over all sites."""

    best: dict[int, float] = field(default_factory=dict)

    def add(self, scores: Mapping[int, float]) -> None:
        for each, score in scores.items():
            self.best[each] = max(score, self.best.get(each, 0.0))

    def matches(self, scores: Mapping[int, float], threshold: float = THRESHOLD) -> list[Match]:
        """The types that a site matches, the surest first."""
        found = (
            Match(each, score, score / self.best[each])
            for each, score in scores.items()
            if score and score >= threshold * self.best[each]
        )
        return sorted(found, key=lambda match: (-match.share, -match.score, match.type))


def _length(weights: Iterable[float]) -> float:
    return math.sqrt(sum(weight * weight for weight in weights))
