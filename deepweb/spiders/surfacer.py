"""``scrapy crawl surfacer -a site=…``: a site goes in, its records come out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.signals import spider_idle, spider_opened
from twisted.python.failure import Failure

from deepweb.crawl import signals
from deepweb.crawl.answers import failed_page, result_page, useless_page
from deepweb.crawl.exploring import Exploring
from deepweb.crawl.failures import is_refused
from deepweb.crawl.fetches import PageFetches
from deepweb.crawl.html import html_page
from deepweb.crawl.same_file import REASON, SameFile
from deepweb.crawl.scripted import Scripts
from deepweb.crawl.store import store_of
from deepweb.form.model import forms
from deepweb.items import Record, ResultPage, SearchForm, Site
from deepweb.middlewares.unreachable_robots import MOST_TRIES
from deepweb.output.feeds import has_feeds, keep_feeds_to
from deepweb.output.log_lines import keep_log_plain
from deepweb.read.site_reader import SiteReader
from deepweb.spiders.arguments import KNOWN, SurfacerArguments, surfacer_arguments
from deepweb.store.resources import reading_knowledge
from deepweb.store.sites import located_sites

logger = logging.getLogger(__name__)

# What sites say to a form whose tokens or cookies are too old; ASP.NET and JSF say 500.
REFUSED = frozenset({400, 401, 403, 409, 419, 422, 440, 498, 500})


class Surfacer(Spider):
    """Finds the search forms of sites and turns the answers to them into records."""

    name = "surfacer"
    feed_items: tuple[type, ...] = (Record,)
    fetches: PageFetches
    scripts: Scripts | None = None
    """Where searches by script are to be asked."""

    def __init__(self, **arguments: str) -> None:
        given = surfacer_arguments(arguments, is_worker=True)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.sites = given.sites
        self.max_requests = given.max_requests
        self.again = given.again
        self.query_log, self.knowledge = given.query_log, given.knowledge
        self.located = given.located
        self.failed: dict[str, str] = {}
        self.taken: set[str] = set()
        """Sites that other processes are crawling."""
        self.readers: dict[tuple[str, str], SiteReader] = {}
        self.files = SameFile()

    @property
    def site_names(self) -> tuple[str, ...]:
        return tuple(self.sites)

    @staticmethod
    def check_arguments(arguments: dict[str, str], *, is_worker: bool = False) -> SurfacerArguments:
        return surfacer_arguments(arguments, is_worker=is_worker)

    @staticmethod
    def check_settings(given: SurfacerArguments, settings: BaseSettings) -> None:
        """Raises ValueError where the sites located are asked for, and there are none."""
        if given.located is not None:
            located_sites(settings["DEEPWEB_STORE"], given.located)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        given = {name: value for name, value in kwargs.items() if name in KNOWN}
        cls.check_arguments(given, is_worker=bool(crawler.settings["DEEPWEB_REDIS"]))
        spider = super().from_crawler(crawler, *args, **kwargs)
        keep_log_plain()
        crawler.signals.connect(keep_log_plain, spider_opened)  # Scrapy has made a new log by then
        if spider.max_requests is not None:
            crawler.settings.set("DEEPWEB_MAX_REQUESTS", spider.max_requests, "cmdline")
        if spider.query_log:
            crawler.settings.set("DEEPWEB_QUERY_LOG", spider.query_log, "cmdline")
        if spider.knowledge:
            crawler.settings.set("DEEPWEB_KNOWLEDGE", spider.knowledge, "cmdline")
        if spider.located is not None:
            # The store of the crawl is not open yet.
            spider.sites = located_sites(crawler.settings["DEEPWEB_STORE"], spider.located)
        keep_feeds_to(cls.feed_items, crawler.settings)
        crawler.signals.connect(spider.fail, signals.site_failed)
        crawler.signals.connect(spider.look_at_scripts, signals.form_deaf)
        crawler.signals.connect(spider.name_failure, spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        store = store_of(self.crawler)
        self.fetches = PageFetches(self, home_retries=MOST_TRIES)
        self.scripts = Scripts(self)
        exploring = Exploring(self, self.fetches, self.scripts)
        tasks = []
        for site in self.sites:
            for request in self.scripts.resume(site):
                yield request
            if has_feeds(self.settings):
                for record in store.records(site):
                    yield record
            known = [form for form in store.decisions.forms(site) if form.is_asked]
            for form in known:
                if form.form.tokens:  # they hold for one visit only
                    tasks.append(self.emitting(exploring.revisited(site, form.form.url)))
                else:
                    yield form if form.form.script else form.unjudged()
            if not known or not store.decisions.is_explored(site):
                tasks.append(self.emitting(exploring.items(site)))
        # All sites side by side; their forms are asked meanwhile.
        await asyncio.gather(*tasks)

    async def emitting(self, made: AsyncIterator[Any]) -> None:
        """Pass on what is made; the next is made when the pipelines are done with it."""
        async for each in made:
            await self.emit(each)

    async def emit(self, made: Any) -> None:
        if isinstance(made, Request):
            self.crawler.engine.crawl(made)
        else:
            await self.crawler.engine.scraper.start_itemproc_async(made, response=None)

    def parse_fetched(self, response: Response) -> None:
        """A page that exploring asked for."""
        self.fetches.had(response)

    def parse_unfetched(self, failure: Failure) -> None:
        """A page that exploring asked for and did not get."""
        self.fetches.missed(failure)

    def parse_observed(self, response: Response) -> Iterator[Any]:
        """A page that the browser was needed for."""
        if self.scripts is not None:
            yield from self.scripts.observed(response)

    def parse_not_observed(self, failure: Failure) -> None:
        """A page that the browser could not show."""
        if self.scripts is not None:
            self.scripts.not_observed(failure)

    def look_at_scripts(self, form: SearchForm, reason: str) -> bool:
        """A form that never answered may need the browser; is that looked at?"""
        visits = self.scripts.deaf(form, reason) if self.scripts else None
        for visit in visits or ():
            self.crawler.engine.crawl(visit)
        return visits is not None

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
        if self.files.is_again(response, asked):
            return useless_page(response, asked, REASON)
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
        if is_refused(failure.value, is_link=asked["is_link"]):
            self.not_asked(asked, failure.value)
        else:
            yield failed_page(request, asked, failure.value)

    def not_asked(self, asked: dict[str, Any], error: BaseException | None) -> None:
        self.crawler.signals.send_catch_log(
            signals.not_asked, fingerprint=asked["fingerprint"], reason=str(error)
        )

    def fail(self, site: str, reason: str) -> Site:
        """Note that a site cannot be crawled; the others go on."""
        self.failed.setdefault(site, reason)  # what went wrong first
        self.crawler.stats.inc_value("deepweb/sites/failed")
        logger.error("site %s: %s", self.sites[site], reason)
        return Site(site, self.sites[site], reason)

    def leave(self, site: str, reason: str) -> None:
        """Do not crawl a site that another process is crawling, nor touch its files."""
        self.fail(site, reason)
        self.taken.add(site)
        self.sites = {name: url for name, url in self.sites.items() if name != site}

    def name_failure(self) -> None:
        if self.failed:
            raise CloseSpider("site_failed")
