"""Downloads by HTTP, and by the browser what asks for it (``meta["browser"]``)."""

from __future__ import annotations

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.internet.interfaces import IAddress
from twisted.python.failure import Failure
from twisted.web._newclient import HEADER, STATUS, HTTP11ClientProtocol

from deepweb.browser.session import Browser


class BrowserDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's own, but for visits by the browser."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = BoundedHeaders  # as Scrapy sets its own

    async def download_request(self, request: Request) -> Response:
        if "browser" not in request.meta:
            return await super().download_request(request)
        browser = self._crawler.get_extension(Browser)
        if browser is None:
            raise RuntimeError("EXTENSIONS lacks deepweb.browser.session.Browser; add it")
        return await browser.visit(request)


# --- merged from bounded_headers.py; rewrite or remove this note ---
# A site that sends headers without an end is hung up on.
#
# Twisted keeps every line until the last one came, and DOWNLOAD_MAXSIZE is about bodies: within the
# time that an answer has, a quick site could fill the memory. Informal answers before the real one
# ("100 Continue") count as well.

# Bytes of headers; browsers take about as much.
MOST = 256 * 1024


class EndlessHeadersError(Exception):
    """Headers that are longer than any site needs."""


class _Bounded(_LenientHTTP11ClientProtocol):
    _sent = 0

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        super().dataReceived(data)  # type: ignore[no-untyped-call]
        is_at_headers = self._parser is not None and self._parser.state in {STATUS, HEADER}
        self._sent = self._sent + len(data) if is_at_headers else 0
        if self._sent > MOST:
            endless = EndlessHeadersError(f"headers of more than {MOST} bytes")
            self._giveUp(Failure(endless))  # type: ignore[no-untyped-call]


class BoundedHeaders(_LenientHTTP11ClientFactory):
    """What makes connections that bound headers."""

    def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: N802
        return _Bounded(self._quiescentCallback)  # type: ignore[no-untyped-call]
