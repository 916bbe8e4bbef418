"""The crawls that locating is compared with, and ours; for benchmarks/locating.py.

All of them have the same page and form classifiers, the same seeds and the same budget, in which
every request counts, those to the search engine too. They differ in what they fetch next:

- **ACHE** goes by pages (benchmarks/ache.py).
- **SCDI** is SmartCrawler's own baseline: site by site in the order of meeting, breadth first in a
  site, with SmartCrawler's stop criteria; no reverse searching, no ranking, no learning.
- **SmartCrawler** is what the paper describes: strictly breadth first in a site, all links until a
  stop criterion fires, sites by cosine and votes. And without each of its parts.
- **ours** is deepweb/locate/web/locating.py. And without each of its departures from the paper.

ACHE and SmartCrawler start with what an earlier crawl taught, of another web of the same kind
("offline learning", "prior knowledge"). Ours starts with nothing but what ships.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scrapy.settings import Settings

from benchmarks.ache import Ache, AcheLimits, PathLink, known_paths
from benchmarks.locating_runs import BudgetSpentError, Outcome, Pages, Visits, outcome
from deepweb.locate.site.exploration import Exploration, WaitingLink
from deepweb.locate.site.in_site import FormOnTopic, InSite, LocatedForm, located_form
from deepweb.locate.site.link_ranker import LinkRanker, LinkWords, SeenLink, link_words
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
    Parts,
)
from deepweb.middlewares.stop_early import stop_limits
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name
from deepweb.spiders.sitelocator import SiteLocator
from tests.web import ENGINE, Web

SEEDS = 10
# SC1 to SC5 of SmartCrawler and SCDI; the paper prints none. Best of those tried (--tune).
PAPER_STOP = StopLimits(3, 10, 5, 8, 12)
NOTHING = Parts(
    reverse_search=False, prioritizing=False, adaptive=False,
    odds=False, patience=False, hubs=False, topic_queries=False, portals=False,
)  # fmt: skip
# What ACHE is trained on before it starts: sites of another web, pages of each, links in all.
OFFLINE_SITES, OFFLINE_PAGES, OFFLINE_LINKS = 20, 40, 5_000


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an earlier crawl taught: ways to forms, and what links to sites said."""

    paths: Sequence[PathLink] = ()
    links: Sequence[tuple[SiteWords, bool]] = ()
    """Of links to other sites: what they say, and whether the site holds a database on it."""
    followed: Sequence[SeenLink] = ()

    def prior(self) -> EarlierRuns:
        """For a crawl by sites, which goes on learning with it."""
        learnt = SeenSites.none()
        for words, is_deep in self.links:
            learnt.learn(words.tokens(), led=is_deep)
        return EarlierRuns(learnt=learnt, followed=self.followed)


@dataclass(frozen=True, slots=True)
class Task:
    """A topic to crawl for, and what all strategies know of it."""

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


class AsInPaper(Exploration):
    """Depth by depth, within it by rank, every link until a stop criterion fires."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth - 1 + self._promise(waiting)

    def _is_worth_it(self, waiting: WaitingLink) -> bool:
        return True


class InOrder(AsInPaper):
    """Depth by depth, within it in the order of meeting."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth


class Forgetful(LinkRanker):
    """Ranks links, and never learns."""

    def learn(self, link: LinkWords, *, led: bool) -> None:
        pass


class PaperCrawl(Locating):
    """SmartCrawler with the in-site exploring of the paper."""

    def _in_site(self, site: str, home: str) -> InSite:
        search, parts, known = super()._in_site(site, home), self._parts, self._known
        ranker = search.plan.ranker if parts.adaptive else Forgetful(known.links)
        kind = AsInPaper if parts.adaptive or parts.prioritizing else InOrder
        search.site_pages.plan = kind(home, ranker, self._limits.min_promise, self._limits.further)
        return search


async def locate(
    task: Task, kind: type[Locating], limits: LocatingLimits, stop: StopLimits
) -> Outcome:
    """A crawl by sites."""
    visits = Visits(task.pages, task.budget, stop)
    engine = OpenSearchEngine(f"{ENGINE}/opensearch.xml")
    aim = LocatingTask(task.classifier, task.form_on_topic, task.seeds, [engine])
    kept: list[LocatedForm] = []

    def note(noted: LocatingStep) -> None:
        kept.extend(form for form in noted.forms if form.is_kept)

    prior = task.earlier.prior() if issubclass(kind, PaperCrawl) and limits.parts.adaptive else None
    crawl = kind(aim, limits, random.Random(task.topic), task.knowledge, prior)
    await crawl.run(visits, note, visits.looked)
    return outcome(task.pages.web, task.topic, kept, visits)


async def ache(task: Task, limits: AcheLimits) -> Outcome:
    """A crawl by pages."""
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
    """Some sites with databases of a web, and some pages that link to them."""
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
    return (*page_links(page, site, knowledge.words.harmful), *links_away(page, site))


def strategies() -> dict[str, Strategy]:
    """By name, in the order of the table."""
    smart = Parts.paper()
    by_paper = {
        "SCDI": NOTHING,
        "SmartCrawler": smart,
        "SmartCrawler without reverse searching": replace(smart, reverse_search=False),
        "SmartCrawler without prioritizing": replace(smart, prioritizing=False),
        "SmartCrawler without adaptive ranking": replace(smart, adaptive=False),
    }
    by_us = {"ours": Parts()}
    for name in ("reverse_search", "prioritizing", "adaptive", "odds", "patience", "hubs",
                 "topic_queries", "portals"):  # fmt: skip
        by_us[f"ours without {name.replace('_', ' ')}"] = replace(Parts(), **{name: False})
    made: dict[str, Strategy] = {"ACHE": lambda task: ache(task, AcheLimits())}
    for name, parts in by_paper.items():
        made[name] = _crawl(PaperCrawl, PAPER_STOP, parts)
    for name, parts in by_us.items():
        made[name] = _crawl(Locating, our_stop(), parts)
    return made


def _crawl(kind: type[Locating], stop: StopLimits, parts: Parts) -> Strategy:
    def run(task: Task) -> Awaitable[Outcome]:
        limits = LocatingLimits(task.budget, task.budget, parts=parts)
        return locate(task, kind, limits, stop)

    return run
