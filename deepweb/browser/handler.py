"""Downloads by HTTP, and by the browser what asks for it (``meta["browser"]``).

Departures from Scrapy's own handler:

- Connections are made for one crawl. A process has one resolver of host names; the middleware that
  guards private addresses tells it which crawl it resolves a name for.
- A site that sends headers without end is disconnected. Twisted keeps every header line until the
  last one has come, and DOWNLOAD_MAXSIZE covers bodies only: a fast site could fill the memory
  within the time that a response has. Informational responses ("100 Continue") count, too.

Neither Scrapy nor Twisted has a public hook for this, so this module uses private names of both:
``_pool`` and ``_factory``, as Scrapy itself sets it, ``_Lenient…`` (Scrapy's client), and Twisted's
``_newclient``, ``_parser``, ``_giveUp`` and ``_quiescentCallback``. tests/test_private_names.py
fails when one of them goes.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, runtime_checkable

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IProtocolFactory
from twisted.python.failure import Failure
from twisted.web._newclient import HEADER, STATUS, HTTP11ClientProtocol

from deepweb.browser.session import Browser

MAX_HEADERS = 256 * 1024  # bytes of headers; browsers take about as much


class EndlessHeadersError(Exception):
    """Headers that are longer than any site needs."""


@runtime_checkable
class GuardsAddresses(Protocol):
    """The middleware that says which addresses a crawl may connect to."""

    def guarding(self) -> AbstractContextManager[None]: ...


class BrowserDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's own handler, but for visits by the browser."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.crawler = crawler
        self._pool._factory = BoundedHeaders
        self._connection = self._pool.getConnection
        self._pool.getConnection = self._guarded_connection  # type: ignore[method-assign]

    async def download_request(self, request: Request) -> Response:
        if "browser" not in request.meta:
            return await super().download_request(request)
        browser = self.crawler.get_extension(Browser)
        if browser is None:
            raise RuntimeError("EXTENSIONS lacks deepweb.browser.session.Browser; add it")
        return await browser.visit(request)

    def _guarded_connection(self, key: Any, endpoint: Any) -> Deferred[Any]:
        guarded: Any = GuardedEndpoint(endpoint, self.crawler)
        connection: Deferred[Any] = self._connection(key, guarded)
        return connection


class GuardedEndpoint:
    """Connects for one crawl, under the guard of that crawl."""

    def __init__(self, endpoint: Any, crawler: Crawler) -> None:
        self._endpoint = endpoint
        self._crawler = crawler

    def connect(self, protocolFactory: IProtocolFactory) -> Deferred[Any]:  # noqa: N803
        guard = self._crawler.get_downloader_middleware(
            GuardsAddresses  # type: ignore[type-abstract]
        )
        with guard.guarding() if guard else nullcontext():
            connected: Deferred[Any] = self._endpoint.connect(protocolFactory)
            return connected


class BoundedHeaders(_LenientHTTP11ClientFactory):
    """Makes connections that bound the length of headers."""

    def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: N802
        return _Bounded(self._quiescentCallback)  # type: ignore[no-untyped-call]


class _Bounded(_LenientHTTP11ClientProtocol):
    _header_bytes = 0

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        super().dataReceived(data)  # type: ignore[no-untyped-call]
        is_at_headers = self._parser is not None and self._parser.state in {STATUS, HEADER}
        self._header_bytes = self._header_bytes + len(data) if is_at_headers else 0
        if self._header_bytes > MAX_HEADERS:
            endless = EndlessHeadersError(f"headers of more than {MAX_HEADERS} bytes")
            self._giveUp(Failure(endless))  # type: ignore[no-untyped-call]
