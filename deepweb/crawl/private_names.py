"""The private names of Scrapy's engine that a crawl needs, each with its reason.

Private names of Scrapy's and Twisted's HTTP client are in ``browser/handler.py``; there are no
others. tests/test_private_names.py fails when a new version of Scrapy takes one away.
"""

from __future__ import annotations

import asyncio
from typing import Any

from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares import cookies

from deepweb.page.site import public_suffixes


def wake_engine(crawler: Crawler) -> None:
    """Let the engine check at once whether the crawl is finished.

    By itself it checks every 5 seconds and after each request; no public call does it.
    """
    slot = crawler.engine._slot
    if slot is not None:
        asyncio.get_running_loop().call_soon(slot.nextcall.schedule)


def is_closing(crawler: Crawler) -> bool:
    """Is the spider closing or closed?

    ``engine.running`` stays true until all pending requests have ended.
    """
    slot = crawler.engine._slot
    return slot is None or slot.closing is not None


async def process_item(crawler: Crawler, item: Any) -> None:
    """Send an item that no callback yields through the pipelines."""
    await crawler.engine.scraper.start_itemproc_async(item, response=None)
    let_pipelines_close(crawler)


def let_pipelines_close(crawler: Crawler) -> None:
    """Call this after items that no callback yielded.

    A stopping crawl waits for all items, but Scrapy checks for that only after a response. Without
    this call it would wait forever.
    """
    scraper = crawler.engine.scraper
    if scraper.slot is not None and not are_pipelines_closed(crawler):
        scraper._check_if_closing()


def are_pipelines_closed(crawler: Crawler) -> bool:
    """Are the pipelines closed to further items?"""
    slot = crawler.engine.scraper.slot
    return slot is None or (slot.closing is not None and slot.closing.called)


def use_bundled_suffixes() -> None:
    """Let Scrapy's cookies middleware read the public suffixes that tldextract ships with.

    By itself it fetches a newer list from two public hosts, past the downloader and while the
    event loop waits.
    """
    cookies._split_domain = public_suffixes(private=True)
