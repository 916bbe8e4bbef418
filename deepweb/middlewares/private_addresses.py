"""No fetch reaches a private address unless the site itself was given so.

The resolver refuses at the connection (``deepweb/middlewares/reach.py``); this tells it which hosts
were given, says why a host was refused, and looks once more where an answer came from, in case that
another resolver or a proxy is in use.
"""

from __future__ import annotations

from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from deepweb.middlewares.reach import Reach, reach
from deepweb.page.site import is_private_host


class PrivateAddress(IgnoreRequest):
    """A request that was not made, or not read, because it led to a private address."""


class PrivateAddresses:
    """Refuses what leads to private addresses."""

    def __init__(self, crawler: Crawler, guard: Reach) -> None:
        self._crawler = crawler
        self._reach = guard
        guard.is_on = True
        for site in crawler.settings.getlist("DEEPWEB_FORM_SITES"):
            self._give(site)
        for site in self._sites():
            self._give(site)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        spider = crawler.spider
        if not hasattr(spider, "site_names") and not hasattr(spider, "given_sites"):
            raise NotConfigured  # scrapy shell and its like
        return cls(crawler, reach)

    def process_request(self, request: Request) -> None:
        host = urlparse_cached(request).hostname or ""
        if proxy := request.meta.get("proxy"):
            self._reach.give(urlsplit(proxy).hostname or "")
        if is_private_host(host) and not self._reach.may_reach(host, host):
            # Sites may be added while the crawl goes on; those that are no names say it all.
            if all(host != _host(site) for site in self._sites()):
                self._refuse(host, host)
            self._reach.give(host)

    def process_response(self, request: Request, response: Response) -> Response:
        host, ip = urlparse_cached(request).hostname or "", response.ip_address
        is_seen = ip is not None and "proxy" not in request.meta
        if is_seen and not self._reach.may_reach(host, str(ip)):
            self._refuse(host, str(ip))
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        host = urlparse_cached(request).hostname or ""
        if (address := self._reach.refused.pop(host, None)) is not None:
            self._refuse(host, address)

    def _sites(self) -> tuple[str, ...]:
        spider = self._crawler.spider
        # Who looks for sites by itself was given some to begin with.
        return (*getattr(spider, "site_names", ()), *getattr(spider, "given_sites", ()))

    def _refuse(self, host: str, address: str) -> None:
        self._crawler.stats.inc_value("deepweb/requests/private_address")
        raise PrivateAddress(f"{host} leads to the private address {address}; not connected")

    def _give(self, site: str) -> None:
        host = _host(site)
        bare = host.removeprefix("www.")
        for name in (bare, f"www.{bare}"):
            self._reach.give(name)


def _host(site: str) -> str:
    return urlsplit(f"//{site}").hostname or ""
