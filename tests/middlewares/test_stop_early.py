"""Each stop criterion by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.failures import StoppedEarlyError
from deepweb.locate.site.stop_criteria import StopLimits
from deepweb.middlewares.stop_early import StopEarly
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import html, project_settings, ready_crawler, visit

ANY = 10_000
NONE = StopLimits(ANY, ANY, ANY, ANY, ANY)


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


def look(middleware: StopEarly, number: int, depth: int, forms: int) -> str | None:
    """Ask for a page and look at it; returns what refused it, if anything did."""
    try:
        middleware.process_request(explored(number, depth))
    except StoppedEarlyError as error:
        return str(error)
    middleware.take("example.org", depth, forms)
    return None


# Limits; depth and new forms of each page; what is said to the last of them, and to no other.
ALONE: dict[str, tuple[StopLimits, list[tuple[int, int]], str]] = {
    "SC1": (replace(NONE, max_depth=2), [(0, 0), (1, 0), (2, 0), (3, 0)], "depth 3 > 2"),
    "SC2": (replace(NONE, max_pages_per_depth=2), [(1, 1), (2, 0), (1, 1), (1, 1)], "2 pages"),
    "SC3": (replace(NONE, max_forms_per_depth=3), [(1, 2), (2, 1), (1, 1), (1, 0)], "3 search"),
    "SC4": (replace(NONE, max_barren_per_depth=2), [(1, 0), (2, 0), (1, 0), (1, 1)], "2 pages"),
    "SC5": (replace(NONE, max_barren=3), [(1, 0), (2, 0), (3, 0), (1, 1)], "3 pages without"),
}


@pytest.mark.parametrize("criterion", ALONE)
def test_each_criterion_fires_alone_and_is_counted(criterion: str, stats: StatsCollector) -> None:
    limits, pages, reason = ALONE[criterion]
    middleware = StopEarly(limits, stats)
    told = [look(middleware, n, depth, forms) for n, (depth, forms) in enumerate(pages)]
    assert told[:-1] == [None] * (len(pages) - 1)
    assert str(told[-1]).startswith(f"{criterion}: {reason}")
    for each in ALONE:
        expected = 1 if each == criterion else None
        assert stats.get_value(f"deepweb/stop_early/{each}") == expected


def test_each_site_is_counted_by_itself(stats: StatsCollector) -> None:
    middleware = StopEarly(replace(NONE, max_pages_per_depth=1), stats)
    assert allowed(middleware, explored(1, 1))
    assert allowed(middleware, explored(1, 1, "other.example"))
    assert not allowed(middleware, explored(2, 1, "other.example"))


def test_a_page_asked_for_again_is_counted_once(stats: StatsCollector) -> None:
    middleware = StopEarly(replace(NONE, max_pages_per_depth=2), stats)
    first = explored(1, 1)
    for _ in range(5):
        assert allowed(middleware, first)
        first = first.replace(url=first.url + "x")  # as retries and redirects do it
    assert allowed(middleware, explored(2, 1))
    assert not allowed(middleware, explored(3, 1))


def test_only_exploring_counts(stats: StatsCollector) -> None:
    middleware = StopEarly(StopLimits(0, 0, 0, 0, 0), stats)
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
