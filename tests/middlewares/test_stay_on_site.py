"""Requests go to the sites that were asked for, wherever they came from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.spiders import Spider
from scrapy.statscollectors import StatsCollector

from deepweb.middlewares.stay_on_site import StayOnSite
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import html, project_settings, ready_crawler, visit

STAT = "deepweb/requests/off_site"


@pytest.fixture
def stats(tmp_path: Path) -> Iterator[StatsCollector]:
    with ready_crawler(tmp_path, Surfacer, site="example.org") as crawler:
        assert crawler.stats is not None
        yield crawler.stats


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org/a?b",
        "http://www.example.org/",
        "http://example.org:80/",
        "http://127.0.0.1:8000/x",
    ],
)
def test_its_sites_may_be_asked(stats: StatsCollector, url: str) -> None:
    StayOnSite(("example.org", "127.0.0.1:8000"), stats).process_request(Request(url))
    assert stats.get_value(STAT) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://evil.example/",
        "http://sub.example.org/",
        "http://example.org:8080/",
        "http://example.org.evil.example/",
        "http://example.org@evil.example/",
        "http://127.0.0.1/",
        "http://127.0.0.1:8001/",
        "http://[::1]:8000/",
        "http://169.254.169.254/latest/meta-data/",
        "file:///etc/passwd",
        "ftp://example.org/",
    ],
)
def test_others_may_not(stats: StatsCollector, url: str) -> None:
    middleware = StayOnSite(("example.org", "127.0.0.1:8000"), stats)
    with pytest.raises(IgnoreRequest, match="is on another site") as caught:
        middleware.process_request(Request(url, dont_filter=True))
    assert url in str(caught.value)
    assert stats.get_value(STAT) == 1


@pytest.mark.parametrize(
    "target",
    [
        "http://evil.example/",
        "http://example.org:8080/",
        "//127.0.0.1:9/",
        "http://example.org@evil.example/",
        "http:\\\\evil.example/",
    ],
)
@pytest.mark.parametrize("unfiltered", [True, False])
def test_redirects_elsewhere_are_not_followed(
    tmp_path: Path, target: str, unfiltered: bool
) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        if request.url.endswith("/robots.txt"):
            return Response(request.url, status=404)
        return Response(request.url, status=302, headers={"Location": target})

    first = Request("http://example.org/", dont_filter=unfiltered)
    visitor = visit(project_settings(tmp_path, ANSWERS=answers), [first])
    assert asked == ["http://example.org/robots.txt", "http://example.org/"]
    ((_, outcome),) = visitor.seen
    assert str(outcome).endswith("is on another site")


def test_redirects_within_the_site_are_followed(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        if request.url == "http://example.org/":
            headers = {"Location": "https://www.example.org/start"}
            return Response(request.url, status=301, headers=headers)
        return html(request)

    visitor = visit(project_settings(tmp_path, ANSWERS=answers), [Request("http://example.org/")])
    assert visitor.seen == [("https://www.example.org/start", 200)]


def test_the_sites_are_those_of_the_spider(tmp_path: Path) -> None:
    with ready_crawler(tmp_path, Surfacer, site="http://a.example/,b.example:81") as crawler:
        middleware = StayOnSite.from_crawler(crawler)
    middleware.process_request(Request("http://b.example:81/"))
    with pytest.raises(IgnoreRequest):
        middleware.process_request(Request("http://b.example/"))


def test_a_spider_without_sites_goes_anywhere(tmp_path: Path) -> None:
    class Anywhere(Spider):
        name = "anywhere"

    with ready_crawler(tmp_path, Anywhere) as crawler, pytest.raises(NotConfigured):
        StayOnSite.from_crawler(crawler)


def test_a_host_that_a_page_needs_may_be_asked_and_nothing_further(stats: StatsCollector) -> None:
    middleware = StayOnSite(("example.org",), stats)
    meta = {"beside_site": "api.example.org"}
    with pytest.raises(IgnoreRequest):
        middleware.process_request(Request("https://api.example.org/robots.txt"))
    middleware.process_request(Request("https://api.example.org/find?q=a", meta=meta))
    middleware.process_request(Request("https://api.example.org/robots.txt"))
    for url, more in (("https://evil.example/", meta), ("https://api.example.org/other", {})):
        with pytest.raises(IgnoreRequest):  # a redirect carries its meta on
            middleware.process_request(Request(url, meta=more))
