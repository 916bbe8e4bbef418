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
from deepweb.crawl.details.phase import NO
from deepweb.crawl.exploring import Exploring
from deepweb.crawl.fetches import PageFetches
from deepweb.crawl.private_names import process_item
from deepweb.crawl.scripted.pages import Scripts
from deepweb.crawl.store import store_of
from deepweb.items import Record, SearchForm, Site
from deepweb.middlewares.unreachable_robots import MAX_TRIES
from deepweb.output.feeds import has_feeds, keep_feeds_to
from deepweb.output.log_lines import keep_log_plain
from deepweb.report.outcome import SiteOutcome, site_outcome
from deepweb.spiders.arguments import KNOWN, SurfacerArguments, surfacer_arguments
from deepweb.store.sites import located_sites

logger = logging.getLogger(__name__)


class Surfacer(Spider):
    """Finds the search forms of sites and turns the answers to them into records."""

    name = "surfacer"
    feed_items: tuple[type, ...] = (Record,)
    fetches: PageFetches
    scripts: Scripts | None = None
    """The pages that need the browser; None before the crawl starts."""

    def __init__(self, **arguments: str) -> None:
        given = surfacer_arguments(arguments, is_worker=True)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.sites = given.sites
        self.max_requests = given.max_requests
        self.again = given.again
        self.query_log, self.knowledge = given.query_log, given.knowledge
        self.details, self.max_details = given.details, given.max_details
        self.located = given.located
        self.failed: dict[str, str] = {}
        self.outcomes: dict[str, SiteOutcome] = {}
        """How the crawl of each site ended; empty while it runs."""
        self.was_complete: set[str] = set()
        """Sites whose crawl an earlier run completed."""
        self.taken: set[str] = set()
        """Sites that other processes are crawling."""

    @property
    def site_names(self) -> tuple[str, ...]:
        return tuple(self.sites)

    @staticmethod
    def check_arguments(arguments: dict[str, str], *, is_worker: bool = False) -> SurfacerArguments:
        return surfacer_arguments(arguments, is_worker=is_worker)

    @staticmethod
    def check_settings(given: SurfacerArguments, settings: BaseSettings) -> None:
        """Raises ValueError for ``@located`` if no site was located."""
        if given.located is not None:
            located_sites(settings["DEEPWEB_STORE"], given.located)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        given = {name: value for name, value in kwargs.items() if name in KNOWN}
        cls.check_arguments(given, is_worker=bool(crawler.settings["DEEPWEB_REDIS"]))
        spider = super().from_crawler(crawler, *args, **kwargs)
        keep_log_plain()
        crawler.signals.connect(keep_log_plain, spider_opened)  # Scrapy replaces the log handler
        if spider.max_requests is not None:
            crawler.settings.set("DEEPWEB_MAX_REQUESTS", spider.max_requests, "cmdline")
        if spider.query_log:
            crawler.settings.set("DEEPWEB_QUERY_LOG", spider.query_log, "cmdline")
        if spider.knowledge:
            crawler.settings.set("DEEPWEB_KNOWLEDGE", spider.knowledge, "cmdline")
        if spider.details:
            crawler.settings.set("DEEPWEB_DETAILS", spider.details, "cmdline")
        if spider.max_details is not None:
            crawler.settings.set("DEEPWEB_MAX_DETAILS", spider.max_details, "cmdline")
        if spider.located is not None:
            # By address: the store of the crawl is not open yet.
            spider.sites = located_sites(crawler.settings["DEEPWEB_STORE"], spider.located)
        keep_feeds_to(cls.feed_items, crawler.settings)
        crawler.signals.connect(spider.fail, signals.site_failed)
        crawler.signals.connect(spider.check_scripts, signals.form_unanswered)
        crawler.signals.connect(spider.name_failure, spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        store = store_of(self.crawler)
        self.fetches = PageFetches(self, home_retries=MAX_TRIES)
        self.scripts = Scripts(self)
        exploring = Exploring(self, self.fetches, self.scripts)
        for site in self.sites:
            for request in self.scripts.resume(site):
                yield request
            # With details, the feeds get all records when these are known.
            if has_feeds(self.settings) and self.settings["DEEPWEB_DETAILS"] == NO:
                for record in store.records(site):
                    yield record
        # All sites in parallel; their forms are asked in the meantime.
        await asyncio.gather(*(self.send_forms(site, exploring) for site in self.sites))

    async def send_forms(self, site: str, exploring: Exploring) -> None:
        """Send the forms of a site to the pipelines in the order of finding: known ones first."""
        decisions = store_of(self.crawler).decisions
        known = [form for form in decisions.forms(site) if form.is_asked]
        for form in known:
            if form.form.tokens:  # they are valid for one visit only
                await self.emitting(exploring.revisited(site, form.form.url))
            else:
                await self.emit(form if form.form.script else form.unjudged())
        if not known or not decisions.is_explored(site):
            await self.emitting(exploring.items(site))
        self.crawler.signals.send_catch_log(signals.exploring_ended, site=site)

    async def emitting(self, made: AsyncIterator[Any]) -> None:
        """Emit items and requests, each after the pipelines have processed the one before."""
        async for each in made:
            await self.emit(each)

    async def emit(self, made: Any) -> None:
        if isinstance(made, Request):
            self.crawler.engine.crawl(made)
        else:
            await process_item(self.crawler, made)

    def parse_fetched(self, response: Response) -> None:
        """Callback of pages for exploring."""
        self.fetches.received(response)

    def parse_unfetched(self, failure: Failure) -> None:
        """Errback of pages for exploring."""
        self.fetches.failed(failure)

    def parse_observed(self, response: Response) -> Iterator[Any]:
        """Callback of visits by the browser."""
        if self.scripts is not None:
            yield from self.scripts.observed(response)

    def parse_not_observed(self, failure: Failure) -> None:
        """Errback of visits by the browser."""
        if self.scripts is not None:
            self.scripts.not_observed(failure)

    def check_scripts(self, form: SearchForm, reason: str) -> bool:
        """Visit a form that found nothing with the browser; returns whether it may need that."""
        visits = self.scripts.unanswered(form, reason) if self.scripts else None
        for visit in visits or ():
            self.crawler.engine.crawl(visit)
        return visits is not None

    def parse_answer(self, response: Response, refused: Response | None = None) -> None:
        """Callback of submissions, and of the page of a form whose tokens were ``refused``."""
        self.send_answer(response, refused)

    def parse_failure(self, failure: Failure) -> None:
        """Errback of submissions."""
        request: Request = failure.request  # type: ignore[attr-defined]
        self.send_answer(failure, request.cb_kwargs.get("refused"))

    def send_answer(self, came: Response | Failure, refused: Response | None) -> None:
        arguments = {"came": came, "refused": refused}
        self.crawler.signals.send_catch_log(signals.answer_came, **arguments)

    def fail(self, site: str, reason: str) -> Site:
        """Report that the crawl of a site failed; the other sites continue."""
        if site not in self.failed:  # the first reason is the cause of others
            self.failed[site] = reason
            self.crawler.stats.inc_value("deepweb/sites/failed")
            logger.error("site %s: %s", self.sites[site], reason)
        return Site(site, self.sites[site], reason)

    def leave(self, site: str, reason: str) -> None:
        """Leave a site and its files to the process that is crawling it."""
        self.fail(site, reason)
        self.taken.add(site)
        self.sites = {name: url for name, url in self.sites.items() if name != site}

    def name_failure(self) -> None:
        """Close with the outcome of a site that failed or has no records."""
        store = store_of(self.crawler)
        for site in self.sites:
            if site in self.failed or not store.record_count(site):
                ended = site_outcome(store, site, "finished", self.failed.get(site, ""))
                raise CloseSpider(ended.finish_reason)
