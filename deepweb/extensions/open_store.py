"""The store of a crawl: opened before the first request, closed after the last word."""

from __future__ import annotations

from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler

from deepweb.store import CrawlStore


class OpenStore:
    """Holds the one store that all components of a crawl share."""

    def __init__(self, store: CrawlStore) -> None:
        self.store = store

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(CrawlStore.open(crawler.settings["DEEPWEB_STORE"]))
        # Not spider_closed: the summary reads the store then.
        crawler.signals.connect(extension.store.close, signals.engine_stopped)
        return extension


def store_of(crawler: Crawler) -> CrawlStore:
    """The store that belongs to a crawl."""
    extension = crawler.get_extension(OpenStore)
    if extension is None:
        raise RuntimeError("EXTENSIONS lacks deepweb.extensions.open_store.OpenStore; add it")
    return extension.store
