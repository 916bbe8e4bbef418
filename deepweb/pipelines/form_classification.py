"""``SearchForm`` → judged: is it a search, and safe to submit?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.items import SearchForm
from deepweb.locate.search_form import FormWords, judge_form
from deepweb.resources import form_words


class FormClassification:
    """Writes the verdict into each form; those that are no search go to the store unasked."""

    def __init__(
        self, words: FormWords, min_probability: float, min_post: float, stats: StatsCollector
    ) -> None:
        self._words = words
        self._min_probability = min_probability
        self._min_post = min_post
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(
            form_words(),
            crawler.settings.getfloat("DEEPWEB_MIN_PROBABILITY"),
            crawler.settings.getfloat("DEEPWEB_MIN_POST_PROBABILITY"),
            crawler.stats,
        )

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, SearchForm):
            return item
        verdict = judge_form(
            item.form,
            item.site,
            self._words,
            min_probability=self._min_probability,
            min_post=self._min_post,
        )
        kind = "search" if verdict.searchable else "other"
        self._stats.inc_value(f"deepweb/forms/{kind}")
        return replace(
            item,
            type=kind,
            searchable=verdict.searchable,
            safe=verdict.safe,
            probability=verdict.probability,
            query_input=verdict.query_input,
            reason=verdict.reason,
        )
