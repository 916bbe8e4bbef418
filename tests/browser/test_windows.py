"""Rows that open windows, and what pages hide at first; only the network is made up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.browser.handler import BrowserDownloadHandler
from tests.browser.made_up_network import made_up
from tests.conftest import Crawl
from tests.crawl.test_scripted import stored

PAGE = (
    "<meta name=csrf-token content=0f3a9c77b21d4e58><div id=app></div><script src=/app.js></script>"
)
PLACES = ("Lake", "River", "Hill", "Bay", "Moor")
BOOKS = [
    {"id": 70 + n, "title": f"The old {PLACES[n % 5]} {n}", "price": 10 + n, "left": n % 3}
    for n in range(40)
]
BEGIN = """const app = document.getElementById('app'), at = id => document.getElementById(id);
const open = html => { const w = document.createElement('div');
  w.style = 'position:fixed;inset:0;background:white'; w.innerHTML = html;
  document.body.append(w); };"""
WINDOWS = """app.innerHTML = '<input type=search id=q>'
  + '<label>up to <input type=range id=most min=0 max=60 value=40></label>'
  + '<label><input type=checkbox id=left checked> only those in stock</label><ul id=out></ul>';
const ask = async () => {
  const said = await (await fetch('/api/books?q=' + at('q').value + '&most=' + at('most').value
    + (at('left').checked ? '&left=1' : ''))).json();
  const rows = said.books.map(b => `<li data-n="${b.id}">${b.title}</li>`);
  at('out').innerHTML = rows.join('') || 'Nothing';
};
at('q').onchange = at('most').onchange = at('left').onchange = ask;
at('out').onclick = async e => open(
  JSON.stringify(await (await fetch('/api/books/' + e.target.dataset.n)).json()));"""
PARTS = """app.innerHTML = '<input type=search id=q><ul id=out></ul>';
const token = document.querySelector('meta').content;
at('q').onchange = async () => { at('out').innerHTML = await (await fetch(
  '/part?q=' + at('q').value, {headers: {'X-CSRF-Token': token}})).text(); };
at('out').onclick = e => {
  history.pushState({}, '', '/book/' + e.target.closest('li').dataset.n); open('One book'); };"""
APPS = {"windows.example": BEGIN + WINDOWS, "parts.example": BEGIN + PARTS}


class Shops(BrowserDownloadHandler):
    """A shop that answers in JSON, and one that answers in parts of pages."""

    async def download_request(self, request: Request) -> Response:
        if "browser" in request.meta:
            return await super().download_request(request)
        url = urlsplit(request.url)
        asked = {name: values[-1] for name, values in parse_qs(url.query).items()}
        found = [
            book
            for book in BOOKS
            if asked.get("q", "").lower() in str(book["title"]).lower()
            and int(str(book["price"])) <= int(asked.get("most", 99))
            and (book["left"] or "left" not in asked)
        ]
        match url.path.split("/")[1:]:
            case ["app.js"]:
                return made_up(request.url, "text/javascript", APPS[url.hostname or ""])
            case ["api", "books"]:
                answer = json.dumps({"books": found, "of": len(found)})
                return made_up(request.url, "application/json", answer)
            case ["api", "books", number]:
                one = next(book for book in BOOKS if str(book["id"]) == number)
                return made_up(request.url, "application/json", json.dumps(one))
            case ["part"]:
                rows = "".join(
                    f"<li data-n={b['id']}><b>{b['title']}</b> <i>{b['price']} crowns</i>"
                    for b in found
                )
                is_known = request.headers.get("X-CSRF-Token") == b"0f3a9c77b21d4e58"
                return made_up(request.url, "text/html", rows or "Nothing" if is_known else "Who?")
        return made_up(request.url, "text/html", PAGE)


@pytest.fixture
def addresses(crawl: Crawl, tmp_path: Path) -> Callable[[str], set[str]]:
    handler = f"{__name__}.Shops"

    def found(host: str) -> set[str]:
        crawl(
            f"http://{host}/",
            *("-a", "max_requests=150", "-s", "DOWNLOAD_DELAY=0.01"),
            *("-s", "AUTOTHROTTLE_ENABLED=False"),
            *("-s", f"DOWNLOAD_HANDLERS={json.dumps({'http': handler, 'https': handler})}"),
        )
        return {row[0] for row in stored(tmp_path, "select url from records")}

    return found


def test_a_window_tells_the_address_and_filters_show_what_they_hide(
    addresses: Callable[[str], set[str]],
) -> None:
    expected = {f"http://windows.example/api/books/{book['id']}" for book in BOOKS}
    assert addresses("windows.example") == expected


def test_parts_of_pages_whose_rows_have_no_links(addresses: Callable[[str], set[str]]) -> None:
    expected = {f"http://parts.example/book/{book['id']}" for book in BOOKS}
    assert addresses("parts.example") == expected
