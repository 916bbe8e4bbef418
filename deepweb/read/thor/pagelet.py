"""Which part of a page answers the query?

Caverlee and Liu, *QA-Pagelet*, section VI. Pages of one cluster come from one template, so what
they say alike, whatever was asked, is frame, and what differs from page to page is the answer.

1. Single-page filtering (A): the subtrees that may be regions (``subtree.py``).
2. Common subtree sets (B, step 1): each subtree of a prototype page with the nearest one of every
   other page, by path, fan-out, depth and number of nodes.
3. Content variation (B, step 2): a set whose subtrees are on average less alike than 0.5, by the
   cosine of their TFIDF weighted words, is dynamic.
4. Selection (C): from the subtree with the most dynamic ones in it downwards.

Departures. Where a subtree stands tells more than its shape. Of two paths, what is left between a
common beginning and a common end is taken for their edit distance, as it is where one step differs.
The prototype is the page with the most subtrees, not a random one: what it lacks cannot be found.
Numbers and the query's own words are left out, and words are not stemmed: counts, pagers and echoes
of the query are no answers. Fig. 6 goes down while much is lost; the text means the opposite, and
so does this: down while fewer than δ dynamic subtrees are lost, or while one part holds most of
them, since facets and adverts vary too. The place that is chosen on most pages, counted by what is
dynamic in it, is the place on all of them: on a page with a single match nothing tells the match
from the list around it. So a sample of the pages is enough, what is learnt can be stored, and
clusters of one site share it (``pagelet_places``).
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

# The paper's: of a set that is dynamic, the greatest similarity; and how many dynamic subtrees may
# be lost on the way down.
MOST_ALIKE = 0.5
DELTA = 2
# How much path, fan-out, depth and nodes count. The paper's equal weights take a menu for a list
# that is short on one page and long on the next (precision 0.97 on 62 test sites; so 1.00).
WEIGHTS = (0.7, 0.1, 0.1, 0.1)
# Of the dynamic subtrees, what one part must hold for the others to be beside the point.
MOST = 0.5
# Of the pages of a cluster, on how many a place of another one must stand.
NEARLY_ALL = 0.9
# More pages of one template do not tell more.
SAMPLE = 30

Weights = tuple[float, float, float, float]
Numbers = NDArray[np.intp]
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PageletPlace:
    """Where the pages of a cluster hold their answers."""

    path: Path
    fanout: float
    """Children that it has, on average."""
    share: float
    """Of what is dynamic in the places chosen page by page, how much stands here."""

    def as_json(self) -> dict[str, Any]:
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
    """A page and the values that were asked for."""

    page: Page
    query: Sequence[str] = ()


def pagelets(
    answers: Sequence[Answered],
    rng: random.Random,
    *,
    delta: int = DELTA,
    weights: Weights = WEIGHTS,
) -> list[Pagelet]:
    """The answering part of each page of one cluster."""
    place = pagelet_place(answers, rng, delta=delta, weights=weights)
    if place is None:
        return [Pagelet(None, "nothing on the pages varies") for _ in answers]
    return [pagelet_at(answer.page, place) for answer in answers]


def pagelet_place(
    answers: Sequence[Answered],
    rng: random.Random,
    *,
    delta: int = DELTA,
    weights: Weights = WEIGHTS,
) -> PageletPlace | None:
    """Learn where pages of one cluster hold their answers; None where nothing varies."""
    chosen = answers if len(answers) <= SAMPLE else rng.sample(answers, SAMPLE)
    pages = [page_subtrees(answer.page, answer.query) for answer in chosen]
    dynamic = _dynamic([page for page in pages if page.subtrees], weights)
    selected = [pick for of_page in dynamic if (pick := _selected(of_page, delta))]
    return _voted(selected) if selected else None


def pagelet_places(
    clusters: Sequence[Sequence[Answered]], rng: random.Random
) -> list[PageletPlace | None]:
    """Of each cluster of a site's answers, the best ranked first, where its answers stand.

    A site shows one match where it shows twenty. Pages with few matches tell little, so a place
    known from a cluster before is taken wherever it stands on nearly all pages.
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
    """The answering part of a page, where it is known where to look."""
    where = "/".join(place.path)
    found = [e for e in elements_at(page.root, place.path) if next(text_pieces(e), None)]
    if not found:
        return Pagelet(None, f"nothing at {where}")
    best = min(found, key=lambda element: abs(len(element) - place.fanout))
    return Pagelet(best, f"{place.share:.0%} of what varies is at {where}")


def _stands_on_all(place: PageletPlace, answers: Sequence[Answered]) -> bool:
    there = sum(pagelet_at(answer.page, place).element is not None for answer in answers)
    return there >= NEARLY_ALL * len(answers)


