"""Refuses connections to private addresses unless the user named the host.

A private address is allowed if the user gave it, or gave a name that resolved to a private address
from the start. A name that first resolved to a public address and later to a private one is an
attack (DNS rebinding), and so is a private address of any other name. The names of located sites
come from the web, so they may not lead to private addresses either.

Each crawl of a process has its own ``AddressGuard``. Twisted has one resolver for all crawls; it
checks an address before the connection, and the download handler tells it which crawl connects
(``guarding``). The middleware reports why a host was refused, and checks the address of each
response again, in case another resolver, handler or proxy is in use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from typing import Any, Self
from urllib.parse import urlsplit
from weakref import WeakSet

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.resolver import CachingThreadedResolver
from scrapy.utils.httpobj import urlparse_cached
from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import DNSLookupError

from deepweb.crawl.failures import PrivateAddress
from deepweb.crawl.store import SiteCrawler
from deepweb.page.site import is_private, is_private_host


class AddressGuard:
    """The hosts that the user named, and whether their addresses are private."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._is_private: dict[str, bool] = {}
        """By given host: was its first address private?"""
        self._refused: dict[str, str] = {}

    def give(self, host: str) -> None:
        """Allow a host that the user named."""
        self._given.add(_plain(host))

    def may_reach(self, host: str, address: str) -> bool:
        """May the crawl connect to a host at this address? Remembers a host's first address."""
        name, is_inside = _plain(host), is_private(address)
        if name not in self._given:
            return not is_inside
        is_meant = is_private_host(name) or self._is_private.setdefault(name, is_inside)
        return is_meant or not is_inside

    def refuse(self, host: str, address: str) -> None:
        """Remember a refused connection."""
        self._refused[host] = address

    def take_refused(self, host: str) -> str | None:
        """Remove and return the refused address of a host; None if there is none."""
        return self._refused.pop(host, None)


# The guard of the crawl that is connecting.
_connecting: ContextVar[AddressGuard | None] = ContextVar("_connecting", default=None)
# The guards of all crawls of the process. A connection by another download handler belongs to no
# crawl, so all guards must allow it.
_guards: WeakSet[AddressGuard] = WeakSet()


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver; fails for addresses that a guard refuses."""

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802
        # Scrapy's resolver does not resolve IPv6 addresses, which need no lookup.
        is_address = ":" in name
        found: Deferred[Any] = succeed(name) if is_address else super().getHostByName(name, timeout)
        return found.addCallback(_checked, name, _connecting.get())


def _checked(address: str, host: str, guard: AddressGuard | None) -> str:
    """The address of a host. Raises ``DNSLookupError`` if a guard refuses it."""
    # Without guards, as in ``scrapy shell``, every address is allowed.
    asked = [guard] if guard is not None else list(_guards)
    refusing = [each for each in asked if not each.may_reach(host, address)]
    for each in refusing:
        each.refuse(host, address)
    if refusing:
        raise DNSLookupError(f"{host} leads to {address}, which is private")
    return address


class PrivateAddresses:
    """Refuses requests that lead to private addresses."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._guard = AddressGuard()
        _guards.add(self._guard)
        named = (site for site in self._sites() if not self._is_located(site))
        listed = map(crawler.settings.getlist, ("DEEPWEB_FORM_SITES", "DEEPWEB_PRIVATE_SITES"))
        for site in (*chain.from_iterable(listed), *named):
            bare = _host(site).removeprefix("www.")
            self._guard.give(bare)
            self._guard.give(f"www.{bare}")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        spider = crawler.spider
        if not hasattr(spider, "site_names") and not hasattr(spider, "given_sites"):
            raise NotConfigured  # scrapy shell and its like
        return cls(crawler)

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Connections inside this context belong to this crawl."""
        before = _connecting.set(self._guard)
        try:
            yield
        finally:
            _connecting.reset(before)

    def process_request(self, request: Request) -> None:
        host = urlparse_cached(request).hostname or ""
        if proxy := request.meta.get("proxy"):
            self._guard.give(urlsplit(proxy).hostname or "")
        if is_private_host(host) and not self._guard.may_reach(host, host):
            # The spider may add sites during the crawl.
            if all(host != _host(site) for site in self._sites()):
                self._refuse(host, host)
            self._guard.give(host)

    def process_response(self, request: Request, response: Response) -> Response:
        host, ip = urlparse_cached(request).hostname or "", response.ip_address
        is_seen = ip is not None and "proxy" not in request.meta
        if is_seen and not self._guard.may_reach(host, str(ip)):
            self._refuse(host, str(ip))
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        host = urlparse_cached(request).hostname or ""
        if (address := self._guard.take_refused(host)) is not None:
            self._refuse(host, address)

    def _sites(self) -> tuple[str, ...]:
        spider = self._crawler.spider
        # ``sitelocator`` has ``given_sites``: seeds and engines.
        return (*getattr(spider, "site_names", ()), *getattr(spider, "given_sites", ()))

    def _is_located(self, site: str) -> bool:
        """Does the site come from ``sitelocator``, not from the user?"""
        crawler = self._crawler
        if getattr(crawler.spider, "located", None) is not None:
            return True
        return isinstance(crawler, SiteCrawler) and crawler.store.decisions.is_located(site)

    def _refuse(self, host: str, address: str) -> None:
        self._crawler.stats.inc_value("deepweb/requests/private_address")
        raise PrivateAddress(f"{host} leads to the private address {address}; not connected")


def _plain(host: str) -> str:
    return host.lower().removesuffix(".")


def _host(site: str) -> str:
    return urlsplit(f"//{site}").hostname or ""
