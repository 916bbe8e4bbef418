"""Which pages of a site come from the same template?

Caverlee and Liu, *QA-Pagelet*, section V: a site answers "here are the matches", "no matches" and
"an error" with pages built differently. Tag signatures with TFIDF weights

    w_ik = log(tf_ik + 1) · log((n + 1) / n_k),    normalised,

are grouped by K-means under the cosine, simple (Fig. 3) or bisecting (Fig. 4), several times over
from random pages, and the best grouping is kept (Fig. 5). Clusters are ranked by the likelihood
that they hold answers (V-D): the mean of distinct words, fan-out and size, each as a share of the
largest. A page that comes later goes to the cluster with the nearest centre (V-E).

Departures. The paper takes the k with the greatest internal similarity, which grows with k, so that
the largest k always wins: here each further cluster must add ``PENALTY`` to it. The similarity of a
cluster to its centre is the length of the centre, as the paper remarks. In Fig. 3 the nearest
centre is said to be that with the smallest similarity; it is the one with the greatest. A centre
that no page is near to is dropped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from math import log
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from deepweb.page.page import UNSEEN, Page, own_texts
from deepweb.page.words import words

# Of internal similarity, from 0 to 1. From 0.001 to 0.005 the entropy on 59 test sites stayed at
# 0.006 and the mean k fell from 3.9 to 3.2; at 0.01 it was 0.015.
PENALTY = 0.005
# Sites have at most so many kinds of answers that it helps to tell apart: M of Fig. 5.
MOST_CLUSTERS = 8
# N of Fig. 5 and I of Fig. 4; the paper found 10 enough.
RUNS = 10
# Answers to nonsense gather in a cluster where they are so many times as frequent as on all pages.
# On the test sites they are up to 1.33 times by chance, and 1.53 times or more on no-match pages.
GATHERED = 1.4
# K-means that still moves pages to and fro after so many rounds will not get better.
_MOST_ROUNDS = 50

Vectors = NDArray[np.float64]
Labels = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class PageCluster:
    """Pages that one template made."""

    centre: Mapping[str, float]
    pages: int
    similarity: float
    """Internal: mean cosine of its pages to its centre."""
    distinct_terms: float
    fanout: float
    size: float
    rank: float
    """How likely it is to hold answers, from 0 to 1, beside the other clusters of the site."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """The cluster that a page belongs to: its place in the ranking, and how like it the page is."""

    cluster: int
    similarity: float


@dataclass(frozen=True, slots=True)
class PageClusters:
    """What was learnt of a site's pages; the cluster most likely to hold answers comes first."""

    pages: int
    held_by: Mapping[str, int]
    """On how many of the pages each tag stands."""
    clusters: tuple[PageCluster, ...]

    def assign(self, signature: TagSignature) -> Assigned | None:
        """Where a new page belongs; None where nothing was learnt.

        Tags that no page had before make it unlike every cluster: where that is so again and again,
        the site has changed, and learning anew is due.
        """
        weights = self._weights(signature)
        length = sum(weight * weight for weight in weights.values()) ** 0.5 or 1.0
        near = [_dot(weights, cluster.centre) / length for cluster in self.clusters]
        best = max(range(len(near)), key=near.__getitem__, default=None)
        return None if best is None else Assigned(best, min(1.0, near[best]))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        clusters = tuple(PageCluster(**cluster) for cluster in stored["clusters"])
        return cls(stored["pages"], stored["held_by"], clusters)

    def _weights(self, signature: TagSignature) -> dict[str, float]:
        return {
            tag: log(times + 1) * log((self.pages + 1) / self.held_by.get(tag, 1))
            for tag, times in signature.tags.items()
        }


