"""Each stop criterion by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.statscollectors import StatsCollector

from deepweb.middlewares.stop_early import StopEarly
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import html, project_settings, ready_crawler, visit

ANY = 10_000


@pytest.fixture
def stats(tmp_path: Path) -> Iterator[StatsCollector]:
    with ready_crawler(tmp_path, Surfacer, site="example.org") as crawler:
        assert crawler.stats is not None
        yield crawler.stats


def explored(number: int, depth: int, site: str = "example.org") -> Request:
    return Request(f"http://{site}/{number}", meta={"explore_depth": depth})


def allowed(middleware: StopEarly, request: Request) -> bool:
    try:
        middleware.process_request(request)
    except IgnoreRequest:
        return False
    return True


def test_sc1_the_greatest_depth(stats: StatsCollector) -> None:
    middleware = StopEarly(2, ANY, stats)
    assert [allowed(middleware, explored(d, d)) for d in range(5)] == [True] * 3 + [False] * 2
    with pytest.raises(IgnoreRequest, match="SC1: depth 3 > 2"):
        middleware.process_request(explored(9, 3))
    assert stats.get_value("deepweb/stop_early/SC1") == 3
    assert stats.get_value("deepweb/stop_early/SC2") is None


def test_sc2_the_most_pages_of_a_depth(stats: StatsCollector) -> None:
    middleware = StopEarly(ANY, 3, stats)
    for depth in (0, 7):
        verdicts = [allowed(middleware, explored(n, depth)) for n in range(5)]
        assert verdicts == [True] * 3 + [False] * 2
    with pytest.raises(IgnoreRequest, match="SC2: 3 pages of depth 7"):
        middleware.process_request(explored(9, 7))
    assert stats.get_value("deepweb/stop_early/SC2") == 5
    assert stats.get_value("deepweb/stop_early/SC1") is None


def test_each_site_is_counted_by_itself(stats: StatsCollector) -> None:
    middleware = StopEarly(ANY, 1, stats)
    assert allowed(middleware, explored(1, 1))
    assert allowed(middleware, explored(1, 1, "other.example"))
    assert not allowed(middleware, explored(2, 1, "other.example"))


def test_a_page_asked_for_again_is_counted_once(stats: StatsCollector) -> None:
    middleware = StopEarly(ANY, 2, stats)
    first = explored(1, 1)
    for _ in range(5):
        assert allowed(middleware, first)
        first = first.replace(url=first.url + "x")  # as retries and redirects do it
    assert allowed(middleware, explored(2, 1))
    assert not allowed(middleware, explored(3, 1))


def test_only_exploring_counts(stats: StatsCollector) -> None:
    middleware = StopEarly(0, 0, stats)
    assert allowed(middleware, Request("http://example.org/search?q=a"))
    assert not allowed(middleware, explored(1, 0))


def test_limits_come_from_the_settings_and_redirects_are_free(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        if request.url.endswith("/0"):
            return Response(request.url, status=302, headers={"Location": "/moved"})
        return html(request)

    settings = project_settings(
        tmp_path, ANSWERS=answers, DEEPWEB_SC1_MAX_DEPTH=1, DEEPWEB_SC2_MAX_PAGES_PER_DEPTH=2
    )
    # One at a time, so that the first is the first.
    settings.set("CONCURRENT_REQUESTS", 1, "cmdline")
    visitor = visit(settings, [*(explored(n, 1) for n in range(4)), explored(5, 2)])
    outcomes = sorted(str(outcome) for _, outcome in visitor.seen)
    assert outcomes == ["200", "200", "SC1: depth 2 > 1", *["SC2: 2 pages of depth 1"] * 2]
