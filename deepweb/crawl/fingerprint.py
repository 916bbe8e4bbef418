"""Two requests that lead to the same page are one to Scrapy's duplicate filter.

He et al. (WSDM 2013, section 6.3): of the second-level URLs of a partition one is crawled. Scrapy
asks a fingerprinter what makes two requests the same; this one looks away from presentation and
tracking arguments, as far as they are known of the site at the time.

Only requests that are marked ``meta={"second_level": True}`` are looked at that way. All others,
submissions among them, have Scrapy's own fingerprint: it names them in the ledger, and must be the
same in the next run, when nothing has been learnt yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha1
from typing import Protocol, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.request import fingerprint

from deepweb.page.site import site_name

SECOND_LEVEL = "second_level"
"""The key in ``Request.meta`` that marks a link of a result page."""


class KnownLinks(Protocol):
    """What is known of a site's links."""

    def page_key(self, url: str) -> str:
        """The same for all addresses that show the same."""


class SecondLevelFingerprinter:
    """For ``REQUEST_FINGERPRINTER_CLASS``; ``crawler.request_fingerprinter`` is the one in use."""

    def __init__(self) -> None:
        self._known: dict[str, KnownLinks] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls()

    @property
    def known(self) -> Mapping[str, KnownLinks]:
        """What is known, by site."""
        return self._known

    def learn(self, site: str, known: KnownLinks) -> None:
        """What is known of a site from now on, in place of what was."""
        self._known[site] = known

    def fingerprint(self, request: Request) -> bytes:
        known = self._known_of(request) if request.meta.get(SECOND_LEVEL) else None
        if known is None:
            return fingerprint(request)
        key = "\n".join((request.method, request.body.hex(), known.page_key(request.url)))
        return sha1(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()

    def _known_of(self, request: Request) -> KnownLinks | None:
        try:
            return self._known.get(site_name(request.url))
        except ValueError:
            return None
