"""Downloads by HTTP, and by the browser what asks for it (``meta["browser"]``)."""

from __future__ import annotations

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.browser.bounded_headers import BoundedHeaders
from deepweb.extensions.browser import Browser


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
            raise RuntimeError("EXTENSIONS lacks deepweb.extensions.browser.Browser; add it")
        return await browser.visit(request)
