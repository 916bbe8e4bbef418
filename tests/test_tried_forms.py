"""A finder made of menus that does not say that it searches: its answers show it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

MAKES = {
    "ford": ("focus", "fiesta", "mondeo"),
    "fiat": ("panda", "tipo"),
    "opel": ("astra", "corsa", "zafira"),
    "seat": ("ibiza", "leon"),
    "audi": ("quattro", "sport"),
    "mini": ("cooper", "clubman", "convertible"),
}
CARS = [f"{make} {model}" for make, models in MAKES.items() for model in models]
OPTIONS = "".join(f"<option>{make}</option>" for make in MAKES)
FORM = f"""<form action="/cars"><select name="make"><option value="">All makes</option>{OPTIONS}
</select><button>Go</button></form>"""


def answer(url: str, *, selects: bool) -> str:
    make = parse_qs(urlsplit(url).query).get("make", [""])[0]
    if urlsplit(url).path != "/cars":
        return f"<h1>Cars</h1>{FORM}"
    if not make or not selects:
        return f"<h1>Cars</h1>{FORM}<p>Please visit us at the harbour.</p>"
    rows = "".join(
        f'<li><a href="/car/{n}">{car}</a> <p>no. {n} of {make}</p></li>'
        for n, car in enumerate(CARS)
        if car.startswith(make)
    )
    return f"<h1>Cars</h1>{FORM}<ul>{rows}</ul>"


@pytest.mark.parametrize("selects", [True, False])
def test_its_answers_decide(tmp_path: Path, selects: bool) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        if request.url.endswith("/robots.txt"):
            return html(request, "", 404)
        return html(request, answer(request.url, selects=selects))

    settings = project_settings(tmp_path, ANSWERS=answers)
    crawler = crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    (form,) = store.decisions.forms("example.org")
    store.close()
    assert form.is_tried
    assert not form.searchable
    assert titles == ({*CARS} if selects else set())
    verdict = "a_search" if selects else "no_search"
    assert crawler.stats is not None
    assert crawler.stats.get_value(f"deepweb/trials/{verdict}") == 1
    assert len([url for url in asked if "/cars" in url]) <= 12 + len(MAKES)
