"""``ResultPage`` → judged: does it say anything that another page did not?

Two URLs with the same signature are one. Which need not be asked for at all, by their arguments, is
decided before (``surface/facets/second_level.py``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.store import store_of
from deepweb.items import ResultPage
from deepweb.store.ledger import CrawlStore


class SecondLevelDedup:
    """Marks pages that say the same as an earlier one."""

    def __init__(self, store: CrawlStore, stats: StatsCollector) -> None:
        self._store = store
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(store_of(crawler), crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, ResultPage) or item.kind != "results":
            return item
        first = self._store.page_with_signature(item.site, item.signature)
        if first is None or not self._all_known(item):
            return item
        self._stats.inc_value("deepweb/pages/duplicate")
        return replace(item, kind="duplicate", reason=f"says the same as {first}")

    def _all_known(self, page: ResultPage) -> bool:
        # The signature forgives numbers; a record that is really new must not fall to that.
        ids = {record.id for record in page.records}
        return self._store.known(page.site, ids) == ids
