"""Exploring that was cut short is taken up again, whatever was found before."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store import CrawlStore
from tests.crawling import crawl, html, project_settings

PLANTS = ["oak tree", "elm tree", "red tree", "red rose"]
STONES = ["red stone", "grey stone", "old slate", "grey slate"]
LINKS = '<a href="/plants">Search plants</a> <a href="/stones">Search stones</a>'


class Museum:
    """Two databases, each behind a form of its own, one click from the first page."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Response:
        parts = urlsplit(request.url)
        self.asked.append(parts.path)
        if parts.path == "/robots.txt":
            return html(request, "", 404)
        if parts.path == "/":
            return html(request, f"<p>Welcome</p>{LINKS}")
        return html(request, self._database(parts.path, parse_qs(parts.query).get("q", [""])[0]))

    @staticmethod
    def _database(path: str, word: str) -> str:
        names = PLANTS if path == "/plants" else STONES
        form = f'<form action="{path}"><input name="q"><button>Search</button></form>'
        hits = [name for name in names if word in name.split()]
        rows = "".join(f'<li><a href="{path}/{n.replace(" ", "-")}">{n}</a></li>' for n in hits)
        return f"<p>red grey tree</p>{form}" + (f"<ul>{rows}</ul>" if hits else "<p>Nothing</p>")


def explored(folder: Path, museum: Museum, budget: int) -> Crawler:
    settings = project_settings(folder, ANSWERS=museum)
    return crawl(settings, Surfacer, site="http://example.org/", max_requests=str(budget))


def titles(folder: Path) -> set[str]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    found = {record.title for record in store.records("example.org")}
    store.close()
    return found


def test_the_second_form_is_found_by_the_second_run(tmp_path: Path) -> None:
    museum = Museum()
    explored(tmp_path, museum, 3)
    assert museum.asked == ["/robots.txt", "/", "/plants"], "the budget did not cut exploring short"
    explored(tmp_path, museum, 500)
    assert titles(tmp_path) == {*PLANTS, *STONES}


def test_what_was_explored_to_the_end_is_not_fetched_again(tmp_path: Path) -> None:
    museum = Museum()
    explored(tmp_path, museum, 500)
    assert titles(tmp_path) == {*PLANTS, *STONES}
    museum.asked.clear()
    explored(tmp_path, museum, 500)
    assert museum.asked == []
