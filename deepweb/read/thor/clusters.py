"""Which pages of a site come from the same template? [Caverlee §V]

A site answers "here are the matches", "no matches" and "an error" with differently built pages.

1. The tag signature of a page counts its tags (V-C).
2. Signatures are weighted by TFIDF, w_ik = log(tf_ik + 1) · log((n + 1) / n_k), and normalised.
3. They are grouped by K-means under the cosine, simple (Fig. 3) or bisecting (Fig. 4), several
   times from random pages; the best grouping is kept (Fig. 5).
4. Clusters are ranked by the likelihood that they hold answers (V-D): the mean of different words,
   fan-out and size, each as a share of the largest.

Departures. A tag is counted together with its parent ("li/a"): a page with one result and a page
with none often hold the same tags, but in other places. On pages of 18 real sites the entropy of
five clusters was 0.08 (single tags: 0.09); on 59 test sites with two clusters 0.02 (single tags:
0.16). The paper takes the k with the greatest internal similarity, which grows with k; here each
further cluster must add ``PENALTY`` to it. The similarity of a cluster to its centre is the length
of the centre, as the paper remarks. In Fig. 3 the nearest centre is said to have the smallest
similarity; it has the greatest. A centre without pages is dropped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from deepweb.page.page import UNSEEN, Page, own_texts
from deepweb.page.words import words

# Internal similarity (0 to 1) that a further cluster must add. From 0.001 to 0.005 the entropy on
# 59 test sites stayed at 0.006 and the mean k fell from 3.9 to 3.2; at 0.01 it was 0.015.
PENALTY = 0.005
# The highest k that is tried: M of Fig. 5.
MAX_CLUSTERS = 8
_MIN_PAGES = 2  # mean pages of a cluster: a few pages would otherwise be a cluster each
# Runs of K-means: N of Fig. 5 and I of Fig. 4; the paper found 10 enough.
RUNS = 10
# Rounds of K-means.
_MAX_ROUNDS = 50

# Pairs of tags of a page that are counted; real pages have about 60.
MAX_TAGS = 1000
# Elements of a page that are counted.
_MAX_ELEMENTS = 100_000
# Characters of a page in which different words are counted.
_MAX_TEXT = 200_000

Vectors = NDArray[np.float64]
Labels = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TagSignature:
    """The tags of a page, and the three figures by which clusters are ranked."""

    tags: Mapping[str, int]
    """The number of times that each tag occurs in its parent."""
    distinct_terms: int
    fanout: int
    """The most children of one element."""
    size: int
    """Length of the page in bytes."""


def tag_signature(page: Page) -> TagSignature:
    """The signature of a page, in one walk."""
    tags: Counter[str] = Counter()
    texts: list[str] = []
    fanout = length = 0
    for element in islice(page.root.iter(), _MAX_ELEMENTS):
        if not isinstance(element.tag, str):  # comments and the like
            continue
        parent = element.getparent()
        tags[str(element.tag) if parent is None else f"{parent.tag!s}/{element.tag}"] += 1
        fanout = max(fanout, len(element))
        if element.tag not in UNSEEN and length < _MAX_TEXT:
            found = list(own_texts(element))
            length += sum(map(len, found))
            texts += found
    terms = set(words(" ".join(texts)[:_MAX_TEXT]))
    return TagSignature(dict(tags.most_common(MAX_TAGS)), len(terms), fanout, page.length)


@dataclass(frozen=True, slots=True)
class PageCluster:
    """Pages of one template."""

    pages: int
    similarity: float
    """Internal similarity: mean cosine of its pages to its centre."""
    distinct_terms: float
    fanout: float
    size: float
    rank: float
    """Likelihood that it holds answers, from 0 to 1, compared with the site's other clusters."""


