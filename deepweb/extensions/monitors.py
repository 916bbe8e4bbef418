"""Spidermon, if the user wants it: monitors of a crawl (docs/recipes.md)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

MISSING = "SPIDERMON_ENABLED needs Spidermon; pip install 'deepweb[monitors]'"


class Monitors:
    """Loads Spidermon's extension after ours, since its monitors read our last stats."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        if not crawler.settings.getbool("SPIDERMON_ENABLED"):
            raise NotConfigured
        try:
            spidermon = import_module("spidermon.contrib.scrapy.extensions").Spidermon
        except ImportError:
            raise NotConfigured(MISSING) from None
        return spidermon.from_crawler(crawler)
