"""A busy site is left in peace: as long as it says, or longer each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.middlewares.back_off import _asked_wait
from tests.crawling import Visitor, crawl, html, project_settings, visit

NOW = datetime(2026, 11, 16, 12, 0, 0, tzinfo=UTC)
SITE = "http://example.org"
Busy = Callable[[Request, int], Response]


class Log:
    """A site that answers as ``busy`` says so many times, and when each request came."""

    def __init__(self, busy: Busy, times: int) -> None:
        self._busy = busy
        self._times = times
        self.came: list[float] = []

    def __call__(self, request: Request) -> Response:
        if request.url.endswith("robots.txt"):
            return html(request, status=404)
        self.came.append(time.monotonic())
        is_busy = len(self.came) <= self._times
        return self._busy(request, len(self.came)) if is_busy else html(request)

    @property
    def gaps(self) -> list[float]:
        return [after - before for before, after in pairwise(self.came)]


def busy(status: int = 503, retry_after: str = "") -> Busy:
    head = {"Retry-After": retry_after} if retry_after else {}
    return lambda request, _: Response(request.url, status=status, headers=head)


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90.0),
        (format_datetime(NOW - timedelta(days=1), usegmt=True), 0.0),
        ("9" * 400, 999_999_999_999.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("١٢", None),
    ],
)
def test_how_long_it_wants_to_be_left_alone(told: str, seconds: float | None) -> None:
    answer = Response(SITE, headers={"Retry-After": told.encode()})
    assert _asked_wait(answer, NOW) == seconds


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_for(tmp_path: Path, status: int) -> None:
    log = Log(busy(status, "1"), times=1)
    visitor = visit(project_settings(tmp_path, ANSWERS=log), [Request(f"{SITE}/page")])
    assert visitor.seen == [(f"{SITE}/page", 200)]
    assert log.gaps[0] >= 1.0


def test_without_a_word_it_waits_longer_each_time(tmp_path: Path) -> None:
    log = Log(busy(), times=3)
    visit(project_settings(tmp_path, ANSWERS=log), [Request(f"{SITE}/page")])
    assert len(log.gaps) == 3
    assert all(gap >= least for gap, least in zip(log.gaps, (0.1, 0.2, 0.4), strict=True))


def test_other_errors_hold_nobody_back(tmp_path: Path) -> None:
    log = Log(busy(500, "5"), times=1)
    visit(project_settings(tmp_path, ANSWERS=log), [Request(f"{SITE}/page")])
    assert log.gaps[0] < 5


def test_the_whole_site_is_left_in_peace(tmp_path: Path) -> None:
    log = Log(busy(retry_after="1"), times=1)
    pages = [Request(f"{SITE}/{number}") for number in range(4)]
    settings = project_settings(tmp_path, ANSWERS=log, CONCURRENT_REQUESTS=1)
    assert len(visit(settings, pages).seen) == 4
    assert max(log.gaps) >= 1.0
    assert log.came[-1] - log.came[0] < 4


def test_who_wants_to_be_left_alone_for_hours_is(tmp_path: Path) -> None:
    log = Log(busy(retry_after="7200"), times=99)
    pages = [Request(f"{SITE}/{number}") for number in range(4)]
    settings = project_settings(tmp_path, ANSWERS=log, CONCURRENT_REQUESTS=1)
    crawler = crawl(settings, Visitor, requests=pages)
    assert len(log.came) == 1
    assert isinstance(crawler.spider, Visitor)
    said = {str(what) for _, what in crawler.spider.seen}
    assert said == {"asks for a pause of 7200 seconds (Retry-After)"}
    assert crawler.stats.get_value("deepweb/sites/left") == 1


def test_who_says_nothing_else_is_left(tmp_path: Path) -> None:
    log = Log(busy(), times=99)
    pages = [Request(f"{SITE}/{number}") for number in range(6)]
    settings = project_settings(
        tmp_path, ANSWERS=log, DEEPWEB_MAX_BACK_OFF=0.01, CONCURRENT_REQUESTS=1
    )
    assert len(visit(settings, pages).seen) == 6
    assert len(log.came) == 10
