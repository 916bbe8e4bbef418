"""Which hosts may be connected to: checked when their address is known, so at the connection.

A private address is reached only where the user asked for it: the site was given by that address,
or by a name that led to one from the first. A name that led to the world and later leads to a
private address is a trick (DNS rebinding), and so is any name that was not given.

There is one of these in a process, as there is one resolver (``GuardedResolver``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrapy.resolver import CachingThreadedResolver
from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import DNSLookupError

from deepweb.page.site import is_private, is_private_host


class Reach:
    """The hosts that were given, and what became of them."""

    def __init__(self) -> None:
        self.is_on = False
        """Is there a crawl of ours? ``scrapy shell`` goes where it is told to."""
        self.refused: dict[str, str] = {}
        """Hosts that were not connected to, and the address that they led to."""
        self._given: set[str] = set()
        self._is_private: dict[str, bool] = {}
        """Of hosts that were given, what their first address was."""

    def give(self, host: str) -> None:
        """A host that the user asked for."""
        self._given.add(host.lower().removesuffix("."))

    def may_reach(self, host: str, address: str) -> bool:
        """May a host be connected to at this address? The first address of a host is noted."""
        name = host.lower().removesuffix(".")
        is_inside = is_private(address)
        if name not in self._given:
            return not is_inside or not self.is_on
        is_meant = is_private_host(name) or self._is_private.setdefault(name, is_inside)
        return is_meant or not is_inside

    def checked(self, address: str, host: str) -> str:
        """The address of a host; raises where it must not be connected to."""
        if not self.may_reach(host, address):
            self.refused[host] = address
            raise DNSLookupError(f"{host} leads to {address}, which is private")
        return address


reach = Reach()


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver, but for addresses that must not be reached."""

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802
        # An address of IPv6 needs no lookup, and gets none from this resolver.
        is_address = ":" in name
        found: Deferred[Any] = succeed(name) if is_address else super().getHostByName(name, timeout)
        return found.addCallback(reach.checked, name)
