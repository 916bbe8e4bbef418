"""The store of a crawl, for all components: pipelines, middlewares, spiders, extensions."""

from __future__ import annotations

from scrapy.crawler import Crawler

from deepweb.store.ledger import CrawlStore

BEATS = 4  # heartbeats in the time of a lease, so that one or two may fail


class StoreHolder:
    """An extension that holds the store (see ``extensions/open_store.py``)."""

    store: CrawlStore


class SiteCrawler(Crawler):
    """The crawl of one site in a worker; all crawls of the worker share a store."""

    store: CrawlStore


def store_of(crawler: Crawler) -> CrawlStore:
    """The store of a crawl."""
    holder = crawler.get_extension(StoreHolder)
    if holder is None:
        raise RuntimeError("EXTENSIONS lacks deepweb.extensions.open_store.OpenStore; add it")
    return holder.store
