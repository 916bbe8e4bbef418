"""Feeds that end the crawl with one line if they cannot be written.

Scrapy's own exporter logs an error for every further record, goes on, and ends as if all were well.
Nothing is lost: the records are in the store, and the same command, run again, writes them.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from scrapy import Spider
from scrapy.extensions.feedexport import FeedExporter, FeedSlot

from deepweb.crawl.signals import site_failed

logger = logging.getLogger(__name__)

FAILED = "feedexport/failed_count"  # stat of feeds that could not be written, as Scrapy begins it


class Feeds(FeedExporter):
    """Scrapy's feeds; a feed that fails is closed, and the sites of the crawl fail."""

    _stopping: asyncio.Task[None] | None = None

    def item_scraped(self, item: Any, spider: Spider) -> None:
        slots, kept = self.slots, list[FeedSlot]()
        for slot in slots:
            self.slots = [slot]
            try:
                super().item_scraped(item, spider)
            except OSError as error:
                self._leave(slot, error, spider)
                self.slots = []
            kept += self.slots
        self.slots = kept

    async def close_spider(self, spider: Spider) -> None:
        # The rest is written now, before other extensions report the outcome.
        for slot in tuple(self.slots):
            try:
                if slot.itemcount:
                    slot.finish_exporting()
                    slot.file.flush()  # type: ignore[union-attr]
            except OSError as error:
                self.slots.remove(slot)
                self._leave(slot, error, spider)
        await super().close_spider(spider)

    def _leave(self, slot: FeedSlot, error: OSError, spider: Spider) -> None:
        self.crawler.stats.inc_value(f"{FAILED}/{type(slot.storage).__name__}")
        with suppress(OSError):
            slot.file.close()  # type: ignore[union-attr]
        why = f"feed {slot.uri} could not be written: {error.strerror or error}"
        reason = f"{why}; fix that, then run the same command again"
        sites = getattr(spider, "site_names", ())
        for site in sites:
            self.crawler.signals.send_catch_log(site_failed, site=site, reason=reason)
        if not sites:
            logger.error("%s", reason)
            engine = self.crawler.engine
            if engine and engine.running and self._stopping is None:
                self._stopping = asyncio.ensure_future(
                    engine.close_spider_async(reason="feed_failed")
                )
