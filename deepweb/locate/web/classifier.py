"""Is a site about the topic, by what its home page says?

Site classifier of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*):
the words of the home page, without stop words and stemmed, go into a classifier that says whether
the site is relevant; only then are its pages looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from deepweb.form.model import Form
from deepweb.page.page import Page


class SiteClassifier(Protocol):
    """One topic."""

    @property
    def words(self) -> Mapping[str, float]:
        """Log odds of stems (``stems.py``): what links say of the topic before any is followed."""

    @property
    def queries(self) -> Sequence[str]:
        """What a search engine is asked to name sites of the topic."""

    def probability(self, page: Page) -> float:
        """How likely the site of a page is on the topic, were both sides as frequent."""


class TopicModel(Protocol):
    """One model says it of sites and of forms: one that ships, or one of the user's own."""

    def probability(self, form: Form | None, summary: Sequence[str]) -> float:
        """Of a page by its telling words, or of a form that stands on it."""

    def words(self) -> dict[str, float]:
        """Stem to what it says of a link, in log odds."""


@dataclass(frozen=True, slots=True)
class ModelledTopic:
    """A topic by its model; ``summary`` makes a page's telling words of it."""

    model: TopicModel
    summary: Callable[[Page], tuple[str, ...]]
    words: Mapping[str, float]
    queries: Sequence[str] = ()

    def probability(self, page: Page) -> float:
        return self.model.probability(None, page.once(self.summary))

    def form_on_topic(self, form: Form, page: Page) -> float:
        """How likely the database behind a form is about the topic."""
        return self.model.probability(form, page.once(self.summary))
