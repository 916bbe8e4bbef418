"""Refuses requests to sites that are not part of the crawl.

Scrapy's offsite middleware allows requests with ``dont_filter`` and their redirects, and ignores
ports: it would allow a redirect to another service on the same machine.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.failures import OffSite
from deepweb.page.site import is_on_site, owner, site_name


class StayOnSite:
    """Refuses every request to another host or port."""

    def __init__(self, sites: Collection[str], stats: StatsCollector) -> None:
        self._sites = sites
        self._stats = stats
        self._beside: set[str] = set()
        """Other hosts that searches of the site use; their robots.txt may be fetched."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        sites = getattr(crawler.spider, "site_names", None)
        if not sites:  # scrapy shell and its like
            raise NotConfigured
        return cls([*sites, *crawler.settings.getlist("DEEPWEB_FORM_SITES")], crawler.stats)

    def process_request(self, request: Request) -> None:
        beside: str = request.meta.get("beside_site", "")
        if beside and is_on_site(request.url, beside):
            self._beside.add(beside)
        elif owner(request.url, self._sites) is None and not self._is_robots_beside(request):
            self._stats.inc_value("deepweb/requests/off_site")
            raise OffSite(f"{request.url} is on another site")

    def _is_robots_beside(self, request: Request) -> bool:
        return request.url.endswith("/robots.txt") and site_name(request.url) in self._beside