def page_clusters(
    signatures: Sequence[TagSignature],
    rng: random.Random,
    *,
    most: int = MOST_CLUSTERS,
    runs: int = RUNS,
    bisecting: bool = False,
) -> tuple[PageClusters, tuple[int, ...]]:
    """Group the pages of a site; of each page, the place of its cluster in the ranking."""
    if not signatures:
        return PageClusters(0, {}, ()), ()
    # 1. weigh, 2. group, 3. rank
    held_by = Counter(tag for signature in signatures for tag in signature.tags)
    tags = sorted(held_by)
    vectors = tfidf(counts([signature.tags for signature in signatures], tags))
    labels = grouped(vectors, rng, most=most, runs=runs, bisecting=bisecting)
    clusters = [_cluster(vectors, labels == k, signatures, tags) for k in range(labels.max() + 1)]
    ranked = _ranked(clusters)
    place = {number: place for place, (number, _) in enumerate(ranked)}
    learnt = PageClusters(len(signatures), dict(held_by), tuple(c for _, c in ranked))
    return learnt, tuple(place[int(label)] for label in labels)


def answering_clusters(labels: Sequence[int], is_nonsense: Sequence[bool]) -> frozenset[int]:
    """The clusters that hold answers, where it is known which pages answer nonsense.

    The paper passes on the best ranked ones. But a site's page for no match is where its answers to
    nonsense gather; where they do not, the site has no such page.
    """
    pages = Counter(labels)
    nonsense = Counter(k for k, is_one in zip(labels, is_nonsense, strict=True) if is_one)
    usual = nonsense.total() / max(len(labels), 1)
    return frozenset(k for k, n in pages.items() if nonsense[k] <= GATHERED * usual * n)


def counts(pages: Sequence[Mapping[str, int]], terms: Sequence[str]) -> Vectors:
    """One row a page, one column a term."""
    column = {term: number for number, term in enumerate(terms)}
    rows = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
    columns = [column[term] for page in pages for term in page]
    found = np.zeros((len(pages), len(terms)))
    found[rows, columns] = [times for page in pages for times in page.values()]
    return found


def tfidf(found: Vectors) -> Vectors:
    """The paper's weights, each row of length 1."""
    held_by = np.count_nonzero(found, axis=0)
    return unit(np.log(found + 1) * np.log((len(found) + 1) / np.maximum(held_by, 1)))


def unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def grouped(
    vectors: Vectors, rng: random.Random, *, most: int, runs: int, bisecting: bool
) -> Labels:
    """Of the best groupings for each k, the most alike inside, less the price of its clusters."""
    groupings = (_bisections if bisecting else _partitions)(vectors, rng, most, runs)

    def worth(labels: Labels) -> float:
        return internal_similarity(vectors, labels) - PENALTY * (int(labels.max()) + 1)

    return max(groupings, key=worth)


def internal_similarity(vectors: Vectors, labels: Labels) -> float:
    """Quality(C) of the paper: over all pages, the mean cosine to the centre of their cluster."""
    sums = _sums(vectors, labels, int(labels.max()) + 1)
    return float(np.linalg.norm(sums, axis=1).sum() / len(vectors))


