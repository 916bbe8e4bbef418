"""Writes the report of each site when a crawl ends, and the stats that monitors read."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from deepweb.crawl.signals import page_stored
from deepweb.crawl.store import store_of
from deepweb.report.outcome import BUDGET, crawl_outcomes, worst

logger = logging.getLogger(__name__)


class Report:
    """Stores how each crawl ended, sets the stats of its figures, and writes ``report.html``."""

    def __init__(self, crawler: Crawler, output: Path, *, is_written: bool) -> None:
        self._crawler = crawler
        self._output = output
        self._is_written = is_written

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        is_written = settings.getbool("DEEPWEB_REPORT")
        extension = cls(crawler, Path(settings["DEEPWEB_OUTPUT"]), is_written=is_written)
        crawler.signals.connect(extension.count, page_stored)
        crawler.signals.connect(extension.end, signals.spider_closed)
        return extension

    def count(self, new: int = 0) -> None:
        """Count while the crawl runs, for monitors that look at it then."""
        self._crawler.stats.inc_value("deepweb/records", new)

    def end(self, spider: Spider, reason: str) -> None:
        store, stats = store_of(self._crawler), self._crawler.stats
        outcomes = crawl_outcomes(store, spider, reason)
        for site, ended in outcomes.items():
            may_resume = ended.outcome == BUDGET
            store.end_crawl(
                site, ended.reason, ended.outcome, is_over=ended.is_over, may_resume=may_resume
            )
            stats.set_value(f"deepweb/outcome/{site}", ended.outcome)
        if outcomes:
            stats.set_value("deepweb/outcome", worst(outcomes.values()).outcome)  # type: ignore[union-attr]
            self._tell_sites(tuple(outcomes))
        elif crawling := getattr(spider, "crawling", None):
            self._tell_topic(crawling.database, spider.topic)  # type: ignore[attr-defined]

    def _tell_sites(self, sites: tuple[str, ...]) -> None:
        # Imported here, since charts and templates are needed only at the end.
        from deepweb.output.export import write_table  # noqa: PLC0415
        from deepweb.report.page import write_report  # noqa: PLC0415
        from deepweb.report.site_facts import site_facts, stats_of  # noqa: PLC0415

        store = store_of(self._crawler)
        told = [facts for site in sites if (facts := site_facts(store, site))]
        for name, value in stats_of(told).items():
            self._crawler.stats.set_value(f"deepweb/{name}", value)
        for facts in told if self._is_written else ():
            try:
                write_table(store, facts.site, self._output)
                logger.info("report: %s", write_report(facts, self._output))
            except OSError as error:  # a full disk; `scrapy report` writes it later
                logger.error("report of %s: %s", facts.site, error)

    def _tell_topic(self, database: Any, topic: str) -> None:
        from deepweb.report.located import topic_facts, write_topic  # noqa: PLC0415

        if self._is_written:
            path = write_topic(topic_facts(database, topic), self._output)
            logger.info("report: %s", path)
