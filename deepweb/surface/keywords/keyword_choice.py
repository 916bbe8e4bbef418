"""Which of many keywords stand for the rest?

Madhavan et al. (PVLDB 2008), section 5.1, "text box value selection": P(w) is the top words of the
page that keyword w brings. Keywords with like P(w) are clustered and one of each cluster is kept;
of these, longer pages first, a keyword is chosen if it brings at least k words that the chosen ones
do not have yet, with k from 5 downwards until there are enough. (The paper prints the condition as
an intersection; that would choose keywords that are alike.)

For where a list of values is wanted, not records: a template with the box among its inputs, and
``scrapy templates``. To harvest records, ``keywords.py`` reaches more with fewer requests.

Departures: the paper says neither how it clusters nor when P(w) are alike; here a keyword joins the
first cluster whose first member shares half of their words. k does not go down to 0, which would
choose keywords that bring no new word at all. The limit backs off by the size of the database,
where the paper takes the traffic that its URLs get.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain

from deepweb.page.words import terms

N_PROBE = 25
MAX_ROUNDS = 15
MAX_CANDIDATES = 1500
MAX_SHARE = 0.8
FIRST_K = 5
# Share of their words by which two pages are alike.
ALIKE = 0.5
# Keywords for a box: the fewest and the most, and how many for each page that the database fills.
MIN_LIMIT, MAX_LIMIT, PER_PAGE = 25, 500, 2


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
    """The words of a page that tell most about it: the frequent ones that are no stop words."""
    counts = Counter(word for text in texts for word in terms(text) if word not in stop_words)
    ranked = sorted(counts, key=lambda word: (-counts[word], -len(word), word))
    return frozenset(ranked[:most])


def candidates(pages: Sequence[Set[str]], held: Mapping[str, int], most: int) -> list[str]:
    """The keywords for the next round: top words of pages, not on too many of them nor on one only.

    ``pages`` are the top words of all pages so far, ``held`` on how many pages a word stands.
    """
    found = Counter(word for page in pages for word in page)
    fit = [w for w in found if 1 < held.get(w, 0) <= MAX_SHARE * len(pages)]
    return sorted(fit, key=lambda word: (-found[word], word))[:most]


def choose_keywords(
    probed: Sequence[Probed], rng: random.Random, *, most: int = MAX_LIMIT
) -> list[str]:
    """The keywords that stand for all, at most so many, in the order of choice."""
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
    """How many keywords a box deserves whose database has so many records, by estimate."""
    wanted = math.ceil(PER_PAGE * records / max(page_size, 1))
    return min(max(wanted, MIN_LIMIT), MAX_LIMIT)


def _clusters(probed: Sequence[Probed]) -> list[list[Probed]]:
    """Keywords with like pages; those that brought nothing are left out."""
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
    """The clusters whose first member's page is like this one's, in the order of their making."""
    shared = Counter(chain.from_iterable(holders.get(word, ()) for word in probe.top))
    for cluster in sorted(shared):
        either = len(probe.top) + len(clusters[cluster][0].top) - shared[cluster]
        if shared[cluster] >= ALIKE * either:
            yield cluster
