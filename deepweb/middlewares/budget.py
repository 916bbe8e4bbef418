"""Counts every request to a site and refuses those beyond its budget.

It is the middleware closest to the downloader, so that retries, redirects and robots.txt count too.
The store counts the requests of earlier runs. Requests whose answers a killed run could not store
do not count, so that a crawl finds the same records however often it is killed.
"""

from __future__ import annotations

from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response

from deepweb.crawl.details.own_pages import DETAILS
from deepweb.crawl.details.phase import DetailLimits
from deepweb.crawl.failures import BudgetSpent
from deepweb.crawl.fetches import AGAIN
from deepweb.crawl.store import store_of
from deepweb.items import AskedQuestion
from deepweb.page.site import owner, site_name
from deepweb.store.ledger import CrawlStore
from deepweb.store.ownership import SiteLostError


class Budget:
    """Counts the requests to each site and refuses those beyond the budget."""

    def __init__(
        self, store: CrawlStore, sites: tuple[str, ...], max_requests: int, reserved: int = 0
    ) -> None:
        self._store = store
        self._sites = sites
        self._max_requests = max_requests
        self._reserved = reserved
        self._made: dict[str, int] = {}
        self._refused: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        sites = getattr(crawler.spider, "site_names", ())
        max_requests = crawler.settings.getint("DEEPWEB_MAX_REQUESTS")
        reserved = DetailLimits.of(crawler.settings).reserved
        middleware = cls(store_of(crawler), sites, max_requests, reserved)
        crawler.signals.connect(middleware.close_spent, signals.spider_idle)
        return middleware

    def process_request(self, request: Request) -> None:
        if _is_visit(request) or AGAIN in request.meta:
            return
        site = self._site(request)
        if site not in self._made:
            self._made[site] = self._store.spent(site)
        if self._made[site] >= self._limit(request):
            self._refused.add(site)
            raise BudgetSpent(f"budget of {self._max_requests} requests spent")
        self._made[site] += 1

    def process_response(self, request: Request, response: Response) -> Response:
        if not _is_visit(request):
            self._log(request, response.status, request.meta.get("asked_by", ""))
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if not isinstance(exception, IgnoreRequest) and not _is_visit(request):
            self._log(request, 0, str(exception) or repr(exception))

    def close_spent(self) -> None:
        """Close the spider with the reason ``budget`` if only refused requests are left."""
        if self._refused:
            raise CloseSpider("budget")

    def _limit(self, request: Request) -> int:
        """The requests that may be made; some are left for the own pages of records."""
        asked: AskedQuestion | None = request.meta.get("asked")
        is_details = asked is not None and asked.purpose == DETAILS
        return self._max_requests - (0 if is_details else self._reserved)

    def _log(self, request: Request, status: int, reason: str) -> None:
        row = request.method, request.url, status, reason
        try:
            self._store.log_request(self._site(request), *row, _question(request, status))
        except SiteLostError as error:
            raise IgnoreRequest(str(error)) from None

    def _site(self, request: Request) -> str:
        asked: AskedQuestion | None = request.meta.get("asked")
        if asked is not None:  # a search may be sent to another host of its site
            return asked.site
        return owner(request.url, self._sites) or site_name(request.url)


def _question(request: Request, status: int) -> str:
    """The fingerprint of the question that a request answered; "" if it answered none.

    Redirects, and refused submissions that are sent again, are counted as requests only.
    """
    if AGAIN in request.meta:  # no answer is kept of it, so that it does not count
        return f"{AGAIN} {request.url}"
    if not 200 <= status < 300 or "renewed" in request.meta:
        return ""
    asked: AskedQuestion | None = request.meta.get("asked")
    return asked.fingerprint if asked else ""


def _is_visit(request: Request) -> bool:
    """Is it a visit by the browser? The requests of its page are counted one by one."""
    return "browser" in request.meta
