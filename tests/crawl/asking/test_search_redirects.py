"""Where a search is redirected to is asked at once, as soon as it is known."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.crawl.asking.search_redirects import SearchRedirect
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import crawl, html, project_settings

AT = "http://h/search"


def redirected(*pairs: tuple[str, str], failed: bool = False) -> SearchRedirect:
    redirect = SearchRedirect()
    for sent, url in pairs:
        redirect.note(sent, url, has_failed=failed)
    return redirect


@pytest.mark.parametrize(
    ("pairs", "sent", "expected"),
    [
        pytest.param(
            [(f"{AT}?q=a", "http://h/found?q=a"), (f"{AT}?q=b", "http://h/found?q=b")],
            f"{AT}?q=caf%E9",
            "http://h/found?q=caf%E9",
            id="another path",
        ),
        pytest.param(
            [(f"{AT}?q=a&kind=&op=is", f"{AT}?q=a"), (f"{AT}?q=b&kind=&op=is", f"{AT}?q=b")],
            f"{AT}?q=c&kind=&op=is",
            f"{AT}?q=c",
            id="without arguments that say nothing",
        ),
        pytest.param(
            [(f"{AT}?q=a&kind=", f"{AT}?q=a"), (f"{AT}?q=b&kind=", f"{AT}?q=b")],
            f"{AT}?q=c&kind=x",
            f"{AT}?q=c&kind=x",
            id="another value of what is left out",
        ),
        pytest.param(
            [(f"{AT}?q=a&kind=", f"{AT}?q=a"), (f"{AT}?q=b&kind=", f"{AT}?q=b")],
            f"{AT}?q=&kind=",
            f"{AT}?q=&kind=",
            id="an empty box",
        ),
        pytest.param(
            [(f"{AT}?q=a", f"{AT}/?q=a&in=all"), (f"{AT}?q=b", f"{AT}/?q=b&in=all")],
            f"{AT}?q=c+d",
            f"{AT}/?q=c+d&in=all",
            id="with one more argument",
        ),
        pytest.param(
            [(f"{AT}?q=a", "http://h/found?q=a"), (f"{AT}?q=a", "http://h/found?q=a")],
            f"{AT}?q=c",
            f"{AT}?q=c",
            id="one question is not enough",
        ),
        pytest.param(
            [(f"{AT}?q=a", "http://h/wiki/a"), (f"{AT}?q=b", "http://h/wiki/b")],
            f"{AT}?q=c",
            f"{AT}?q=c",
            id="the page of a record",
        ),
        pytest.param(
            [(f"{AT}?q=a", "http://i/found?q=a"), (f"{AT}?q=b", "http://i/found?q=b")],
            f"{AT}?q=c",
            f"{AT}?q=c",
            id="another host",
        ),
    ],
)
def test_further_questions_go_where_earlier_ones_led(
    pairs: list[tuple[str, str]], sent: str, expected: str
) -> None:
    assert redirected(*pairs).address(sent) == expected


@pytest.mark.parametrize(
    ("url", "has_failed"), [("http://h/found?q=c", True), ("http://h/login?next=found", False)]
)
def test_what_redirects_once_more_or_fails_is_asked_as_before(url: str, has_failed: bool) -> None:
    redirect = redirected((f"{AT}?q=a", "http://h/found?q=a"), (f"{AT}?q=b", "http://h/found?q=b"))
    redirect.note(f"{AT}?q=c", url, has_failed=has_failed)
    assert redirect.address(f"{AT}?q=d") == f"{AT}?q=d"


def test_an_empty_box_does_not_tell_where_words_are_redirected() -> None:
    redirect = redirected((f"{AT}?q=a", "http://h/found?q=a"), (f"{AT}?q=b", "http://h/found?q=b"))
    redirect.note(f"{AT}?q=", f"{AT}?q=", has_failed=False)
    assert redirect.address(f"{AT}?q=c") == "http://h/found?q=c"


class Led:
    """Plants, found at an address that the one of the form is redirected to."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Response:
        address = urlsplit(request.url)
        word = parse_qs(address.query).get("q", [""])[0]
        self.asked.append(address.path)
        form = '<form action="/search"><label>Search <input type="search" name="q"></label></form>'
        if address.path == "/search":
            return Response(
                request.url,
                status=302,
                headers={"Location": f"/found?{address.query}"},
                request=request,
            )
        names = ["amber birch", "birch cedar", "cedar daisy", "daisy elder", "elder fern"]
        found = "".join(
            f'<li><a href="/plant/{n}">The {name}</a> grows well</li>'
            for n, name in enumerate(names)
            if word in name.split()
        )
        listed = f"<ul>{found}</ul>" if found else "<p>Nothing found. 0 results</p>"
        return html(request, f"<html><body><p>Such as birch</p>{form}{listed}</body></html>")


def test_a_crawl_is_redirected_only_at_first(tmp_path: Path) -> None:
    site = Led()
    crawler = crawl(project_settings(tmp_path, ANSWERS=site), Surfacer, site="http://example.org/")
    assert crawler.stats.get_value("deepweb/records") == 5
    assert site.asked.count("/search") <= 3 < site.asked.count("/found")
