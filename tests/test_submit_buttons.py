"""Two buttons that search different shelves: what each of them shows is found."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import crawl, html, project_settings

ANIMALS = ["ant", "bee", "cat", "cow", "dog", "eel", "elk", "emu", "fox", "gnu", "hen", "owl"]
SHELVES = {
    "books": [f"{one} and {other}" for one, other in zip(ANIMALS, ANIMALS[3:], strict=False)],
    "maps": [f"{one} near {other}" for one, other in zip(ANIMALS, ANIMALS[5:], strict=False)],
}
FORM = """<form action="/search"><input name="q" type="search">
<button name="in" value="new">Today</button>
<button name="in" value="books">Search books</button>
<button name="in" value="maps">Search maps</button></form>"""


def answer(url: str) -> str:
    asked = parse_qs(urlsplit(url).query)
    word, shelf = asked.get("q", [""])[0], asked.get("in", [""])[0]
    if urlsplit(url).path != "/search":
        return f"<h1>Library</h1><p>The fox and the hen</p>{FORM}"
    titles = SHELVES.get(shelf, SHELVES["books"][:3])
    rows = [(f"/{shelf}/{n}", title) for n, title in enumerate(titles) if word in title.split()]
    if shelf == "new":
        rows = [(at.replace("new", "books"), title) for at, title in rows]
    listed = "".join(f'<li><a href="{at}">{title}</a> <p>no. {at}</p></li>' for at, title in rows)
    return f"<h1>Library</h1>{FORM}" + (f"<ul>{listed}</ul>" if rows else "<p>Nothing found</p>")


def test_every_shelf_is_searched(tmp_path: Path) -> None:
    asked: list[str] = []

    def answers(request: Request) -> Response:
        asked.append(request.url)
        if request.url.endswith("/robots.txt"):
            return html(request, "", 404)
        return html(request, answer(request.url))

    settings = project_settings(tmp_path, ANSWERS=answers)
    crawl(settings, Surfacer, site="http://example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    titles = {record.title for record in store.records("example.org")}
    roles = {each.name: each.role for each in store.decisions.inputs("example.org")}
    store.close()
    assert titles == {*SHELVES["books"], *SHELVES["maps"]}
    assert roles["in"] == "submit choice"
    pressed = [parse_qs(urlsplit(url).query).get("in", [""])[0] for url in asked]
    assert 1 <= pressed.count("new") <= 2, "a button that shows nothing new costs two questions"
