"""Crawls in the test's own process: all of Scrapy and all of ours, only the network is made up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.engine import ExecutionEngine
from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.http import Headers, HtmlResponse, Response
from scrapy.responsetypes import responsetypes
from scrapy.settings import Settings
from twisted.python.failure import Failure

from deepweb.crawl.store import store_of
from demosite.server import Question
from tests.site import Site

Answers = Callable[[Request], Response]


class Network(BaseDownloadHandler):
    """Answers as the function in the setting ``ANSWERS`` says; what that raises is an error."""

    async def download_request(self, request: Request) -> Response:
        await asyncio.sleep(0)
        answers: Answers = self.crawler.settings["ANSWERS"]
        return answers(request)


class Visitor(Spider):
    """Visits pages of example.org; ``seen`` tells what came of each."""

    name = "visitor"
    site_names = ("example.org",)

    def __init__(self, requests: Iterable[Request] = ()) -> None:
        super().__init__()
        self.seen: list[tuple[str, int | str]] = []
        self._requests = requests

    async def start(self) -> AsyncIterator[Any]:
        for request in self._requests:
            yield request.replace(callback=self.parse, errback=self.failed)

    def parse(self, response: Response, **_: Any) -> None:
        self.seen.append((response.url, response.status))

    def failed(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined]
        self.seen.append((request.url, str(failure.value)))


def project_settings(folder: Path, **more: Any) -> Settings:
    """The project's own, but for what a test must not touch."""
    settings = Settings()
    settings.setmodule("deepweb.settings", priority="project")
    settings.setdict(
        {
            "DEEPWEB_OUTPUT": str(folder / "output"),
            "DEEPWEB_STORE": f"sqlite:///{folder}/store.db",
            "DEEPWEB_SUMMARY": False,
            "DEEPWEB_BROWSER": "never",
            "TWISTED_REACTOR_ENABLED": False,
            "DOWNLOAD_HANDLERS": {"http": Network, "https": Network, "ftp": None},
            "DOWNLOAD_DELAY": 0.001,
            "AUTOTHROTTLE_ENABLED": False,
            "LOG_LEVEL": "ERROR",
        }
        | more,
        priority="cmdline",
    )
    return settings


@contextmanager
def ready_crawler(folder: Path, spider: type[Spider], **arguments: str) -> Iterator[Crawler]:
    """A crawler as it is just before the crawl starts, its store open."""
    crawler = AsyncCrawlerRunner(project_settings(folder)).create_crawler(spider)
    crawler.spider = crawler._create_spider(**arguments)
    crawler._apply_settings()
    yield crawler
    store_of(crawler).close()


def visit(settings: Settings, requests: Iterable[Request]) -> Visitor:
    """Run a crawl to its end."""
    crawler = crawl(settings, Visitor, requests=requests)
    assert isinstance(crawler.spider, Visitor)
    return crawler.spider


class Engine(ExecutionEngine):
    """Looks every 50 ms, not every 5 s, whether a spider that asked to stay open may close."""

    _SLOT_HEARTBEAT_INTERVAL = 0.05


class QuickCrawler(Crawler):
    def _create_engine(self) -> ExecutionEngine:
        return Engine(self, lambda _: self.stop_async())


def crawl(settings: Settings, spider: type[Spider], **arguments: Any) -> Crawler:
    async def run() -> Crawler:
        runner = AsyncCrawlerRunner(settings)
        crawler = QuickCrawler(spider, settings)
        await runner.crawl(crawler, **arguments)
        return crawler

    return asyncio.run(run())


def html(request: Request, body: str = "<p>hello</p>", status: int = 200) -> Response:
    return HtmlResponse(request.url, status=status, body=body, encoding="utf-8")


def answers_of(site: Site) -> Answers:
    """A site's answers without a server, under http://example.org/; it logs them as ever."""

    def answers(request: Request) -> Response:
        cookie = (request.headers.get("Cookie") or b"").decode()
        target = request.url.removeprefix("http://example.org")
        said = site.respond(Question(request.method, target, request.body.decode(), cookie))
        headers = {"Content-Type": f"{said.type}; charset={site.style.charset}"}
        if said.cookie:
            headers["Set-Cookie"] = said.cookie
        body = said.body.encode(site.style.charset, "xmlcharrefreplace")
        made = responsetypes.from_args(headers=Headers(headers), url=request.url, body=body)
        return made(request.url, status=said.status, headers=headers, body=body)

    return answers
