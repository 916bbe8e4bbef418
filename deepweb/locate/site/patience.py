"""Is the next page of a site worth more than a page of another site?

SmartCrawler stops at fixed numbers of pages [Gujrati SC1–SC5] and prints none of them. Here they
are upper limits. Below them, a site is left as soon as its best link promises less than an average
page of the crawl yields. The crawl learns what links of a given promise (``link_ranker.py``) lead
to, separately for sites in which a form was found before.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import exp

from deepweb.locate.site.exploration import SeenPage, Visit

BANDS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7)  # promises up to each of these are counted together
SITEMAP = -1  # the band of sitemaps: they hold no form, but the page that they lead to may
SITEMAP_PROMISE = 0.3  # what a sitemap promises
PROMISED = 10.0  # followed links that a promise counts for, before any was followed
FIRST_SITES = 8.0  # sites on the topic that are assumed at the start
FIRST_DEEP = 2.0  # of these, sites with a database
FIRST_RATE = 1 / 30  # sites with a database that a page brings, assumed at the start
FIRST_PAGES = 60.0  # pages that this assumption counts for
MEMORY = 120.0  # pages after which what a page brought counts for a third
FURTHER = 0.5  # worth of a further form of a site, compared with its first


@dataclass(frozen=True, slots=True)
class FollowedLink:
    """A link of a site that was followed."""

    band: int
    found: bool
    before: bool
    """Had the site had a form before?"""


def band_of(visit: Visit) -> int:
    """The band of a promise; promises of one band are counted together."""
    return SITEMAP if visit.kind == "sitemap" else bisect(BANDS, visit.score)


def promise_of(visit: Visit) -> float:
    """The promise of a page, if the site has a form."""
    return SITEMAP_PROMISE if visit.kind == "sitemap" else visit.score


def followed_links(pages: Sequence[SeenPage]) -> Iterator[FollowedLink]:
    """The followed links of one site, in the order in which their pages were seen."""
    before = False
    for page, following in zip_longest(pages, pages[1:]):
        found = page.found > 0
        if page.visit.depth:
            led = page.visit.kind == "sitemap" and following is not None and following.found > 0
            yield FollowedLink(band_of(page.visit), found or led, before)
        before = before or found


class SitePatience:
    """What followed links led to, and the average yield of a page."""

    def __init__(self) -> None:
        self._followed: Counter[tuple[int, bool]] = Counter()
        self._found: Counter[tuple[int, bool]] = Counter()
        self._deep, self._pages = FIRST_RATE * FIRST_PAGES, FIRST_PAGES
        self._sites, self._deep_sites = FIRST_SITES, FIRST_DEEP

    @property
    def rate(self) -> float:
        """Deep-web sites per page of new sites, lately."""
        return self._deep / self._pages

    def spent(self, pages: int, *, deep: int = 0) -> None:
        """Count pages of new sites, or of engines."""
        left = exp(-pages / MEMORY)
        self._pages = left * self._pages + pages
        self._deep = left * self._deep + deep

    @property
    def min_gain(self) -> float:
        """Minimum new sites on the topic per page of an engine, to be worth as much.

        Each costs a page more, and holds a database as often as sites of the topic did so far.
        """
        share = self._deep_sites / self._sites
        return self.rate / max(share - self.rate, 0.01)

    def judged(self, *, is_deep: bool) -> None:
        """Count a site on the topic, with a database or without."""
        self._sites += 1
        self._deep_sites += is_deep

    def proved_deep(self) -> None:
        """Correct the count: a site turned out to have a database."""
        self._deep_sites += 1

    def learn(self, link: FollowedLink) -> None:
        """Count a followed link."""
        band = link.band, link.before
        self._followed[band] += 1
        self._found[band] += link.found

    def is_enough(self, visit: Visit, *, before: bool) -> bool:
        """Is a site left whose best page is this one?"""
        worth = FURTHER if before else 1.0
        return worth * self.expected(visit, before=before) < self.rate

    def expected(self, visit: Visit, *, before: bool) -> float:
        """How likely a page leads to a form that is not known.

        Promises are those of sites that have a form; of the sites of a topic most have none.
        """
        band = band_of(visit), before
        found = PROMISED * promise_of(visit) * self._deep_sites / self._sites + self._found[band]
        return found / (PROMISED + self._followed[band])
