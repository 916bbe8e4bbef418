"""No request reaches a private address unless the user named its host.

A private address is reached only where the site was given by that address, or by a name that led to
one from the first. A name that led to the world and later leads to a private address is a trick
(DNS rebinding), and so is any name that was not given.

Each crawl of a process has an ``AddressGuard`` of its own. Twisted has one resolver for all, which
checks an address as soon as it is known, before the connection: the download handler tells it whose
connection it is (``guarding``). The middleware says why a host was refused, and checks once more
where an answer came from, in case that another resolver, handler or proxy is in use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
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
from deepweb.page.site import is_private, is_private_host


class AddressGuard:
    """The hosts that a crawl was given, and what they led to."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._is_private: dict[str, bool] = {}
        """Of hosts that were given: was their first address private?"""
        self._refused: dict[str, str] = {}

    def give(self, host: str) -> None:
        """A host that the user asked for."""
        self._given.add(_plain(host))

    def may_reach(self, host: str, address: str) -> bool:
        """May a host be connected to at this address? The first address of a host is noted."""
        name, is_inside = _plain(host), is_private(address)
        if name not in self._given:
            return not is_inside
        is_meant = is_private_host(name) or self._is_private.setdefault(name, is_inside)
        return is_meant or not is_inside

    def refuse(self, host: str, address: str) -> None:
        """A connection was refused."""
        self._refused[host] = address

    def take_refused(self, host: str) -> str | None:
        """The address that a host was refused at; None if it was not. Asked once a failure."""
        return self._refused.pop(host, None)


# Whose request is being connected.
_connecting: ContextVar[AddressGuard | None] = ContextVar("_connecting", default=None)
# The guards of all crawls of the process: a connection that another handler than ours makes is
# nobody's, and must be allowed for all of them.
_guards: WeakSet[AddressGuard] = WeakSet()


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver, but for addresses that must not be reached."""

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802
        # An address of IPv6 needs no lookup, and gets none from this resolver.
        is_address = ":" in name
        found: Deferred[Any] = succeed(name) if is_address else super().getHostByName(name, timeout)
        return found.addCallback(_checked, name, _connecting.get())


def _checked(address: str, host: str, guard: AddressGuard | None) -> str:
    """The address of a host; raises where it must not be connected to."""
    # Without any crawl of ours, as in ``scrapy shell``, everything may be reached.
    asked = [guard] if guard is not None else list(_guards)
    refusing = [each for each in asked if not each.may_reach(host, address)]
    for each in refusing:
        each.refuse(host, address)
    if refusing:
        raise DNSLookupError(f"{host} leads to {address}, which is private")
    return address


class PrivateAddresses:
    """Refuses what leads to private addresses."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._guard = AddressGuard()
        _guards.add(self._guard)
        for site in (*crawler.settings.getlist("DEEPWEB_FORM_SITES"), *self._sites()):
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
        """What is connected meanwhile, is for this crawl."""
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
            # Sites may be added while the crawl goes on; those that are no names say it all.
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
        # Who looks for sites by itself was given some to begin with.
        return (*getattr(spider, "site_names", ()), *getattr(spider, "given_sites", ()))

    def _refuse(self, host: str, address: str) -> None:
        self._crawler.stats.inc_value("deepweb/requests/private_address")
        raise PrivateAddress(f"{host} leads to the private address {address}; not connected")


def _plain(host: str) -> str:
    return host.lower().removesuffix(".")


def _host(site: str) -> str:
    return urlsplit(f"//{site}").hostname or ""
