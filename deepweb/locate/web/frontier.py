"""Which site comes next?

Site frontier of [Gujrati, algorithm 2]: unvisited sites wait, and the site ranker chooses the next.

Departures: the paper has two queues, and sites that deep-web sites link to go first. Here all sites
wait in one queue, since the words of links tell more than whether the site that they stand on had a
form. In the paper a site is finished when a stop criterion fires; here a site on the topic without
a search so far is left as soon as other sites promise more (``locate/site/patience``), and resumed
where it was left as soon as they promise less. After a restart the sites left before are not
resumed.

All figures stand in arrays, so that 100,000 sites are ranked again in about a second, and the best
of them is found in far less than a millisecond (benchmarks/frontier.py).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deepweb.locate.site.exploration import Visit
from deepweb.locate.site.in_site import InSite
from deepweb.locate.site.page_links import Link, links_away
from deepweb.locate.site.patience import SitePatience, band_of, promise_of
from deepweb.locate.web.ranker import (
    FIELDS,
    MOST_ODDS,
    SiteWords,
    Token,
    Weights,
    likeness,
    site_score,
)
from deepweb.page.page import Page

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

MAX_TOKENS = 90  # words that are kept of all links to a site
ROOM = 1024  # sites that an array has room for at first
MOST_LEFT = 500  # unfinished sites that are remembered; each holds the links of some pages


@dataclass(frozen=True, slots=True)
class Candidate:
    """A site that was not yet visited."""

    site: str
    url: str
    words: SiteWords
    votes: float = 0.0
    """Number of known deep-web sites and hubs that link to it."""
    reason: str = ""
    """Which site or engine named it."""


@dataclass(frozen=True, slots=True)
class ChosenSite:
    """The site to visit now, and its score."""

    candidate: Candidate
    score: float


class _Column:
    """An array that grows."""

    def __init__(self, kind: DTypeLike, fill: float = 0) -> None:
        self._fill = fill
        self._array: NDArray[Any] = np.full(ROOM, fill, dtype=kind)
        self._size = 0

    def append(self, value: float) -> None:
        if self._size == len(self._array):
            more = np.full(len(self._array), self._fill, dtype=self._array.dtype)
            self._array = np.concatenate([self._array, more])
        self._array[self._size] = value
        self._size += 1

    @property
    def values(self) -> NDArray[Any]:
        return self._array[: self._size]


class SiteFrontier:
    """The sites that wait, by rank."""

    def __init__(self, weights: Weights, *, alpha: float) -> None:
        # Links use the same few words again and again.
        self._weights = cache(weights)
        self._alpha = alpha
        self._rows: dict[str, int] = {}
        self._candidates: list[Candidate | None] = []
        self._tokens: dict[Token, int] = {}
        self._names: list[Token] = []
        self._row, self._token = _Column(np.int32), _Column(np.int32)
        self._field = _Column(np.int8)
        self._scores = _Column(float, -np.inf)  # -inf: the site was chosen
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def __contains__(self, site: str) -> bool:
        return site in self._rows

    def add(self, candidate: Candidate) -> Candidate | None:
        """Add a site, or another link to one; returns the candidate if it is new or changed.

        A site that was chosen before is not added again.
        """
        row = self._rows.get(candidate.site)
        if row is None:
            return self._add_new(candidate)
        known = self._candidates[row]
        return None if known is None else self._join(row, known, candidate)

    def choose(self) -> ChosenSite | None:
        """Remove and return the best site; None if no site waits."""
        if not self._waiting:
            return None
        row, scores = self._best_row(), self._scores.values
        candidate, score = self._candidates[row], float(scores[row])
        assert candidate is not None
        scores[row] = -np.inf
        self._candidates[row] = None
        self._waiting -= 1
        return ChosenSite(candidate, score)

    def promising(self, least: float) -> int:
        """The number of waiting sites with at least this score."""
        return int((self._scores.values >= least).sum())

    def rank(self, weights: Weights) -> None:
        """Rank all sites again, by new weights."""
        self._weights = cache(weights)
        if not self._waiting:
            return
        likenesses = self._likenesses()
        votes = np.array([0.0 if c is None else c.votes for c in self._candidates])
        ranked = self._alpha * likenesses + (1 - self._alpha) * np.log1p(votes)
        scores = self._scores.values
        waits = scores > -np.inf
        scores[waits] = ranked[waits]

    def _best_row(self) -> int:
        return int(self._scores.values.argmax())

    def _add_new(self, candidate: Candidate) -> Candidate:
        self._rows[candidate.site] = row = len(self._candidates)
        self._candidates.append(candidate)
        self._note_tokens(row, candidate.words.tokens())
        self._scores.append(self._score(candidate))
        self._waiting += 1
        return candidate

    def _join(self, row: int, known: Candidate, more: Candidate) -> Candidate | None:
        words = _joined(known.words, more.words)
        joined = replace(known, words=words, votes=known.votes + more.votes)
        if joined == known:
            return None
        self._candidates[row] = joined
        said = set(known.words.tokens())
        self._note_tokens(row, (token for token in words.tokens() if token not in said))
        self._scores.values[row] = self._score(joined)
        return joined

    def _score(self, candidate: Candidate) -> float:
        by_field = (
            sum(self._weights((field, word)) for word in said) / sqrt(len(said))
            for field, said in enumerate(candidate.words)
            if said
        )
        return site_score(self._likeness(by_field), candidate.votes, self._alpha)

    def _note_tokens(self, row: int, tokens: Iterable[Token]) -> None:
        for token in tokens:
            number = self._tokens.setdefault(token, len(self._names))
            if number == len(self._names):
                self._names.append(token)
            self._row.append(row)
            self._token.append(number)
            self._field.append(token[0])

    def _likenesses(self) -> NDArray[np.float64]:
        """ST of all sites at once."""
        size = len(self._candidates)
        weights = np.array([self._weights(name) for name in self._names])
        places = self._row.values.astype(np.int64) * len(FIELDS) + self._field.values
        cells = size * len(FIELDS)
        summed = np.bincount(places, weights[self._token.values], cells)
        counts = np.bincount(places, minlength=cells)
        by_field = (summed / np.sqrt(np.maximum(counts, 1))).reshape(size, len(FIELDS))
        return self._row_likenesses(by_field)

    _likeness = staticmethod(likeness)

    @staticmethod
    def _row_likenesses(by_field: NDArray[np.float64]) -> NDArray[np.float64]:
        """``likeness`` of each row."""
        clipped = np.clip(by_field, -MOST_ODDS, MOST_ODDS).sum(axis=1)
        return np.asarray(len(FIELDS) / (1 + np.exp(-clipped)))


def _joined(one: SiteWords, other: SiteWords) -> SiteWords:
    most = MAX_TOKENS // len(FIELDS)
    both = (tuple(dict.fromkeys((*a, *b)))[:most] for a, b in zip(one, other, strict=True))
    return SiteWords(*both)


@dataclass(slots=True)
class LeftSite:
    """A site on the topic, and how far it was explored."""

    chosen: ChosenSite
    search: InSite
    topic: float
    away: dict[str, Link] = field(default_factory=dict)
    """Links to other sites, by address."""

    def meet(self, page: Page | None) -> None:
        """Add the links of a page to other sites."""
        for link in links_away(page, self.search.site) if page else ():
            self.away.setdefault(link.url, link)


class UnfinishedSites:
    """The sites that were left, by the promise of their next page."""

    def __init__(self, most: int = MOST_LEFT) -> None:
        self._most = most
        self._bands: dict[int, list[tuple[float, int, Visit, LeftSite]]] = {}
        self._added = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, site: LeftSite, following: Visit) -> None:
        """Remember a site and the page that comes next in it."""
        self._added += 1
        self._size += 1
        band = self._bands.setdefault(band_of(following), [])
        heapq.heappush(band, (-promise_of(following), self._added, following, site))
        if self._size > self._most:
            self._drop_least()

    def next(self, patience: SitePatience, *, is_all: bool = False) -> LeftSite | None:
        """The site to resume, if one promises more than a new site; if ``is_all``, the best one."""
        tops = (band[0][2] for band in self._bands.values() if band)
        best = max(tops, key=lambda visit: patience.expected(visit, before=False), default=None)
        if best is None or (not is_all and patience.is_enough(best, before=False)):
            return None
        self._size -= 1
        return heapq.heappop(self._bands[band_of(best)])[3]

    def _drop_least(self) -> None:
        band = self._bands[min(number for number, band in self._bands.items() if band)]
        band.remove(max(band, key=lambda each: each[:2]))
        heapq.heapify(band)
        self._size -= 1
