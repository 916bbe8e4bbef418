"""A site full of forms that do something, and one that searches: only that one is ever sent.

The site is real and counts what arrives: any request with arguments or a body that is not of the
search is harm done.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.http import Response

from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.conftest import Crawl, Crawled
from tests.crawling import crawl as crawl_here
from tests.crawling import html, project_settings
from tests.harmful import HARMFUL, planted
from tests.serving import HTML, Handler, Serving

NAMES = ["red ant", "black ant", "honey bee", "grey wasp", "red wasp", "honey ant", "black bee"]
# Traps, a text area and a menu stand in the search form itself.
SEARCH = """<form action="/search" role="search"><label>Search insects <input name="q"></label>
<input name="website" style="display:none"><div class="hp-field"><input name="phone2"></div>
<label>Leave this empty <input name="extra"></label><textarea name="notes"></textarea>
<select name="order"><option value="">Any order</option><option>Size</option></select>
<button>Search</button></form>"""
ELSEWHERE = '<form action="{}find"><input name="q" type="search"><button>Search</button></form>'

Got = tuple[str, str, str]
"""Method, address and body of a request."""


class Insects:
    """Pages of a site; ``forms`` stand on each of them, and ``got`` tells what arrived."""

    def __init__(self, *forms: str) -> None:
        self.forms = forms
        self.got: list[Got] = []

    def answer(self, method: str, target: str, body: str = "") -> tuple[int, str]:
        self.got.append((method, target, body))
        address = urlsplit(target)
        if address.path == "/robots.txt":
            return 404, ""
        word = parse_qs(address.query).get("q", [""])[0]
        hits = [n for n, name in enumerate(NAMES) if word in name.split()]
        rows = "".join(f'<li><a href="/i/{n}">{NAMES[n]}</a> <p>no. {n}</p></li>' for n in hits)
        listed = f"<ul>{rows}</ul>" if hits else "<p>Nothing found</p>"
        return 200, f"<h1>Insects</h1><p>red wasp</p>{''.join(self.forms)}{listed}"

    @property
    def searches(self) -> list[dict[str, list[str]]]:
        return [
            parse_qs(urlsplit(target).query, keep_blank_values=True)
            for _, target, _ in self.got
            if urlsplit(target).path == "/search"
        ]

    @property
    def harm(self) -> list[Got]:
        """All that was sent and is no question to the search."""
        return [
            (method, target, body)
            for method, target, body in self.got
            if method != "GET" or ("?" in target and urlsplit(target).path != "/search")
        ]


@contextmanager
def served(site: Insects) -> Iterator[str]:
    class Answering(Handler):
        def answer(self) -> None:
            status, page = site.answer(self.command, self.path, self.request_body())
            self.send(status, HTML, page.encode())

    with Serving(Answering) as server:
        yield server.url


def stored(crawled: Crawled, columns: str, where: str = "1") -> list[tuple[str, ...]]:
    with sqlite3.connect(crawled.folder / "store.db") as store:
        return store.execute(f"select {columns} from forms where {where}").fetchall()


def test_among_harmful_forms_only_the_search_is_sent(crawl: Crawl) -> None:
    other = Insects()
    with served(other) as other_url:
        forms = [*HARMFUL.values(), *map(planted, HARMFUL.values())]
        site = Insects(*forms[::2], SEARCH, ELSEWHERE.format(other_url), *forms[1::2])
        with served(site) as url:
            crawled = crawl(url)
    assert crawled.code == 0
    assert site.harm == []
    assert other.got == []
    assert len(crawled.feed) == len(NAMES)
    asked = site.searches
    assert len(asked) > len(NAMES)
    for sent in asked:
        assert sent.keys() == {"q", "website", "phone2", "extra", "notes", "order"}
        traps = [sent[name] for name in sent if name not in {"q", "order"}]
        assert traps == [[""]] * 4, "a trap was filled in"


def test_each_dropped_form_is_stored_with_its_type_and_reason(crawl: Crawl) -> None:
    site = Insects(*HARMFUL.values(), SEARCH)
    with served(site) as url:
        crawled = crawl(url)
    kept = stored(crawled, "type, query_input", "searchable and safe")
    assert kept == [("search", "q")]
    dropped = stored(crawled, "type, reason", "not (searchable and safe)")
    assert len(dropped) == len(HARMFUL)
    for type_, reason in dropped:
        assert reason.startswith(f"looks like {type_} (")
        assert "; not submitted: " in reason


def test_a_site_of_harmful_forms_only_is_left_alone(crawl: Crawl) -> None:
    site = Insects(*HARMFUL.values())
    with served(site) as url:
        crawled = crawl(url)
    assert (site.harm, site.searches) == ([], [])
    assert crawled.code == 1
    assert "no_search_found" in crawled.log
    assert crawled.feed == []
    assert "Traceback" not in crawled.log
    assert len(stored(crawled, "reason")) == len(HARMFUL)


def surfaced(folder: Path, site: Insects, **more: object) -> CrawlStore:
    """A crawl in this process."""

    def answers(request: Request) -> Response:
        target = request.url.removeprefix("http://example.org")
        status, page = site.answer(request.method, target, request.body.decode())
        return html(request, page, status)

    settings = project_settings(folder, ANSWERS=answers, **more)
    crawl_here(settings, Surfacer, site="http://example.org/")
    return CrawlStore.open(settings["DEEPWEB_STORE"])


def by_post(form: str) -> str:
    return form.replace("<form ", '<form method="post" ', 1)


def by_get(form: str) -> str:
    return form.replace('method="post"', "", 1)


def with_a_search_box(form: str) -> str:
    return form.replace("</form>", '<input type="search" name="q"></form>')


@pytest.mark.parametrize("change", [planted, by_post, by_get, with_a_search_box])
@pytest.mark.parametrize("seed", [1, 2])
def test_however_they_are_shuffled_and_changed(
    tmp_path: Path, change: Callable[[str], str], seed: int
) -> None:
    forms = [change(form) for form in HARMFUL.values()]
    random.Random(seed).shuffle(forms)
    site = Insects(*forms)
    surfaced(tmp_path, site).close()
    assert site.harm == []
    assert site.searches == []


@pytest.mark.parametrize("name", ["login", "cart by GET", "unsubscribe", "comment, French"])
def test_each_alone(tmp_path: Path, name: str) -> None:
    site = Insects(planted(HARMFUL[name]))
    store = surfaced(tmp_path, site)
    (form,) = store.decisions.forms("example.org")
    store.close()
    assert site.harm == []
    assert not form.is_asked


# --- Other sites ---


def test_a_form_of_another_site_is_asked_only_if_a_setting_names_it(crawl: Crawl) -> None:
    database = Insects()
    with served(database) as there:
        site = Insects(ELSEWHERE.replace("find", "search").format(there))
        with served(site) as here:
            crawled = crawl(here)
            assert database.got == []
            ((reason,),) = stored(crawled, "reason")
            assert f"not submitted: sends to another site: {there}search" in reason
            assert crawled.feed == []

            named = urlsplit(there).netloc
            folder = crawled.folder / "named"
            folder.mkdir()
            crawled = crawl(here, "-s", f"DEEPWEB_FORM_SITES={named}", folder=folder)
    assert crawled.code == 0
    assert database.searches
    assert (site.harm, site.searches) == ([], [])
    assert len(crawled.feed) == len(NAMES)


@pytest.mark.parametrize("rules", ["", "User-agent: *\nDisallow: /search"])
def test_a_form_of_another_host_of_the_same_owner_is_asked_if_robots_allows(
    tmp_path: Path, rules: str
) -> None:
    database = Insects()
    site = Insects(ELSEWHERE.replace("find", "search").format("http://data.example.org/"))

    def answers(request: Request) -> Response:
        address = urlsplit(request.url)
        is_there = address.hostname == "data.example.org"
        if is_there and address.path == "/robots.txt":
            return Response(request.url, body=rules.encode())
        target = f"{address.path}?{address.query}" if address.query else address.path
        status, page = (database if is_there else site).answer(request.method, target)
        return html(request, page, status)

    settings = project_settings(tmp_path, ANSWERS=answers, ROBOTSTXT_OBEY=True)
    crawl_here(settings, Surfacer, site="http://homes.example.org/")
    store = CrawlStore.open(settings["DEEPWEB_STORE"])
    spent = store.request_count("homes.example.org")
    records = list(store.record_ids("homes.example.org"))
    store.close()
    assert (site.harm, site.searches) == ([], [])
    assert bool(database.searches) is not bool(rules)
    assert spent > len(database.searches), "they count for the site"
    assert len([each for ids in records for each in ids]) == (0 if rules else len(NAMES))
