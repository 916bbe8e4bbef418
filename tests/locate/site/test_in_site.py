"""In-site exploring against a site that is a dictionary."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from deepweb.form.model import Form
from deepweb.locate.forms.form_type import FormType
from deepweb.locate.forms.search_form import FormVerdict
from deepweb.locate.site.exploration import Exploration, SeenPage
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.site.in_site import Explored, InSite
from deepweb.locate.site.link_ranker import LinkRanker
from deepweb.locate.site.page_content import ExploringWords, SiteForms, SitePages
from deepweb.locate.site.stop_criteria import SiteStops, Stop, StopLimits
from deepweb.page.effects.judge import NO_EFFECTS
from deepweb.store.resources import link_vocabulary
from tests.read.pages import page_of

HOME = "http://example.org/"
FORM = '<form action="/results"><input name="q"><button>Search</button></form>'
WORDS = ExploringWords(frozenset(), frozenset({"search"}), NO_EFFECTS)
ANY = 1_000
NO_LIMITS = StopLimits(ANY, ANY, ANY, ANY, ANY)


class EveryFormIsASearch:
    """A judge that counts what it is asked."""

    def __init__(self) -> None:
        self.judged: list[str] = []

    def types(self, forms: Sequence[Form]) -> list[FormType]:
        return [FormType("search", 1.0, 1.0, {}, "q", "login", 0.0) for _ in forms]

    def verdict(
        self, form: Form, kind: FormType, site: str, declared: Sequence[str] = ()
    ) -> FormVerdict:
        self.judged.append(form.url)
        return FormVerdict("search", True, True, 1.0, "q", "")


@dataclass
class Site:
    """Pages by path; ``refused`` are those that may not be asked for, and why."""

    pages: Mapping[str, str]
    limits: StopLimits = NO_LIMITS
    refused: Mapping[str, Stop] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    judge: EveryFormIsASearch = field(default_factory=EveryFormIsASearch)

    def __post_init__(self) -> None:
        self.stops = SiteStops(self.limits)

    def in_site(self) -> InSite:
        plan = Exploration(HOME, LinkRanker(link_vocabulary()), min_promise=0.5, further=6)
        forms = SiteForms("example.org", self.judge, WORDS)
        return InSite(SitePages("example.org", plan, forms, WORDS))

    def explore(self, search: InSite, home: Fetched | None = None) -> list[Explored]:
        return asyncio.run(self._explore(search, home))

    async def _explore(self, search: InSite, home: Fetched | None) -> list[Explored]:
        found = []
        async for page in search.explore(self.fetch, home):
            self.stops.explored(search.site, page.seen.visit.depth, page.seen.found)
            found.append(page)
        return found

    async def fetch(self, url: str, depth: int | None = None) -> Fetched:
        assert depth is not None
        path = "/" + url.removeprefix(HOME)
        if stop := self.refused.get(path) or self.stops.refusal(url, depth):
            return Fetched(url, problem=stop.reason, stop=stop)
        self.asked.append(path)
        if path not in self.pages:
            return Fetched(url, problem="HTTP 503", may_pass=True)
        return Fetched(url, page_of(self.pages[path], url))


def links(*paths: str) -> str:
    return " ".join(f'<a href="{path}">{path.strip("/")}</a>' for path in paths)


THREE = {
    "/": links("/search", "/find", "/catalogue"),
    "/search": FORM,
    "/find": "<p>Nothing</p>",
    "/catalogue": "<p>Nothing</p>",
}


def test_a_page_is_yielded_when_it_was_explored() -> None:
    site = Site(THREE)
    pages = site.explore(search := site.in_site())
    assert [page.seen.url for page in pages] == [HOME + path.strip("/") for path in site.asked]
    assert [len(page.found) for page in pages][:2] == [0, 1]
    assert (search.pages, search.first_found, search.is_whole) == (len(pages), 2, True)
    assert search.plan.stopped[1].criterion == "exhausted"


def test_a_home_page_that_was_fetched_is_not_asked_for() -> None:
    site = Site(THREE)
    site.explore(site.in_site(), Fetched(HOME, page_of(THREE["/"], HOME)))
    assert site.asked[0] == "/search"


def test_what_the_stop_criteria_refuse_closes_the_depth() -> None:
    site = Site(THREE, StopLimits(ANY, 1, ANY, ANY, ANY))
    site.explore(search := site.in_site())
    assert site.asked == ["/", "/search"]
    assert {depth: stop.criterion for depth, stop in search.plan.stopped.items()} == {
        0: "exhausted",
        1: "SC2",
    }
    assert not search.is_cut_short


@pytest.mark.parametrize("criterion", ["budget", "left"])
def test_what_is_refused_for_the_whole_site_ends_exploring(criterion: str) -> None:
    site = Site(THREE, refused={"/search": Stop(criterion, "no more")})
    site.explore(search := site.in_site())
    assert (site.asked, search.is_cut_short) == (["/"], True)
    assert search.plan.stopped == {1: Stop(criterion, "no more")}


def test_a_page_that_does_not_answer_is_told() -> None:
    site = Site({"/": links("/search")})
    pages = site.explore(search := site.in_site())
    assert pages[1].fetched.may_pass
    assert (search.missed, search.is_whole) == (len(pages) - 1, False)


def test_an_earlier_run_is_replayed() -> None:
    first = Site(THREE)
    home, search_page, *_ = first.explore(first.in_site())
    again = Site(THREE)
    search = again.in_site()
    search.replay(home.seen, [])
    search.replay(search_page.seen, [each.search.form for each in search_page.found])
    again.explore(search)
    assert again.asked == first.asked[2:]
    assert search.plan.found == 1


def test_a_form_is_judged_once_however_often_it_is_met() -> None:
    pages = {path: page + FORM for path, page in THREE.items()}
    site = Site(pages)
    search = site.in_site()
    for page in site.explore(search):
        assert page.fetched.page is not None
        search.site_pages.forms.all(page.fetched.page)
    assert site.judge.judged == [HOME]


def test_seen_pages_are_kept_without_their_links() -> None:
    site = Site(THREE)
    pages = site.explore(search := site.in_site())
    assert all(page.links == () for page in search.seen)
    assert isinstance(pages[0].seen, SeenPage) and len(pages[0].seen.links) == 3
