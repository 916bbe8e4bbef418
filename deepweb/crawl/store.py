"""The store of a crawl, for all components: pipelines, middlewares, spiders, extensions."""

from __future__ import annotations

from scrapy.crawler import Crawler

from deepweb.store.ledger import CrawlStore

# Signs of life in the time of a lease; one or two may fail.
BEATS = 4


class StoreHolder:
    """What an extension is that opens the store (``extensions/open_store.py``)."""

    store: CrawlStore


class SiteCrawler(Crawler):
    """The crawl of one site among others in a process, which shares their store."""

    store: CrawlStore


def store_of(crawler: Crawler) -> CrawlStore:
    """The store that belongs to a crawl."""
    holder = crawler.get_extension(StoreHolder)
    if holder is None:
        raise RuntimeError("EXTENSIONS lacks deepweb.extensions.open_store.OpenStore; add it")
    return holder.store
