"""``SearchForm`` → judged: is it a search, on the topic, and safe to submit?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.form_judge import FormJudge, read_topic_model
from deepweb.items import SearchForm
from deepweb.locate.forms.topic import TopicModel


class FormClassification:
    """Writes the verdict into each form; a form that is not a search is stored, not submitted."""

    def __init__(
        self,
        judge: FormJudge,
        topic: TopicModel | None,
        min_topic: float,
        stats: StatsCollector,
    ) -> None:
        self._judge = judge
        self._topic = topic
        self._min_topic = min_topic
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(
            FormJudge.of(crawler.settings),
            read_topic_model(crawler.settings),
            crawler.settings.getfloat("DEEPWEB_MIN_TOPIC_PROBABILITY"),
            crawler.stats,
        )

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, SearchForm):
            return item
        # Exploring uses the same judge; the browser has seen its form work.
        judged = item if item.is_judged else self._judge.judged(item)
        if not item.is_judged or item.topic is None:
            judged = self._on_topic(judged)
        self._count(judged)
        return judged

    def _on_topic(self, item: SearchForm) -> SearchForm:
        if self._topic is None or not item.searchable:
            return item
        topic = self._topic.probability(item.form, item.about)
        if topic >= self._min_topic:
            return replace(item, topic=topic, reason=f"{item.reason}; on the topic ({topic:.2f})")
        self._stats.inc_value("deepweb/forms/off_topic")
        reason = f"off the topic: {topic:.2f} < {self._min_topic}; {item.reason}"
        return replace(item, topic=topic, searchable=False, reason=reason)

    def _count(self, item: SearchForm) -> None:
        kind = "by_script" if item.form.script is not None else item.type.replace(" ", "_")
        self._stats.inc_value(f"deepweb/forms/{kind}")
        if item.searchable and not item.safe:
            self._stats.inc_value("deepweb/forms/not_safe")
