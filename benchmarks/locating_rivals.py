"""The crawls that locating is compared with, and ours; for benchmarks/locating.py.

All strategies have the same page and form classifiers, the same seeds and the same budget. Every
request counts, also those to the search engine. The strategies differ in what they fetch next:

- **ACHE** goes from page to page (benchmarks/ache.py).
- **SmartCrawler** is what [Gujrati] describes (benchmarks/smartcrawler.py): it explores sites
  strictly breadth first, follows all links until a stop criterion fires, and ranks sites by cosine
  and votes. It also runs without reverse searching, prioritizing or adaptive ranking.
- **SCDI** is SmartCrawler's own baseline, without all three.
- **ours** is deepweb/locate/web/locating.py. It also runs without each part of its strategy.

ACHE and SmartCrawler start with what an earlier crawl of another simulated web learnt ("offline
learning", "prior knowledge"). Ours starts with the bundled resources only.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scrapy.settings import Settings

from benchmarks.ache import Ache, AcheLimits, PathLink, known_paths
from benchmarks.locating_runs import BudgetSpentError, Outcome, Pages, Visits, outcome
from benchmarks.smartcrawler import (
    PaperRanking,
    Scdi,
    SmartCrawler,
    StaticSmartCrawler,
    UnrankedSmartCrawler,
    WithoutHubs,
    WithoutLearning,
    WithoutPatience,
    WithoutPortals,
    WithoutPrioritizing,
)
from deepweb.locate.site.in_site import FormOnTopic, LocatedForm, located_form
from deepweb.locate.site.link_ranker import SeenLink, link_words
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import Link, links_away, page_links
from deepweb.locate.site.stop_criteria import StopLimits
from deepweb.locate.web.classifier import SiteClassifier
from deepweb.locate.web.collecting import name_of_site
from deepweb.locate.web.engines import OpenSearchEngine
from deepweb.locate.web.locating import Locating
from deepweb.locate.web.ranker import SeenSites, SiteWords, site_words
from deepweb.locate.web.topic_crawl import (
    EarlierRuns,
    LocatingKnowledge,
    LocatingLimits,
    LocatingStep,
    LocatingTask,
)
from deepweb.middlewares.stop_early import stop_limits
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name
from deepweb.spiders.sitelocator import SiteLocator
from tests.web import ENGINE, Web

SEEDS = 10  # sites that each crawl starts from
# SC1 to SC5 of SmartCrawler and SCDI: the best of those tried (--tune), as the paper prints none.
PAPER_STOP = StopLimits(3, 10, 5, 8, 12)
OFFLINE_SITES = 20  # sites that the earlier crawl visited
OFFLINE_PAGES = 40  # pages of each of them
OFFLINE_LINKS = 5_000  # links in all that are learnt from


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an earlier crawl learnt about paths to forms, and about links to sites."""

    paths: Sequence[PathLink] = ()
    links: Sequence[tuple[SiteWords, bool]] = ()
    """The words of links to other sites, and whether the site holds a database on the topic."""
    followed: Sequence[SeenLink] = ()

    def prior(self) -> EarlierRuns:
        """The same for a crawl that goes from site to site, and continues to learn."""
        learnt = SeenSites.none()
        for words, is_deep in self.links:
            learnt.learn(words.tokens(), led=is_deep)
        return EarlierRuns(learnt=learnt, followed=self.followed)


@dataclass(frozen=True, slots=True)
class Task:
    """A topic to crawl for, and what all strategies know about it."""

    pages: Pages
    topic: str
    classifier: SiteClassifier
    form_on_topic: FormOnTopic
    knowledge: LocatingKnowledge
    budget: int
    earlier: Earlier = Earlier()

    @property
    def seeds(self) -> list[str]:
        return [site.home for site in self.pages.web.plan.seeds(self.topic, SEEDS)]


Strategy = Callable[[Task], Awaitable[Outcome]]


def our_stop() -> StopLimits:
    """SC1 to SC5 of ``scrapy crawl sitelocator``."""
    settings = Settings()
    settings.setmodule("deepweb.settings")
    settings.update(SiteLocator.custom_settings)
    return stop_limits(settings)


@dataclass(frozen=True, slots=True)
class WithoutQueries:
    """The classifier of a topic, without queries for the topic."""

    topic: SiteClassifier
    queries: Sequence[str] = ()

    @property
    def words(self) -> Mapping[str, float]:
        return self.topic.words

    def probability(self, page: Page) -> float:
        return self.topic.probability(page)


