"""Writes the report of each site when a crawl ends, and the stats that monitors read."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from sqlalchemy.exc import DBAPIError

from deepweb.crawl.signals import page_stored, site_failed
from deepweb.crawl.store import store_of
from deepweb.report.outcome import BUDGET, SiteOutcome, crawl_outcomes, site_outcome, worst

if TYPE_CHECKING:
    from deepweb.report.site_facts import SiteFacts

logger = logging.getLogger(__name__)


SCRAPYS = ("finished", "shutdown")  # finish reasons that a bad outcome replaces


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
        """Set the stats while the crawl runs, for monitors that read them then."""
        self._crawler.stats.inc_value("deepweb/records", new)

    def end(self, spider: Spider, reason: str) -> None:
        outcomes = crawl_outcomes(store_of(self._crawler), spider, reason)
        for site, ended in outcomes.items():
            self._store_outcome(site, ended)
        if outcomes:
            self._tell_sites(outcomes)
        elif crawling := getattr(spider, "crawling", None):
            self._tell_topic(crawling.database, spider.topic)  # type: ignore[attr-defined]

    def _store_outcome(self, site: str, ended: SiteOutcome) -> None:
        try:
            store_of(self._crawler).end_crawl(
                site,
                ended.reason,
                ended.outcome,
                is_over=ended.is_over,
                may_resume=ended.outcome == BUDGET,
            )
        except DBAPIError as error:  # a full disk
            self._fail(site, f"its outcome could not be stored: {error.orig}")

    def _fail(self, site: str, why: str) -> None:
        """The crawl of a site failed at the very end."""
        reason = f"{why}; fix that, then run the same command again"
        self._crawler.signals.send_catch_log(site_failed, site=site, reason=reason)

    def _tell_sites(self, outcomes: dict[str, SiteOutcome]) -> None:
        # Imported here, since charts and templates are needed only at the end.
        from deepweb.report.site_facts import site_facts, stats_of  # noqa: PLC0415

        store, stats = store_of(self._crawler), self._crawler.stats
        told = [facts for site in outcomes if (facts := site_facts(store, site))]
        for facts in told if self._is_written else ():
            self._write(facts)
        failed: dict[str, str] = getattr(self._crawler.spider, "failed", {})
        for site, ended in outcomes.items():
            if site in failed and ended.is_good:
                outcomes[site] = site_outcome(store, site, "finished", failed[site])
                self._store_outcome(site, outcomes[site])
            stats.set_value(f"deepweb/outcome/{site}", outcomes[site].outcome)
        if (last := worst(outcomes.values())) is not None:
            stats.set_value("deepweb/outcome", last.outcome)
            if not last.is_good and stats.get_value("finish_reason") in SCRAPYS:
                stats.set_value("finish_reason", last.finish_reason)
        for name, value in stats_of(told).items():
            stats.set_value(f"deepweb/{name}", value)

    def _write(self, facts: SiteFacts) -> None:
        from deepweb.output.export import write_table  # noqa: PLC0415
        from deepweb.report.page import write_report  # noqa: PLC0415

        try:
            write_table(store_of(self._crawler), facts.site, self._output)
            logger.info("report: %s", write_report(facts, self._output))
        except OSError as error:
            self._fail(facts.site, f"its report could not be written: {error.strerror or error}")

    def _tell_topic(self, database: Any, topic: str) -> None:
        from deepweb.report.located import topic_facts, write_topic  # noqa: PLC0415

        if self._is_written:
            path = write_topic(topic_facts(database, topic), self._output)
            logger.info("report: %s", path)
