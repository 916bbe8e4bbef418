"""``scrapy crawl surfacer -a site=…``: a site goes in, its records come out."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
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
from deepweb.locate.next_page import next_pages
from deepweb.locate.site import owner
from deepweb.middlewares.unreachable_robots import UnreachableRobots
from deepweb.pages import failed_page, result_page
from deepweb.read.page import text_pieces
from deepweb.read.words import telling_words
from deepweb.resources import form_words
from deepweb.surface.form import forms

logger = logging.getLogger(__name__)


class Surfacer(Spider):
    """Finds the search forms of sites and turns the answers to them into records."""

    name = "surfacer"
    feed_items: tuple[type, ...] = (Record,)

    def __init__(self, **arguments: str) -> None:
        given: SurfacerArguments = self.check_arguments(arguments)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.sites = given.sites
        self.max_requests = given.max_requests
        self.failed: dict[str, str] = {}

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
            known = [form for form in store.forms(site) if form.searchable]
            for form in known:
                yield form
            if not known:
                yield self.explore(url, 0)

    def explore(self, url: str, depth: int) -> Request:
        return Request(
            url,
            callback=self.parse_page,
            errback=self.parse_unreached,
            meta={"explore_depth": depth},
            dont_filter=depth == 0,
        )

    def parse_page(self, response: Response) -> Iterator[Any]:
        """A page that may hold search forms."""
        site, depth = owner(response.url, self.sites) or "", response.meta["explore_depth"]
        page = html_page(response)
        if page is None:
            if depth == 0:
                reason = f"is {content_type(response)}, not HTML; give the address of a page"
                self.fail(site, reason)
                yield Site(site, self.sites[site], reason)
            return
        if depth == 0:
            yield Site(site, self.sites[site], "asked for")
        words = telling_words(text_pieces(page.root), self.settings.getint("DEEPWEB_SEED_WORDS"))
        found = forms(page)
        for form in found:
            yield SearchForm(site, form, words)
        if not any(form.text_boxes for form in found):
            for url in next_pages(page, site, form_words().search):
                yield self.explore(url, depth + 1)

    def parse_answer(self, response: Response) -> Iterator[ResultPage]:
        """The answer to a submission."""
        asked = response.meta["asked"]
        background = store_of(self.crawler).background(asked["site"], asked["form"])
        yield result_page(response, asked, background)

    def parse_failure(self, failure: Failure) -> Iterator[ResultPage]:
        """A submission that was not answered, or not even made."""
        request: Request = failure.request  # type: ignore[attr-defined]
        asked = request.meta["asked"]
        if is_refused(failure.value):
            self.crawler.signals.send_catch_log(
                signals.not_asked, fingerprint=asked["fingerprint"], reason=str(failure.value)
            )
        else:
            yield failed_page(request, asked, failure.value)

    def parse_unreached(self, failure: Failure) -> Iterator[Site]:
        """A page of the site that could not be explored; only the first one matters."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if request.meta["explore_depth"] == 0:
            asked_for = request.meta.get("redirect_urls", [request.url])[0]
            site = owner(asked_for, self.sites) or asked_for
            robots = self.crawler.get_downloader_middleware(UnreachableRobots)
            reason = why_unreached(failure.value, robots.reasons.get(site) if robots else None)
            self.fail(site, reason)
            yield Site(site, asked_for, reason)

    def fail(self, site: str, reason: str) -> None:
        self.failed[site] = reason
        self.crawler.stats.inc_value("deepweb/sites/failed")
        logger.error("site %s: %s", self.sites.get(site, site), reason)

    def name_failure(self) -> None:
        if self.failed:
            raise CloseSpider("site_failed")
