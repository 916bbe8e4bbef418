"""The private names of Scrapy's engine that a crawl needs, each with its reason.

Private names of Scrapy's and Twisted's HTTP client are in ``browser/handler.py``; there are no
others. tests/test_private_names.py fails when a new version of Scrapy takes one away.
"""

from __future__ import annotations

import asyncio

from scrapy.crawler import Crawler


def wake_engine(crawler: Crawler) -> None:
    """Let the engine see at once that nothing is left to do.

    By itself it looks every 5 seconds, and after each request; only the latter has a public call.
    """
    slot = crawler.engine._slot
    if slot is not None:
        asyncio.get_running_loop().call_soon(slot.nextcall.schedule)


def is_closing(crawler: Crawler) -> bool:
    """Is the spider being closed, or closed already?

    ``engine.running`` stays true until all requests under way have ended.
    """
    slot = crawler.engine._slot
    return slot is None or slot.closing is not None
