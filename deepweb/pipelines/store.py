"""Stores sites, forms and answers; writes new records to files and emits them as items."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, Protocol, Self

from scrapy.crawler import Crawler
from sqlalchemy.exc import DBAPIError

from deepweb.crawl.signals import page_stored, records_withdrawn, site_failed
from deepweb.crawl.store import store_of
from deepweb.items import Record, ResultPage, SearchForm, Site
from deepweb.output.record_schema import write_schema
from deepweb.pipelines.held_records import HeldRecords
from deepweb.read.records.identity import IdentityRules
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.record_file import RecordFile, record_path


class Emission(Protocol):
    """Emits records, sooner or later."""

    async def add(self, site: str, records: Iterable[Record]) -> None: ...

    def merge(self, site: str, rules: IdentityRules) -> None: ...

    def refresh(self, site: str, stored: Callable[[str, list[str]], list[Record]]) -> None: ...

    def withdraw(self, site: str, ids: Collection[str]) -> None: ...

    async def close(self) -> None: ...


class Store:
    """Commits each item; decisions use only committed items."""

    def __init__(  # noqa: PLR0913
        self,
        store: CrawlStore,
        output: Path,
        sites: tuple[str, ...],
        emission: Emission,
        *,
        tell: Callable[[ResultPage, int], None],
        fail: Callable[[str, str], None],
    ) -> None:
        self._store = store
        self._output = output
        self._sites = sites
        self._emission = emission
        self._tell = tell
        self._fail = fail
        self._files: dict[str, RecordFile] = {}
        self._rewritten: set[str] = set()
        """Sites whose stored records were merged or withdrawn after the file had them."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        store, sites = store_of(crawler), getattr(crawler.spider, "site_names", ())

        def tell(page: ResultPage, new: int) -> None:
            crawler.signals.send_catch_log(page_stored, page=page, new=new)
            if page.identity is not None:
                merged = sum(store.identities.of(site).merged for site in sites)
                crawler.stats.set_value("deepweb/records/merged", merged)

        def fail(site: str, why: str) -> None:
            reason = f"{why}; fix that, then run the same command again"
            crawler.signals.send_catch_log(site_failed, site=site, reason=reason)

        output = Path(crawler.settings["DEEPWEB_OUTPUT"])
        pipeline = cls(store, output, sites, HeldRecords(crawler), tell=tell, fail=fail)
        crawler.signals.connect(pipeline.withdraw, records_withdrawn)
        return pipeline

    def open_spider(self) -> None:
        for site in self._sites:
            path = record_path(self._output, site)
            self._files[site] = RecordFile(path, self._store.records(site))

    async def close_spider(self) -> None:
        await self._emission.close()
        for site in self._files:
            try:
                self._close_files(site)
            except OSError as error:
                self._fail_to_write(site, error)

    def _fail_to_write(self, site: str, error: OSError) -> None:
        folder = record_path(self._output, site).parent
        self._fail(site, f"folder {folder} could not be written: {error.strerror or error}")

    def _close_files(self, site: str) -> None:
        self._files[site].close()
        # Some records have new attributes, or were merged.
        if self._store.is_completed(site) or site in self._rewritten:
            RecordFile(record_path(self._output, site), self._store.records(site)).close()
        write_schema(record_path(self._output, site).parent, site, self._store.records(site))

    def withdraw(self, site: str, ids: Collection[str]) -> None:
        """Take back records that proved to be none; the answers that showed them stay."""
        self._store.withdraw(site, ids)
        self._emission.withdraw(site, ids)
        self._rewritten.add(site)

    async def process_item(self, item: Any) -> Any:
        try:
            await self._save(item)
        except DBAPIError as error:
            self._fail(item.site, f"an answer could not be stored: {error.orig}")
            raise
        except OSError as error:
            self._fail_to_write(item.site, error)
            raise
        return item

    async def _save(self, item: Any) -> None:
        match item:
            case Site():
                self._store.decisions.save_site(item)
            case SearchForm():
                self._store.decisions.save_form(item)
            case ResultPage():
                await self._save_page(item)

    async def _save_page(self, page: ResultPage) -> None:
        new = self._store.save_page(page)
        self._files[page.site].append(new)
        if page.identity is not None:
            self._emission.merge(page.site, page.identity)
        if page.identity is not None or page.renamed:
            self._rewritten.add(page.site)
            self._emission.refresh(page.site, self._store.identities.records)
        await self._emission.add(page.site, new)
        self._tell(page, len(new))
