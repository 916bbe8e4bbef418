"""When to stop looking for forms in a site.

The stop criteria of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*,
in-site exploring), of which the first two are built: SC1, the greatest depth, and SC2, the most
pages of one depth. Only exploring counts; submissions and their answers are not exploring.
"""

from __future__ import annotations

from collections import Counter
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.statscollectors import StatsCollector

from deepweb.locate.site import site_name


class StopEarly:
    """Refuses requests that explore further than the stop criteria allow."""

    def __init__(self, max_depth: int, max_pages_per_depth: int, stats: StatsCollector) -> None:
        self._max_depth = max_depth
        self._max_pages_per_depth = max_pages_per_depth
        self._stats = stats
        self._pages: Counter[tuple[str, int]] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        return cls(
            settings.getint("DEEPWEB_SC1_MAX_DEPTH"),
            settings.getint("DEEPWEB_SC2_MAX_PAGES_PER_DEPTH"),
            crawler.stats,
        )

    def process_request(self, request: Request) -> None:
        depth: int | None = request.meta.get("explore_depth")
        # A page that is asked for again, after an error or a redirect, was counted the first time.
        if depth is None or "explore_counted" in request.meta:
            return
        place = site_name(request.url).removeprefix("www."), depth
        if depth > self._max_depth:
            self._stop("SC1", f"depth {depth} > {self._max_depth}")
        if self._pages[place] >= self._max_pages_per_depth:
            self._stop("SC2", f"{self._pages[place]} pages of depth {depth}")
        self._pages[place] += 1
        request.meta["explore_counted"] = True

    def _stop(self, criterion: str, reason: str) -> None:
        self._stats.inc_value(f"deepweb/stop_early/{criterion}")
        raise IgnoreRequest(f"{criterion}: {reason}")
