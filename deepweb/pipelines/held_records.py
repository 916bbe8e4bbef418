"""Holds records back until it is settled what identifies them, then emits them as items.

Records that were emitted can be merged only at the end, and only in feeds on this machine. Usually
three answers settle the identity (``SecondLevelDedup``); at the latest, records are emitted when
nothing is left to ask. The store and ``records.jsonl`` have them at once, so that a crawl that is
killed meanwhile emits them when it resumes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider

from deepweb.crawl.details.phase import NO
from deepweb.crawl.private_names import process_item, wake_engine
from deepweb.items import Record
from deepweb.output.feeds import merge_feed
from deepweb.pipelines.query_surfacing import QuerySurfacing
from deepweb.pipelines.second_level_dedup import SecondLevelDedup
from deepweb.read.records.identity import IdentityRules

logger = logging.getLogger(__name__)


class HeldRecords:
    """The records that are stored, but not emitted yet."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._held: defaultdict[str, dict[str, Record]] = defaultdict(dict)
        """By site and id."""
        self._emitted: Counter[str] = Counter()
        self._emitting: asyncio.Task[None] | None = None
        self._late: dict[str, IdentityRules] = {}
        """By site, what was learnt after records were emitted."""
        self._withdrawn: defaultdict[str, set[str]] = defaultdict(set)
        """By site, ids of records that were emitted and proved to be none."""
        crawler.signals.connect(self.stay_open, signals.spider_idle)
        crawler.signals.connect(self.merge_feeds, signals.feed_exporter_closed)

    async def add(self, site: str, records: Iterable[Record]) -> None:
        """Take new records of a site, and emit what is settled."""
        if self._crawler.settings["DEEPWEB_DETAILS"] != NO:
            return  # they are emitted with their details, when these are known
        self._held[site].update((record.id, record) for record in records)
        dedup = self._crawler.get_item_pipeline(SecondLevelDedup)
        if dedup is None or dedup.is_settled(site):
            await self._emit(site)

    def merge(self, site: str, rules: IdentityRules) -> None:
        """Apply what was learnt about the identity of records."""
        merged: dict[str, Record] = {}
        for record in self._held[site].values():
            id_ = rules.id_of(record.id, record.title, record.fields)
            merged.setdefault(id_, replace(record, id=id_))
        self._held[site] = merged
        if self._emitted[site]:
            self._late[site] = rules

    def withdraw(self, site: str, ids: Collection[str]) -> None:
        """Take back records that proved to be none."""
        for id_ in ids:
            if self._held[site].pop(id_, None) is None and self._emitted[site]:
                self._withdrawn[site].add(id_)

    def merge_feeds(self) -> None:
        """Merge records in the feeds that proved to be the same, and remove those that are none."""

        def id_of(row: dict[str, Any]) -> str | None:
            id_, site = row["id"], row.get("site", "")
            if id_ in self._withdrawn.get(site, ()):
                return None
            rules = self._late.get(site)
            named: str = id_
            return rules.id_of(id_, row.get("title", ""), row.get("fields", {})) if rules else named

        for uri, options in self._crawler.settings.getdict("FEEDS").items():
            late = {*self._late, *self._withdrawn}
            if late and not merge_feed(str(uri), options, id_of):
                told = (
                    "feed %s may hold copies of records or adverts; `scrapy export` of %s has none"
                )
                logger.warning(told, uri, ", ".join(late))

    def refresh(self, site: str, stored: Callable[[str, list[str]], list[Record]]) -> None:
        """Read the held records again from the store."""
        held = stored(site, list(self._held[site]))
        self._held[site] = {record.id: record for record in held}

    def stay_open(self) -> None:
        """Emit the rest before the crawl ends."""
        surfacing = self._crawler.get_item_pipeline(QuerySurfacing)
        if surfacing is not None and surfacing.is_busy:
            return
        if any(self._held.values()):
            if self._emitting is None or self._emitting.done():
                self._emitting = asyncio.ensure_future(self._emit_all())
            raise DontCloseSpider

    async def close(self) -> None:
        """Give the rest to the feeds of a crawl that was stopped; other pipelines are closed."""
        if self._emitting is not None:
            await self._emitting
        for held in self._held.values():
            for record in held.values():
                arguments = {"item": record, "response": None, "spider": self._crawler.spider}
                await self._crawler.signals.send_catch_log_async(signals.item_scraped, **arguments)

    async def _emit_all(self) -> None:
        for site in tuple(self._held):
            await self._emit(site)
        wake_engine(self._crawler)

    async def _emit(self, site: str) -> None:
        held = self._held[site]
        while held:
            # As an item, so that the user's feeds and pipelines get it.
            await process_item(self._crawler, held.pop(next(iter(held))))
            self._emitted[site] += 1
