"""Thor's own figures [Caverlee §VIII] on pages of the test sites, probed live.

usage: python -m benchmarks.thor [--json FILE] [--quick]

1. Entropy of the page clusters by approach and number of pages (Figure 7, Figure 12).
2. Pagelets, precision and recall, by distance of subtrees, on pages that hold results (Figure 13).
3. The same over all pages, by way of clustering (Figure 15).
4. Time and entropy of clustering 110 to 110,000 pages made up from real ones (Figures 9 and 10).

A page's class is whether the site says that it showed results. The gold pagelet is the element that
the test site wraps its results in, known here by its class name; a region that says the same is the
same. Vectors of every kind go through the same enhanced K-means; size, URL and chance, which make
no vectors, are given the number of clusters that tags found. The baselines live here only.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from lxml.html import HtmlElement

from benchmarks.live import Probe, Probed, probed_sites
from deepweb.page.page import Page, text_pieces, visible_text
from deepweb.page.words import words
from deepweb.read.thor.clusters import (
    MAX_CLUSTERS,
    RUNS,
    Labels,
    Vectors,
    counts,
    grouped,
    simple_k_means,
    tag_signature,
    tfidf,
    unit,
)
from deepweb.read.thor.pagelet import (
    WEIGHTS,
    Answered,
    Pagelet,
    Weights,
    pagelet_at,
    pagelet_place,
    pagelet_places,
)

SIZES = (20, 110)
MANY = (110, 1_100, 11_000, 110_000)
WRAPPERS = ("hits", "table", "grid", "entries")
DISTANCES: dict[str, Weights] = {
    "path": (1, 0, 0, 0),
    "fan-out": (0, 1, 0, 0),
    "depth": (0, 0, 1, 0),
    "nodes": (0, 0, 0, 1),
    "all alike (Thor)": (0.25, 0.25, 0.25, 0.25),
    "all, path first (ours)": WEIGHTS,
}
# How much more frequent background pages are in the cluster of no-match pages than on the site. On
# the test sites up to 1.33 by chance, and at least 1.53 in no-match clusters.
GATHERED = 1.4


@dataclass(frozen=True)
class Sheet:
    """A probed page with what the approaches look at."""

    probe: Probe

    @cached_property
    def page(self) -> Page:
        return self.probe.page()

    @cached_property
    def pairs(self) -> Mapping[str, int]:
        return tag_signature(self.page).tags

    @cached_property
    def tags(self) -> Mapping[str, int]:
        return Counter(str(e.tag) for e in self.page.root.iter() if isinstance(e.tag, str))

    @cached_property
    def content(self) -> Mapping[str, int]:
        return Counter(w for text in text_pieces(self.page.root) for w in words(text))


# 1. Clusters


def weighted(read: Callable[[Sheet], Mapping[str, int]], *, raw: bool = False) -> Any:
    def vectors(sheets: Sequence[Sheet]) -> Vectors:
        found = [read(sheet) for sheet in sheets]
        matrix = counts(found, sorted({term for page in found for term in page}))
        return unit(matrix) if raw else tfidf(matrix)

    return vectors


VECTORS: dict[str, Callable[[Sequence[Sheet]], Vectors]] = {
    "tag pairs, TFIDF (ours)": weighted(lambda sheet: sheet.pairs),
    "tags, TFIDF (Thor)": weighted(lambda sheet: sheet.tags),
    "tags, raw": weighted(lambda sheet: sheet.tags, raw=True),
    "content, TFIDF": weighted(lambda sheet: sheet.content),
    "content, raw": weighted(lambda sheet: sheet.content, raw=True),
}
OURS = "tag pairs, TFIDF (ours)"


def clustered(approach: str, sheets: Sequence[Sheet], rng: random.Random) -> Labels:
    if approach in VECTORS:
        return k_means(VECTORS[approach](sheets), rng)
    if approach == f"{OURS}, bisecting":
        return k_means(VECTORS[OURS](sheets), rng, bisecting=True)
    k = int(k_means(VECTORS[OURS](sheets), rng).max()) + 1
    if approach == "random":
        return np.array([rng.randrange(k) for _ in sheets])
    distance = size_distances(sheets) if approach == "size" else url_distances(sheets)
    return by_distance(distance, k, rng)


APPROACHES = (*VECTORS, f"{OURS}, bisecting", "size", "URL", "random")


def k_means(vectors: Vectors, rng: random.Random, *, bisecting: bool = False) -> Labels:
    return grouped(vectors, rng, most=MAX_CLUSTERS, runs=RUNS, bisecting=bisecting)


def size_distances(sheets: Sequence[Sheet]) -> Vectors:
    sizes = np.array([len(sheet.probe.html) for sheet in sheets], dtype=float)
    found: Vectors = np.abs(sizes[:, None] - sizes[None, :])
    return found


def url_distances(sheets: Sequence[Sheet]) -> Vectors:
    urls = [sheet.probe.url for sheet in sheets]
    return np.array([[edit_distance(*sorted((one, other))) for other in urls] for one in urls])


@lru_cache(maxsize=1_000_000)
def edit_distance(one: str, other: str) -> float:
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        costs = [row]
        for column, counterpart in enumerate(other):
            changed = before[column] + (letter != counterpart)
            costs.append(min(changed, before[column + 1] + 1, costs[-1] + 1))
        before = costs
    return float(before[-1])


def by_distance(distance: Vectors, k: int, rng: random.Random) -> Labels:
    """Pages go to the cluster whose pages are nearest on average [Caverlee §VIII-A]."""
    labels: Labels = distance[:, rng.sample(range(len(distance)), k)].argmin(axis=1)
    for _ in range(RUNS):
        members = np.array([labels == c for c in range(k)], dtype=float)
        near = distance @ members.T / np.maximum(members.sum(axis=1), 1e-9)
        labels = near.argmin(axis=1)
    return labels


def entropy(labels: Sequence[int], classes: Sequence[bool]) -> float:
    """From 0, every cluster of one class, to 1 [Caverlee §VII-B]."""
    total = 0.0
    for k in set(labels):
        inside = [kind for label, kind in zip(labels, classes, strict=True) if label == k]
        shares = [n / len(inside) for n in Counter(inside).values()]
        total -= len(inside) / len(labels) * sum(p * log(p) for p in shares) / log(2)
    return total if len(set(classes)) > 1 else 0.0


def entropies(sites: Sequence[tuple[Probed, list[Sheet]]]) -> dict[str, dict[str, float]]:
    table = {}
    for approach in APPROACHES:
        row: dict[str, float] = {}
        for size in SIZES:
            found = [_entropy(approach, sheets, size, probed.name) for probed, sheets in sites]
            row[f"{size} pages"] = statistics.mean(found)
        table[approach] = {**row, "deviation": statistics.pstdev(found)}
    return table


def _entropy(approach: str, sheets: Sequence[Sheet], size: int, name: str) -> float:
    rng = random.Random(f"{name} {size}")
    chosen = rng.sample(sheets, min(size, len(sheets)))
    labels = clustered(approach, chosen, rng)
    return entropy(labels.tolist(), [sheet.probe.shown > 0 for sheet in chosen])


# 2 and 3. Pagelets


@dataclass(frozen=True, slots=True)
class Score:
    right: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 1.0


def score(probed: Probed, sheets: Sequence[Sheet], found: Sequence[Pagelet | None]) -> Score:
    elements = [pagelet.element if pagelet else None for pagelet in found]
    right = sum(
        is_right(element, sheet.page.root, probed.style.prefix)
        for sheet, element in zip(sheets, elements, strict=True)
        if element is not None and sheet.probe.shown
    )
    given = sum(element is not None for element in elements)
    return Score(right, given, sum(sheet.probe.shown > 0 for sheet in sheets))


def is_right(element: HtmlElement, root: HtmlElement, prefix: str) -> bool:
    names = {f"{prefix}-{name}" for name in WRAPPERS}
    gold = next(e for e in root.iter() if isinstance(e.tag, str) and e.get("class") in names)
    # The body of a table and the table with its header are the same region.
    return visible_text(element) in {visible_text(e) for e in (gold, *gold.iter("tbody"))}


def pagelets_alone(probed: Probed, sheets: Sequence[Sheet], weights: Weights) -> Score:
    full = [sheet for sheet in sheets if sheet.probe.shown]
    answers = [_answered(sheet) for sheet in full]
    place = pagelet_place(answers, random.Random(probed.name), weights=weights)
    found = [pagelet_at(answer.page, place) if place else None for answer in answers]
    return score(probed, full, found)


def pagelets_overall(
    probed: Probed, sheets: Sequence[Sheet], approach: str, *, shared: bool = False
) -> Score:
    labels = clustered(approach, sheets, random.Random(probed.name)).tolist()
    passed = _answering(labels, [sheet.probe.is_nonsense for sheet in sheets])
    # The largest pages first: near the ranking of the paper, which needs more than vectors.
    clusters = [[n for n, label in enumerate(labels) if label == k] for k in sorted(passed)]
    clusters.sort(key=lambda pages: -sum(len(sheets[n].probe.html) for n in pages) / len(pages))
    answers = [[_answered(sheets[n]) for n in pages] for pages in clusters]
    rng = random.Random(probed.name)
    places = pagelet_places(answers, rng) if shared else [pagelet_place(c, rng) for c in answers]
    found: list[Pagelet | None] = [None] * len(sheets)
    for pages, place in zip(clusters, places, strict=True):
        for n in pages:
            found[n] = pagelet_at(sheets[n].page, place) if place else None
    return score(probed, sheets, found)


def _answering(labels: Sequence[int], is_nonsense: Sequence[bool]) -> frozenset[int]:
    """The clusters that hold answers, if it is known which pages answer background queries.

    The paper takes the best ranked clusters. Here a cluster in which background pages
    gather holds the site's no-match pages; if they gather nowhere, the site has none.
    """
    pages = Counter(labels)
    nonsense = Counter(k for k, is_one in zip(labels, is_nonsense, strict=True) if is_one)
    usual = nonsense.total() / max(len(labels), 1)
    return frozenset(k for k, n in pages.items() if nonsense[k] <= GATHERED * usual * n)


def _answered(sheet: Sheet) -> Answered:
    return Answered(sheet.page, (sheet.probe.word,))


def summed(scores: Sequence[Score]) -> dict[str, float]:
    total = Score(
        sum(s.right for s in scores), sum(s.found for s in scores), sum(s.gold for s in scores)
    )
    perfect = sum(s.right == s.found == s.gold for s in scores)
    return {
        "precision": total.precision,
        "recall": total.recall,
        "perfect sites": perfect,
        "deviation": statistics.pstdev(s.precision for s in scores),
    }


# 4. Time


def scaling(sheets: Sequence[Sheet], rng: np.random.Generator) -> list[dict[str, float]]:
    found = [sheet.pairs for sheet in sheets]
    matrix = counts(found, sorted({tag for page in found for tag in page}))
    is_full = np.array([sheet.probe.shown > 0 for sheet in sheets])
    return [_timed(*_made_up(matrix, is_full, number, rng)) for number in MANY]


def _made_up(
    matrix: Vectors, is_full: Any, number: int, rng: np.random.Generator
) -> tuple[Vectors, list[bool]]:
    """Pages of the same classes; each tag as often as on a page of the class [Caverlee §VII-A]."""
    classes = rng.random(number) < is_full.mean()
    made = np.empty((number, matrix.shape[1]))
    for kind in (True, False):
        pool = matrix[is_full == kind]
        rows = rng.integers(len(pool), size=(int((classes == kind).sum()), matrix.shape[1]))
        made[classes == kind] = np.take_along_axis(pool, rows, axis=0)
    return made, classes.tolist()


def _timed(made: Vectors, classes: list[bool]) -> dict[str, float]:
    started = time.process_time()
    vectors = tfidf(made)
    simple_k_means(vectors, 3, random.Random(1))
    once = time.process_time() - started
    labels = k_means(vectors, random.Random(1))
    whole = time.process_time() - started
    right = entropy(labels.tolist(), classes)
    return {"pages": len(made), "one run": once, "whole search": whole, "entropy": right}


# Output


def show(title: str, rows: Mapping[str, Mapping[str, float]]) -> None:
    names = list(next(iter(rows.values())))
    print(f"\n{title}\n{'':40}" + "".join(f"{name:>14}" for name in names))
    for label, row in rows.items():
        print(f"{label:40}" + "".join(f"{row[name]:>14.3f}" for name in names))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--quick", action="store_true", help="six sites, and no 110,000 pages")
    given = parser.parse_args()
    probed = [site for n, site in enumerate(probed_sites()) if not given.quick or n % 10 == 0]
    sites = [(site, [Sheet(probe) for probe in site.probes]) for site in probed]
    print(f"{len(sites)} sites, {sum(len(sheets) for _, sheets in sites)} pages")
    result: dict[str, Any] = {"sites": len(sites), "entropy": entropies(sites)}
    show("Entropy of clusters, by approach and number of pages (Figures 7, 12)", result["entropy"])
    result["distances"] = {
        name: summed([pagelets_alone(*site, weights) for site in sites])
        for name, weights in DISTANCES.items()
    }
    show("Pagelets of pages with results, by distance (Figure 13)", result["distances"])
    ours = summed([pagelets_overall(*site, OURS, shared=True) for site in sites])
    result["overall"] = {f"{OURS}, shared places": ours} | {
        name: summed([pagelets_overall(*site, name) for site in sites]) for name in APPROACHES
    }
    show("Pagelets of all pages, by clustering (Figure 15)", result["overall"])
    if not given.quick:
        rng = np.random.default_rng(1)
        result["time"] = scaling(next(sheets for site, sheets in sites if site.name == "shop"), rng)
        rows = {f"{int(row['pages']):,} pages": row for row in result["time"]}
        show("Clustering of pages made up from real ones, CPU seconds (Figures 9, 10)", rows)
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
