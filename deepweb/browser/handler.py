"""Downloads by HTTP, and by the browser what asks for it (``meta["browser"]``)."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, runtime_checkable

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IProtocolFactory

from deepweb.browser.bounded_headers import BoundedHeaders


@runtime_checkable
class GuardsAddresses(Protocol):
    """The middleware that says which addresses a crawl may connect to."""

    def guarding(self) -> AbstractContextManager[None]: ...


@runtime_checkable
class VisitsPages(Protocol):
    """The extension that has the browser."""

    async def visit(self, request: Request) -> Response: ...


class GuardedEndpoint:
    """Connects for one crawl: the resolver, of which there is one in a process, knows for which."""

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


class BrowserDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's own, but for visits by the browser."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = BoundedHeaders  # as Scrapy sets its own
        self._connection = self._pool.getConnection
        self._pool.getConnection = self._guarded_connection  # type: ignore[method-assign]

    async def download_request(self, request: Request) -> Response:
        if "browser" not in request.meta:
            return await super().download_request(request)
        browser = self._crawler.get_extension(VisitsPages)  # type: ignore[type-abstract]
        if browser is None:
            raise RuntimeError("EXTENSIONS lacks deepweb.extensions.browser.Browser; add it")
        return await browser.visit(request)

    def _guarded_connection(self, key: Any, endpoint: Any) -> Deferred[Any]:
        guarded: Any = GuardedEndpoint(endpoint, self._crawler)
        connection: Deferred[Any] = self._connection(key, guarded)
        return connection