def simple_k_means(vectors: Vectors, k: int, rng: random.Random) -> Labels:
    """Fig. 3, from k pages picked at random; clusters are numbered from 0 without gaps."""
    centres = vectors[rng.sample(range(len(vectors)), k)]
    labels = np.zeros(0, dtype=np.intp)
    for _ in range(_MOST_ROUNDS):
        nearest = (vectors @ unit(centres).T).argmax(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = _without_gaps(nearest)
        centres = _sums(vectors, labels, int(labels.max()) + 1)
    return labels


def _without_gaps(labels: Labels) -> Labels:
    return (np.cumsum(np.bincount(labels) > 0) - 1)[labels]


def _partitions(vectors: Vectors, rng: random.Random, most: int, runs: int) -> Iterator[Labels]:
    """Of each k, the best of several runs of simple K-means."""
    for k in range(1, min(most, len(vectors)) + 1):
        yield _best_k_means(vectors, k, rng, runs if k > 1 else 1)


def _bisections(vectors: Vectors, rng: random.Random, most: int, runs: int) -> Iterator[Labels]:
    """Fig. 4: of each k, the grouping before with its largest cluster cut in two."""
    labels = np.zeros(len(vectors), dtype=np.intp)
    yield labels
    for new in range(1, most):
        members = np.flatnonzero(labels == np.bincount(labels).argmax())
        halves = _best_k_means(vectors[members], min(2, len(members)), rng, runs)
        if not halves.any():  # one page, or all alike: it cannot be cut
            return
        labels = labels.copy()
        labels[members[halves == 1]] = new
        yield labels


def _best_k_means(vectors: Vectors, k: int, rng: random.Random, runs: int) -> Labels:
    found = [simple_k_means(vectors, k, rng) for _ in range(runs)]
    return max(found, key=lambda labels: internal_similarity(vectors, labels))


def _sums(vectors: Vectors, labels: Labels, k: int) -> Vectors:
    """The sum of the vectors of each cluster; its direction is that of the centre."""
    members = np.zeros((k, len(vectors)))
    members[labels, np.arange(len(vectors))] = 1.0
    return members @ vectors


def _cluster(
    vectors: Vectors,
    chosen: NDArray[np.bool_],
    signatures: Sequence[TagSignature],
    tags: Sequence[str],
) -> PageCluster:
    mean = vectors[chosen].mean(axis=0)
    members = [signature for signature, is_in in zip(signatures, chosen, strict=True) if is_in]
    n = len(members)
    return PageCluster(
        centre={tag: float(w) for tag, w in zip(tags, unit(mean), strict=True) if w > 0},
        pages=n,
        similarity=float(np.linalg.norm(mean)),
        distinct_terms=sum(member.distinct_terms for member in members) / n,
        fanout=sum(member.fanout for member in members) / n,
        size=sum(member.size for member in members) / n,
        rank=0.0,
    )


def _ranked(clusters: Sequence[PageCluster]) -> list[tuple[int, PageCluster]]:
    """The clusters with their rank and their numbers, the likeliest to hold answers first."""
    figures = np.array([(c.distinct_terms, c.fanout, c.size) for c in clusters])
    shares = (figures / np.maximum(figures.max(axis=0), 1.0)).mean(axis=1)
    numbered = [(k, replace(c, rank=float(shares[k]))) for k, c in enumerate(clusters)]
    return sorted(numbered, key=lambda each: -each[1].rank)


def _dot(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum(weight * other.get(tag, 0.0) for tag, weight in one.items())


# --- merged from tag_signature.py; rewrite or remove this note ---
# Page to tag-tree signature: what a page is built of, whatever it says.
#
# Caverlee and Liu, *QA-Pagelet*, section V-C: pages that come from one template hold the same tags,
# so a page is described by how often each tag stands on it, and pages of one site are compared by
# these counts. With it go the three figures by which clusters of pages are ranked (V-D): distinct
# words, largest fan-out and size.
#
# Departure: a tag is counted together with the tag that it stands in ("li/a"). A page with one result
# and a page with none often hold the same tags, but not in the same places. On pages of 18 real sites
# the entropy of five clusters was 0.08, with lone tags 0.09; on the 59 test sites, two clusters, 0.02
# with pairs and 0.16 with lone tags. Class names did no better, and depend on the site's taste.

# Real pages hold some 60 different pairs; a page made to hurt may hold any number.
MOST_TAGS = 1000
# A large page is known long before its end.
MOST_ELEMENTS = 100_000
# Ranking needs to know who says more, not how much a book says.
MOST_TEXT = 200_000


@dataclass(frozen=True, slots=True)
class TagSignature:
    """What a page is built of, and how much there is on it."""

    tags: Mapping[str, int]
    """Each tag with the one around it, and how often it occurs."""
    distinct_terms: int
    fanout: int
    """Most children that one element has."""
    size: int
    """Length of the page as it came."""


def tag_signature(page: Page) -> TagSignature:
    """The signature of a page, from one walk over it."""
    tags: Counter[str] = Counter()
    texts: list[str] = []
    fanout = length = 0
    for element in islice(page.root.iter(), MOST_ELEMENTS):
        if not isinstance(element.tag, str):  # comments and the like
            continue
        parent = element.getparent()
        tags[str(element.tag) if parent is None else f"{parent.tag!s}/{element.tag}"] += 1
        fanout = max(fanout, len(element))
        if element.tag not in UNSEEN and length < MOST_TEXT:
            found = list(own_texts(element))
            length += sum(map(len, found))
            texts += found
    terms = set(words(" ".join(texts)[:MOST_TEXT]))
    return TagSignature(dict(tags.most_common(MOST_TAGS)), len(terms), fanout, page.length)
