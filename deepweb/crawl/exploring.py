"""Explores sites for search forms: pages come from Scrapy, forms become items.

``locate/site/in_site.py`` chooses the next page, ``StopEarly`` decides when to stop. The pages of a
site are explored one by one, while the forms found so far are submitted. A page is stored after its
forms, so that interrupted exploring resumes where it ended. Other sites learn from the stored
pages.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Protocol

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.robotstxt import RobotParser

from deepweb.crawl.failures import no_answer, why_no_robots, why_unreached
from deepweb.crawl.fetches import PageFetches
from deepweb.crawl.form_judge import FormJudge, with_verdict
from deepweb.crawl.html import first_words
from deepweb.crawl.scripted.pages import Scripts
from deepweb.crawl.signals import page_explored
from deepweb.crawl.store import store_of
from deepweb.items import SearchForm, Site
from deepweb.locate.forms.topic import topic_summary
from deepweb.locate.site.exploration import Exploration, SeenPage
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.site.in_site import Explored, InSite
from deepweb.locate.site.link_ranker import LinkRanker, SeenLink
from deepweb.locate.site.page_content import JudgedForm, SiteForms, SitePages
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, owner
from deepweb.store.resources import exploring_words, link_vocabulary

logger = logging.getLogger(__name__)


class UnreachedError(Exception):
    """The first page of a site cannot be fetched; the message gives the reason and the remedy."""


class SiteSpider(Protocol):
    """The part of the spider that exploring needs."""

    crawler: Crawler
    sites: Mapping[str, str]

    def fail(self, site: str, reason: str) -> Site: ...


class Exploring:
    """Explores the sites of a crawl.

    ``followed`` returns the links followed on other sites; by default they come from the store.
    """

    def __init__(
        self,
        spider: SiteSpider,
        fetches: PageFetches,
        scripts: Scripts | None = None,
        followed: Callable[[str], Sequence[SeenLink]] | None = None,
    ) -> None:
        self._spider = spider
        self._crawler = spider.crawler
        self._fetch = fetches.fetch
        self._scripts = scripts
        self._store = store_of(self._crawler)
        self._followed = followed or self._store.decisions.followed_links
        self._judge = FormJudge.of(self._crawler.settings)
        self._plans: dict[str, Exploration] = {}
        self._crawler.signals.connect(self._take_sitemaps, signals.robots_parsed)

    async def items(self, site: str) -> AsyncIterator[SearchForm | Request | Site]:
        """Yield the forms of a site as they are found, then the site.

        An error ends the site, not the crawl, and is reported.
        """
        search = self._in_site(site)
        try:
            async for page in self._pages(site, search):
                for made in self._made(site, page, search.site_pages.forms):
                    yield made
        except UnreachedError as error:
            yield self._spider.fail(site, str(error))
        except Exception as error:
            logger.exception("site %s: exploring stopped", site)
            yield self._spider.fail(site, f"exploring stopped: {error!r}")
        else:
            if self._scripts is not None and not search.plan.found:
                for visit in self._scripts.without_a_search(site):
                    yield visit
            if not search.is_cut_short:
                yield Site(site, self._spider.sites[site], _why_ended(search), search.is_whole)

    async def pages(self, site: str) -> AsyncIterator[Explored]:
        """Yield the explored pages. Raises ``UnreachedError`` if the first cannot be fetched."""
        async for page in self._pages(site, self._in_site(site)):
            yield page

    async def revisited(self, site: str, url: str) -> AsyncIterator[SearchForm | Site]:
        """Fetch the forms of a page again: their tokens are valid for one visit only."""
        got = await self._fetch(url)
        if got.problem:
            yield self._spider.fail(site, self._why_unreached(site, got))
        elif got.page is not None:
            forms = SiteForms(site, self._judge, exploring_words()).all(got.page)
            for item in self._forms(site, got.page, forms):
                yield item

    def _in_site(self, site: str) -> InSite:
        settings = self._crawler.settings
        self._plans[site] = plan = Exploration(
            self._spider.sites[site],
            LinkRanker(link_vocabulary(), self._followed(site)),
            min_promise=settings.getfloat("DEEPWEB_MIN_PROMISE"),
            further=settings.getint("DEEPWEB_FURTHER_PAGES"),
        )
        forms = SiteForms(site, self._judge, exploring_words())
        return InSite(SitePages(site, plan, forms, exploring_words()))

    async def _pages(self, site: str, search: InSite) -> AsyncIterator[Explored]:
        stored = self._replay(site, search)
        home = None if stored else await self._home(site)
        async for page in search.explore(self._fetch, home):
            self._report(site, page.seen)
            yield page
            # After the yield, when the forms of the page are in the store.
            if not page.fetched.may_pass:
                self._store.decisions.save_seen_page(site, stored, page.seen)
                stored += 1
        for depth, stop in search.plan.stopped.items():
            self._store.decisions.save_stop(site, depth, stop)
        if search.is_whole and not search.is_cut_short:
            self._store.decisions.forget_links(site)

    def _replay(self, site: str, search: InSite) -> int:
        """Replay the pages that earlier runs explored; returns their number."""
        known = [form.form for form in self._store.decisions.forms(site) if form.is_asked]
        pages = self._store.decisions.seen_pages(site)
        for page in pages:
            search.replay(page, [form for form in known if form.url == page.url])
            self._report(site, page, is_replayed=True)
        return len(pages)

    async def _home(self, site: str) -> Fetched:
        home = await self._fetch(self._spider.sites[site], depth=0)
        if home.problem:
            raise UnreachedError(self._why_unreached(site, home))
        if home.page is None:
            raise UnreachedError(f"is {home.type}, not HTML; give the address of a page")
        return home

    def _why_unreached(self, site: str, got: Fetched) -> str:
        robots = why_no_robots(self._crawler, site)
        return why_unreached(got.error, robots) if got.error else no_answer(got.problem)

    def _made(self, site: str, page: Explored, forms: SiteForms) -> Iterator[SearchForm | Request]:
        """The new forms of a page, and the browser visits that its scripts need."""
        if page.content.page is not None:
            yield from self._forms(site, page.content.page, page.content.forms)
        if page.fetched.page is not None and self._scripts is not None:
            is_home = page.seen.visit.depth == 0
            yield from self._scripts.notice(site, page.fetched.page, forms, is_home=is_home)

    def _forms(self, site: str, page: Page, forms: Sequence[JudgedForm]) -> Iterator[SearchForm]:
        settings = self._crawler.settings
        words = first_words([page], settings.getint("DEEPWEB_SEED_WORDS")) if forms else ()
        about = topic_summary(page) if forms and settings["DEEPWEB_TOPIC_MODEL"] else ()
        for form in forms:
            found = form.search
            item = SearchForm(site, found.form, words, declared=found.declared, about=about)
            yield with_verdict(item, form.verdict)

    def _report(self, site: str, page: SeenPage, *, is_replayed: bool = False) -> None:
        self._crawler.signals.send_catch_log(
            page_explored,
            site=site,
            depth=page.visit.depth,
            found=page.found,
            is_replayed=is_replayed,
        )

    def _take_sitemaps(self, robotparser: RobotParser, request: Request) -> None:
        """The sitemaps that robots.txt names."""
        site = owner(request.url, self._spider.sites)
        if site in self._plans:
            self._plans[site].sitemaps(sitemaps_of(robotparser, site))


def sitemaps_of(robots: RobotParser, site: str) -> list[str]:
    """The sitemaps of a site that its robots.txt names."""
    named = getattr(getattr(robots, "rp", None), "sitemaps", ())
    return [url for url in named if is_on_site(url, site)]


def _why_ended(search: InSite) -> str:
    # Pages with a temporary failure do not count.
    pages, found = len(search.seen) - search.missed, search.plan.found
    counts = f"explored: {numbered(found, 'search form')} on {numbered(pages, 'page')}"
    stops = sorted(search.plan.stopped.items())
    ends = "; ".join(f"depth {d} {s.criterion}: {s.reason}" for d, s in stops)
    return f"{counts}; {ends}" + ("" if search.is_whole else "; some pages did not answer")


def numbered(count: int, what: str) -> str:
    """A number with its noun, such as "2 pages"."""
    return f"{count} {what}{'' if count == 1 else 's'}"
