"""Stores sites, forms and answers; writes new records to files and emits them as items."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from scrapy.crawler import Crawler

from deepweb.crawl.details.phase import NO
from deepweb.crawl.signals import page_stored
from deepweb.crawl.store import store_of
from deepweb.items import Record, ResultPage, SearchForm, Site
from deepweb.store.ledger import CrawlStore
from deepweb.store.record_file import RecordFile, record_path


class Store:
    """Commits each item; decisions use only committed items."""

    def __init__(
        self,
        store: CrawlStore,
        output: Path,
        sites: tuple[str, ...],
        emit: Callable[[Record], Awaitable[None]],
        tell: Callable[[ResultPage, int], None],
    ) -> None:
        self._store = store
        self._output = output
        self._sites = sites
        self._emit = emit
        self._tell = tell
        self._files: dict[str, RecordFile] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        has_details = crawler.settings["DEEPWEB_DETAILS"] != NO

        async def emit(record: Record) -> None:
            if has_details:  # it follows when they are known
                return
            # As an item, so that the user's feeds and pipelines get it.
            await crawler.engine.scraper.start_itemproc_async(record, response=None)

        def tell(page: ResultPage, new: int) -> None:
            crawler.signals.send_catch_log(page_stored, page=page, new=new)

        output = Path(crawler.settings["DEEPWEB_OUTPUT"])
        sites = getattr(crawler.spider, "site_names", ())
        return cls(store_of(crawler), output, sites, emit, tell)

    def open_spider(self) -> None:
        for site in self._sites:
            path = record_path(self._output, site)
            self._files[site] = RecordFile(path, self._store.records(site))

    def close_spider(self) -> None:
        for site, file in self._files.items():
            file.close()
            if self._store.is_completed(site):  # some records have new attributes
                RecordFile(record_path(self._output, site), self._store.records(site)).close()

    async def process_item(self, item: Any) -> Any:
        match item:
            case Site():
                self._store.decisions.save_site(item)
            case SearchForm():
                self._store.decisions.save_form(item)
            case ResultPage():
                await self._save_page(item)
        return item

    async def _save_page(self, page: ResultPage) -> None:
        new = self._store.save_page(page)
        self._files[page.site].append(new)
        for record in new:
            await self._emit(record)
        self._tell(page, len(new))
