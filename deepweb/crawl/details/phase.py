"""Fetches the own pages of records: once the search for records has ended, or along with it.

The pages are asked for in the order in which the records were found, up to the number that
``DetailLimits`` allow; along with the search, only within the share of the budget that is reserved
for them. If scripts draw them, the browser opens one of them, and the data behind the others are
requested. If this fails, the records keep what the lists show.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from deepweb.crawl.asking.submissions import Submissions
from deepweb.crawl.details.own_pages import DETAILS, RECORD, SHELL, stored_memory, told
from deepweb.crawl.private_names import process_item, wake_engine
from deepweb.crawl.signals import site_failed
from deepweb.crawl.store import store_of
from deepweb.form.model import Form
from deepweb.form.script import OPEN, REQUEST, Script, escaped, is_route
from deepweb.items import SearchForm
from deepweb.locate.site.page_links import is_page
from deepweb.page.site import is_on_site
from deepweb.read.details.detail_reader import ENOUGH, DetailReader
from deepweb.read.details.own_data import DataAddress, ListedRecord
from deepweb.store.resources import effects
from deepweb.surface.answer import FAILED, NotAskedError, Question

logger = logging.getLogger(__name__)

NO, SAMPLE, YES, ALONG = "no", "sample", "yes", "along"
MODES = (NO, SAMPLE, YES, ALONG)
"""Which own pages are fetched: none, a few to learn what fields there are, all, or all along with
the search."""
ALL = "all pages that were to be fetched"


@dataclass(frozen=True, slots=True)
class DetailLimits:
    """How many own pages of a site are fetched."""

    most: int
    """0 for all."""
    reserved: int
    """Requests of the budget that the search leaves for them."""
    failures: int
    """Pages in a row without an answer after which the phase ends."""
    together: int

    @classmethod
    def of(cls, settings: BaseSettings) -> Self:
        mode, given = settings["DEEPWEB_DETAILS"], settings["DEEPWEB_MAX_DETAILS"]
        share = int(
            settings.getfloat("DEEPWEB_DETAILS_SHARE") * settings.getint("DEEPWEB_MAX_REQUESTS")
        )
        most = share if given is None else int(given)
        if mode == SAMPLE:
            most = min(most, ENOUGH) or ENOUGH
        return cls(
            most=most,
            reserved=0 if mode == NO else min(share, most or share),
            failures=settings.getint("DEEPWEB_MAX_FAILURES"),
            together=max(1, settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")),
        )


class DetailPhase:
    """Fetches the own pages of the records of each site, once."""

    def __init__(self, crawler: Crawler, submissions: Submissions) -> None:
        self._crawler = crawler
        self._store = store_of(crawler)
        self._submissions = submissions
        self._mode = crawler.settings["DEEPWEB_DETAILS"]
        self._limits = DetailLimits.of(crawler.settings)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """By site, the latest task that fetches its own pages."""
        self._begun: set[str] = set()
        """Sites whose search for records has ended."""
        self._done: defaultdict[str, set[str]] = defaultdict(set)
        """By site, the ids of the records whose pages were asked for in this run."""
        self._halted: set[str] = set()
        """Sites whose own pages are not fetched along with the search any more."""

    @property
    def is_busy(self) -> bool:
        """Are own pages being fetched?"""
        return any(not task.done() for task in self._tasks.values())

    @property
    def is_due(self) -> bool:
        """Are there sites whose own pages are still to be fetched?"""
        return bool(self._waiting())

    def start(self) -> None:
        """Start to fetch the own pages of all sites, each once: their records are found."""
        for site in self._waiting():
            self._begun.add(site)
            self._tasks[site] = asyncio.create_task(self._safely(site, self._run(site)))

    def start_along(self, site: str) -> None:
        """Start to fetch the own pages of the records so far, if the user wants them now."""
        task = self._tasks.get(site)
        is_free = (task is None or task.done()) and site not in self._begun | self._halted
        has_room = len(self._done[site]) < self._limits.reserved
        if self._mode == ALONG and is_free and has_room:
            self._tasks[site] = asyncio.create_task(self._safely(site, self._run_along(site)))

    async def close(self) -> None:
        """Stop; a crawl that resumes continues."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _waiting(self) -> list[str]:
        sites = getattr(self._crawler.spider, "site_names", ()) if self._mode != NO else ()
        return [site for site in sites if site not in self._begun]

    async def _safely(self, site: str, work: Coroutine[Any, Any, None]) -> None:
        """Report errors: an error ends the reading of details, not the crawl."""
        try:
            await work
        except Exception as error:
            logger.exception("site %s: reading details stopped", site)
            self._halted.add(site)
            reason = f"reading details stopped: {error}"
            self._crawler.signals.send_catch_log(site_failed, site=site, reason=reason)
        finally:
            wake_engine(self._crawler)

    async def _run(self, site: str) -> None:
        """Fetch the own pages of a site's records, then give the records to the feeds."""
        spider: Any = self._crawler.spider
        form = _pages_of(site, spider.sites[site])
        reason = await self._fetch(site, form)
        self._finish(site, form.form.id)
        self._crawler.stats.set_value(f"deepweb/details/ended/{site}", reason)
        logger.info("site %s: details: %s", site, reason)
        for record in self._store.records(site):
            await process_item(self._crawler, record)

    async def _run_along(self, site: str) -> None:
        """Fetch own pages until there is none of a record that was found meanwhile."""
        spider: Any = self._crawler.spider
        form, before = _pages_of(site, spider.sites[site]), -1
        while len(self._done[site]) > before:
            before = len(self._done[site])
            if await self._fetch(site, form) != ALL:
                self._halted.add(site)  # the rest is tried when the search has ended

    async def _fetch(self, site: str, form: SearchForm) -> str:
        """Ask for the pages, or for their data if scripts draw them; returns why it ended."""
        look = _by_script(form, form.form.action, Script(OPEN))
        try:
            data = stored_memory(self._store, site, look.form.id).data
            reason, drawn = await self._ask(site, form, data, stops=data is None)
            if drawn is not None:
                self._done[site].clear()  # the data of all are wanted
                await self._submissions.ask(look, _question(drawn, escaped(drawn.url)))
                data = stored_memory(self._store, site, look.form.id).data
                reason, _ = await self._ask(site, form, data)
        except NotAskedError as error:
            return str(error)
        return reason

    async def _ask(
        self, site: str, form: SearchForm, data: DataAddress | None, *, stops: bool = False
    ) -> tuple[str, ListedRecord | None]:
        """Ask for all pages, or their data; returns why it ended.

        ``stops``: stop at the first page that a script draws, which is returned.
        """
        if data is not None:
            form = _by_script(form, data.pattern, Script(REQUEST, data.headers))
        failed, is_first = 0, stops
        pages = self._pages(site, data, with_drawn=stops)
        while some := list(islice(pages, 1 if is_first else self._limits.together)):
            is_first = False
            if stops and (drawn := next((r for r, url in some if _is_drawn(url)), None)):
                return "", drawn
            asked = (self._submissions.ask(form, _question(*each)) for each in some)
            for (record, _), answer in zip(some, await asyncio.gather(*asked), strict=True):
                if stops and answer.kind == SHELL:
                    return "", record
                self._done[site].add(record.id)
                failed = failed + 1 if answer.kind in FAILED else 0
                self._crawler.stats.inc_value(f"deepweb/details/{answer.kind}")
            if failed >= self._limits.failures:
                return f"{failed} pages in a row could not be read", None
        return ALL, None

    def _pages(
        self, site: str, data: DataAddress | None, *, with_drawn: bool
    ) -> Iterator[tuple[ListedRecord, str]]:
        """Records, and where their own pages or their data are, each address once."""
        left: Counter[str] = Counter()
        asked: set[str] = set()
        done = frozenset(self._done[site])
        for record in self._store.details.wanted(site):
            if len(done) + len(asked) == self._most(site):
                break
            if record.id in done:
                continue
            url = data.of(record) if data else record.url
            why = "same address" if url in asked else _objection(record.url, site)
            if not why and _is_drawn(url) and not with_drawn:
                why = "drawn by a script"
            if why or not url:
                left[why or "no key for its data"] += 1
                continue
            asked.add(url)
            yield record, url
        for why, times in left.items():
            self._crawler.stats.set_value(f"deepweb/details/left/{why}", times)

    def _most(self, site: str) -> int:
        """How many pages may be fetched now; -1 for all."""
        if site not in self._begun:
            return self._limits.reserved
        return self._limits.most or -1

    def _finish(self, site: str, form: str) -> None:
        """Read the pages that still wait for others, since no more will come."""
        reader = DetailReader(stored_memory(self._store, site, form))
        if known := reader.finish():
            self._store.details.save(site, form, told(known), reader.memory)


def _question(record: ListedRecord, url: str) -> Question:
    return Question(DETAILS, ((RECORD, record.id),), url)


def _is_drawn(url: str) -> bool:
    """Is it the address of a page that only a script can draw, behind a ``#``?"""
    return is_route(url.partition("#")[2])


def _objection(url: str, site: str) -> str:
    if not is_on_site(url, site):
        return "on another site"
    return "" if is_page(url, effects()) else "no page, or one that acts"


def _pages_of(site: str, url: str) -> SearchForm:
    """The own pages of a site's records as a form, by which the ledger knows them."""
    return SearchForm(
        site, Form(f"{url}#{DETAILS}", None, f"{url}#{DETAILS}", "GET", "utf-8", (), ())
    )


def _by_script(pages: SearchForm, action: str, script: Script) -> SearchForm:
    """The same pages, as the browser or the requests of their script bring them."""
    return replace(pages, form=replace(pages.form, action=action, script=script))
