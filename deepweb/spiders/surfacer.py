"""``scrapy crawl surfacer -a site=…``: a site goes in, its records come out."""

from __future__ import annotations

import logging
from collections import Counter
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
from deepweb.middlewares.budget import BudgetSpent
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
    seed_words: int

    def __init__(self, **arguments: str) -> None:
        given: SurfacerArguments = self.check_arguments(arguments)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.sites = given.sites
        self.max_requests = given.max_requests
        self.failed: dict[str, str] = {}
        self.exploring: Counter[str] = Counter()
        self.pages: set[str] = set()

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
            known = [form for form in store.forms(site) if form.searchable]
            if known and store.is_explored(site):
                for form in known:
                    yield form
            else:
                yield self.explore(site, url, 0)

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
            words = telling_words(text_pieces(page.root), self.seed_words)
            found = forms(page)
            for form in found:
                yield SearchForm(site, form, words)
            if not any(form.text_boxes for form in found):
                for rank, url in enumerate(next_pages(page, site, form_words().search)):
                    if url not in self.pages:
                        yield self.explore(site, url, depth + 1, rank)
        elif depth == 0:
            reason = f"is {content_type(response)}, not HTML; give the address of a page"
            yield self.fail(site, reason)
        yield from self.looked_at(site)

    def looked_at(self, site: str) -> Iterator[Site]:
        """One page less to explore; the last one ends the exploring."""
        self.exploring[site] -= 1
        if not self.exploring[site] and site not in self.failed:
            yield Site(site, self.sites[site], "explored", explored=True)

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
