"""Applies the stop criteria of exploring [Gujrati SC1–SC5], counted by site and depth.

Only explored pages count (``explore_depth`` in ``meta``): submissions, result pages and all other
requests pass.
"""

from __future__ import annotations

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.failures import StoppedEarlyError
from deepweb.crawl.fetches import EXPLORE_DEPTH
from deepweb.crawl.signals import page_explored
from deepweb.locate.site.stop_criteria import SiteStops, StopLimits


class StopEarly:
    """Refuses pages beyond the stop criteria."""

    def __init__(self, limits: StopLimits, stats: StatsCollector) -> None:
        self._sites = SiteStops(limits)
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = cls(stop_limits(crawler.settings), crawler.stats)
        crawler.signals.connect(middleware.take, page_explored)
        return middleware

    def process_request(self, request: Request) -> None:
        depth: int | None = request.meta.get(EXPLORE_DEPTH)
        # Retries and redirects of a page were counted with the first request.
        if depth is None or "explore_counted" in request.meta:
            return
        if stop := self._sites.refusal(request.url, depth):
            self._stats.inc_value(f"deepweb/stop_early/{stop.criterion}")
            raise StoppedEarlyError(stop)
        request.meta["explore_counted"] = True

    def take(self, site: str, depth: int, found: int, *, is_replayed: bool = False) -> None:
        """Count a page that was explored, and the new search forms found on it."""
        count = self._sites.replay if is_replayed else self._sites.explored
        count(site, depth, found)


def stop_limits(settings: BaseSettings) -> StopLimits:
    """The limits of SC1 to SC5 in the settings."""
    return StopLimits(
        max_depth=settings.getint("DEEPWEB_SC1_MAX_DEPTH"),
        max_pages_per_depth=settings.getint("DEEPWEB_SC2_MAX_PAGES_PER_DEPTH"),
        max_forms_per_depth=settings.getint("DEEPWEB_SC3_MAX_FORMS_PER_DEPTH"),
        max_barren_per_depth=settings.getint("DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH"),
        max_barren=settings.getint("DEEPWEB_SC5_MAX_BARREN_PAGES"),
    )
