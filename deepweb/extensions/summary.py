"""Prints the summary of a crawl when it ends."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from deepweb.crawl.store import store_of
from deepweb.output.log_lines import say
from deepweb.report.outcome import crawl_outcomes
from deepweb.report.summary import site_summary

logger = logging.getLogger(__name__)


class Summary:
    """Prints to standard error, since standard output may be a feed."""

    def __init__(self, crawler: Crawler, output: Path, store_address: str) -> None:
        self._crawler = crawler
        self._output = output
        self._store_address = store_address

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("DEEPWEB_SUMMARY"):
            raise NotConfigured
        extension = cls(crawler, Path(settings["DEEPWEB_OUTPUT"]), settings["DEEPWEB_STORE"])
        crawler.signals.connect(extension.print, signals.spider_closed)
        return extension

    def print(self, spider: Spider, reason: str) -> None:
        if tell := getattr(spider, "summary", None):
            self._say(tell(reason))
        store = store_of(self._crawler)
        for site, ended in crawl_outcomes(store, spider, reason).items():
            text = site_summary(
                store,
                site,
                ended=ended.line,
                output=self._output,
                store_address=self._store_address,
                has_report=self._crawler.settings.getbool("DEEPWEB_REPORT"),
            )
            self._say(text)

    def _say(self, text: str) -> None:
        say(text, sys.stderr)
        # Of a job of Scrapyd, or a crawl with --logfile, nobody sees standard error.
        if self._crawler.settings["LOG_FILE"]:
            logger.info("%s", text.lstrip())
