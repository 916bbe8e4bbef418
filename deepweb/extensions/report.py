"""Writes the report of each site when a crawl ends."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from deepweb.crawl.store import store_of
from deepweb.report.outcome import crawl_outcomes, worst

logger = logging.getLogger(__name__)


class Report:
    """Stores how each crawl ended, and writes ``report.html``."""

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
        stats = self._crawler.stats
        for site, ended in crawl_outcomes(store, spider, reason).items():
            store.end_crawl(site, ended.reason, ended.outcome, is_over=ended.is_over)
            stats.set_value(f"deepweb/outcome/{site}", ended.outcome)
            if self._is_written:
                self._write(site)
        if ended_worst := worst(crawl_outcomes(store, spider, reason).values()):
            stats.set_value("deepweb/outcome", ended_worst.outcome)

    def _write(self, site: str) -> None:
        # Imported here, since charts and templates are needed only at the end.
        from deepweb.report.page import write_report  # noqa: PLC0415
        from deepweb.report.site_facts import site_facts  # noqa: PLC0415

        if facts := site_facts(store_of(self._crawler), site):
            logger.info("report: %s", write_report(facts, self._output))
