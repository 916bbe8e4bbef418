"""The report of each site, written when a crawl ends."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from deepweb.crawl.store import store_of
from deepweb.report.page import write_report
from deepweb.report.site_facts import site_facts
from deepweb.report.summary import how_it_ended

logger = logging.getLogger(__name__)

# Endings after which nothing is left for the same command to do.
OVER = frozenset({"finished", "budget"})


class Report:
    """Notes when crawls end, and tells all about them in ``report.html``."""

    def __init__(self, crawler: Crawler, output: Path, *, is_written: bool) -> None:
        self._crawler = crawler
        self._output = output
        self._is_written = is_written

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        is_written = settings.getbool("DEEPWEB_REPORT")
        extension = cls(crawler, Path(settings["DEEPWEB_OUTPUT"]), is_written=is_written)
        crawler.signals.connect(extension.end, signals.spider_closed)
        return extension

    def end(self, spider: Spider, reason: str) -> None:
        store = store_of(self._crawler)
        failed: dict[str, str] = getattr(spider, "failed", {})
        for site in getattr(spider, "site_names", ()):
            is_over = reason in OVER and site not in failed
            ended = failed.get(site) or how_it_ended(reason, store.decisions.templates(site))
            store.end_crawl(site, ended, is_over=is_over)
            facts = site_facts(store, site) if self._is_written else None
            if facts:
                logger.info("report: %s", write_report(facts, self._output))
