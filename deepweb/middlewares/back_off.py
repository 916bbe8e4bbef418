"""Holds back all requests to a site that answers 429 or 503.

It waits for the time in ``Retry-After`` (RFC 9110 §10.2.3), otherwise for four times the download
delay, and doubles the wait after each further such answer. The crawl leaves the site for this
run if it asks for too long a wait, or gives too many such answers in a row.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.crawl.failures import Stopping
from deepweb.crawl.private_names import is_closing
from deepweb.middlewares.left_sites import LeftSites
from deepweb.page.site import owner, site_name

BUSY = frozenset({429, 503})
DELAYS = 4  # download delays of the first wait
MIN_WAIT = 0.1  # minimum seconds of the first wait
CHECK = 0.2  # seconds between checks whether the crawl is stopping


class BackOff:
    """Holds back the requests of each busy site."""

    def __init__(
        self, crawler: Crawler, most: float, most_asked: float, most_in_a_row: int
    ) -> None:
        self._crawler = crawler
        self._sites: tuple[str, ...] = getattr(crawler.spider, "site_names", ())
        self._most = most
        self._most_asked = most_asked
        self._most_in_a_row = most_in_a_row
        self._in_a_row: Counter[str] = Counter()
        self._until: dict[str, float] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        most = settings.getfloat("DEEPWEB_MAX_BACK_OFF")
        most_asked = settings.getfloat("DEEPWEB_MAX_RETRY_AFTER")
        # Counts requests; DEEPWEB_MAX_FAILURES counts questions, each with several requests.
        most_in_a_row = 2 * settings.getint("DEEPWEB_MAX_FAILURES")
        return cls(crawler, most, most_asked, most_in_a_row)

    async def process_request(self, request: Request) -> None:
        site = self._site(request)
        while (wait := self._until.get(site, 0.0) - time.monotonic()) > 0:
            if is_closing(self._crawler):
                raise Stopping(f"the crawl stopped while {site} was busy")
            await asyncio.sleep(min(wait, CHECK))

    def process_response(self, request: Request, response: Response) -> Response:
        site = self._site(request)
        if response.status in BUSY:
            self._in_a_row[site] += 1
            self._hold(site, request, _asked_wait(response, datetime.now(UTC)))
        elif response.status < 500:
            self._in_a_row[site] = 0
        return response

    def _hold(self, site: str, request: Request, asked: float | None) -> None:
        stats = self._crawler.stats
        stats.inc_value("deepweb/back_off/count")
        if asked is not None:
            stats.inc_value("deepweb/back_off/retry_after")
        if asked is not None and asked > self._most_asked:
            self._leave(site, f"asks for a pause of {asked:.0f} seconds (Retry-After)")
            return
        if self._in_a_row[site] >= self._most_in_a_row:
            self._leave(site, f"is busy: 429 or 503 {self._in_a_row[site]} times in a row")
            return
        wait = self._usual(request) if asked is None else asked
        stats.max_value("deepweb/back_off/longest", round(wait, 3))
        self._until[site] = max(self._until.get(site, 0.0), time.monotonic() + wait)

    def _leave(self, site: str, reason: str) -> None:
        left = self._crawler.get_downloader_middleware(LeftSites)
        if left is not None:
            left.leave(site, reason)

    def _usual(self, request: Request) -> float:
        slot = self._crawler.engine.downloader.slots.get(request.meta.get("download_slot", ""))
        first = max(MIN_WAIT, DELAYS * (slot.delay if slot else 0.0))
        # The exponent has a maximum, since 2.0 ** 2000 overflows.
        return min(first * 2.0 ** min(self._in_a_row[self._site(request)] - 1, 30), self._most)

    def _site(self, request: Request) -> str:
        return owner(request.url, self._sites) or site_name(request.url)


def _asked_wait(response: Response, now: datetime) -> float | None:
    """The wait that ``Retry-After`` asks for, in seconds."""
    value = (response.headers.get(b"Retry-After") or b"").decode("latin-1").strip()
    if value.isascii() and value.isdigit():
        return float(value[:12])
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - now).total_seconds())
