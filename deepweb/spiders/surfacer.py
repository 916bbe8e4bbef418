"""``scrapy crawl surfacer -a site=…``: a site goes in, its records come out."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.signals import spider_idle
from twisted.python.failure import Failure

from deepweb import signals
from deepweb.arguments import SurfacerArguments, surfacer_arguments
from deepweb.extensions.open_store import store_of
from deepweb.failures import is_refused, why_unreached
from deepweb.feeds import is_any_feed_new, keep_feeds_to
from deepweb.html import content_type, html_page
from deepweb.items import Record, ResultPage, SearchForm, Site
from deepweb.locate.declared_search import DeclaredSearch
from deepweb.locate.next_page import next_pages
from deepweb.locate.opensearch import opensearch_links, read_opensearch
from deepweb.locate.searches import found_searches
from deepweb.locate.site import is_on_site
from deepweb.middlewares.budget import BudgetSpent
from deepweb.middlewares.unreachable_robots import UnreachableRobots
from deepweb.pages import failed_page, result_page
from deepweb.read.page import Page, text_pieces
from deepweb.read.site_reader import SiteReader
from deepweb.read.words import telling_words
from deepweb.resources import any_words, form_words, reading_knowledge
from deepweb.surface.form import forms
from deepweb.surface.frames import frames
from deepweb.topic_examples import topic_summary

logger = logging.getLogger(__name__)

# What sites say to a form whose tokens or cookies are too old; ASP.NET and JSF say 500.
REFUSED = frozenset({400, 401, 403, 409, 419, 422, 440, 498, 500})


class Surfacer(Spider):
    """Finds the search forms of sites and turns the answers to them into records."""

    name = "surfacer"
    feed_items: tuple[type, ...] = (Record,)
    seed_words: int

    def __init__(self, **arguments: str) -> None:
        given: SurfacerArguments = self.check_arguments(arguments)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.sites = given.sites
        self.max_requests = given.max_requests
        self.failed: dict[str, str] = {}
        self.exploring: Counter[str] = Counter()
        self.pages: set[str] = set()
        self.readers: dict[tuple[str, str], SiteReader] = {}

    @property
    def site_names(self) -> tuple[str, ...]:
        return tuple(self.sites)

    @staticmethod
    def check_arguments(arguments: dict[str, str]) -> SurfacerArguments:
        return surfacer_arguments(arguments)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.max_requests is not None:
            crawler.settings.set("DEEPWEB_MAX_REQUESTS", spider.max_requests, "cmdline")
        spider.seed_words = crawler.settings.getint("DEEPWEB_SEED_WORDS")
        keep_feeds_to(cls.feed_items, crawler.settings)
        crawler.signals.connect(spider.fail, signals.site_failed)
        crawler.signals.connect(spider.name_failure, spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        store = store_of(self.crawler)
        for site, url in self.sites.items():
            if is_any_feed_new(self.settings):
                for record in store.records(site):
                    yield record
            known = [form for form in store.forms(site) if form.is_asked]
            if not known or not store.is_explored(site):
                yield self.explore(site, url, 0)
                continue
            for form in known:
                # What holds for one visit only is had by a visit.
                yield self.explore(site, form.form.url, 0) if form.form.tokens else form

    def explore(self, site: str, url: str, depth: int, rank: int = 0) -> Request:
        """The request for a page that may hold forms; ``rank`` 0 is the most promising."""
        self.exploring[site] += 1
        self.pages.add(url)
        return Request(
            url,
            callback=self.parse_page,
            errback=self.parse_unreached,
            meta={"explore_site": site, "explore_depth": depth},
            priority=-rank,  # of equal ones Scrapy takes the last
            dont_filter=True,  # a request that is dropped in silence would never be looked at
        )

    def parse_page(self, response: Response) -> Iterator[Any]:
        """A page that may hold search forms."""
        site, depth = response.meta["explore_site"], response.meta["explore_depth"]
        page = html_page(response)
        if page is not None:
            found = list(self.searches_of(page, site))
            yield from found
            if not any(each.form.text_boxes and not each.form.unusable for each in found):
                yield from self.explore_further(page, site, depth)
        elif depth == 0:
            reason = f"is {content_type(response)}, not HTML; give the address of a page"
            yield self.fail(site, reason)
        yield from self.looked_at(site)

    def searches_of(
        self, page: Page, site: str, described: Sequence[DeclaredSearch] = ()
    ) -> Iterator[SearchForm]:
        words = telling_words(text_pieces(page.root), self.seed_words)
        about = topic_summary(page) if self.settings["DEEPWEB_TOPIC_MODEL"] else ()
        for each in found_searches(page, any_words(), form_words().search, described):
            yield SearchForm(site, each.form, words, declared=each.declared, about=about)

    def explore_further(self, page: Page, site: str, depth: int) -> Iterator[Request]:
        """Where else the search may be: its description, frames, linked pages."""
        description = next((u for u in opensearch_links(page) if is_on_site(u, site)), None)
        if description and depth == 0:
            request = self.explore(site, description, 1)
            yield request.replace(callback=self.parse_description, cb_kwargs={"page": page})
        inside = (url for url in frames(page) if is_on_site(url, site))
        linked = next_pages(page, site, form_words().search)
        for rank, url in enumerate(dict.fromkeys((*inside, *linked))):
            if url not in self.pages:
                yield self.explore(site, url, depth + 1, rank)

    def parse_description(self, response: Response, page: Page) -> Iterator[Any]:
        """An OpenSearch description of the search that ``page`` names."""
        site = response.meta["explore_site"]
        described = read_opensearch(response.body, response.url)
        for search in self.searches_of(page, site, described):
            if "OpenSearch" in search.declared:
                yield search
        yield from self.looked_at(site)

    def looked_at(self, site: str) -> Iterator[Site]:
        """One page less to explore; the last one ends the exploring."""
        self.exploring[site] -= 1
        if not self.exploring[site] and site not in self.failed:
            yield Site(site, self.sites[site], "explored", explored=True)

    def parse_answer(self, response: Response) -> Iterator[ResultPage | Request]:
        """The answer to a submission."""
        asked = response.meta["asked"]
        if asked["page"]:
            if response.status in REFUSED and "renewed" not in response.meta:
                yield self.renew(response, asked)
                return
            self.take_tokens(response, asked)
        yield self.read_answer(response)

    def renew(self, refused: Response, asked: dict[str, Any]) -> Request:
        """The page of a form again, whose tokens do not hold any more."""
        return Request(
            asked["page"],
            callback=self.parse_renewed,
            errback=self.parse_not_renewed,
            cb_kwargs={"refused": refused},
            dont_filter=True,
        )

    def parse_renewed(self, response: Response, refused: Response) -> Iterator[ResultPage]:
        asked = refused.meta["asked"]
        if not self.take_tokens(response, asked, asked["fingerprint"]):
            yield self.read_answer(refused)

    def parse_not_renewed(self, failure: Failure) -> Iterator[ResultPage]:
        request: Request = failure.request  # type: ignore[attr-defined]
        refused = request.cb_kwargs["refused"]
        if is_refused(failure.value):
            self.not_asked(refused.meta["asked"], failure.value)
        else:
            yield self.read_answer(refused)

    def take_tokens(self, response: Response, asked: dict[str, Any], refused: str = "") -> bool:
        """Tell of the form that was asked, if a page holds it: its tokens are the newest."""
        page = html_page(response)
        fresh = {form.id: form for form in forms(page)} if page else {}
        form = fresh.get(asked["form"])
        if form is not None:
            self.crawler.signals.send_catch_log(
                signals.form_renewed, site=asked["site"], form=form, refused=refused
            )
        return form is not None

    def read_answer(self, response: Response) -> ResultPage:
        asked = response.meta["asked"]
        store, place = store_of(self.crawler), (asked["site"], asked["form"])
        if place not in self.readers:
            regions = reading_knowledge().regions
            self.readers[place] = SiteReader(regions, store.reading(*place))
        reader = self.readers[place]
        before = reader.model
        page = result_page(response, asked, store.background(*place), reader)
        if reader.model is not before:
            self.crawler.stats.inc_value("deepweb/readings/learnt")
            store.save_reading(*place, reader.model)
        return page

    def parse_failure(self, failure: Failure) -> Iterator[ResultPage]:
        """A submission that was not answered, or not even made."""
        request: Request = failure.request  # type: ignore[attr-defined]
        asked = request.meta["asked"]
        if is_refused(failure.value):
            self.not_asked(asked, failure.value)
        else:
            yield failed_page(request, asked, failure.value)

    def not_asked(self, asked: dict[str, Any], error: BaseException | None) -> None:
        self.crawler.signals.send_catch_log(
            signals.not_asked, fingerprint=asked["fingerprint"], reason=str(error)
        )

    def parse_unreached(self, failure: Failure) -> Iterator[Site]:
        """A page that could not be explored; that matters if it is the first."""
        request: Request = failure.request  # type: ignore[attr-defined]
        site = request.meta["explore_site"]
        if request.meta["explore_depth"] == 0:
            robots = self.crawler.get_downloader_middleware(UnreachableRobots)
            reason = why_unreached(failure.value, robots.reasons.get(site) if robots else None)
            yield self.fail(site, reason)
        # What the budget forbade is still to be looked at, in a run with a larger one.
        if not isinstance(failure.value, BudgetSpent):
            yield from self.looked_at(site)

    def fail(self, site: str, reason: str) -> Site:
        """Note that a site cannot be crawled; the others go on."""
        self.failed[site] = reason
        self.crawler.stats.inc_value("deepweb/sites/failed")
        logger.error("site %s: %s", self.sites[site], reason)
        return Site(site, self.sites[site], reason)

    def name_failure(self) -> None:
        if self.failed:
            raise CloseSpider("site_failed")
