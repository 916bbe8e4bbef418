"""``scrapy crawl sitelocator -a topic=…``: topic and seeds go in, deep-web sites come out."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any, Self

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure

from deepweb.crawl.engines import engine_sites, named_engines
from deepweb.crawl.fetches import PageFetches
from deepweb.crawl.topics import TopicCrawling, read_topic
from deepweb.items import Site
from deepweb.output.feeds import keep_feeds_to
from deepweb.page.site import site_name
from deepweb.report.summary import located_summary
from deepweb.settings import DOWNLOADER_MIDDLEWARES as MIDDLEWARES
from deepweb.spiders.arguments import LocatorArguments, locator_arguments
from deepweb.store.sites import has_sites

logger = logging.getLogger(__name__)

# Middlewares that restrict a crawl to the sites that the user named.
OF_NAMED_SITES = frozenset(
    {
        "deepweb.middlewares.stay_on_site.StayOnSite",
        "deepweb.middlewares.left_sites.LeftSites",
    }
)


class SiteLocator(Spider):
    """Finds the sites that hold databases on a topic, and their search forms."""

    name = "sitelocator"
    feed_items: tuple[type, ...] = (Site,)
    custom_settings = {  # noqa: RUF012  (Scrapy wants a plain dictionary)
        # The crawl discovers its sites, so it may visit any public site.
        "DOWNLOADER_MIDDLEWARES": {
            **{name: place for name, place in MIDDLEWARES.items() if name not in OF_NAMED_SITES},
            "deepweb.middlewares.public_sites.PublicSites": 760,
        },
        # Forms are judged while a site is explored, and never submitted.
        "ITEM_PIPELINES": {
            "deepweb.pipelines.store.Store": 500,
            "deepweb.pipelines.queue_located.QueueLocated": 600,
        },
        # One dead or huge site must not delay thousands of others.
        "DOWNLOAD_TIMEOUT": 20,
        "RETRY_TIMES": 1,
        "DOWNLOAD_MAXSIZE": 5 * 1024 * 1024,
        "DOWNLOAD_WARNSIZE": 0,
        # Fewer pages than on sites that the user named: most discovered sites have no database.
        "DEEPWEB_SC2_MAX_PAGES_PER_DEPTH": 10,
        "DEEPWEB_SC3_MAX_FORMS_PER_DEPTH": 5,
        "DEEPWEB_SC4_MAX_BARREN_PAGES_PER_DEPTH": 8,
        "DEEPWEB_SC5_MAX_BARREN_PAGES": 12,
    }
    crawling: TopicCrawling | None = None
    fetches: PageFetches

    def __init__(self, **arguments: str) -> None:
        given: LocatorArguments = self.check_arguments(arguments)
        super().__init__(**{k: v for k, v in arguments.items() if k.startswith("_")})
        self.topic = given.topic
        self.seeds = given.seeds
        self.limits = {
            "DEEPWEB_LOCATE_PAGES": given.max_pages,
            "DEEPWEB_LOCATE_SITES": given.max_sites,
        }
        self.given_sites: tuple[str, ...] = ()
        self.ended = ""

    @staticmethod
    def check_arguments(arguments: dict[str, str]) -> LocatorArguments:
        return locator_arguments(arguments)

    @staticmethod
    def check_settings(given: LocatorArguments, settings: BaseSettings) -> None:
        """Raises ValueError for an unusable model or engine, or if there are no seeds."""
        read_topic(given.topic)
        engines = named_engines(settings.getlist("DEEPWEB_ENGINES"))
        if (
            not given.seeds
            and not engines
            and not has_sites(settings["DEEPWEB_STORE"], given.topic)
        ):
            raise ValueError("seeds are missing; give a file of addresses, such as seeds=seeds.txt")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        for name, value in spider.limits.items():
            if value is not None:
                crawler.settings.set(name, value, "cmdline")
        engines = engine_sites(crawler.settings.getlist("DEEPWEB_ENGINES"))
        spider.given_sites = (*map(site_name, spider.seeds), *engines)
        keep_feeds_to(cls.feed_items, crawler.settings)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        self.fetches = PageFetches(self)
        self.crawling = TopicCrawling(self.crawler, self.topic, self.seeds)
        located = await self.crawling.run(self.fetches.fetch)
        self.ended = located.reason
        # Yielded at the end, when their ranks are known.
        for site in self.crawling.database.found():
            yield site

    def parse_fetched(self, response: Response) -> None:
        self.fetches.received(response)

    def parse_unfetched(self, failure: Failure) -> None:
        self.fetches.failed(failure)

    def summary(self, reason: str) -> str:
        """The summary of the crawl, for the user."""
        if self.crawling is None:
            return f"{self.topic}: {reason}"
        return located_summary(
            self.crawling.database,
            topic=self.topic,
            ended=self.ended or reason,
            store_address=self.settings["DEEPWEB_STORE"],
        )
