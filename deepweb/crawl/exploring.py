"""Exploring sites in a crawl: a page comes in, its new forms and the next request go out.

Which page comes next is for ``locate/site/exploration.py`` to say, when to stop for ``StopEarly``.
Pages of a site are looked at one after another, each chosen by what the last one taught; meanwhile
the forms found are asked. What was looked at is stored page by page, so that exploring that was cut
short goes on where it ended, and other sites start with what this one taught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.robotstxt import RobotParser
from twisted.python.failure import Failure

from deepweb.crawl.failures import is_for_all, why_unreached
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import content_type, html_page
from deepweb.crawl.store import store_of
from deepweb.items import SearchForm, Site
from deepweb.locate.forms.topic import topic_summary
from deepweb.locate.site.exploration import Exploration, SeenPage, Visit
from deepweb.locate.site.link_ranker import LinkRanker, SeenLink
from deepweb.locate.site.look import NOTHING, JudgedForm, Looked, SiteForms, SiteLook
from deepweb.locate.site.stop_criteria import Stop
from deepweb.middlewares.budget import BudgetSpent
from deepweb.middlewares.stop_early import StopEarly, StoppedEarlyError
from deepweb.middlewares.unreachable_robots import MOST_TRIES, UnreachableRobots
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, owner
from deepweb.page.walk import subject_texts
from deepweb.page.words import stop_words
from deepweb.store.ledger import TRANSIENT
from deepweb.store.resources import link_vocabulary, look_words, seed_words
from deepweb.surface.keywords.first_words import seeds


@dataclass(slots=True)
class _Explored:
    """What is known of a site that is being explored."""

    look: SiteLook
    seen: list[tuple[SeenPage, list[JudgedForm]]] = field(default_factory=list)
    stored: int = 0
    """How many of the pages seen are in the store."""
    is_whole: bool = True
    """Did every page answer?"""

    @property
    def plan(self) -> Exploration:
        return self.look.plan


class SiteSpider(Protocol):
    """What exploring needs of a spider; callbacks must be its own, or Scrapy cannot store them."""

    crawler: Crawler
    sites: Mapping[str, str]

    def parse_page(self, response: Response) -> Iterator[Any]: ...
    def parse_unreached(self, failure: Failure) -> Iterator[Any]: ...
    def fail(self, site: str, reason: str) -> Site: ...


class Exploring:
    """Explores the sites of a crawl; the spider hands it pages and failures.

    ``followed`` tells what links of other sites taught; without it, the store does.
    """

    def __init__(
        self,
        spider: SiteSpider,
        followed: Callable[[str], Sequence[SeenLink]] | None = None,
    ) -> None:
        self._spider = spider
        self._crawler, self._sites = spider.crawler, spider.sites
        self._store = store_of(self._crawler)
        self._followed = followed or self._store.decisions.followed_links
        self._judge = FormJudge.of(self._crawler.settings)
        self._explored: dict[str, _Explored] = {}
        self._crawler.signals.connect(self._take_sitemaps, signals.robots_parsed)

    def begin(self, site: str) -> Iterator[Request | Site]:
        """Start exploring, or go on where an earlier run was cut short."""
        ranker = LinkRanker(link_vocabulary(), self._followed(site))
        settings = self._crawler.settings
        plan = Exploration(
            self._sites[site],
            ranker,
            min_promise=settings.getfloat("DEEPWEB_MIN_PROMISE"),
            further=settings.getint("DEEPWEB_FURTHER_PAGES"),
        )
        look = SiteLook(site, plan, SiteForms(site, self._judge, look_words()), look_words())
        self._explored[site] = state = _Explored(look)
        self._replay(site, state)
        yield from self._next(site)

    def revisit(self, site: str, url: str) -> Request:
        """The request for a page whose form holds for one visit only."""
        meta = {"explore_site": site, "explore_visit": None}
        return self._request(url, meta)

    def page(self, response: Response) -> Iterator[SearchForm | Request | Site]:
        """A page that may hold search forms, or a hint where they are."""
        site: str = response.meta["explore_site"]
        visit: Visit | None = response.meta["explore_visit"]
        page = html_page(response)
        if visit is None:
            forms = SiteForms(site, self._judge, look_words()).all(page) if page else ()
            yield from self._items(site, Looked(page, tuple(forms)))
        elif page is None and visit.depth == 0:
            reason = f"is {content_type(response)}, not HTML; give the address of a page"
            yield self._spider.fail(site, reason)
        else:
            look = self._explored[site].look
            looked = look.look(visit, response.url, page, response.body)
            yield from self._items(site, looked)
            self._take(site, visit, response.url, looked)
            yield from self._next(site)

    def unreached(self, failure: Failure) -> Iterator[Request | Site]:
        """A page that was not had; that ends everything if it is the first."""
        request: Request = failure.request  # type: ignore[attr-defined]
        site: str = request.meta["explore_site"]
        visit: Visit | None = request.meta["explore_visit"]
        if visit is None or visit.depth == 0:
            robots = self._crawler.get_downloader_middleware(UnreachableRobots)
            why = robots.reasons.get(site) if robots else None
            yield self._spider.fail(site, why_unreached(failure.value, why))
        elif is_for_all(failure.value):
            # What the budget forbade, or a site left alone, is looked at in a later run.
            is_budget = isinstance(failure.value, BudgetSpent)
            criterion = "budget" if is_budget else "left"
            self._stop(site, visit.depth, Stop(criterion, str(failure.value)))
        else:
            self._pass_over(site, visit, failure.value)
            yield from self._next(site)

    def seen(self, site: str) -> Sequence[tuple[SeenPage, list[JudgedForm]]]:
        """The pages of a site in the order of looking, each with the searches found there."""
        return self._explored[site].seen if site in self._explored else ()

    def stopped(self, site: str) -> Mapping[int, Stop]:
        """Why exploring ended, by depth."""
        return self._explored[site].plan.stopped if site in self._explored else {}

    def _next(self, site: str) -> Iterator[Request | Site]:
        state = self._explored[site]
        visit = state.plan.next()
        if visit is None:
            yield self._end(site, state)
            return
        meta = {"explore_site": site, "explore_depth": visit.depth, "explore_visit": visit}
        if visit.depth == 0:
            meta["max_retry_times"] = MOST_TRIES
        yield self._request(visit.url, meta)

    def _request(self, url: str, meta: dict[str, Any]) -> Request:
        # A request that is dropped in silence would never be looked at: dont_filter.
        page, failure = self._spider.parse_page, self._spider.parse_unreached
        return Request(url, page, errback=failure, meta=meta, dont_filter=True)

    def _take_sitemaps(self, robotparser: RobotParser, request: Request) -> None:
        """The sitemaps that robots.txt names."""
        site = owner(request.url, self._sites)
        named = getattr(getattr(robotparser, "rp", None), "sitemaps", ())
        if site in self._explored:
            plan = self._explored[site].plan
            plan.sitemaps([url for url in named if is_on_site(url, site)])

    def _items(self, site: str, looked: Looked) -> Iterator[SearchForm]:
        if looked.page is None or not looked.forms:
            return
        settings = self._crawler.settings
        words = first_words(looked.page, settings.getint("DEEPWEB_SEED_WORDS"))
        about = topic_summary(looked.page) if settings["DEEPWEB_TOPIC_MODEL"] else ()
        for form in looked.forms:
            search = form.search
            yield SearchForm(site, search.form, words, declared=search.declared, about=about)

    def _take(self, site: str, visit: Visit, url: str, looked: Looked) -> None:
        """Learn from a page that was had."""
        state = self._explored[site]
        page = SeenPage(visit, url, len(looked.found), looked.links)
        # Of the last page the forms are in the store by now; of this one perhaps not yet.
        self._save(site, state)
        state.seen.append((page, looked.found))
        self._count(visit.depth, site, page.found)
        state.plan.looked(page, [form.search.form for form in looked.found])

    def _pass_over(self, site: str, visit: Visit, error: BaseException | None) -> None:
        """Go on without a page."""
        state = self._explored[site]
        if isinstance(error, StoppedEarlyError):
            self._stop(site, visit.depth, error.stop)
        elif _may_pass(error):
            state.is_whole = False
            self._count(visit.depth, site, 0)
            state.plan.looked(SeenPage(visit, visit.url))
        else:
            self._take(site, visit, visit.url, NOTHING)

    def _count(self, depth: int, site: str, found: int) -> None:
        stop_early = self._crawler.get_downloader_middleware(StopEarly)
        if stop_early is not None:
            stop_early.criteria(site).looked(depth, found)

    def _stop(self, site: str, depth: int, stop: Stop) -> None:
        self._explored[site].plan.close(depth, stop)
        self._store.decisions.save_stop(site, depth, stop)

    def _save(self, site: str, state: _Explored) -> None:
        """Store the pages seen that are not stored yet."""
        for number in range(state.stored, len(state.seen)):
            self._store.decisions.save_seen_page(site, number, state.seen[number][0])
        state.stored = len(state.seen)

    def _replay(self, site: str, state: _Explored) -> None:
        """Take what earlier runs saw as if it were seen now."""
        known = [form for form in self._store.decisions.forms(site) if form.is_asked]
        stop_early = self._crawler.get_downloader_middleware(StopEarly)
        for page in self._store.decisions.seen_pages(site):
            forms = [each.form for each in known if each.form.url == page.url]
            for form in forms:
                state.look.forms.know(form, is_home=page.visit.depth == 0)
            for url in (page.visit.url, page.url):
                state.plan.is_known(url)
            if stop_early is not None:
                stop_early.criteria(site).visit(page.visit.depth)
            self._count(page.visit.depth, site, page.found)
            state.plan.looked(page, forms)
            state.seen.append((page, []))
        state.stored = len(state.seen)

    def _end(self, site: str, state: _Explored) -> Site:
        self._save(site, state)
        for depth, stop in state.plan.stopped.items():
            self._store.decisions.save_stop(site, depth, stop)
        if state.is_whole:
            self._store.decisions.forget_links(site)
        return Site(site, self._sites[site], _why_ended(state), explored=state.is_whole)


def first_words(page: Page, most: int) -> tuple[str, ...]:
    """The first things to ask a form that stands on a page."""
    said = subject_texts(page)
    return seeds(said, stop_words=stop_words(), common=seed_words(), most=most)


def _may_pass(error: BaseException | None) -> bool:
    """May a page that was not had be had another time?"""
    response = getattr(error, "response", None)
    if response is not None:
        return response.status in TRANSIENT
    return not isinstance(error, IgnoreRequest)


def _why_ended(state: _Explored) -> str:
    pages, found = len(state.seen), state.plan.found
    told = f"explored: {numbered(found, 'search form')} on {numbered(pages, 'page')}"
    stops = sorted(state.plan.stopped.items())
    ends = "; ".join(f"depth {d} {s.criterion}: {s.reason}" for d, s in stops)
    return f"{told}; {ends}" + ("" if state.is_whole else "; some pages did not answer")


def numbered(count: int, what: str) -> str:
    """A number of things, for people to read."""
    return f"{count} {what}{'' if count == 1 else 's'}"
