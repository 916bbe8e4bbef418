"""Forms are asked in crawls over a made-up network: one turn at a time, none in vain."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from deepweb.crawl.signals import site_failed
from deepweb.items import SearchForm, Site
from deepweb.pipelines.query_surfacing import QuerySurfacing
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from deepweb.surface.harvest.turns import LEAST_TURN
from tests.crawling import crawl, html, project_settings, ready_crawler
from tests.samples import SITE, search_form

FORM = """<form action="/{n}"><input name="q{n}"><select name="sort"><option>a</option></select>
<button>Search</button></form>"""
NAMES = ["red ant", "black ant", "honey bee", "grey wasp", "red wasp", "honey ant", "black bee"]


class Insects:
    """A site with search forms over a few insects; ``asked`` tells what in which order."""

    def __init__(self, forms: int = 1, broken: str = "") -> None:
        self.home = "<h1>Insects</h1><p>red wasp</p>" + "".join(
            FORM.format(n=n) for n in range(forms)
        )
        self.broken = broken
        self.asked: list[tuple[str, str]] = []

    def __call__(self, request: Request) -> Response:
        parts = urlsplit(request.url)
        if parts.path in {"/", "/robots.txt"}:
            return html(request, self.home, 200 if parts.path == "/" else 404)
        word = parse_qs(parts.query).get(f"q{parts.path[1:]}", [""])[0]
        self.asked.append((parts.path, word))
        if parts.path == self.broken:
            raise AssertionError("a fault of the network code")
        hits = [n for n, name in enumerate(NAMES) if word in name.split()]
        rows = "".join(f'<li><a href="/i/{n}">{NAMES[n]}</a> <p>no. {n}</p></li>' for n in hits)
        return html(request, f"{self.home}<ul>{rows}</ul>" if hits else f"{self.home}<p>None</p>")


def surfaced(folder: Path, site: Insects, **more: object) -> Crawler:
    settings = project_settings(folder, ANSWERS=site, DEEPWEB_LISTS=False, **more)
    return crawl(settings, Surfacer, site="http://example.org/")


def opened(folder: Path) -> CrawlStore:
    return CrawlStore.open(f"sqlite:///{folder}/store.db")


def stat(crawler: Crawler, name: str) -> int:
    assert crawler.stats is not None
    return int(crawler.stats.get_value(f"deepweb/{name}", 0))


def test_a_form_is_asked_until_it_is_dry(tmp_path: Path) -> None:
    site = Insects()
    crawler = surfaced(tmp_path, site)
    store = opened(tmp_path)
    assert {record.url for record in store.records(SITE)} == {
        f"http://example.org/i/{n}" for n in range(len(NAMES))
    }
    asked, sort = store.decisions.templates(SITE)
    assert (asked.binding, asked.informative) == (("q0",), True)
    assert asked.reason == "nothing is left to ask"
    assert (sort.binding, sort.informative) == (("sort",), False)
    assert (stat(crawler, "templates/kept"), stat(crawler, "templates/not_kept")) == (1, 1)
    roles = {each.name: each.role for each in store.decisions.inputs(SITE)}
    assert roles == {"q0": "keyword", "sort": "uninformative"}
    assert len(site.asked) == len(set(site.asked))
    store.close()


def test_the_next_run_asks_nothing_again(tmp_path: Path) -> None:
    first, second = Insects(), Insects()
    surfaced(tmp_path, first)
    crawler = surfaced(tmp_path, second)
    assert second.asked == []
    # What two of the stages ask is asked once, and had from the store the second time.
    assert stat(crawler, "submissions/from_store") >= len(first.asked)


def test_two_runs_from_the_same_start_ask_the_same(tmp_path: Path) -> None:
    one, other, reseeded = Insects(), Insects(), Insects()
    surfaced(tmp_path / "one", one)
    surfaced(tmp_path / "other", other)
    surfaced(tmp_path / "reseeded", reseeded, DEEPWEB_SEED=1)
    assert sorted(one.asked) == sorted(other.asked)
    assert set(reseeded.asked) != set(one.asked)


def test_forms_of_a_site_take_turns(tmp_path: Path) -> None:
    site = Insects(forms=3)
    surfaced(tmp_path, site)
    order = [path for path, _ in site.asked]
    assert set(order) == {"/0", "/1", "/2"}
    turns = [len(list(each)) for _, each in groupby(order)]
    assert turns[0] < order.count("/0"), "the first gives way to the others, and goes on later"
    assert min(turns[:-1]) >= LEAST_TURN
    store = opened(tmp_path)
    assert len({template.form for template in store.decisions.templates(SITE)}) == 3
    store.close()


def test_a_form_that_stands_twice_on_a_page_is_asked_once(tmp_path: Path) -> None:
    site = Insects()
    site.home *= 2
    surfaced(tmp_path, site)
    assert len(site.asked) == len(set(site.asked))


def test_one_form_that_fails_does_not_take_the_others_down(tmp_path: Path) -> None:
    site = Insects(forms=2, broken="/0")
    surfaced(tmp_path, site)
    store = opened(tmp_path)
    assert store.record_count(SITE) == len(NAMES)
    reasons = {t.binding: t.reason for t in store.decisions.templates(SITE)}
    assert "errors in a row" in reasons["q0",]
    assert reasons["q1",] == "nothing is left to ask"
    store.close()


def test_a_spent_budget_ends_the_asking_and_says_so(tmp_path: Path) -> None:
    site = Insects()
    crawler = surfaced(tmp_path, site, DEEPWEB_MAX_REQUESTS=9)
    store = opened(tmp_path)
    assert store.request_count(SITE) == 9
    (asked,) = (t for t in store.decisions.templates(SITE) if t.binding == ("q0",))
    assert asked.reason == "budget of 9 requests spent"
    assert crawler.stats is not None
    assert crawler.stats.get_value("finish_reason") == "budget"
    store.close()


# --- By itself ---


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[QuerySurfacing]:
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:

        class Engine:
            scraper = SimpleNamespace(itemproc=SimpleNamespace(middlewares=()))

            def crawl(self, request: Request) -> None:
                """Takes requests and never answers."""

        crawler.settings.frozen = False
        crawler.settings.set("DEEPWEB_LISTS", False, priority="cmdline")
        crawler.engine = Engine()  # type: ignore[assignment]
        yield QuerySurfacing.from_crawler(crawler)


def under_way(pipeline: QuerySurfacing) -> bool:
    try:
        pipeline.stay_open()
    except DontCloseSpider:
        return True
    return False


def test_the_spider_stays_open_while_a_form_is_asked(pipeline: QuerySurfacing) -> None:
    async def run() -> tuple[bool, ...]:
        before = under_way(pipeline)
        form = search_form()
        assert pipeline.process_item(form) is form
        await asyncio.sleep(0)
        during = under_way(pipeline)
        await pipeline.close_spider()
        return before, during, under_way(pipeline)

    assert asyncio.run(run()) == (False, True, False)


def test_a_fault_of_ours_is_told_as_a_failure_of_the_site(pipeline: QuerySurfacing) -> None:
    told: list[tuple[str, str]] = []

    def tell(site: str, reason: str) -> None:
        told.append((site, reason))

    pipeline._crawler.signals.connect(tell, site_failed)
    good = search_form()
    odd = replace(good, form=replace(good.form, encoding="no such encoding"))

    async def run() -> bool:
        pipeline.process_item(odd)
        while under_way(pipeline):
            await asyncio.sleep(0)
        await pipeline.close_spider()
        return True

    assert asyncio.run(asyncio.wait_for(run(), 5))
    ((site, reason),) = told
    assert site == SITE
    assert reason.startswith("surfacing stopped: LookupError(")


@pytest.mark.parametrize(
    "item", [search_form(searchable=False), Site(SITE, "u", "r")], ids=["dropped", "no form"]
)
def test_what_is_no_search_is_not_asked(pipeline: QuerySurfacing, item: SearchForm | Site) -> None:
    async def run() -> bool:
        assert pipeline.process_item(item) is item
        return under_way(pipeline)

    assert not asyncio.run(run())
