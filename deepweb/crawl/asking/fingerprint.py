"""The request fingerprinter: links of result pages that show the same page have one fingerprint.

One second-level URL of each partition is crawled [He13 §6.3]. The pipeline ``SecondLevelDedup``
decides which links are the same; it ignores presentation and tracking arguments.

Only requests with ``meta={"second_level": True}`` are such links. All others, submissions included,
have Scrapy's own fingerprint: it is their key in the ledger, and must be the same in the next run,
before anything is learnt about the site.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.request import fingerprint

SECOND_LEVEL = "second_level"
"""The key in ``Request.meta`` that marks a link of a result page."""


class KnownLinks(Protocol):
    """What the crawl has learnt about the links of a site."""

    def page_key(self, url: str) -> str:
        """A key that is equal for all URLs that show the same page."""


class LinkDedup(ABC):
    """Decides which links show the same page (see ``pipelines/second_level_dedup.py``)."""

    @abstractmethod
    def learn(self, site: str, known: KnownLinks) -> None:
        """Replace what is known about the links of a site."""

    @abstractmethod
    def fingerprint(self, request: Request) -> bytes:
        """A fingerprint that is equal for all links that show the same page."""

    @abstractmethod
    def is_repeated(self, question: str, link: str) -> bool:
        """Did another question follow a link that shows the same page?"""


def link_dedup(crawler: Crawler) -> LinkDedup | None:
    """The pipeline that decides about links; None if the crawl has none or has not begun."""
    try:
        return crawler.get_item_pipeline(LinkDedup)  # type: ignore[type-abstract]
    except RuntimeError:  # the crawl has not begun
        return None


class SecondLevelFingerprinter:
    """The class for ``REQUEST_FINGERPRINTER_CLASS``."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def fingerprint(self, request: Request) -> bytes:
        is_link = request.meta.get(SECOND_LEVEL)
        if is_link and (dedup := link_dedup(self._crawler)):
            return dedup.fingerprint(request)
        return fingerprint(request)
