"""Fetches the own pages of records, once the search for records has ended.

The pages are asked for in the order in which the records were found, as many as ``DetailLimits``
allow. Whatever stops this, the records are found.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from deepweb.crawl.asking import Submissions
from deepweb.crawl.details.own_pages import DETAILS, RECORD, stored_memory, told
from deepweb.crawl.private_names import process_item
from deepweb.crawl.store import store_of
from deepweb.form.model import Form
from deepweb.items import SearchForm
from deepweb.locate.site.page_links import is_page
from deepweb.page.site import is_on_site
from deepweb.read.details.detail_reader import ENOUGH, DetailReader
from deepweb.surface.answer import FAILED, NotAskedError, Question

logger = logging.getLogger(__name__)

NO, SAMPLE, YES = "no", "sample", "yes"
MODES = (NO, SAMPLE, YES)
"""Which own pages are fetched: none, a few to learn what fields there are, or all."""


@dataclass(frozen=True, slots=True)
class DetailLimits:
    """How many own pages of a site are fetched."""

    most: int
    """0 for all."""
    reserved: int
    """Requests of the budget that the search leaves for them."""
    failures: int
    """Pages in a row without an answer after which it ends."""
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
        self._begun: set[str] = set()

    @property
    def is_due(self) -> bool:
        """Are there sites whose own pages are still to be fetched?"""
        return bool(self._waiting())

    def due(self) -> list[str]:
        """The sites whose own pages are to be fetched now; each once."""
        found = self._waiting()
        self._begun.update(found)
        return found

    def _waiting(self) -> list[str]:
        sites = getattr(self._crawler.spider, "site_names", ()) if self._mode != NO else ()
        return [site for site in sites if site not in self._begun]

    async def run(self, site: str) -> None:
        """Fetch the own pages of a site's records, then give the records to the feeds."""
        spider: Any = self._crawler.spider
        form = _pages_of(site, spider.sites[site])
        reason = await self._fetch(site, form)
        self._finish(site, form.form.id)
        self._crawler.stats.set_value(f"deepweb/details/ended/{site}", reason)
        logger.info("site %s: details: %s", site, reason)
        for record in self._store.records(site):
            await process_item(self._crawler, record)

    async def _fetch(self, site: str, form: SearchForm) -> str:
        failed = 0
        questions = self._questions(site)
        while some := list(islice(questions, self._limits.together)):
            try:
                answers = await asyncio.gather(*(self._submissions.ask(form, q) for q in some))
            except NotAskedError as error:
                return str(error)
            for answer in answers:
                failed = failed + 1 if answer.kind in FAILED else 0
                self._crawler.stats.inc_value(f"deepweb/details/{answer.kind}")
            if failed >= self._limits.failures:
                return f"{failed} pages in a row could not be read"
        return "all pages that were to be fetched"

    def _questions(self, site: str) -> Iterator[Question]:
        """A question for each own page, each address once."""
        left: Counter[str] = Counter()
        asked: set[str] = set()
        for id_, url in self._store.details.wanted(site):
            if self._limits.most and len(asked) == self._limits.most:
                break
            why = "same address" if url in asked else _objection(url, site)
            if why:
                left[why] += 1
                continue
            asked.add(url)
            yield Question(DETAILS, ((RECORD, id_),), url)
        for why, times in left.items():
            self._crawler.stats.set_value(f"deepweb/details/left/{why}", times)

    def _finish(self, site: str, form: str) -> None:
        """Read the pages that wait for others, though no others come."""
        reader = DetailReader(stored_memory(self._store, site, form))
        if known := reader.finish():
            self._store.details.save(site, form, told(known), reader.memory)


def _objection(url: str, site: str) -> str:
    if not is_on_site(url, site):
        return "on another site"
    return "" if is_page(url) else "no page, or one that acts"


def _pages_of(site: str, url: str) -> SearchForm:
    """The own pages of a site's records as a form, by which the ledger knows them."""
    return SearchForm(
        site, Form(f"{url}#{DETAILS}", None, f"{url}#{DETAILS}", "GET", "utf-8", (), ())
    )
