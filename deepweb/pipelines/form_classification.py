"""``SearchForm`` → judged: is it a search, and safe to submit?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.form_judge import FormJudge
from deepweb.items import SearchForm


class FormClassification:
    """Writes the verdict into each form; those that are no search go to the store unasked."""

    def __init__(self, judge: FormJudge, stats: StatsCollector) -> None:
        self._judge = judge
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(FormJudge.of(crawler.settings), crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, SearchForm):
            return item
        (kind,) = self._judge.types([item.form])
        verdict = self._judge.verdict(item.form, kind, item.site, item.declared)
        self._stats.inc_value(f"deepweb/forms/{verdict.type.replace(' ', '_')}")
        if verdict.searchable and not verdict.safe:
            self._stats.inc_value("deepweb/forms/not_safe")
        return replace(
            item,
            type=verdict.type,
            searchable=verdict.searchable,
            safe=verdict.safe,
            probability=verdict.probability,
            query_input=verdict.query_input,
            reason=verdict.reason,
        )
