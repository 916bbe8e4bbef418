"""Where the pages of a command come from, and what becomes of those that do not come."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.crawl.named_pages import NamedPage, PageFetcher, PagesError, fetch_pages, local_path
from deepweb.form.model import forms
from deepweb.page.page import Page
from tests.crawling import crawl, html, project_settings

FORM = '<form action="find"><input name="q"></form>'


def in_file(folder: Path, body: str, name: str = "page.html") -> Path:
    path = folder / name
    path.write_text(body, "utf-8")
    return path


def read(*addresses: str) -> list[NamedPage]:
    """Files only: no crawl is started."""
    found, extra = fetch_pages(None, addresses)  # type: ignore[arg-type]
    assert extra == {}
    return found


def test_what_is_a_file(tmp_path: Path) -> None:
    path = in_file(tmp_path, FORM, "a b?c#d.html")
    assert local_path(str(path)) == path
    assert local_path(path.as_uri()) == path
    assert local_path(path.as_uri().replace("file:", "FILE:")) == path


@pytest.mark.parametrize("address", ["http://example.org/", "HTTPS://example.org/x?y#z"])
def test_what_is_on_the_web(address: str) -> None:
    assert local_path(address) is None


@pytest.mark.parametrize(
    "address", ["", ".", "none.html", "http://", "http://[", "x\0y", "x" * 9999, "data:text/html,x"]
)
def test_what_is_neither(address: str) -> None:
    with pytest.raises(PagesError, match="is neither a file nor a URL; give "):
        local_path(address)


def test_a_file_keeps_its_name_and_order(tmp_path: Path) -> None:
    one, other = in_file(tmp_path, FORM), in_file(tmp_path, "<p>x", "other.html")
    found = read(str(one), other.as_uri(), str(one))
    assert [each.name for each in found] == [str(one), other.as_uri(), str(one)]
    assert [each.page and each.page.url for each in found] == [
        each.as_uri() for each in (one, other, one)
    ]


@pytest.mark.parametrize(
    "head",
    [
        "<!-- saved from url=(1)http://a.example/dir/page -->",
        '<link rel="canonical" href="http://a.example/dir/page">',
    ],
)
def test_a_saved_page_leads_to_where_it_was(tmp_path: Path, head: str) -> None:
    (found,) = read(str(in_file(tmp_path, f"{head}<html>{FORM}")))
    assert found.page is not None
    assert found.page.url == "http://a.example/dir/page"
    (form,) = forms(found.page)
    assert form.action == "http://a.example/dir/find"


def test_the_base_of_a_saved_page_counts(tmp_path: Path) -> None:
    head = '<link rel="canonical" href="http://a.example/dir/page"><base href="/other/">'
    (found,) = read(str(in_file(tmp_path, f"<html><head>{head}</head>{FORM}")))
    assert found.page is not None
    (form,) = forms(found.page)
    assert form.action == "http://a.example/other/find"


def test_one_that_is_missing_spoils_the_call_before_it_starts(tmp_path: Path) -> None:
    with pytest.raises(PagesError, match=r"'none\.html'"):
        read(str(in_file(tmp_path, FORM)), "http://example.org/", "none.html")


# --- From the web ---


def answers(request: Request) -> Response:
    match request.url.removeprefix("http://example.org"):
        case "/robots.txt":
            return html(request, "User-agent: *\nDisallow: /secret")
        case "/moved":
            return Response(request.url, status=302, headers={"Location": "/page"})
        case "/missing":
            return html(request, "<p>gone", 404)
        case "/picture":
            return Response(request.url, headers={"Content-Type": "image/png"}, body=b"\x89PNG")
        case "/broken" | "/description-broken":
            raise ConnectionResetError("hung up")
        case path:
            return html(request, f"<p>{path}")


def fetched(
    folder: Path, *paths: str, more: tuple[str, ...] = ()
) -> tuple[dict[str, NamedPage], dict[str, bytes]]:
    got: dict[str, NamedPage] = {}
    extra: dict[str, bytes] = {}

    def wanted(page: Page) -> tuple[str, ...]:
        return more if page.url.endswith("/page") else ()

    arguments: dict[str, Any] = {"got": got, "extra": extra, "more": wanted}
    addresses = [f"http://example.org{path}" for path in paths]
    settings = project_settings(folder, ANSWERS=answers, RETRY_ENABLED=False)
    crawl(settings, PageFetcher, addresses=addresses, **arguments)
    return {name.removeprefix("http://example.org"): each for name, each in got.items()}, extra


def test_each_page_comes_under_the_name_it_was_asked_by(tmp_path: Path) -> None:
    got, _ = fetched(tmp_path, "/page", "/moved", "/missing", "/picture", "/broken", "/secret")
    urls = {name: each.page.url if each.page else None for name, each in got.items()}
    assert urls == {
        "/page": "http://example.org/page",
        "/moved": "http://example.org/page",
        "/missing": "http://example.org/missing",
        "/picture": None,
        "/broken": None,
        "/secret": None,
    }
    assert [got[name].status for name in ("/page", "/missing", "/broken")] == [200, 404, 0]
    assert got["/picture"].problem == "is image/png, not HTML"
    assert "hung up" in got["/broken"].problem
    assert got["/secret"].problem == "Forbidden by robots.txt; the site does not want to be crawled"


def test_nothing_is_kept_but_what_was_asked_for(tmp_path: Path) -> None:
    fetched(tmp_path, "/page")
    assert list(tmp_path.iterdir()) == [], "a store was opened"


def test_what_a_page_needs_beside_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wanted = ("http://example.org/description", "http://example.org/description-broken")
    with caplog.at_level(logging.WARNING):
        got, extra = fetched(tmp_path, "/page", "/other", more=wanted)
    assert set(got) == {"/page", "/other"}
    assert extra == {wanted[0]: b"<p>/description"}
    assert caplog.records == [], "a description that cannot be had is none, and no error"
