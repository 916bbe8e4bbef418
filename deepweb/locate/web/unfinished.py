"""Which of the sites that were left is worth coming back to?

SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*) is done with a site
when a stop criterion fires. Departure: a site on the topic in which no search was found yet is left
as soon as other sites promise more (``site_patience.py``), and taken up again where it was left as
soon as they promise less. After a restart the sites left before are not taken up.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from deepweb.locate.site.exploration import Visit
from deepweb.locate.site.in_site import InSite
from deepweb.locate.site.page_links import Link, links_away
from deepweb.locate.site.patience import SitePatience, band_of, promise_of
from deepweb.locate.web.frontier import Chosen
from deepweb.page.page import Page

# Sites that are remembered; each holds the links of some pages.
MOST_LEFT = 500


@dataclass(slots=True)
class LeftSite:
    """A site on the topic, and how far it was looked at."""

    chosen: Chosen
    search: InSite
    topic: float
    away: dict[str, Link] = field(default_factory=dict)
    """Links to other sites, by address."""

    def meet(self, page: Page | None) -> None:
        """Take the links of a page to other sites."""
        for link in links_away(page, self.search.site) if page else ():
            self.away.setdefault(link.url, link)


class Unfinished:
    """The sites that were left, by what their next page promises."""

    def __init__(self, most: int = MOST_LEFT) -> None:
        self._most = most
        self._bands: dict[int, list[tuple[float, int, Visit, LeftSite]]] = {}
        self._added = 0
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, site: LeftSite, following: Visit) -> None:
        """A site was left at a page."""
        self._added += 1
        self._size += 1
        band = self._bands.setdefault(band_of(following), [])
        heapq.heappush(band, (-promise_of(following), self._added, following, site))
        if self._size > self._most:
            self._drop_least()

    def next(self, patience: SitePatience, *, is_all: bool = False) -> LeftSite | None:
        """The site to take up now, if one promises more than a new one, or these are all left."""
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