def page_clusters(
    signatures: Sequence[TagSignature],
    rng: random.Random,
    *,
    most: int = MAX_CLUSTERS,
    runs: int = RUNS,
    bisecting: bool = False,
) -> tuple[tuple[PageCluster, ...], tuple[int, ...]]:
    """The clusters of a site's pages, the most likely to hold answers first; and for each page the
    place of its cluster."""
    if not signatures:
        return (), ()
    # 1. weigh, 2. group, 3. rank
    tags = sorted({tag for signature in signatures for tag in signature.tags})
    vectors = tfidf(counts([signature.tags for signature in signatures], tags))
    # What varies can only be told of clusters with several pages.
    most = max(1, min(most, len(signatures) // _MIN_PAGES))
    labels = grouped(vectors, rng, most=most, runs=runs, bisecting=bisecting)
    clusters = [_cluster(vectors, labels == k, signatures) for k in range(labels.max() + 1)]
    ranked = _ranked(clusters)
    place = {number: place for place, (number, _) in enumerate(ranked)}
    return tuple(c for _, c in ranked), tuple(place[int(label)] for label in labels)


def counts(pages: Sequence[Mapping[str, int]], terms: Sequence[str]) -> Vectors:
    """A row for each page, a column for each term."""
    column = {term: number for number, term in enumerate(terms)}
    rows = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
    columns = [column[term] for page in pages for term in page]
    found = np.zeros((len(pages), len(terms)))
    found[rows, columns] = [times for page in pages for times in page.values()]
    return found


def tfidf(found: Vectors) -> Vectors:
    """The paper's weights, with rows of length 1."""
    held_by = np.count_nonzero(found, axis=0)
    return unit(np.log(found + 1) * np.log((len(found) + 1) / np.maximum(held_by, 1)))


def unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def grouped(
    vectors: Vectors, rng: random.Random, *, most: int, runs: int, bisecting: bool
) -> Labels:
    """Of the best groupings for each k, the one with the greatest similarity less penalty."""
    groupings = (_bisections if bisecting else _partitions)(vectors, rng, most, runs)

    def worth(labels: Labels) -> float:
        return internal_similarity(vectors, labels) - PENALTY * (int(labels.max()) + 1)

    return max(groupings, key=worth)


def internal_similarity(vectors: Vectors, labels: Labels) -> float:
    """Quality(C) of the paper: over all pages, the mean cosine to the centre of their cluster."""
    sums = _sums(vectors, labels, int(labels.max()) + 1)
    return float(np.linalg.norm(sums, axis=1).sum() / len(vectors))


def simple_k_means(vectors: Vectors, k: int, rng: random.Random) -> Labels:
    """Fig. 3, from k random pages; clusters are numbered from 0 without gaps."""
    centres = vectors[rng.sample(range(len(vectors)), k)]
    labels = np.zeros(0, dtype=np.intp)
    for _ in range(_MAX_ROUNDS):
        nearest = (vectors @ unit(centres).T).argmax(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = _without_gaps(nearest)
        centres = _sums(vectors, labels, int(labels.max()) + 1)
    return labels


def _without_gaps(labels: Labels) -> Labels:
    return (np.cumsum(np.bincount(labels) > 0) - 1)[labels]


def _partitions(vectors: Vectors, rng: random.Random, most: int, runs: int) -> Iterator[Labels]:
    """For each k, the best of several runs of simple K-means."""
    for k in range(1, min(most, len(vectors)) + 1):
        yield _best_k_means(vectors, k, rng, runs if k > 1 else 1)


def _bisections(vectors: Vectors, rng: random.Random, most: int, runs: int) -> Iterator[Labels]:
    """Fig. 4: for each k, the grouping before with its largest cluster cut in two."""
    labels = np.zeros(len(vectors), dtype=np.intp)
    yield labels
    for new in range(1, most):
        members = np.flatnonzero(labels == np.bincount(labels).argmax())
        halves = _best_k_means(vectors[members], min(2, len(members)), rng, runs)
        if not halves.any():  # one page, or equal pages
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
) -> PageCluster:
    mean = vectors[chosen].mean(axis=0)
    members = [signature for signature, is_in in zip(signatures, chosen, strict=True) if is_in]
    n = len(members)
    return PageCluster(
        pages=n,
        similarity=float(np.linalg.norm(mean)),
        distinct_terms=sum(member.distinct_terms for member in members) / n,
        fanout=sum(member.fanout for member in members) / n,
        size=sum(member.size for member in members) / n,
        rank=0.0,
    )


def _ranked(clusters: Sequence[PageCluster]) -> list[tuple[int, PageCluster]]:
    """The clusters with their numbers and ranks, the likeliest to hold answers first."""
    figures = np.array([(c.distinct_terms, c.fanout, c.size) for c in clusters])
    shares = (figures / np.maximum(figures.max(axis=0), 1.0)).mean(axis=1)
    numbered = [(k, replace(c, rank=float(shares[k]))) for k, c in enumerate(clusters)]
    return sorted(numbered, key=lambda each: -each[1].rank)
