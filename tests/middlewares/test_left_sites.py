"""A site that shuts us out is left alone, the summary says why, and the next run tries again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.extensions.open_store import OpenStore
from deepweb.report.summary import site_summary
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

PLANTS = ("amber", "birch", "cedar", "daisy", "elder", "fern", "grass", "hazel", "iris", "kelp")
FORM = '<form action="{}"><label>Search plants <input type="search" name="{}"></label></form>'
CAPTCHA = """<html><head><title>Are you a robot?</title></head><body><h1>Please verify you are a
human</h1><p>Our systems have detected unusual traffic from your computer network. Complete the
captcha to continue.</p><div class="g-recaptcha" data-sitekey="x"></div></body></html>"""


class Plants:
    """A site that answers ``most`` searches, and then as ``shut`` says; it counts them."""

    def __init__(self, shut: Callable[[Request], Response] | None, most: int = 0) -> None:
        self.searches: list[str] = []
        self._shut = shut
        self._most = most
        self.forms = FORM.format("/search", "q")

    def __call__(self, request: Request) -> Response:
        address = urlsplit(request.url)
        word = parse_qs(address.query).get("q", parse_qs(address.query).get("word", [""]))[0]
        if address.path == "/robots.txt":
            return html(request, status=404)
        if address.path == "/":
            return html(request, f"<html><body>Such as birch, fern {self.forms}</body></html>")
        self.searches.append(request.url)
        if self._shut and len(self.searches) > self._most and address.path != "/open":
            return self._shut(request)
        return html(request, f"<html><body>{self.forms}{_found(word)}</body></html>")


def _found(word: str) -> str:
    if word not in PLANTS:
        return "<p>Nothing found</p>"
    place = PLANTS.index(word)
    shown = [PLANTS[(place + step) % len(PLANTS)] for step in range(3)]
    items = (f'<li><a href="/plant/{w}">The {w} plant</a> grows well</li>' for w in shown)
    return f"<ul>{''.join(items)}</ul>"


def surfaced(folder: Path, site: Plants) -> Crawler:
    settings = project_settings(folder, ANSWERS=site)
    return crawl(settings, Surfacer, site="http://example.org/")


def told(folder: Path, crawler: Crawler) -> str:
    """The summary."""
    assert isinstance(crawler.spider, Surfacer)
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    ended = crawler.spider.failed.get("example.org", "finished")
    said = site_summary(
        store,
        "example.org",
        ended=ended,
        output=folder,
        store_address=f"sqlite:///{folder}/store.db",
    )
    store.close()
    return said


SHUT: dict[str, tuple[Callable[[Request], Response], str]] = {
    "403": (lambda request: html(request, "<h1>Forbidden</h1>", 403), "in a row: HTTP 403"),
    "401": (lambda request: html(request, "<h1>Log in</h1>", 401), "in a row: HTTP 401"),
    "a captcha": (lambda request: html(request, CAPTCHA), "blocks us"),
}


@pytest.mark.parametrize("most", [0, 10])
@pytest.mark.parametrize(("shut", "why"), SHUT.values(), ids=SHUT.keys())
def test_it_is_left_and_the_summary_says_why(
    tmp_path: Path, shut: Callable[[Request], Response], why: str, most: int
) -> None:
    site = Plants(shut, most)
    crawler = surfaced(tmp_path, site)
    # Among answers, up to three questions that are refused are asked once more.
    assert most + 5 <= len(site.searches) <= most + (10 if most else 7)
    first = told(tmp_path, crawler).strip().splitlines()[0]
    assert why in first
    assert "run the same command later" in first
    assert crawler.stats.get_value("deepweb/sites/left") == 1


def test_the_next_run_tries_again(tmp_path: Path) -> None:
    surfaced(tmp_path, Plants(SHUT["403"][0], most=10))
    better = Plants(None)
    crawler = surfaced(tmp_path, better)
    assert isinstance(crawler.spider, Surfacer)
    assert not crawler.spider.failed
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    assert store.record_count("example.org") == len(PLANTS)
    assert better.searches
    store.close()


def test_a_form_for_members_does_not_shut_the_others(tmp_path: Path) -> None:
    site = Plants(SHUT["403"][0])
    site.forms += FORM.format("/open", "word")
    crawler = surfaced(tmp_path, site)
    assert crawler.get_extension(OpenStore) is not None
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    assert store.record_count("example.org") == len(PLANTS)
    store.close()
    assert not crawler.stats.get_value("deepweb/sites/left")
