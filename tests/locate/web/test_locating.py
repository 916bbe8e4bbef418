"""The crawl of a topic, against a web that is a dictionary."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from scrapy.settings import Settings

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.topics import read_topic
from deepweb.locate.site.exploration import SeenPage
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.site.stop_criteria import SiteStops
from deepweb.locate.web.classifier import why_parked
from deepweb.locate.web.engines import OpenSearchEngine
from deepweb.locate.web.locating import Locating
from deepweb.locate.web.ranker import SeenSites
from deepweb.locate.web.topic_crawl import (
    EarlierRuns,
    LocatingKnowledge,
    LocatingLimits,
    LocatingResult,
    LocatingStep,
    LocatingTask,
    VisitedSite,
)
from deepweb.middlewares.stop_early import stop_limits
from deepweb.page.site import registered_domain
from deepweb.spiders.sitelocator import SiteLocator
from deepweb.store.resources import exploring_words, link_vocabulary, parked_phrases
from tests.read.pages import page_of
from tests.small_web import BOOK_FORM, BOOK_TEXT, COOK_FORM, COOK_TEXT, links, page

SHOPS = [f"shop{number}.example" for number in range(8)]
FLIGHTS = (
    "<form action=/fly><h2>Flights</h2><label>Departure airport <input name=from></label><label>"
    "Arrival airport <input name=to></label>Passengers economy class airline round trip departing "
    "returning<button>Search flights</button></form>"
)


def shop(number: int, *more: str) -> str:
    return page(f"Books {number}", BOOK_TEXT, BOOK_FORM, *more)


def chain() -> dict[str, str]:
    """Shops in a row, each known to the one before it only."""
    return {
        f"{host}/": shop(number, links(*SHOPS[number + 1 : number + 2]))
        for number, host in enumerate(SHOPS)
    }


class Crawl:
    """One run; ``notes`` are its steps, ``asked`` the pages."""

    def __init__(self, web: dict[str, Any], seeds: Sequence[str] = ("shop0.example",)) -> None:
        self.web = web
        self.seeds = [f"http://{host}/" for host in seeds]
        self.notes: list[LocatingStep] = []
        self.asked: list[str] = []

    def run(
        self, *, engine: str = "", prior: EarlierRuns | None = None, **limits: Any
    ) -> LocatingResult:
        settings = Settings()
        settings.setmodule("deepweb.settings")
        settings.update(SiteLocator.custom_settings)
        topic = read_topic("book")
        engines = [OpenSearchEngine(engine)] if engine else []
        knowledge = LocatingKnowledge(
            FormJudge.of(settings),
            exploring_words(),
            link_vocabulary(),
            registered_domain,
            lambda home: why_parked(home, parked_phrases()),
        )
        locating = Locating(
            LocatingTask(topic, topic.form_on_topic, self.seeds, engines),
            LocatingLimits(**{"max_pages": 500, "max_sites": 100} | limits),
            Random(0),
            knowledge,
            prior,
        )
        self.stops = SiteStops(stop_limits(settings))
        return asyncio.run(locating.run(self.fetch, self.notes.append, self.looked))

    def looked(self, site: str, page: SeenPage) -> None:
        self.stops.explored(site, page.visit.depth, page.found)

    async def fetch(self, url: str, depth: int | None = None) -> Fetched:
        if depth is not None and (stop := self.stops.refusal(url, depth)):
            return Fetched(url, problem=stop.reason, stop=stop)
        self.asked.append(url)
        await asyncio.sleep(0)
        parts = urlsplit(url)
        said = self.web.get(f"{parts.netloc}{parts.path}", "")
        if isinstance(said, Fetched):
            return said
        if isinstance(said, bytes):
            return Fetched(url, body=said)
        return Fetched(url, page_of(said, url)) if said else Fetched(url, problem="HTTP 404")

    @property
    def visited(self) -> dict[str, VisitedSite]:
        return {note.visited.site: note.visited for note in self.notes if note.visited}

    @property
    def verdicts(self) -> dict[str, str]:
        return {site: visited.verdict for site, visited in self.visited.items()}


@pytest.mark.parametrize("together", [1, 4])
def test_links_lead_from_site_to_site(together: int) -> None:
    crawl = Crawl(chain())
    ended = crawl.run(together=together)
    assert crawl.verdicts == dict.fromkeys(SHOPS, "deep")
    assert ended == LocatingResult("no site waits, and no engine names more", 8, 8, 8)


def test_sites_off_the_topic_are_left_at_their_home_page() -> None:
    web = chain() | {
        "shop0.example/": shop(0, links("cook.example", about="recipes")),
        "cook.example/": page("Cook", COOK_TEXT, COOK_FORM, "<a href=/search>Search recipes</a>"),
    }
    crawl = Crawl(web)
    crawl.run()
    assert crawl.verdicts["cook.example"] == "off topic"
    assert crawl.asked.count("http://cook.example/search") == 0
    assert "off the topic: 0.0" in crawl.visited["cook.example"].reason


def test_a_form_on_the_topic_is_looked_for_behind_the_home_page() -> None:
    web = {
        "shop0.example/": page("Books", BOOK_TEXT, "<a href=/search>Search our catalogue</a>"),
        "shop0.example/search": page("Search books", BOOK_TEXT, BOOK_FORM),
    }
    crawl = Crawl(web)
    crawl.run()
    found = crawl.visited["shop0.example"]
    assert (found.verdict, found.pages, found.first_found, found.forms) == ("deep", 2, 2, 1)


def test_a_search_for_something_else_is_not_kept() -> None:
    crawl = Crawl({"shop0.example/": page("Books", BOOK_TEXT, FLIGHTS)})
    crawl.run()
    (forms,) = [note.forms for note in crawl.notes if note.visited]
    assert [form.is_kept for form in forms] == [False]
    assert crawl.verdicts == {"shop0.example": "barren"}


@pytest.mark.parametrize(
    ("home", "verdict", "reason"),
    [
        (Fetched("http://a.example/", problem="HTTP 503", may_pass=True), "skipped", "HTTP 503"),
        (Fetched("http://a.example/", type="image/png"), "skipped", "is image/png, not HTML"),
        (page("a", "<p>This domain is for sale!</p>"), "skipped", "parked: it says"),
        (page("Books", BOOK_TEXT * 60), "skipped", "bytes > 9000"),
    ],
)
def test_what_is_no_site_is_skipped_with_the_reason(
    home: object, verdict: str, reason: str
) -> None:
    crawl = Crawl({"a.example/": home}, seeds=["a.example"])
    crawl.run(max_length=9000)
    assert crawl.verdicts == {"a.example": verdict}
    assert reason in crawl.visited["a.example"].reason


def test_a_site_that_moved_is_visited_where_it_is() -> None:
    moved = Fetched("http://new.example/x", page_of(shop(1), "http://new.example/x"))
    crawl = Crawl({"old.example/": moved, "new.example/": shop(1)}, seeds=["old.example"])
    crawl.run()
    assert crawl.verdicts == {"old.example": "moved", "new.example": "deep"}


def test_an_engine_names_hubs_and_hubs_name_sites() -> None:
    web: dict[str, Any] = {f"{host}/": shop(number) for number, host in enumerate(SHOPS)} | {
        "engine.example/o.xml": b"<OpenSearchDescription><Url type='text/html' "
        b"template='http://engine.example/?q={searchTerms}'/></OpenSearchDescription>",
        "engine.example/": page("Results", links("hub.example", about="a list of sites")),
        "hub.example/": page("Links", links(*SHOPS, "cook.example")),
        "cook.example/": page("Cook", COOK_TEXT, COOK_FORM),
    }
    with_engine, without = Crawl(web, seeds=SHOPS[:3]), Crawl(web, seeds=SHOPS[:3])
    with_engine.run(engine="http://engine.example/o.xml")
    without.run()
    assert [s for s, v in with_engine.verdicts.items() if v == "deep"] == unordered(SHOPS)
    assert list(without.verdicts) == unordered(SHOPS[:3])
    (hub,) = [hub for note in with_engine.notes for hub in note.hubs if hub.relevant]
    assert hub.reason == "links to 3 known sites"


class unordered(list[str]):  # noqa: N801
    """Equal to a list of the same in any order."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(self) == sorted(other)

    __hash__ = None


