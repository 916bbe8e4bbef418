"""Pages that are never done, in a real browser; only the network is made up."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from playwright.async_api import async_playwright
from scrapy import Request
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response

from deepweb.browser import page_tree
from deepweb.browser.handler import BrowserDownloadHandler
from deepweb.browser.page_requests import PageRequests
from deepweb.browser.person import Person
from deepweb.browser.session import browser_path
from tests.browser.made_up_network import made_up
from tests.conftest import Crawl
from tests.crawl.test_scripted import stats, stored

PAGE = "<div id=app></div><script src=/app.js></script>"
BOX = """document.getElementById('app').innerHTML =
  '<input type=search id=q placeholder=Search><div id=out>Nothing yet</div>';"""
ASKS = """document.getElementById('q').onkeydown = async e => {
  if (e.key !== 'Enter') return;
  const said = await (await fetch('/api?q=' + e.target.value)).json();
  document.getElementById('out').innerHTML =
    said.map(b => '<p><a href="/b/' + b.id + '">' + b.title + '</a></p>').join('') || 'Nothing';
};"""
RESTLESS = """fetch('/never'); setInterval(() => fetch('/poll?t=' + Date.now()), 200);"""
BUSY = "document.getElementById('q').onkeydown = () => { while (true) {} };"
NEVER_LOADED = "document.write('<script src=/never.js></' + 'script>');"
MENU = """document.getElementById('app').innerHTML =
  '<select id=kind><option value="">Choose a shelf<option value=old>Old<option value=new>New'
  + '</select>'
  + '<input type=search id=q placeholder=Search disabled><div id=out>Nothing yet</div>';
document.getElementById('kind').onchange = e => {
  document.getElementById('q').disabled = !e.target.value; };"""
ASKS_BOTH = ASKS.replace("e.target.value", "e.target.value + '&kind=' + kind.value")
BOOKS = [{"id": number, "title": f"The {name} book"} for number, name in enumerate(("red", "old"))]
APPS = {
    "restless.example": BOX + ASKS + RESTLESS,
    "busy.example": BOX + BUSY,
    "waiting.example": NEVER_LOADED,
    "dazed.example": BOX + ASKS,
    "menu.example": MENU + ASKS_BOTH,
}
DAZED = "<script>while (true) {}</script>"


class TroubledNetwork(BrowserDownloadHandler):
    """Sites with pages that always ask, never get an answer, or never end."""

    visits = loads = 0

    async def download_request(self, request: Request) -> Response:
        if "browser" in request.meta:
            self.visits += 1
            return await super().download_request(request)
        url = urlsplit(request.url)
        if "never" in url.path:
            await asyncio.sleep(request.meta["download_timeout"])
            raise DownloadTimeoutError
        made = _answer(request.url, url.path, url.hostname or "", url.query)
        if request.url == "http://dazed.example/" and self.visits:
            self.loads += 1
            if self.loads == 1:
                made = made.replace(body=DAZED + PAGE)
        for value in ("Accept", "Origin"):
            made.headers.appendlist("Vary", value)
        return made


def _answer(url: str, path: str, host: str, query: str) -> Response:
    match path:
        case "/robots.txt":
            return made_up(url, "text/plain", "")
        case "/app.js":
            return made_up(url, "text/javascript", APPS[host])
        case "/poll":
            return made_up(url, "application/json", "{}")
        case "/api":
            return made_up(url, "application/json", json.dumps(BOOKS if "q=the" in query else []))
    return made_up(url, "text/html", PAGE)


@pytest.fixture
def visited(crawl: Crawl, tmp_path: Path) -> Any:
    handler = f"{__name__}.TroubledNetwork"

    def visit(host: str, seconds: int = 12) -> tuple[tuple[str, str], dict[str, int]]:
        made = crawl(
            f"http://{host}/",
            *("-a", "max_requests=60", "-s", f"DEEPWEB_BROWSER_TIMEOUT={seconds}"),
            *("-s", "DOWNLOAD_DELAY=0.01", "-s", "AUTOTHROTTLE_ENABLED=False"),
            *("-s", f"DOWNLOAD_HANDLERS={json.dumps({'http': handler, 'https': handler})}"),
        )
        [row] = stored(tmp_path, "select way, reason from scripts")
        return (row[0], row[1]), stats(made)

    return visit


def test_a_page_that_always_asks_is_not_waited_for(visited: Any) -> None:
    """Its headers occur twice, one of its requests is never answered, and it polls."""
    (way, _), counted = visited("restless.example", 30)
    assert way == "request"
    assert "deepweb/browser/timeouts" not in counted


def test_a_menu_is_chosen_from_where_the_box_waits_for_that(visited: Any, tmp_path: Path) -> None:
    (way, _), _ = visited("menu.example", 30)
    assert way == "request"
    [data] = stored(tmp_path, "select data from forms where data like '%\"kind\"%'")
    kind = next(each for each in json.loads(data[0])["inputs"] if each["name"] == "kind")
    assert {value for value, _ in kind["options"]} == {"old", "new"}


def test_what_a_page_hung_at_is_told(visited: Any) -> None:
    (way, reason), counted = visited("busy.example")
    assert way == "vain"
    assert "the page hung while it was asked for" in reason
    assert counted["deepweb/browser/timeouts"] == counted["deepweb/browser/pages"] == 1


def test_a_page_that_never_loads(visited: Any) -> None:
    (way, reason), counted = visited("waiting.example")
    assert way == "none"
    assert counted["deepweb/browser/pages"] == 1
    assert "no search box" in reason or "the page hung while it was loading" in reason


def test_a_page_that_hung_while_loading_gets_a_second_visit(visited: Any) -> None:
    (way, _), counted = visited("dazed.example", 8)
    assert way == "request"
    assert counted["deepweb/browser/pages"] == 2


@dataclass
class _NoRequests:
    """A page that makes no requests."""

    patience: float
    started: int = 0
    active: int = 0
    arrived: float = 0.0

    def give_up(self) -> None:
        """There is nothing to give up."""


COMPUTES = """<script>
  const work = ms => { const end = Date.now() + ms; while (Date.now() < end) {} };
  setTimeout(() => { work(2000); setTimeout(() => {
    work(500); document.body.innerHTML = '<input type=search>'; }, 200); }, 30);
</script>"""


def test_a_page_that_computes_is_waited_for() -> None:
    async def boxes() -> int:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=browser_path(""), args=["--no-sandbox"]
            )
            page = await browser.new_page()
            await page.add_init_script(page_tree.WATCH)
            await page.set_content(COMPUTES)
            await Person(page, cast(PageRequests, _NoRequests(patience=1.0))).settle()
            return await page.locator("input").count()

    assert asyncio.run(boxes()) == 1
