"""Limits Scrapy's counts of items to what a spider returns: records or sites.

Forms and answers are items too, so that pipelines can judge them, but nobody who reads
``item_scraped_count`` or sets ``CLOSESPIDER_ITEMCOUNT`` means those.
"""

from __future__ import annotations

from typing import Any

from scrapy import Spider
from scrapy.extensions.closespider import CloseSpider
from scrapy.extensions.corestats import CoreStats


class RecordStats(CoreStats):
    """``item_scraped_count`` is the number of records, or of located sites."""

    def item_scraped(self, item: Any, spider: Spider) -> None:
        if is_counted(item, spider):
            super().item_scraped(item, spider)


class CloseAfterRecords(CloseSpider):
    """``CLOSESPIDER_ITEMCOUNT`` and ``CLOSESPIDER_TIMEOUT_NO_ITEM`` count the same."""

    def item_scraped(self, item: Any, spider: Spider) -> None:
        if is_counted(item, spider):
            super().item_scraped(item, spider)

    def item_scraped_no_item(self, item: Any, spider: Spider) -> None:
        if is_counted(item, spider):
            super().item_scraped_no_item(item, spider)


def is_counted(item: Any, spider: Spider) -> bool:
    """Is the item one that the spider returns? If the spider does not say, every item is."""
    return isinstance(item, getattr(spider, "feed_items", object))