def _dynamic(pages: Sequence[PageSubtrees], weights: Weights) -> list[list[Subtree]]:
    """Of each page, the subtrees of which the content varies from page to page."""
    if len(pages) < 2:
        return []
    prototype = max(pages, key=lambda page: len(page.subtrees))
    distances = [_distances(prototype, page, weights) for page in pages]
    varies = _varying_sets(pages, [distance.argmin(axis=1) for distance in distances])
    # A subtree of a page is of the kind of the nearest one of the prototype.
    kinds = [distance.argmin(axis=0) for distance in distances]
    return [
        [subtree for subtree, kind in zip(page.subtrees, of_page, strict=True) if varies[kind]]
        for page, of_page in zip(pages, kinds, strict=True)
    ]


def _varying_sets(pages: Sequence[PageSubtrees], nearest: Sequence[Numbers]) -> list[bool]:
    """Of each subtree of the prototype, whether those nearest to it say different things."""
    said = _word_numbers(pages)
    known: dict[tuple[int, ...], bool] = {}
    found = []
    for members in zip(*(of_page.tolist() for of_page in nearest), strict=True):
        if members not in known:  # records of one list are all nearest to the same
            chosen = [page.subtrees[m] for page, m in zip(pages, members, strict=True)]
            texts = [words[s.start : s.end] for words, s in zip(said, chosen, strict=True)]
            known[members] = _likeness(texts) < MOST_ALIKE
        found.append(known[members])
    return found


def _word_numbers(pages: Sequence[PageSubtrees]) -> list[Numbers]:
    number: defaultdict[str, int] = defaultdict(lambda: len(number))
    return [np.array([number[word] for word in page.words], dtype=np.intp) for page in pages]


def _distances(prototype: PageSubtrees, page: PageSubtrees, weights: Weights) -> Reals:
    """Between the subtrees of the prototype and those of a page."""
    distance = weights[0] * _path_distances(prototype, page)
    mine, theirs = _shapes(prototype), _shapes(page)
    for column, weight in enumerate(weights[1:]):
        one, other = mine[:, column, None], theirs[None, :, column]
        distance += weight * abs(one - other) / np.maximum(np.maximum(one, other), 1)
    return distance


def _path_distances(prototype: PageSubtrees, page: PageSubtrees) -> Reals:
    """What is left of the longer path between a common beginning and a common end, as a share."""
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
    """How many steps two paths share from their beginning on."""
    number: defaultdict[str, int] = defaultdict(lambda: len(number))
    longest = max(map(len, (*rows, *columns)))
    # What fills up a row is never what fills up a column.
    one = np.array([[*(number[step] for step in p), *[-1] * (longest - len(p))] for p in rows])
    other = np.array([[*(number[step] for step in p), *[-2] * (longest - len(p))] for p in columns])
    same = one[:, None, :] == other[None, :, :]
    shared: Numbers = np.logical_and.accumulate(same, axis=2).sum(axis=2)
    return shared


def _shapes(page: PageSubtrees) -> Reals:
    return np.array([(s.fanout, len(s.path), s.nodes) for s in page.subtrees], dtype=float)


def _likeness(texts: Sequence[Numbers]) -> float:
    """Mean cosine between the TFIDF weighted words of any two; where fewer than two speak, 1."""
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
    # The square of the sum of unit vectors holds every pair twice, and each with itself.
    return float((total @ total - n) / (n * (n - 1)))


def _selected(dynamic: Sequence[Subtree], delta: int) -> tuple[Subtree, int] | None:
    """Fig. 6: the deepest subtree that still holds nearly all of what is dynamic, and how much."""
    firsts = [subtree.first for subtree in dynamic]

    def count(subtree: Subtree) -> int:
        return bisect_right(firsts, subtree.last) - bisect_left(firsts, subtree.first)

    best = max(dynamic, key=count, default=None)
    while best is not None:
        inner = max(_one_hop_below(best, dynamic, firsts), key=count, default=None)
        if inner is None or not (
            count(best) - count(inner) < delta or count(inner) > MOST * count(best)
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
    # The innermost of those that are as good: a region is minimal.
    path = max(votes, key=lambda each: (votes[each], len(each)))
    there = [e for subtree, _ in selected if (e := _around(subtree, path)) is not None]
    return PageletPlace(
        path=path,
        fanout=sum(map(len, there)) / len(there),
        share=votes[path] / sum(count for _, count in selected),
    )


def _around(subtree: Subtree, path: Path) -> HtmlElement | None:
    """The element at a path that is the subtree's own, or around it."""
    if subtree.path[: len(path)] != path:
        return None
    up = len(subtree.path) - len(path)
    return (
        subtree.element if up == 0 else next(islice(subtree.element.iterancestors(), up - 1, None))
    )