@dataclass(frozen=True, slots=True)
class SiteCrawl:
    """A crawl that goes from site to site."""

    kind: type[Locating]
    stop: StopLimits
    is_asking: bool = True
    """Does it ask the search engine?"""
    is_asking_for_topic: bool = True
    """Does it ask for the topic, too, or only for links to known sites?"""
    is_prepared: bool = False
    """Does it start with what an earlier crawl learnt?"""

    async def __call__(self, task: Task) -> Outcome:
        limits = LocatingLimits(task.budget, task.budget)
        visits = Visits(task.pages, task.budget, self.stop)
        prior = task.earlier.prior() if self.is_prepared else None
        kept: list[LocatedForm] = []

        def note(step: LocatingStep) -> None:
            kept.extend(form for form in step.forms if form.is_kept)

        rng = random.Random(task.topic)
        crawl = self.kind(self._aim(task), limits, rng, task.knowledge, prior)
        await crawl.run(visits, note, visits.explored)
        return outcome(task.pages.web, task.topic, kept, visits)

    def _aim(self, task: Task) -> LocatingTask:
        topic = task.classifier if self.is_asking_for_topic else WithoutQueries(task.classifier)
        engines = [OpenSearchEngine(f"{ENGINE}/opensearch.xml")] if self.is_asking else []
        return LocatingTask(topic, task.form_on_topic, task.seeds, engines)


async def ache(task: Task, limits: AcheLimits) -> Outcome:
    """A crawl that goes from page to page."""
    visits = Visits(task.pages, task.budget)
    least = LocatingLimits(task.budget, task.budget)

    def is_on_topic(page: Page) -> bool:
        return task.classifier.probability(page) >= least.min_topic

    def kept_forms(forms: SiteForms, page: Page) -> list[LocatedForm]:
        own = task.knowledge.words.own_pages
        found = (
            located_form(judged, page, task.form_on_topic, least.min_form_topic, own)
            for judged in forms.new(page, is_home=False)
        )
        return [form for form in found if form.is_kept]

    crawl = Ache(is_on_topic, kept_forms, task.knowledge, limits, task.earlier.paths)
    with suppress(BudgetSpentError):
        await crawl.run(task.seeds, visits)
    return outcome(task.pages.web, task.topic, crawl.found, visits)


def earlier_crawl(pages: Pages, topic: str, knowledge: LocatingKnowledge) -> Earlier:
    """What a crawl would learn from some sites with databases, and from pages that link to them."""
    web = pages.web
    links: dict[str, tuple[Link, ...]] = {}
    forms = list(web.true_forms(topic))
    deep = {form.site.removeprefix("www.") for form in forms}
    for host in list(dict.fromkeys(form.site for form in forms))[:OFFLINE_SITES]:
        links |= {url: _all_links(pages, url, knowledge) for url in _addresses(web, host)}
    form_pages = {form.page for form in forms}
    inside: list[Link] = []
    away: list[Link] = []
    for url, found in links.items():
        for link in found:
            is_inside = is_on_site(link.url, site_name(url))
            (inside if is_inside else away).append(link)
    return Earlier(
        known_paths(links, form_pages, OFFLINE_LINKS),
        [(site_words(link), name_of_site(link.url) in deep) for link in away],
        [SeenLink(link_words(link), link.url in form_pages) for link in inside][:OFFLINE_LINKS],
    )


def _addresses(web: Web, host: str) -> list[str]:
    """The first pages of a site, and those that link to it."""
    number = web.plan.of_host[host].number
    paths = list(web.tree(number).pages)[:OFFLINE_PAGES]
    sources = web.plan.back[number][:10]
    others = [
        web.plan.sites[source].host + web.tree(source).path_of_link(number) for source in sources
    ]
    return [f"http://{each}" for each in (*(host + path for path in paths), *others)]


def _all_links(pages: Pages, url: str, knowledge: LocatingKnowledge) -> tuple[Link, ...]:
    page = pages.get(url).page
    if page is None:
        return ()
    site = url.split("/")[2]
    return (*page_links(page, site, knowledge.words.effects), *links_away(page, site))


def strategies() -> dict[str, Strategy]:
    """By name, in the order of the table."""
    paper = SiteCrawl(SmartCrawler, PAPER_STOP, is_asking_for_topic=False, is_prepared=True)
    ours = SiteCrawl(Locating, our_stop())
    return {
        "ACHE": lambda task: ache(task, AcheLimits()),
        "SCDI": replace(paper, kind=Scdi, is_asking=False, is_prepared=False),
        "SmartCrawler": paper,
        "SmartCrawler without reverse searching": replace(paper, is_asking=False),
        "SmartCrawler without prioritizing": replace(paper, kind=UnrankedSmartCrawler),
        "SmartCrawler without adaptive ranking": replace(
            paper, kind=StaticSmartCrawler, is_prepared=False
        ),
        "ours": ours,
        "ours without reverse search": replace(ours, is_asking=False),
        "ours without prioritizing": replace(ours, kind=WithoutPrioritizing),
        "ours without adaptive": replace(ours, kind=WithoutLearning),
        "ours without odds": replace(ours, kind=PaperRanking),
        "ours without patience": replace(ours, kind=WithoutPatience),
        "ours without hubs": replace(ours, kind=WithoutHubs),
        "ours without topic queries": replace(ours, is_asking_for_topic=False),
        "ours without portals": replace(ours, kind=WithoutPortals),
    }