def test_an_engine_that_fails_is_told_and_the_crawl_goes_on() -> None:
    crawl = Crawl(chain())
    crawl.run(engine="http://engine.example/o.xml")
    failed = [note.engine for note in crawl.notes if note.engine]
    assert failed[0].engine == "engine.example"
    assert "HTTP 404" in failed[0].reason
    assert list(crawl.verdicts.values()) == ["deep"] * 8
    # It rests longer and longer, and is not asked before every site.
    assert len(failed) < 8


def test_pages_and_sites_are_bounded_and_a_cut_crawl_is_taken_up() -> None:
    crawl = Crawl(chain())
    ended = crawl.run(max_sites=3)
    assert ended.deep == 3
    assert ended.reason == "max_sites: 3 sites found"
    again = Crawl(chain())
    ended = again.run(max_pages=5, prior=prior_of(crawl.notes))
    assert ended.reason == "max_pages: 5 pages fetched"
    assert again.asked == ["http://shop3.example/", "http://shop4.example/"]


def test_a_seed_that_could_not_be_visited_before_is_taken_up() -> None:
    first = Crawl({})
    first.run()
    assert set(first.verdicts.values()) == {"skipped"}
    again = Crawl(chain())
    again.run(prior=prior_of(first.notes))
    assert again.verdicts["shop0.example"] == "deep"


