"""``ResultPage`` → judged: does it answer the query, or say that there is nothing?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.store import store_of
from deepweb.items import ResultPage
from deepweb.read.kind.empty import AnswerText, judged
from deepweb.store.ledger import CrawlStore


class EmptyPageFilter:
    """Takes the records off pages that are empty, and says why."""

    def __init__(self, store: CrawlStore, theta: float, stats: StatsCollector) -> None:
        self._store = store
        self._theta = theta
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        theta = crawler.settings.getfloat("DEEPWEB_EMPTY_THETA")
        return cls(store_of(crawler), theta, crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, ResultPage):
            return item
        page = self._judge(item) if item.kind == "unread" else item
        self._stats.inc_value(f"deepweb/pages/{page.kind}")
        return page

    def _judge(self, page: ResultPage) -> ResultPage:
        if page.purpose == "background":
            return replace(page, kind="background", reason="answer to nonsense", records=())
        answer = AnswerText(
            texts=page.texts,
            records=[record.text for record in page.records],
            own_links=sum(record.url is not None for record in page.records),
            query=list(page.query.values()),
        )
        background = self._store.background(page.site, page.form)
        verdict = judged(answer, background, theta=self._theta)
        return replace(
            page,
            kind="empty" if verdict.empty else "results",
            reason=verdict.reason,
            similarity=verdict.similarity,
            records=() if verdict.empty else page.records,
        )
