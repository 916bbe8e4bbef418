"""Refuses private addresses in a crawl that discovers its sites.

A link, a redirect or a name server may point at a machine of the user's own network. Only the sites
that the user named, as seeds, engines or in ``DEEPWEB_PRIVATE_SITES``, may be private.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection
from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.failures import OffSite
from deepweb.page.site import USUAL_PORTS, owner

# Suffixes of names that exist only on the user's network.
_OWN_NAMES = (".localhost", ".local", ".internal", ".intranet", ".lan", ".home.arpa")
MAX_HOSTS = 100_000  # maximum hosts in memory


class PublicSites:
    """Refuses requests to private addresses. With a proxy it checks the name only."""

    def __init__(self, given: Collection[str], stats: StatsCollector) -> None:
        self._given = given
        self._stats = stats
        self._known: dict[str, bool] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        listed = crawler.settings.getlist("DEEPWEB_PRIVATE_SITES")
        return cls((*getattr(crawler.spider, "given_sites", ()), *listed), crawler.stats)

    async def process_request(self, request: Request) -> None:
        if owner(request.url, self._given) is not None:
            return
        parts = urlsplit(request.url)
        host = parts.hostname or ""
        if host not in self._known:
            if len(self._known) >= MAX_HOSTS:
                self._known.clear()
            self._known[host] = await _is_public(host, is_proxied="proxy" in request.meta)
        if parts.scheme not in USUAL_PORTS or not self._known[host]:
            self._stats.inc_value("deepweb/requests/not_public")
            raise OffSite(f"{request.url} is not a public address")


async def _is_public(host: str, *, is_proxied: bool) -> bool:
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        pass
    if "." not in host or f".{host}".endswith(_OWN_NAMES):
        return False
    return is_proxied or await _resolves_to_public(host)


async def _resolves_to_public(host: str) -> bool:
    try:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return True  # a name without an address: the downloader reports it
    return all(ipaddress.ip_address(str(each[4][0]).partition("%")[0]).is_global for each in found)
