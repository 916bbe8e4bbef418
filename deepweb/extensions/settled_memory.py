"""Exempts what is loaded before a crawl from garbage collection.

Code, settings and models stay until the end. Each full collection would go through all of them,
which costs more than reading a page does.
"""

from __future__ import annotations

import gc
from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler


class SettledMemory:
    """Settles the memory of a process when its first crawl starts."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        crawler.signals.connect(settle, signals.engine_started)
        return cls()


def settle() -> None:
    """Only once in a process: objects of later crawls (of a worker) must be collected."""
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
