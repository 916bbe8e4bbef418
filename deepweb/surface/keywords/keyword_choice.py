"""Which of many keywords stand for the rest?

The selection of values for a text box [Madhavan08 §5.1]. P(w) is the set of top words of the page
that keyword w brings. Keywords with similar P(w) are clustered and one of each cluster is kept; of
these, longer pages first, a keyword is chosen if it brings at least k words that the chosen ones
lack, with k from 5 downwards until there are enough. (The paper prints the condition as an
intersection, which would choose similar keywords.)

``scrapy templates`` shows this choice, since it asks for a list of values and not for records. To
harvest records, ``keywords.py`` reaches more with fewer requests (``benchmarks/keywords.py``).

Departures: the paper says neither how it clusters nor when two P(w) are similar; here a keyword
joins the first cluster whose first member shares half of their words. k does not go down to 0,
which would choose keywords without a new word. The limit depends on the size of the database, where
the paper uses the traffic of its URLs.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain

from deepweb.page.words import terms

N_PROBE = 25  # top words of a page
FIRST_K = 5  # new words that the first chosen keywords bring
ALIKE = 0.5  # share of their words by which two pages are similar
MIN_LIMIT = 25  # fewest keywords for a box
MAX_LIMIT = 500  # most keywords for a box
PER_PAGE = 2  # keywords for each result page that the database fills


@dataclass(frozen=True, slots=True)
class Probed:
    """A keyword that was asked, and what its page holds."""

    word: str
    top: frozenset[str]
    """P(w): the top words of the page."""
    length: int


def top_words(
    texts: Iterable[str], *, stop_words: Set[str] = frozenset(), most: int = N_PROBE
) -> frozenset[str]:
    """The words that tell most about a page: the most frequent ones, without stop words."""
    counts = Counter(word for text in texts for word in terms(text) if word not in stop_words)
    ranked = sorted(counts, key=lambda word: (-counts[word], -len(word), word))
    return frozenset(ranked[:most])


def choose_keywords(
    probed: Sequence[Probed], rng: random.Random, *, most: int = MAX_LIMIT
) -> list[str]:
    """The keywords that stand for all others, in the order of choice."""
    picked = [rng.choice(cluster) for cluster in _clusters(probed)]
    picked.sort(key=lambda probe: (-probe.length, probe.word))
    chosen: dict[str, None] = {}
    known: set[str] = set()
    for k in range(FIRST_K, 0, -1):
        for probe in picked:
            if len(chosen) >= most:
                return list(chosen)
            if probe.word not in chosen and len(probe.top - known) >= k:
                chosen[probe.word] = None
                known |= probe.top
    return list(chosen)


def keyword_limit(records: int, page_size: int) -> int:
    """How many keywords a box deserves, by the estimated number of records behind it."""
    wanted = math.ceil(PER_PAGE * records / max(page_size, 1))
    return min(max(wanted, MIN_LIMIT), MAX_LIMIT)


def _clusters(probed: Sequence[Probed]) -> list[list[Probed]]:
    """Keywords with similar pages; those that brought nothing are left out."""
    clusters: list[list[Probed]] = []
    holders: dict[str, list[int]] = {}
    for probe in probed:
        if not probe.top:
            continue
        home = next(_alike(probe, clusters, holders), None)
        if home is not None:
            clusters[home].append(probe)
            continue
        for word in probe.top:
            holders.setdefault(word, []).append(len(clusters))
        clusters.append([probe])
    return clusters


def _alike(
    probe: Probed, clusters: Sequence[Sequence[Probed]], holders: Mapping[str, Sequence[int]]
) -> Iterator[int]:
    """The clusters whose first member has a similar page, in the order of their making."""
    shared = Counter(chain.from_iterable(holders.get(word, ()) for word in probe.top))
    for cluster in sorted(shared):
        either = len(probe.top) + len(clusters[cluster][0].top) - shared[cluster]
        if shared[cluster] >= ALIKE * either:
            yield cluster
