"""Refuses all further requests to a site that blocks the crawler.

Answers of the kind ``blocked`` are robot checks, 429, 401, 403 and similar statuses. After
``DEEPWEB_MAX_FAILURES`` of them in a row the crawl leaves the site for this run. A single form may
be for members only: if all these answers were 401 or 403, a second form must have answered so too,
if there is one. The pages of lists and records may be for members only as well: they count only if
their status says more. Blocked answers do not count as answered, so the next run asks again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler

from deepweb.crawl import signals
from deepweb.crawl.failures import SiteLeft
from deepweb.crawl.store import store_of
from deepweb.items import ResultPage
from deepweb.page.site import owner
from deepweb.read.kind.response import MEMBERS_ONLY
from deepweb.surface.answer import PAGES


@dataclass(slots=True)
class _Row:
    """Blocked answers in a row."""

    count: int = 0
    forms: set[str] = field(default_factory=set)
    is_surely_all: bool = False
    """Did an answer have another status than forms for members only have?"""


class LeftSites:
    """Refuses requests to sites that the crawl has left; ``leave`` adds a site."""

    def __init__(self, crawler: Crawler, most_in_a_row: int) -> None:
        self._crawler = crawler
        self._most_in_a_row = most_in_a_row
        self._left: dict[str, str] = {}
        self._rows: dict[str, _Row] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = cls(crawler, crawler.settings.getint("DEEPWEB_MAX_FAILURES"))
        crawler.signals.connect(middleware.take, signals.page_stored)
        return middleware

    def process_request(self, request: Request) -> None:
        site = owner(request.url, self._left)
        if site is not None:
            self._crawler.stats.inc_value("deepweb/requests/site_left")
            raise SiteLeft(self._left[site])

    def take(self, page: ResultPage) -> None:
        """Count an answer."""
        if page.kind != "blocked":
            self._rows.pop(page.site, None)
            return
        if page.purpose in PAGES and page.status in {200, *MEMBERS_ONLY}:
            return
        row = self._rows.setdefault(page.site, _Row())
        row.count += 1
        row.forms.add(page.form)
        row.is_surely_all = row.is_surely_all or page.status not in MEMBERS_ONLY
        if row.count >= self._most_in_a_row and self._is_all(page.site, row):
            self.leave(page.site, f"blocks us: {row.count} answers in a row: {page.reason}")

    def leave(self, site: str, reason: str) -> None:
        """Send no more requests to a site in this run."""
        if site in self._left:
            return
        self._left[site] = reason
        self._crawler.stats.inc_value("deepweb/sites/left")
        message = f"{reason}; run the same command later, or slower (DOWNLOAD_DELAY)"
        self._crawler.signals.send_catch_log(signals.site_failed, site=site, reason=message)

    def _is_all(self, site: str, row: _Row) -> bool:
        """Does the whole site block the crawler, and not only one form?"""
        asked = sum(form.is_asked for form in store_of(self._crawler).decisions.forms(site))
        return row.is_surely_all or len(row.forms) >= min(2, asked)
