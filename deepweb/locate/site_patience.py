"""Is the next page of a site worth more than a page elsewhere?

SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*) stops at numbers of
pages, SC1 to SC5, and prints none. Here they are the outer bounds only. Within them a site is left
as soon as its best link promises less than the crawl brings a page on the whole. What links of a
promise (``link_ranker.py``) truly lead to is learnt from the sites of the crawl, apart for sites
that had a form before.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter

# Promises that are counted together: up to each of these.
BANDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7)
# Pages that a promise by itself is worth, and a rate of finds before anything was found.
PROMISED, FIRST_RATE, FIRST_PAGES = 10.0, 1 / 30, 60.0
# Below this share of what the crawl brings a page, a site is left: behind a page without a form may
# be one with it.
SHARE = 0.6


class SitePatience:
    """What links led to, and what the crawl brings a page."""

    def __init__(self) -> None:
        self._looked: Counter[tuple[int, bool]] = Counter()
        self._found: Counter[tuple[int, bool]] = Counter()
        self._deep = FIRST_RATE * FIRST_PAGES
        self._pages = FIRST_PAGES

    def visited(self, pages: int, *, is_deep: bool) -> None:
        """A site was visited, of whatever kind."""
        self._pages += pages
        self._deep += is_deep

    def looked(self, promise: float, *, found: bool, before: bool) -> None:
        """A link was followed, of a site that had a form before or not."""
        band = bisect(BANDS, promise), before
        self._looked[band] += 1
        self._found[band] += found

    def is_enough(self, promise: float, *, before: bool) -> bool:
        """Is a site left whose best link promises so much?"""
        return self.expected(promise, before=before) < SHARE * self._deep / self._pages

    def expected(self, promise: float, *, before: bool) -> float:
        """How likely a link that promises so much leads to a form that is not known."""
        band = bisect(BANDS, promise), before
        found = PROMISED * promise + self._found[band]
        return found / (PROMISED + self._looked[band])
