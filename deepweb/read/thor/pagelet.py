"""Which part of a page answers the query? [Caverlee §VI]

Pages of one cluster come from one template. What they share is the frame; what differs from page to
page is the answer.

1. Single-page filtering (A): the subtrees that may be regions (``subtree.py``).
2. Common subtree sets (B, step 1): each subtree of a prototype page with the nearest subtree of
   every other page, by path, fan-out, depth and number of nodes.
3. Content variation (B, step 2): a set is dynamic if the mean cosine of the TFIDF weighted words of
   its subtrees is below 0.5.
4. Selection (C): down from the subtree that contains the most dynamic ones.

Departures:

- The path counts more than the shape. The edit distance of two paths is what is left between their
  common beginning and their common end, which is exact if one step differs.
- The prototype is the page with the most subtrees, not a random one, since subtrees that it lacks
  cannot be found.
- Numbers and the words of the query are ignored, so that counts, pagers and echoes of the query are
  no answers. Words are not stemmed.
- Fig. 6 goes down while much is lost; the text means the opposite. Here: down while fewer than δ
  dynamic subtrees are lost, or while one part holds most of them, since facets and adverts vary.
- The place chosen on most pages, weighted by its dynamic subtrees, is the place on all pages: on a
  page with a single match nothing distinguishes the match from the list around it. So a sample of
  pages is enough, the place can be stored, and clusters of one site share it (``pagelet_places``).
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Self

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from deepweb.page.page import Page, text_pieces
from deepweb.read.thor.subtree import PageSubtrees, Path, Subtree, elements_at, page_subtrees

# Similarity of the subtrees of a set below which it is dynamic; the paper's value.
_MAX_ALIKE = 0.5
# Dynamic subtrees from which on a step down loses too much; the paper's value.
DELTA = 2
# Weights of path, fan-out, depth and nodes. The paper's equal weights confuse a menu with a list of
# varying length (precision 0.97 on 62 test sites; with these 1.00).
WEIGHTS = (0.7, 0.1, 0.1, 0.1)
# Share of the dynamic subtrees that one part must hold for the others to be ignored.
_MOST = 0.5
# Share of a cluster's pages that must have the place of another cluster.
_NEARLY_ALL = 0.9
# Pages of a cluster from which the place is learnt.
_SAMPLE = 30

Weights = tuple[float, float, float, float]
Numbers = NDArray[np.intp]
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PageletPlace:
    """Where the pages of a cluster hold their answers."""

    path: Path
    fanout: float
    """Mean number of children."""
    share: float
    """Share of the dynamic subtrees of the places chosen page by page."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(**{**stored, "path": tuple(stored["path"])})


