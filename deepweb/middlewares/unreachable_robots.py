"""Forbids a site whose robots.txt is unreachable, as RFC 9309 §2.3.1.4 demands.

If robots.txt is unreachable (server or network error), a crawler must assume complete disallow.
Scrapy assumes the opposite and logs a traceback. Of a very long robots.txt the beginning is read.
"""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.crawl.failures import BudgetSpent
from deepweb.page.site import owner, site_name

FORBID_ALL = b"User-agent: *\nDisallow: /\n"
MAX_TRIES = 5  # retries of robots.txt and of the first page of a site, which all else depends on
MAX_BYTES = 512_000  # bytes of a robots.txt that are read, the minimum of RFC 9309 §2.5


class UnreachableRobots:
    """Replaces an unreachable robots.txt by one that forbids everything."""

    def __init__(self, sites: tuple[str, ...]) -> None:
        self._sites = sites
        self._reasons: dict[str, str] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(getattr(crawler.spider, "site_names", ()))

    def why_unreachable(self, site: str) -> str:
        """Why the robots.txt of a site is unreachable; "" if it is not."""
        return self._reasons.get(site, "")

    def process_request(self, request: Request) -> None:
        if is_robots(request):
            request.meta.setdefault("max_retry_times", MAX_TRIES)

    def process_response(self, request: Request, response: Response) -> Response:
        if not is_robots(request):
            return response
        if response.status >= 500:
            return self._forbid(request, f"HTTP {response.status} for robots.txt")
        if len(response.body) > MAX_BYTES:
            return response.replace(body=response.body[:MAX_BYTES].rpartition(b"\n")[0])
        return response

    def process_exception(self, request: Request, exception: Exception) -> Response | None:
        # A spent budget is not the site's fault, and refuses the page itself too.
        if is_robots(request) and not isinstance(exception, BudgetSpent):
            return self._forbid(request, str(exception) or repr(exception))
        return None

    def _forbid(self, request: Request, reason: str) -> Response:
        url = _asked_for(request)
        self._reasons[owner(url, self._sites) or site_name(url)] = reason
        return Response(request.url, status=200, body=FORBID_ALL, request=request)


def is_robots(request: Request) -> bool:
    # Only Scrapy's own request for robots.txt, not a page with that name.
    unfiltered = request.meta.get("dont_obey_robotstxt", False)
    return bool(unfiltered) and urlsplit(_asked_for(request)).path == "/robots.txt"


def _asked_for(request: Request) -> str:
    """The URL before redirects."""
    url: str = request.meta.get("redirect_urls", [request.url])[0]
    return url
