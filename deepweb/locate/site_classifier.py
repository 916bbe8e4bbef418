"""Is a site about the topic, by what its home page says?

Site classifier of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*):
the words of the home page, without stop words and stemmed, go into a classifier that says whether
the site is relevant; only then are its pages looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from deepweb.read.page import Page


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
