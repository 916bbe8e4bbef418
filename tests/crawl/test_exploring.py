"""Exploring in a crawl: what is fetched, found, stored, and taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import parsel.selector
import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse

from deepweb.crawl import fetches
from deepweb.crawl.form_judge import FormJudge
from deepweb.form.model import Form
from deepweb.locate.forms.search_form import FormVerdict
from deepweb.spiders.sitelocator import SiteLocator
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.crawling import Answers, crawl, html, project_settings
from tests.small_web import BOOK_TEXT, page

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


def explored(folder: Path, museum: Answers, budget: int = 500, **more: Any) -> Crawler:
    settings = project_settings(folder, ANSWERS=museum, DEEPWEB_LISTS=False, **more)
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
    museum.asked.clear()
    explored(tmp_path, museum, 500)
    assert titles(tmp_path) == {*PLANTS, *STONES}
    assert "/" not in museum.asked, "a page was looked at twice"


def test_what_was_explored_to_the_end_is_not_fetched_again(tmp_path: Path) -> None:
    museum = Museum()
    explored(tmp_path, museum, 500)
    assert titles(tmp_path) == {*PLANTS, *STONES}
    museum.asked.clear()
    explored(tmp_path, museum, 500)
    assert museum.asked == []


FORM = "<form action='{}'><input name=q><button>Search</button></form>"


def links(*paths: str) -> str:
    return " ".join(f'<a href="{path}">{path.strip("/").split("?")[0]}</a>' for path in paths)


class Pages:
    """Pages by path; what is asked of a form finds nothing. ``asked``: what was explored."""

    def __init__(
        self, pages: dict[str, str], headers: dict[str, dict[str, str]] | None = None
    ) -> None:
        self.pages = pages
        self.headers = headers or {}
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Response:
        target = request.url.removeprefix("http://example.org")
        if target.startswith("/results"):
            return html(request, "<p>Nothing found</p>")
        self.asked.append(target)
        if target in self.headers:
            return Response(request.url, status=302, headers=self.headers[target])
        if target in self.pages and target.endswith((".xml", ".txt")):
            return TextResponse(request.url, body=self.pages[target].encode())
        return html(
            request, self.pages.get(target, "Not found"), 200 if target in self.pages else 404
        )

    @property
    def explored(self) -> list[str]:
        return [path for path in self.asked if path != "/robots.txt"]


def found_forms(folder: Path) -> list[str]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    found = [form.form.url for form in store.decisions.forms("example.org") if form.is_asked]
    store.close()
    return found


def stops(folder: Path) -> dict[int, str]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    told = {depth: stop.criterion for depth, stop in store.decisions.stops("example.org").items()}
    assert all(stop.reason for stop in store.decisions.stops("example.org").values())
    store.close()
    return told


def test_a_search_on_the_home_page_is_enough(tmp_path: Path) -> None:
    site = Pages({"/": FORM.format("/results") + links("/team", "/help", "/news", "/pictures")})
    explored(tmp_path, site)
    assert site.explored == ["/"]
    assert stops(tmp_path) == {0: "exhausted", 1: "exhausted"}


def test_an_advanced_search_is_looked_at_all_the_same(tmp_path: Path) -> None:
    advanced = FORM.format("/results/advanced").replace("<button>", "<input name=author><button>")
    site = Pages(
        {
            "/": FORM.format("/results") + links("/team", "/advanced-search", "/news"),
            "/advanced-search": FORM.format("/results") + advanced,
        }
    )
    explored(tmp_path, site)
    assert site.explored == ["/", "/advanced-search"]
    assert found_forms(tmp_path) == ["http://example.org/", "http://example.org/advanced-search"]


def test_a_form_three_clicks_away(tmp_path: Path) -> None:
    site = Pages(
        {
            "/": links("/alpha", "/green"),
            "/alpha": links("/alpha/beta"),
            "/alpha/beta": links("/alpha/beta/gamma"),
            "/alpha/beta/gamma": FORM.format("/results"),
            "/green": "<p>Green</p>",
        }
    )
    explored(tmp_path, site)
    assert found_forms(tmp_path) == ["http://example.org/alpha/beta/gamma"]


STOPS = {
    "SC1": {"DEEPWEB_SC1_MAX_DEPTH": 1},
    "SC2": {"DEEPWEB_SC2_MAX_PAGES_PER_DEPTH": 2},
    "SC3": {"DEEPWEB_SC3_MAX_FORMS_PER_DEPTH": 1},
    "SC4": {"DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH": 2},
    "SC5": {"DEEPWEB_SC5_MAX_BARREN_PAGES": 3},
}


@pytest.mark.parametrize("criterion", STOPS)
def test_each_stop_is_counted_and_stored(tmp_path: Path, criterion: str) -> None:
    names = [f"/alpha{c}" for c in "abcdefg"]
    pages = {path: links(f"{path}/below") for path in names}
    pages |= {f"{path}/below": "<p>Nothing</p>" for path in names}
    pages |= {"/search": FORM.format("/results")}
    start = links("/search", "/find", *names) if criterion == "SC3" else links(*names)
    crawler = explored(tmp_path, Pages({"/": start, **pages}), **STOPS[criterion])
    assert crawler.stats is not None
    fired = {c for c in STOPS if crawler.stats.get_value(f"deepweb/stop_early/{c}")}
    assert fired == {criterion}
    assert criterion in stops(tmp_path).values()


def test_a_site_without_forms_costs_no_more_than_it_may(tmp_path: Path) -> None:
    names = [f"/{c}{d}" for c in "abcdefgh" for d in "klmnopqrst"]
    site = Pages({"/": links(*names), **{path: links(f"{path}/x") for path in names}})
    explored(tmp_path, site)
    assert 10 < len(site.explored) <= 30
    assert "SC5" in stops(tmp_path).values()


def test_the_sitemap_that_robots_txt_names(tmp_path: Path) -> None:
    urls = "".join(f"<loc>http://example.org/{p}</loc>" for p in ("a", "b", "museum/search"))
    site = Pages(
        {
            "/": links("/green", "/blue"),
            "/robots.txt": "User-agent: *\nAllow: /\nSitemap: http://example.org/map.xml\n",
            "/map.xml": f"<urlset>{urls}</urlset>",
            "/museum/search": FORM.format("/results"),
        }
    )
    explored(tmp_path, site)
    assert site.explored[:3] == ["/", "/map.xml", "/museum/search"]
    assert found_forms(tmp_path) == ["http://example.org/museum/search"]


def test_pages_behind_a_login_and_redirects_in_circles(tmp_path: Path) -> None:
    members = [f"/members/{c}" for c in "abcdefghij"]
    headers = {path: {"Location": "/welcome"} for path in members}
    headers |= {"/round": {"Location": "/about-round"}, "/about-round": {"Location": "/round"}}
    start = links("/round", *members, "/search")
    site = Pages({"/": start, "/welcome": "<p>Please log in</p>", "/search": ""}, headers)
    explored(tmp_path, site)
    assert len(site.explored) < 40
    assert stops(tmp_path)


def test_forms_are_asked_while_exploring_goes_on(tmp_path: Path) -> None:
    order: list[str] = []
    site = Pages({"/": links("/search", "/find", "/lookup"), "/search": FORM.format("/results")})

    def answers(request: Request) -> Response:
        order.append(request.url.removeprefix("http://example.org").partition("?")[0])
        return site(request)

    explored(tmp_path, answers)
    assert order.index("/results") < order.index("/find") < len(order) - 1


def test_what_one_site_taught_is_known_at_the_next(tmp_path: Path) -> None:
    first = Pages({"/": links("/alpha", "/hera"), "/hera": FORM.format("/results"), "/alpha": ""})
    explored(tmp_path, first)
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    followed = store.decisions.followed_links("other.example")
    assert store.decisions.followed_links("example.org") == []
    store.close()
    assert {link.words.anchor: link.led for link in followed} == {
        ("alpha",): False,
        ("hera",): True,
    }


def test_a_page_that_did_not_answer_is_tried_again_in_the_next_run(tmp_path: Path) -> None:
    site = Pages({"/": links("/search"), "/search": FORM.format("/results")})
    is_down = True

    def answers(request: Request) -> Response:
        if is_down and request.url.endswith("/search"):
            return html(request, "down", 503)
        return site(request)

    explored(tmp_path, answers, RETRY_TIMES=0)
    assert found_forms(tmp_path) == []
    is_down = False
    site.asked.clear()
    explored(tmp_path, answers)
    assert found_forms(tmp_path) == ["http://example.org/search"]
    assert "/" not in site.asked


def test_a_page_that_is_none_fails_the_site(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        return Response(request.url, headers={"Content-Type": "image/png"}, body=b"\x89PNG")

    crawler = explored(tmp_path, answers)
    assert isinstance(crawler.spider, Surfacer)
    assert "is image/png, not HTML" in crawler.spider.failed["example.org"]


@pytest.mark.parametrize("is_surfaced", [True, False])
def test_a_form_is_judged_once_and_a_page_is_parsed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_surfaced: bool
) -> None:
    """Also on pages with scripts, where it is asked whether they need the browser."""
    judged: list[str] = []
    parsed: list[str] = []
    verdict, parse = FormJudge.verdict, parsel.selector.create_root_node

    def counted_verdict(self: FormJudge, form: Form, *given: Any) -> FormVerdict:
        judged.append(form.url)
        return verdict(self, form, *given)

    def counted_parse(*given: Any, **more: Any) -> Any:
        parsed.append(more["base_url"])
        return parse(*given, **more)

    monkeypatch.setattr(FormJudge, "verdict", counted_verdict)
    monkeypatch.setattr(parsel.selector, "create_root_node", counted_parse)
    shown = FORM.format("/results") + links("/advanced-search") + "<script>go()</script>"
    site = Pages({"/": shown, "/advanced-search": shown})
    more: dict[str, Any] = {} if is_surfaced else {"ITEM_PIPELINES": {}}
    explored(tmp_path, site, DEEPWEB_BROWSER="least", DEEPWEB_BROWSER_PATH="/nowhere", **more)
    assert site.explored == ["/", "/advanced-search"]
    assert judged == ["http://example.org/"]
    assert [url for url in parsed if "/results" not in url] == [
        "http://example.org/",
        "http://example.org/advanced-search",
    ]


def test_a_site_whose_page_breaks_our_reading_fails_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(fetches, "html_page", broken)
    crawler = explored(tmp_path, Pages({"/": FORM.format("/results")}))
    assert isinstance(crawler.spider, Surfacer)
    assert "cannot be read: RecursionError" in crawler.spider.failed["example.org"]


def test_the_sitelocator_is_held_to_the_stop_criteria_too(tmp_path: Path) -> None:
    names = [f"/search-books-{c}" for c in "abcdefgh"]
    below = {name: page(name, BOOK_TEXT) for name in names}
    site = Pages({"/": page("Books", BOOK_TEXT, links(*names)), **below})
    settings = project_settings(tmp_path, ANSWERS=site, DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH=2)
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("http://example.org/\n")
    crawler = crawl(settings, SiteLocator, topic="books", seeds=str(seeds))
    assert crawler.stats is not None
    assert crawler.stats.get_value("deepweb/stop_early/SC4")
    assert len(site.explored) == 3
