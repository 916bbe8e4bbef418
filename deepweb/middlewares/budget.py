"""Counts every request to a site and refuses those beyond its budget.

It is the middleware closest to the downloader, so that retries, redirects and robots.txt count too.
The store counts the requests of earlier runs. A response that an earlier run received but did not
use is not requested again (``store/arrived.py``). So a crawl that is stopped and resumed makes no
request twice, and finds the same records within the same budget.
"""

from __future__ import annotations

import hashlib
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from deepweb.crawl.details.own_pages import DETAILS
from deepweb.crawl.details.phase import DetailLimits
from deepweb.crawl.failures import BudgetSpent
from deepweb.crawl.fetches import EXPLORE_DEPTH
from deepweb.crawl.store import store_of
from deepweb.items import AskedQuestion
from deepweb.middlewares.unreachable_robots import is_robots
from deepweb.page.site import owner, site_name
from deepweb.read.kind.response import TRANSIENT
from deepweb.store.arrived import ArrivedResponse
from deepweb.store.ledger import CrawlStore
from deepweb.store.ownership import SiteLostError

GIVEN = "of an earlier run"
"""Flag of a response that was not requested again."""


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
        self._details: dict[str, int] = {}
        """By site, the number of these requests that are for the own pages of records."""
        self._arrived: dict[str, set[str]] = {}
        """By site, the requests to which earlier runs have unused responses."""
        self._refused: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        sites = getattr(crawler.spider, "site_names", ())
        max_requests = crawler.settings.getint("DEEPWEB_MAX_REQUESTS")
        reserved = DetailLimits.of(crawler.settings).reserved
        middleware = cls(store_of(crawler), sites, max_requests, reserved)
        crawler.signals.connect(middleware.close_spent, signals.spider_idle)
        return middleware

    def process_request(self, request: Request) -> Response | None:
        if _is_visit(request):
            return None
        site = self._site(request)
        if site not in self._made:
            self._made[site] = self._store.request_count(site)
            self._details[site] = self._store.request_count(site, DETAILS)
            self._arrived[site] = self._store.arrived.requests(site)
        if given := self._given(site, request):
            return given
        if self._made[site] >= self._limit(site, request):
            self._refused.add(site)
            raise BudgetSpent(f"budget of {self._max_requests} requests spent")
        self._made[site] += 1
        self._details[site] += _is_for_details(request)
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        if not _is_visit(request) and GIVEN not in response.flags:
            kept = self._kept(request, response)
            why = DETAILS if _is_for_details(request) else ""
            self._log(request, response.status, request.meta.get("asked_by", why), kept)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if not isinstance(exception, IgnoreRequest) and not _is_visit(request):
            self._log(request, 0, str(exception) or repr(exception))

    def close_spent(self) -> None:
        """Close the spider with the reason ``budget`` if only refused requests are left."""
        if self._refused:
            raise CloseSpider("budget")

    def _limit(self, site: str, request: Request) -> int:
        """The requests that may be made; the search leaves some for the own pages of records."""
        if _is_for_details(request):
            return self._max_requests
        return self._max_requests - max(0, self._reserved - self._details[site])

    def _log(
        self, request: Request, status: int, reason: str, kept: ArrivedResponse | None = None
    ) -> None:
        row = request.method, request.url, status, reason
        try:
            self._store.log_request(self._site(request), *row, kept)
        except SiteLostError as error:
            raise IgnoreRequest(str(error)) from None

    def _given(self, site: str, request: Request) -> Response | None:
        """The response that an earlier run received; that of a question is given once."""
        key = _key(request)
        if key not in self._arrived[site] or not _is_needed_again(request):
            return None
        kept = self._store.arrived.get(site, key)
        if kept is None or kept.fingerprint:
            self._arrived[site].remove(key)
        if kept is None:
            return None
        headers = Headers(kept.headers)
        kind = responsetypes.from_args(headers, kept.url, body=kept.body)
        flags = [GIVEN]
        return kind(kept.url, kept.status, headers, kept.body, flags=flags, request=request)

    def _kept(self, request: Request, response: Response) -> ArrivedResponse | None:
        """The response in the form that is stored, if a resumed crawl may need it again."""
        asked: AskedQuestion | None = request.meta.get("asked")
        is_answer = not 300 <= response.status < 400 and response.status not in TRANSIENT
        if not _is_needed_again(request) or not is_answer or self._site(request) not in self._sites:
            return None
        headers = {
            name.decode("latin-1"): [value.decode("latin-1") for value in values]
            for name, values in response.headers.items()
        }
        question = asked.fingerprint if asked else ""
        status = response.status
        return ArrivedResponse(
            _key(request), question, response.url, status, headers, response.body
        )

    def _site(self, request: Request) -> str:
        asked: AskedQuestion | None = request.meta.get("asked")
        if asked is not None:  # a search may be sent to another host of its site
            return asked.site
        return owner(request.url, self._sites) or site_name(request.url)


def _is_needed_again(request: Request) -> bool:
    """Is the request a question, for exploring, or for robots.txt? All others want a fresh page."""
    return "asked" in request.meta or EXPLORE_DEPTH in request.meta or is_robots(request)


def _is_for_details(request: Request) -> bool:
    asked: AskedQuestion | None = request.meta.get("asked")
    return asked.purpose == DETAILS if asked else "is_for_details" in request.meta


def _key(request: Request) -> str:
    told = f"{request.method} {request.url} ".encode() + request.body
    return hashlib.sha256(told).hexdigest()


def _is_visit(request: Request) -> bool:
    """Is it a visit by the browser? The requests of its page are counted one by one."""
    return "browser" in request.meta
