"""A robots.txt that cannot be had forbids everything; any other does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from deepweb.crawl.failures import BudgetSpent
from deepweb.middlewares.unreachable_robots import FORBID_ALL, MAX_BYTES, UnreachableRobots
from tests.crawling import html, project_settings, visit

PAGE = "http://example.org/page"


def robots_request(url: str = "http://example.org/robots.txt", **meta: object) -> Request:
    """As Scrapy's own middleware makes it."""
    return Request(url, meta={"dont_obey_robotstxt": True, **meta})


@pytest.fixture
def middleware() -> UnreachableRobots:
    return UnreachableRobots(("example.org",))


@pytest.mark.parametrize("status", [500, 502, 503, 504, 520, 599])
def test_server_errors_forbid(middleware: UnreachableRobots, status: int) -> None:
    request = robots_request()
    answer = middleware.process_response(request, Response(request.url, status=status))
    assert (answer.status, answer.body) == (200, FORBID_ALL)
    assert middleware.why_unreachable("example.org") == f"HTTP {status} for robots.txt"


@pytest.mark.parametrize("status", [200, 204, 301, 400, 401, 403, 404, 410, 429])
def test_other_answers_are_left_alone(middleware: UnreachableRobots, status: int) -> None:
    request = robots_request()
    answer = Response(request.url, status=status)
    assert middleware.process_response(request, answer) is answer
    assert middleware.why_unreachable("example.org") == ""


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (TimeoutError("too slow"), "too slow"),
        (ConnectionRefusedError(), "ConnectionRefusedError()"),
        (IgnoreRequest("on another site"), "on another site"),
    ],
)
def test_network_errors_forbid(
    middleware: UnreachableRobots, error: Exception, reason: str
) -> None:
    answer = middleware.process_exception(robots_request(), error)
    assert answer is not None
    assert answer.body == FORBID_ALL
    assert middleware.why_unreachable("example.org") == reason


def test_a_spent_budget_is_no_fault_of_the_site(middleware: UnreachableRobots) -> None:
    assert middleware.process_exception(robots_request(), BudgetSpent("spent")) is None
    assert middleware.why_unreachable("example.org") == ""


@pytest.mark.parametrize(
    "request_",
    [Request(PAGE), Request("http://example.org/robots.txt"), robots_request(PAGE)],
    ids=["a page", "a page of that name", "a page that robots.txt does not concern"],
)
def test_ordinary_pages_are_left_alone(middleware: UnreachableRobots, request_: Request) -> None:
    answer = Response(request_.url, status=503)
    assert middleware.process_response(request_, answer) is answer
    assert middleware.process_exception(request_, TimeoutError()) is None
    assert middleware.why_unreachable("example.org") == ""


def test_a_robots_txt_that_moved_is_still_one(middleware: UnreachableRobots) -> None:
    moved = robots_request(
        "http://example.org/moved", redirect_urls=["http://www.example.org/robots.txt"]
    )
    answer = middleware.process_response(moved, Response(moved.url, status=500))
    assert answer.body == FORBID_ALL
    assert middleware.why_unreachable("example.org")


# --- In a crawl: what stands for robots.txt, and whether a page may be fetched then ---


def _moved(request: Request) -> Response:
    return Response(request.url, status=302, headers={"Location": "/moved.txt"})


def _off_site(request: Request) -> Response:
    return Response(request.url, status=302, headers={"Location": "http://evil.example/r.txt"})


def _cut(request: Request) -> Response:
    raise ConnectionResetError("cut")


def _broken(request: Request) -> Response:
    return Response(request.url, status=503)


def _missing(request: Request) -> Response:
    return Response(request.url, status=404)


def _closed_to_others(request: Request) -> Response:
    body = b"User-agent: deepweb\nAllow: /\n\nUser-agent: *\nDisallow: /\n"
    return Response(request.url, body=body)


def _closed_to_us(request: Request) -> Response:
    return Response(request.url, body=b"User-agent: deepweb\nDisallow: /page\n")


FETCHED = {_missing: True, _closed_to_others: True}
NOT_FETCHED = {_moved: False, _off_site: False, _cut: False, _broken: False, _closed_to_us: False}


@pytest.mark.parametrize(
    ("robots", "fetched"), (FETCHED | NOT_FETCHED).items(), ids=lambda v: getattr(v, "__name__", "")
)
def test_in_a_crawl(tmp_path: Path, robots: object, fetched: bool) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        if request.url.endswith("moved.txt"):
            return _broken(request)
        assert callable(robots)
        answer = robots(request) if request.url.endswith("robots.txt") else html(request)
        assert isinstance(answer, Response)
        return answer

    visitor = visit(project_settings(tmp_path, ANSWERS=answers), [Request(PAGE)])
    assert (PAGE in asked) == fetched
    assert visitor.seen == [(PAGE, 200 if fetched else "Forbidden by robots.txt")]
    assert not any("evil" in url for url in asked)


def test_of_a_very_long_one_the_beginning_is_read(middleware: UnreachableRobots) -> None:
    lines = b"User-agent: *\n" + b"Disallow: /page\n" * 100_000
    request = robots_request()
    answer = middleware.process_response(request, Response(request.url, body=lines))
    assert lines.startswith(answer.body + b"\n")
    assert MAX_BYTES - 20 < len(answer.body) <= MAX_BYTES
