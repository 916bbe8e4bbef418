"""When to stop looking for forms in a site.

Obeys the stop criteria SC1 to SC5 (``deepweb/locate/site/stop_criteria.py``), counted by site and
depth. Only exploring counts: probes, result pages and whatever else is asked for are not looked at
here.
"""

from __future__ import annotations

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.settings import BaseSettings
from scrapy.statscollectors import StatsCollector

from deepweb.locate.site.stop_criteria import Stop, StopCriteria, StopLimits
from deepweb.page.site import site_name


class StoppedEarlyError(IgnoreRequest):
    """A page that was not asked for because a stop criterion says so."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(f"{stop.criterion}: {stop.reason}")
        self.stop = stop


def stop_limits(settings: BaseSettings) -> StopLimits:
    """SC1 to SC5 as the settings have them."""
    return StopLimits(
        max_depth=settings.getint("DEEPWEB_SC1_MAX_DEPTH"),
        max_pages_per_depth=settings.getint("DEEPWEB_SC2_MAX_PAGES_PER_DEPTH"),
        max_forms_per_depth=settings.getint("DEEPWEB_SC3_MAX_FORMS_PER_DEPTH"),
        max_barren_per_depth=settings.getint("DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH"),
        max_barren=settings.getint("DEEPWEB_SC5_MAX_BARREN_PAGES"),
    )


class StopEarly:
    """Refuses requests that explore further than the stop criteria allow."""

    def __init__(self, limits: StopLimits, stats: StatsCollector) -> None:
        self._limits = limits
        self._stats = stats
        self._sites: dict[str, StopCriteria] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(stop_limits(crawler.settings), crawler.stats)

    def criteria(self, site: str) -> StopCriteria:
        """The counts of a site, which whoever looks at its pages adds to."""
        return self._sites.setdefault(site.removeprefix("www."), StopCriteria(self._limits))

    def process_request(self, request: Request) -> None:
        depth: int | None = request.meta.get("explore_depth")
        # A page that is asked for again, after an error or a redirect, was counted the first time.
        if depth is None or "explore_counted" in request.meta:
            return
        criteria = self.criteria(site_name(request.url))
        if stop := criteria.stop(depth):
            self._stats.inc_value(f"deepweb/stop_early/{stop.criterion}")
            raise StoppedEarlyError(stop)
        criteria.visit(depth)
        request.meta["explore_counted"] = True
