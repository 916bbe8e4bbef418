"""Own pages that scripts draw: one look by a real browser, then their data without it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.conftest import Crawled, started
from tests.serving import Answer, served

WORDS = (
    "amber", "basalt", "cedar", "delta", "ember", "fjord", "glacier", "harbour", "island", "jasper"
)  # fmt: skip
BOOKS: list[dict[str, Any]] = [
    {"id": 100 + n, "slug": f"{first}-{second}", "title": f"{first.title()} and {second}",
     "pages": 90 + 7 * n, "binding": ("cloth", "paper", "leather")[n % 3],
     "author": {"name": f"{second.title()} Winter"}, "printed_in": WORDS[-n % 10].title()}
    for n, (first, second) in enumerate((a, b) for a in WORDS[:4] for b in WORDS[6:])
]  # fmt: skip
LISTED = ("id", "slug", "title")
NAMES = {"pages", "binding", "author_name", "printed_in"}
SEARCH = """
const box = document.querySelector('#q'), out = document.querySelector('#out');
box.addEventListener('keydown', async e => {
  if (e.key !== 'Enter') return;
  const found = await (await fetch('/api/search?q=' + encodeURIComponent(box.value))).json();
  out.innerHTML = found.books.map(b =>
    `<li><h3><a href="${'LINK'.replace('ID', b.id).replace('SLUG', b.slug)}">${b.title}</a></h3>
     </li>`).join('') || 'Nothing was found.';
});"""
DRAW = """
const draw = b => document.querySelector('#app').innerHTML =
  `<h1>${b.title}</h1><dl><dt>Binding</dt><dd>${b.binding}</dd><dt>Pages</dt><dd>${b.pages}</dd>
   <dt>Author</dt><dd>${b.author.name}</dd><dt>Printed in</dt><dd>${b.printed_in}</dd></dl>`;