@dataclass(frozen=True, slots=True)
class Pagelet:
    """The part of a page that answers, or why there is none."""

    element: HtmlElement | None
    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A page and the values of its query."""

    page: Page
    query: Sequence[str] = ()


def pagelet_place(
    answers: Sequence[Answered],
    rng: random.Random,
    *,
    delta: int = DELTA,
    weights: Weights = WEIGHTS,
) -> PageletPlace | None:
    """Learn where the pages of one cluster hold their answers; None if nothing varies."""
    chosen = answers if len(answers) <= _SAMPLE else rng.sample(answers, _SAMPLE)
    pages = [page_subtrees(answer.page, answer.query) for answer in chosen]
    dynamic = _dynamic([page for page in pages if page.subtrees], weights)
    selected = [pick for of_page in dynamic if (pick := _selected(of_page, delta))]
    return _voted(selected) if selected else None


def pagelet_places(
    clusters: Sequence[Sequence[Answered]], rng: random.Random
) -> list[PageletPlace | None]:
    """Where each cluster of a site, the best ranked first, holds its answers.

    A site shows one match at the place where it shows twenty. Pages with few matches show little,
    so the place of an earlier cluster is used if nearly all pages have it.
    """
    known: list[PageletPlace] = []
    found: list[PageletPlace | None] = []
    for answers in clusters:
        shared = next((place for place in known if _stands_on_all(place, answers)), None)
        place = shared or pagelet_place(answers, rng)
        if place is not None and shared is None:
            known.append(place)
        found.append(place)
    return found


def pagelet_at(page: Page, place: PageletPlace) -> Pagelet:
    """The answering part of a page at a known place."""
    where = "/".join(place.path)
    found = [e for e in elements_at(page.root, place.path) if next(text_pieces(e), None)]
    if not found:
        return Pagelet(None, f"nothing at {where}")
    best = min(found, key=lambda element: abs(len(element) - place.fanout))
    return Pagelet(best, f"{place.share:.0%} of what varies is at {where}")


def _stands_on_all(place: PageletPlace, answers: Sequence[Answered]) -> bool:
    there = sum(pagelet_at(answer.page, place).element is not None for answer in answers)
    return there >= _NEARLY_ALL * len(answers)


def _dynamic(pages: Sequence[PageSubtrees], weights: Weights) -> list[list[Subtree]]:
    """The subtrees of each page whose content varies from page to page."""
    if len(pages) < 2:
        return []
    prototype = max(pages, key=lambda page: len(page.subtrees))
    distances = [_distances(prototype, page, weights) for page in pages]
    varies = _varying_sets(pages, [distance.argmin(axis=1) for distance in distances])
    # A subtree belongs to the set of the nearest subtree of the prototype.
    kinds = [distance.argmin(axis=0) for distance in distances]
    return [
        [subtree for subtree, kind in zip(page.subtrees, of_page, strict=True) if varies[kind]]
        for page, of_page in zip(pages, kinds, strict=True)
    ]


def _varying_sets(pages: Sequence[PageSubtrees], nearest: Sequence[Numbers]) -> list[bool]:
    """For each subtree of the prototype, whether the nearest ones differ in content."""
    said = _word_numbers(pages)
    known: dict[tuple[int, ...], bool] = {}
    found = []
    for members in zip(*(of_page.tolist() for of_page in nearest), strict=True):
        if members not in known:  # records of one list have the same nearest ones
            chosen = [page.subtrees[m] for page, m in zip(pages, members, strict=True)]
            texts = [words[s.start : s.end] for words, s in zip(said, chosen, strict=True)]
            known[members] = _likeness(texts) < _MAX_ALIKE
        found.append(known[members])
    return found


def _word_numbers(pages: Sequence[PageSubtrees]) -> list[Numbers]:
    number: defaultdict[str, int] = defaultdict(lambda: len(number))
    return [np.array([number[word] for word in page.words], dtype=np.intp) for page in pages]


def _distances(prototype: PageSubtrees, page: PageSubtrees, weights: Weights) -> Reals:
    """Distances between the subtrees of the prototype and those of a page."""
    distance = weights[0] * _path_distances(prototype, page)
    mine, theirs = _shapes(prototype), _shapes(page)
    for column, weight in enumerate(weights[1:]):
        one, other = mine[:, column, None], theirs[None, :, column]
        distance += weight * abs(one - other) / np.maximum(np.maximum(one, other), 1)
    return distance


def _path_distances(prototype: PageSubtrees, page: PageSubtrees) -> Reals:
    """Share of the longer path that is between a common beginning and a common end."""
    mine, theirs = ([s.path for s in each.subtrees] for each in (prototype, page))
    rows, columns = list(dict.fromkeys(mine)), list(dict.fromkeys(theirs))
    lengths = [np.array([len(path) for path in each]) for each in (rows, columns)]
    shorter, longer = np.minimum.outer(*lengths), np.maximum.outer(*lengths)
    begun = _begun_alike(rows, columns)
    ended = _begun_alike([path[::-1] for path in rows], [path[::-1] for path in columns])
    distinct = (longer - begun - np.minimum(ended, shorter - begun)) / longer
    row, column = ({path: n for n, path in enumerate(each)} for each in (rows, columns))
    found: Reals = distinct[np.ix_([row[path] for path in mine], [column[path] for path in theirs])]
    return found


def _begun_alike(rows: Sequence[Path], columns: Sequence[Path]) -> Numbers:
    """The number of steps at the beginning that two paths share."""
    number: defaultdict[str, int] = defaultdict(lambda: len(number))
    longest = max(map(len, (*rows, *columns)))
    # Different padding for rows and columns, so that it never matches.
    one = np.array([[*(number[step] for step in p), *[-1] * (longest - len(p))] for p in rows])
    other = np.array([[*(number[step] for step in p), *[-2] * (longest - len(p))] for p in columns])
    same = one[:, None, :] == other[None, :, :]
    shared: Numbers = np.logical_and.accumulate(same, axis=2).sum(axis=2)
    return shared


def _shapes(page: PageSubtrees) -> Reals:
    return np.array([(s.fanout, len(s.path), s.nodes) for s in page.subtrees], dtype=float)


def _likeness(texts: Sequence[Numbers]) -> float:
    """Mean cosine of the TFIDF weighted words of any two; 1 if fewer than two have words."""
    counted = [np.unique(text, return_counts=True) for text in texts if len(text)]
    n = len(counted)
    if n < 2:
        return 1.0
    terms, column = np.unique(np.concatenate([term for term, _ in counted]), return_inverse=True)
    times = np.concatenate([each for _, each in counted])
    weights = np.log(times + 1) * np.log((n + 1) / np.bincount(column)[column])
    row = np.repeat(np.arange(n), [len(term) for term, _ in counted])
    lengths = np.sqrt(np.bincount(row, weights**2))
    total = np.bincount(column, weights / lengths[row], minlength=len(terms))
    # The square of the sum of unit vectors counts every pair twice, and each with itself.
    return float((total @ total - n) / (n * (n - 1)))


def _selected(dynamic: Sequence[Subtree], delta: int) -> tuple[Subtree, int] | None:
    """Fig. 6: the deepest subtree with nearly all dynamic ones in it, and their number."""
    firsts = [subtree.first for subtree in dynamic]

    def count(subtree: Subtree) -> int:
        return bisect_right(firsts, subtree.last) - bisect_left(firsts, subtree.first)

    best = max(dynamic, key=count, default=None)
    while best is not None:
        inner = max(_one_hop_below(best, dynamic, firsts), key=count, default=None)
        if inner is None or not (
            count(best) - count(inner) < delta or count(inner) > _MOST * count(best)
        ):
            return best, count(best)
        best = inner
    return None


def _one_hop_below(
    above: Subtree, dynamic: Sequence[Subtree], firsts: Sequence[int]
) -> list[Subtree]:
    found = []
    place = bisect_right(firsts, above.first)
    while place < len(dynamic) and firsts[place] <= above.last:
        found.append(dynamic[place])
        place = bisect_right(firsts, dynamic[place].last)
    return found


def _voted(selected: Sequence[tuple[Subtree, int]]) -> PageletPlace:
    votes: Counter[Path] = Counter()
    for subtree, count in selected:
        for length in range(subtree.outer, len(subtree.path) + 1):
            votes[subtree.path[:length]] += count
    # Of equal paths the longest: a region is minimal.
    path = max(votes, key=lambda each: (votes[each], len(each)))
    there = [e for subtree, _ in selected if (e := _around(subtree, path)) is not None]
    return PageletPlace(
        path=path,
        fanout=sum(map(len, there)) / len(there),
        share=votes[path] / sum(count for _, count in selected),
    )


def _around(subtree: Subtree, path: Path) -> HtmlElement | None:
    """The element of the subtree, or its ancestor, at a path."""
    if subtree.path[: len(path)] != path:
        return None
    up = len(subtree.path) - len(path)
    return (
        subtree.element if up == 0 else next(islice(subtree.element.iterancestors(), up - 1, None))
    )
