"""Writes the report of each site when a crawl ends."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from deepweb.crawl.store import store_of
from deepweb.report.summary import how_it_ended

logger = logging.getLogger(__name__)

OVER = frozenset({"finished", "budget"})  # finish reasons that leave nothing to resume


class Report:
    """Stores why each crawl ended, and writes ``report.html``."""

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
            if self._is_written:
                self._write(site)

    def _write(self, site: str) -> None:
        # Imported here, since charts and templates are needed only at the end.
        from deepweb.report.page import write_report  # noqa: PLC0415
        from deepweb.report.site_facts import site_facts  # noqa: PLC0415

        if facts := site_facts(store_of(self._crawler), site):
            logger.info("report: %s", write_report(facts, self._output))
