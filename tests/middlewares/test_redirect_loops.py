"""Redirects that go round in a circle are noticed; those that come back for a reason are not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from tests.crawling import html, project_settings, visit

SITE = "http://example.org"
Seen = list[tuple[str, int | str]]


def moved(request: Request, where: str, **head: str) -> Response:
    return Response(request.url, status=302, headers={"Location": where, **head})


class Mazes:
    """A site of redirects."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def __call__(self, request: Request) -> Response:  # noqa: PLR0911
        path = request.url.removeprefix(SITE)
        self.asked[f"{request.method} {path}"] += 1
        match path:
            case "/robots.txt":
                return html(request, status=404)
            case "/itself":
                return moved(request, "/itself")
            case "/once" if self.asked["GET /once"] == 1:
                return moved(request, "/a")
            case "/a":
                return moved(request, "/b")
            case "/b":
                return moved(request, "/a")
            case "/cookie" if not request.headers.get("Cookie"):
                return moved(request, "/cookie", **{"Set-Cookie": "seen=1"})
            case "/form" if request.method == "POST":
                return moved(request, "/form")
            case "/nowhere":
                return moved(request, "http://[bad")
            case _:
                return html(request)


def visited(folder: Path, *requests: Request) -> tuple[Seen, Counter[str]]:
    mazes = Mazes()
    return visit(project_settings(folder, ANSWERS=mazes), requests).seen, mazes.asked


def test_a_page_that_leads_to_itself_is_given_up(tmp_path: Path) -> None:
    ((_, said),), asked = visited(tmp_path, Request(f"{SITE}/itself"))
    assert said == "redirect loop"
    assert asked["GET /itself"] == 5  # once, and the usual retries


def test_a_loop_that_passes_is_begun_anew(tmp_path: Path) -> None:
    seen, asked = visited(tmp_path, Request(f"{SITE}/once"))
    assert seen == [(f"{SITE}/once", 200)]
    assert asked["GET /once"] == 2
    assert asked["GET /a"] + asked["GET /b"] == 2


def test_a_cookie_is_a_reason_to_come_back(tmp_path: Path) -> None:
    seen, _ = visited(tmp_path, Request(f"{SITE}/cookie", dont_filter=True))
    assert seen == [(f"{SITE}/cookie", 200)]


def test_a_form_that_is_looked_at_after_it_was_sent_is_no_loop(tmp_path: Path) -> None:
    seen, asked = visited(tmp_path, Request(f"{SITE}/form", method="POST", body=b"q=1"))
    assert seen == [(f"{SITE}/form", 200)]
    assert asked["POST /form"] == asked["GET /form"] == 1


def test_a_redirect_to_nowhere_is_left_to_scrapy(tmp_path: Path) -> None:
    seen, _ = visited(tmp_path, Request(f"{SITE}/nowhere"))
    assert len(seen) == 1