def prior_of(notes: Sequence[LocatingStep]) -> EarlierRuns:
    candidates = {each.site: each for note in notes for each in note.candidates}
    visited = [note.visited for note in notes if note.visited]
    return EarlierRuns(list(candidates.values()), visited, SeenSites.none())


def test_what_was_learnt_ranks_the_sites_that_wait() -> None:
    # Links to good sites say "tomes", those to bad ones "things"; neither is a word of the topic.
    good, bad = ([f"{kind}{n}.example" for n in range(30)] for kind in ("good", "bad"))
    both = [host for pair in zip(bad, good, strict=True) for host in pair]
    listed = "".join(
        f"<p><a href='http://{h}/'>{'tomes' if h[0] == 'g' else 'things'}</a></p>" for h in both
    )
    web = {"shop0.example/": shop(0, listed)}
    web |= {f"{host}/": shop(1) for host in good}
    web |= {f"{host}/": page("Cook", COOK_TEXT) for host in bad}
    limits: dict[str, Any] = {"relearn_sites": 5, "max_sites": 31, "max_per_domain": 100}
    learning, stubborn = Crawl(web), Crawl(web)
    learning.run(**limits)
    stubborn.run(**limits | {"relearn_sites": 1000})
    assert len(learning.asked) < 45 < len(stubborn.asked)


def test_of_a_link_farm_a_few_hosts_are_taken() -> None:
    farm = [f"h{number}.farm.com" for number in range(100)]
    web = {"shop0.example/": shop(0, links(*farm))} | {f"{host}/": shop(1) for host in farm}
    crawl = Crawl(web)
    crawl.run(max_per_domain=7)
    assert len(crawl.visited) == 8


SITE_SEARCH = (
    "<form action=/s><input name=q placeholder='Search this site'><button>Go</button></form>"
)


def test_a_search_of_its_own_pages_makes_no_site_deep() -> None:
    crawl = Crawl({"shop0.example/": page("Books", BOOK_TEXT, SITE_SEARCH)})
    crawl.run()
    (form,) = [form for note in crawl.notes if note.visited for form in note.forms]
    assert form.is_site_search and not form.is_kept
    assert crawl.verdicts == {"shop0.example": "barren"}


def test_a_search_that_is_not_sure_enough_to_be_asked_is_found_all_the_same() -> None:
    posted = BOOK_FORM.replace("<form ", "<form method=post ", 1).replace("Search", "Rate")
    crawl = Crawl({"shop0.example/": page("Books", BOOK_TEXT, posted)})
    crawl.run()
    (form,) = [form for note in crawl.notes if note.visited for form in note.forms]
    assert form.is_kept and not form.judged.verdict.safe
    assert crawl.verdicts == {"shop0.example": "deep"}


def test_a_site_off_the_topic_counts_where_its_home_page_has_a_form_on_it() -> None:
    hotels = (
        "<p>Hotels, rooms and suites: book your stay, check-in and check-out, breakfast, stars, "
        "resorts, reservations, cheap hotel deals, flights, airlines, car hire, travel, fares.</p>"
    )
    books = (
        "<form action=/books><label>Author <input name=author></label><label>Book title <input "
        "name=title></label><label>ISBN <input name=isbn></label><button>Search books</button>"
    )
    portal = Crawl({"shop0.example/": page("Hotels", hotels, books)})
    plain = Crawl({"shop0.example/": page("Hotels", hotels)})
    portal.run()
    plain.run()
    assert portal.verdicts == {"shop0.example": "deep"}
    assert plain.verdicts == {"shop0.example": "off topic"}


def test_a_site_is_left_while_others_bring_more_and_taken_up_when_they_do_not() -> None:
    # Behind a link that says little; all others have their forms at home.
    dull = page("Books", BOOK_TEXT, "<a href=/novels>Our novels</a>", links(*SHOPS[1:]))
    web = {f"{host}/": shop(number) for number, host in enumerate(SHOPS)} | {
        "shop0.example/": dull,
        "shop0.example/novels": page("Novels", BOOK_TEXT, BOOK_FORM),
    }
    crawl = Crawl(web)
    ended = crawl.run()
    assert ended.deep == len(SHOPS)
    of_dull = [n for n in crawl.notes if n.visited and n.visited.site == "shop0.example"]
    assert [note.visited.verdict for note in of_dull if note.visited] == ["barren", "deep"]
    assert "left: others promise more than" in (of_dull[0].visited or DULL).reason
    assert of_dull[0].again == 0 < of_dull[1].again
    assert crawl.asked[-1] == "http://shop0.example/novels"
    assert ended.pages == len(crawl.asked)


DULL = VisitedSite("", "", "", "")
