"""Obeys the Crawl-delay of robots.txt.

Scrapy reads Crawl-delay and ignores it. AutoThrottle would go below it, so it is turned off for
such a site. The maximum delay is ``AUTOTHROTTLE_MAX_DELAY`` seconds.
"""

from __future__ import annotations

from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.robotstxt import RobotParser
from scrapy.utils.httpobj import urlparse_cached


class CrawlDelay:
    """Sets the delay that sites ask for."""

    def __init__(self, crawler: Crawler, user_agent: str, most: float) -> None:
        self._crawler = crawler
        self._user_agent = user_agent
        self._most = most
        self._hosts: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        user_agent = settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"]
        middleware = cls(crawler, user_agent, settings.getfloat("AUTOTHROTTLE_MAX_DELAY"))
        crawler.signals.connect(middleware.take, signals.robots_parsed)
        return middleware

    def process_request(self, request: Request) -> None:
        if urlparse_cached(request).hostname in self._hosts:
            request.meta["autothrottle_dont_adjust_delay"] = True

    def take(self, robotparser: RobotParser, request: Request) -> None:
        """Set the delay that a robots.txt asks for."""
        asked = robotparser.crawl_delay(self._user_agent)
        delay = min(asked or 0.0, self._most)
        host = urlparse_cached(request).hostname or ""
        downloader = self._crawler.engine.downloader
        slot = downloader.slots.get(host)
        known = downloader.per_slot_settings.get(host, {})
        least = known.get("delay", self._crawler.settings.getfloat("DOWNLOAD_DELAY"))
        if delay <= least:
            return
        self._hosts.add(host)
        self._crawler.stats.max_value("deepweb/crawl_delay/seconds", delay)
        # For the current slot and for later ones, since Scrapy discards idle slots.
        downloader.per_slot_settings[host] = known | {"delay": delay, "jitter": 0}
        if slot is not None:
            slot.delay, slot.jitter = delay, 0.0
