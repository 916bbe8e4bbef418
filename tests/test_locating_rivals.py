"""The strategies that locating is compared with do what their authors describe."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

import pytest

from benchmarks.ache import LEVELS, NOWHERE, AcheLimits, LinkClassifier, PathLink, known_paths
from benchmarks.locating import knowledge, table
from benchmarks.locating_rivals import Task, ache, earlier_crawl, strategies
from benchmarks.locating_runs import BudgetSpentError, Find, Outcome, Pages, Visits
from benchmarks.smartcrawler import FirstCome, TwoQueues, cosine_weights
from deepweb.form.model import Form
from deepweb.locate.site.link_ranker import LinkWords
from deepweb.locate.site.page_links import Link
from deepweb.locate.web.frontier import Candidate, SiteFrontier
from deepweb.locate.web.ranker import SeenSites, SiteWords, Token
from deepweb.page.page import Page
from tests.web import ENGINE, Web
from tests.web.subjects import subjects

pytestmark = pytest.mark.benchmarks
BUDGET = 120


@dataclass(frozen=True)
class ByHost:
    """A classifier that is always right, so that only the strategies are tested."""

    web: Web
    topic: str
    words: dict[str, float] = field(default_factory=dict)
    queries: tuple[str, ...] = ()

    def probability(self, page: Page) -> float:
        site = self.web.site(page.url.split("/")[2])
        return float(site is not None and self.topic in site.subjects)

    def form_on_topic(self, form: Form, page: Page) -> float:
        site = self.web.site(page.url.split("/")[2])
        path = "/" + form.action.split("/", 3)[3]
        searches = self.web.tree(site.number).searches(self.topic) if site else ()
        return float(any(each.action == path for _, each in searches))


@cache
def task() -> Task:
    web = Web(900, seed=5, topics=("book", "job", "hotel"))
    words = dict.fromkeys(subjects()["book"].words, 2.0)
    model = ByHost(web, "book", words, ("books author", "rare books"))
    pages = Pages(web)
    earlier = earlier_crawl(Pages(Web(300, seed=6, topics=("book", "job"))), "book", knowledge())
    return Task(pages, "book", model, model.form_on_topic, knowledge(), BUDGET, earlier)


@cache
def visited(name: str) -> tuple[Outcome, tuple[str, ...]]:
    """What a strategy found, and what it fetched."""
    asked: list[str] = []

    class Watched(Pages):
        def get(self, url: str) -> object:  # type: ignore[override]
            asked.append(url)
            return task().pages.get(url)

    watched = replace(task(), pages=Watched(task().pages.web))

    async def run() -> Outcome:
        return await strategies()[name](watched)

    return asyncio.run(run()), tuple(asked)


def test_all_start_from_the_seeds_and_keep_to_the_budget() -> None:
    for name in strategies():
        outcome, asked = visited(name)
        assert set(task().seeds) & set(asked), name
        assert outcome.pages == len(asked) <= BUDGET, name
        assert outcome.true_sites(BUDGET) > 0 and outcome.precision == 1.0, name


def test_only_those_that_search_back_ask_the_engine() -> None:
    asking = {name for name in strategies() if any(u.startswith(ENGINE) for u in visited(name)[1])}
    without = {"ACHE", "SCDI", "SmartCrawler without reverse searching"}
    # Ours asks only if its seeds do not lead to enough sites.
    assert asking <= strategies().keys() - without - {"ours without reverse search"}
    assert {"SmartCrawler", "SmartCrawler without adaptive ranking"} <= asking


def test_scdi_explores_breadth_first_and_site_by_site() -> None:
    _, asked = visited("SCDI")
    hosts = [url.split("/")[2] for url in asked]
    runs = [host for at, host in enumerate(hosts) if at == 0 or hosts[at - 1] != host]
    assert len(runs) == len(set(runs))
    web = task().pages.web
    for host in runs:
        site = web.site(host)
        assert site is not None
        pages = web.tree(site.number).pages
        own = [url.removeprefix(site.home.rstrip("/")) for url in asked if f"//{host}/" in url]
        depths = [pages[path].depth for path in own if path in pages]
        # The home page links to a few deeper pages.
        in_order = sum(one <= other for one, other in pairwise(depths))
        assert in_order >= 0.7 * (len(depths) - 1)


def by_book(token: Token) -> float:
    return {"book": 1.0, "car": -1.0}.get(token[1], 0.0)


def drained(sites: SiteFrontier) -> list[str]:
    chosen = []
    while (best := sites.choose()) is not None:
        chosen.append(best.candidate.site)
    return chosen


def about(site: str, *anchor: str, votes: float = 0.0, reason: str = "seed") -> Candidate:
    return Candidate(f"{site}.example", "", SiteWords((), anchor, ()), votes, reason)


LOW = "link of a site without a search"


def test_smartcrawler_uses_its_low_queue_when_the_high_one_is_empty() -> None:
    sites = TwoQueues(by_book, alpha=0.6)
    sites.add(about("low", "book", "novel", reason=LOW))
    sites.add(about("car", "car"))
    sites.add(about("book", "book"))
    sites.add(about("voted", reason=LOW))
    sites.add(about("voted", votes=1.0, reason="link of a site with a search"))
    assert drained(sites) == ["book.example", "voted.example", "car.example", "low.example"]


def test_smartcrawlers_low_queue_becomes_the_high_one() -> None:
    sites = TwoQueues(by_book, alpha=0.6)
    sites.add(about("low1", "book", reason=LOW))
    sites.add(about("low2", "car", reason=LOW))
    first = sites.choose()
    assert first is not None and first.candidate.site == "low1.example"
    sites.add(about("new"))
    sites.add(about("low3", "book", reason=LOW))
    sites.rank(by_book)
    assert drained(sites) == ["new.example", "low2.example", "low3.example"]


def test_without_prioritizing_the_first_site_found_is_visited_first() -> None:
    sites = FirstCome(by_book, alpha=0.6)
    for name in "bac":
        sites.add(about(name, "book" if name == "c" else "car"))
    sites.add(about("a", "book", votes=5))
    sites.rank(by_book)
    assert drained(sites) == ["b.example", "a.example", "c.example"]


def test_smartcrawler_weighs_the_words_of_deep_web_sites() -> None:
    seen = SeenSites.none()
    for word, is_deep in (("book", True), ("book", True), ("shop", True), ("news", False)):
        seen.learn([(1, word)], led=is_deep)
    weigh = cosine_weights(seen)
    assert weigh((1, "book")) > weigh((1, "shop")) > weigh((1, "news")) == 0.0
    assert sum(weigh((1, word)) ** 2 for word in ("book", "shop")) == pytest.approx(1.0)


def test_without_patience_no_site_is_resumed() -> None:
    _, asked = visited("ours without patience")
    hosts = [url.split("/")[2] for url in asked]
    sites = [host for at, host in enumerate(hosts) if at == 0 or hosts[at - 1] != host]
    explored = [site for site in sites if hosts.count(site) > 1 and f"http://{site}" != ENGINE]
    assert len(explored) == len(set(explored))


def test_ache_leaves_a_site_after_so_many_pages_or_forms() -> None:
    for limits in (AcheLimits(max_pages_per_site=4), AcheLimits(max_forms_per_site=1)):
        outcome = asyncio.run(ache(task(), limits))
        by_site = [find.site for find in outcome.finds]
        assert outcome.finds
        if limits.max_forms_per_site == 1:
            # A page may have several forms; the site is left after this page.
            assert all(len({f.pages for f in outcome.finds if f.site == s}) == 1 for s in by_site)
    _, asked = visited("ACHE")
    hosts = [url.split("/")[2] for url in asked]
    assert max(map(hosts.count, hosts)) <= AcheLimits().max_pages_per_site


def _words(anchor: str) -> LinkWords:
    return LinkWords((), tuple(anchor.split()), ())


def test_aches_link_classifier_learns_distances() -> None:
    examples = [
        *(PathLink(_words("search"), 0) for _ in range(20)),
        *(PathLink(_words("catalogue"), 1) for _ in range(20)),
        *(PathLink(_words("privacy"), NOWHERE) for _ in range(60)),
    ]
    learnt = LinkClassifier(examples, 10)
    assert learnt.level(_words("search"))[0] == 0
    assert learnt.level(_words("catalogue"))[0] == 1
    assert learnt.level(_words("privacy"))[0] == NOWHERE
    # Within a level the link with higher odds goes first.
    assert learnt.level(_words("search"))[1] > learnt.level(_words("search catalogue"))[1]
    assert LinkClassifier([], 10).level(_words("search"))[0] in range(LEVELS + 1)


def test_known_paths_are_labelled_by_going_back_from_the_forms() -> None:
    def link(name: str) -> Link:
        return Link(f"http://a.example/{name}", name)

    pages = {
        link("home").url: (link("books"), link("about")),
        link("books").url: (link("search"), link("home")),
        link("about").url: (link("team"),),
    }
    levels = {
        path.words.anchor: path.level for path in known_paths(pages, [link("search").url], 99)
    }
    assert levels[("search",)] == 0
    assert levels[("book",)] == 1
    assert levels[("home",)] == 2
    assert levels[("team",)] == NOWHERE


def test_an_earlier_crawl_teaches_sites_and_links() -> None:
    earlier = task().earlier
    assert {path.level for path in earlier.paths} == set(range(LEVELS + 1))
    assert 0 < sum(is_deep for _, is_deep in earlier.links) < len(earlier.links)
    assert 0 < sum(link.led for link in earlier.followed) < len(earlier.followed)
    assert earlier.prior().learnt.relevant_sites == sum(is_deep for _, is_deep in earlier.links)


def test_a_budget_is_kept_and_forbidden_pages_cost_too() -> None:
    web = task().pages.web
    forbidden = next(site for site in web.plan.sites if site.health == "forbidden")
    visits = Visits(Pages(web), 2)
    got = asyncio.run(visits(forbidden.home))
    assert got.page is None and "robots" in got.problem
    asyncio.run(visits(task().seeds[0]))
    with pytest.raises(BudgetSpentError):
        asyncio.run(visits(task().seeds[0]))


def test_the_table_counts_what_is_true_and_once() -> None:
    finds = (Find(3, "a", "/s", True), Find(9, "a", "/s", True), Find(9, "b", "/t", False))
    outcome = Outcome("book", 10, finds)
    assert (outcome.true_sites(2), outcome.true_sites(10), outcome.true_forms(10)) == (0, 1, 1)
    made = {"ACHE": [outcome], "ours": [replace(outcome, finds=())]}
    ache_row, ours_row = table(made, 10)
    assert (ache_row["sites"], ache_row["harvest rate"], ache_row["precision"]) == (1, 0.1, 0.67)
    assert (ours_row["x ACHE"], ours_row["precision"]) == (0.0, 0.0)
