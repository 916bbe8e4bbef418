"""Two requests that lead to the same page are one to Scrapy's duplicate filter.

Of the second-level URLs of a partition one is crawled [He13 §6.3]. Scrapy asks a fingerprinter what
makes two requests the same; this one asks the pipeline ``SecondLevelDedup``, which decides it for
links of result pages, and looks away from presentation and tracking arguments.

Only requests that are marked ``meta={"second_level": True}`` are such links. All others, among them
submissions, have Scrapy's own fingerprint: it names them in the ledger, and must be the same in the
next run, when nothing has been learnt yet.
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
    """What is known of a site's links."""

    def page_key(self, url: str) -> str:
        """The same for all addresses that show the same."""


class LinkDedup(ABC):
    """Decides which links of result pages show the same (``pipelines/second_level_dedup.py``)."""

    @abstractmethod
    def learn(self, site: str, known: KnownLinks) -> None:
        """Decide by this from now on, in place of what was known of a site."""

    @abstractmethod
    def fingerprint(self, request: Request) -> bytes:
        """The same for all links that show the same."""

    @abstractmethod
    def is_repeated(self, question: str, link: str) -> bool:
        """Did another question follow a link that shows the same?"""


def link_dedup(crawler: Crawler) -> LinkDedup | None:
    """The pipeline of a crawl that decides about links, if it has one by now."""
    try:
        return crawler.get_item_pipeline(LinkDedup)  # type: ignore[type-abstract]
    except RuntimeError:  # the crawl has not begun
        return None


class SecondLevelFingerprinter:
    """For ``REQUEST_FINGERPRINTER_CLASS``; ``crawler.request_fingerprinter`` is the one in use."""

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