"""
FORM = "<form action='/search'><input type='search' name='q'><button>Search</button></form>"
CHROME = "<h2>The reading room</h2>" + "".join(
    f"<p>Rule {n} of the house: {word} may be borrowed for {n} weeks, and not longer.</p>"
    for n, word in enumerate(WORDS)
)


@dataclass(frozen=True)
class Kind:
    """A site whose own pages are drawn by script."""

    link: str
    """Address of an own page."""
    data: str = ""
    """Address of its data as the script writes it; "" if the page holds them."""
    around: str = ""
    """What all pages show."""


KINDS = {
    "shell": Kind("/book/ID", "'/api/book/' + location.pathname.split('/').pop()"),
    "route": Kind("/#/book/ID", "'/api/book?id=' + location.hash.split('/').pop() + '&full=1'"),
    "slug": Kind("/book/SLUG", "'/api/by-slug/' + location.pathname.split('/').pop()", CHROME),
    "held": Kind("/book/ID"),
    "nothing": Kind("/book/ID", "''"),
}


def answer(kind: Kind, target: str) -> tuple[str, Any]:
    """The content type and the body that a path of the site answers."""
    path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)
    if path in {"/api/search", "/search"}:
        word = query.get("q", [""])[0].lower()
        found = [book for book in BOOKS if word and word in str(book["title"]).lower()]
        if path == "/search":
            return "text/html", results_page(kind, found)
        return "application/json", {"books": [{n: b[n] for n in LISTED} for b in found]}
    if path.startswith("/api/"):
        key = query.get("id", [path.rpartition("/")[2]])[0]
        return "application/json", {"ok": True, "book": book(key), "related": BOOKS[:3]}
    if path.startswith("/book/"):
        return "text/html", own_page(kind, path.rpartition("/")[2])
    if path == "/":
        return "text/html", home_page(kind)
    return "", None


def book(key: str) -> Mapping[str, Any] | None:
    return next((each for each in BOOKS if key in {str(each["id"]), each["slug"]}), None)


def results_page(kind: Kind, found: list[dict[str, Any]]) -> str:
    links = [kind.link.replace("ID", str(b["id"])).replace("SLUG", b["slug"]) for b in found]
    rows = [
        f"<li><h3><a href='{link}'>{b['title']}</a></h3></li>"
        for link, b in zip(links, found, strict=True)
    ]
    return page(f"{FORM}<ul>{''.join(rows)}</ul>" if rows else f"{FORM}<p>Nothing was found.</p>")


def home_page(kind: Kind) -> str:
    """Only the site of routes searches by script, which the browser must see as well."""
    if "#" not in kind.link:
        return page(f"<h1>Books</h1>{FORM}<p>Ask for a word of the title.</p>")
    drawn = f"if (location.hash) {{ {drawing(kind)} }}"
    return page(
        '<h1>Books</h1><div role="search"><input type="search" id="q" placeholder="Search books">'
        '</div><p>Ask for a word of the title.</p><ul id="out"></ul><div id="app"></div>'
        f"<script>{SEARCH.replace('LINK', kind.link)}{DRAW}{drawn}</script>"
    )


def own_page(kind: Kind, key: str) -> str:
    if kind.data:
        return page(f'{kind.around}<div id="app"></div><script>{DRAW}{drawing(kind)}</script>')
    state = json.dumps({"route": {"path": key}, "state": {"current": book(key)}})
    held = f'<script type="application/json" id="state">{state}</script>'
    draw = "draw(JSON.parse(document.querySelector('#state').textContent).state.current);"
    return page(f'<div id="app"></div>{held}<script>{DRAW}{draw}</script>')


def drawing(kind: Kind) -> str:
    if kind.data == "''":  # nothing is ever drawn
        return ""
    return f"fetch({kind.data}).then(r => r.json()).then(d => draw(d.book));"


def page(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>Books</title></head><body>{body}</body></html>"


def answers_of(kind: Kind, asked: list[str]) -> Callable[[str], Answer]:
    def told(path: str) -> Answer:
        asked.append(path)
        type_, said = answer(kind, path)
        body = (said if isinstance(said, str) else json.dumps(said)).encode()
        headers = {"Content-Type": f"{type_ or 'text/plain'}; charset=utf-8"}
        return 200 if type_ else 404, headers, body

    return told


@dataclass(frozen=True)
class Done:
    crawled: Crawled
    sites: Mapping[str, str]
    """By kind, the name of its site."""
    asked: Mapping[str, list[str]]
    """By kind, the paths that were asked for."""

    def records(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.crawled.feed if each["site"] == self.sites[kind]]

    def stored(self, what: str, kind: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self.crawled.folder / "store.db") as store:
            return store.execute(what, (self.sites[kind],)).fetchall()


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    folder = tmp_path_factory.mktemp("drawn")
    asked: dict[str, list[str]] = {name: [] for name in KINDS}
    sites: dict[str, str] = {}
    with ExitStack() as stack:
        for name, kind in KINDS.items():
            url = stack.enter_context(served(answers_of(kind, asked[name])))
            sites[name] = urlsplit(url).netloc
        urls = ",".join(f"http://{site}/" for site in sites.values())
        given = ("-a", "details=yes", "-a", "max_requests=120", "-a", "max_details=0")
        with started(folder, urls, *given, "-s", "DEEPWEB_LISTS=0") as process:
            crawled = Crawled(process.wait(600), process.log, folder)
        yield Done(crawled, sites, asked)


@pytest.mark.parametrize("kind", ["shell", "route", "slug", "held"])
def test_records_have_what_their_pages_draw(done: Done, kind: str) -> None:
    records = done.records(kind)
    assert len(records) == len(BOOKS), done.crawled.log
    for record in records:
        (true,) = [each for each in BOOKS if each["title"] == record["title"]]
        assert record["details_fetched"]
        said = {name: record["fields"].get(name) for name in NAMES}
        assert said == {
            "pages": true["pages"], "binding": true["binding"],
            "author_name": true["author"]["name"], "printed_in": true["printed_in"],
        }  # fmt: skip


@pytest.mark.parametrize(("kind", "looks"), [("shell", 1), ("route", 1), ("slug", 1), ("held", 0)])
def test_the_browser_looks_once(done: Done, kind: str, looks: int) -> None:
    visited = "select url from requests where site = ? and reason = 'browser: page'"
    pages = [url for (url,) in done.stored(visited, kind)]
    own = [url for url in pages if "/book/" in url]
    # The address of a route is that of the home page, where the search was observed.
    assert (len(pages) - 1 if kind == "route" else len(own)) == looks
    # Of pages that are shells at first sight, only one is asked for.
    plain = {path for path in done.asked[kind] if re.match(r"/book/", path)}
    most = {"shell": 1, "route": 0, "slug": 20, "held": len(BOOKS)}[kind]
    assert len(plain) <= most


def test_pages_that_nothing_draws_leave_their_records(done: Done) -> None:
    records = done.records("nothing")
    assert len(records) == len(BOOKS)
    assert not any(record.get("details_fetched") for record in records)
    reasons = done.stored(
        "select distinct reason from pages where site = ? and kind = 'shell'", "nothing"
    )
    assert any("brings the data of its record" in reason for (reason,) in reasons)
    # After some pages in a row that cannot be read, no more are asked for.
    assert len({path for path in done.asked["nothing"] if path.startswith("/book/")}) <= 16


def test_a_resumed_crawl_looks_no_second_time(done: Done) -> None:
    before = {kind: len(paths) for kind, paths in done.asked.items()}
    with started(
        done.crawled.folder, f"http://{done.sites['shell']}/", "-a", "details=yes",
        "-a", "max_requests=120", "-a", "max_details=0", "-s", "DEEPWEB_LISTS=0",
    ) as process:  # fmt: skip
        process.wait(120)
    assert len(done.asked["shell"]) == before["shell"]
