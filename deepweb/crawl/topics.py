"""Finds the topic that the user names, and runs ``Locating`` for it with a store."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from deepweb.crawl.engines import named_engines, why_blocked
from deepweb.crawl.form_judge import FormJudge, topic_model_of, with_verdict
from deepweb.crawl.html import first_words
from deepweb.crawl.signals import page_explored
from deepweb.crawl.store import store_of
from deepweb.items import SearchForm, Site
from deepweb.locate.forms.topic import TOPICS, topic_summary
from deepweb.locate.site.exploration import SeenPage
from deepweb.locate.site.fetched import ExploringFetch, Fetched
from deepweb.locate.site.in_site import LocatedForm
from deepweb.locate.web.classifier import ModelledTopic, why_parked
from deepweb.locate.web.locating import Locating
from deepweb.locate.web.topic_crawl import (
    DEEP,
    LocatingKnowledge,
    LocatingLimits,
    LocatingResult,
    LocatingStep,
    LocatingTask,
    VisitedSite,
)
from deepweb.page.page import Page
from deepweb.page.site import registered_domain
from deepweb.store.resources import (
    exploring_words,
    link_vocabulary,
    parked_phrases,
    topic_set,
    topic_texts,
)
from deepweb.store.sites import SiteDatabase

logger = logging.getLogger(__name__)

# Other names of the included topics; plurals are recognised too.
ALIASES = {
    "airline": "airfare", "flight": "airfare", "airticket": "airfare",
    "automobile": "auto", "car": "auto", "vehicle": "auto", "usedcar": "auto",
    "library": "book", "libraries": "book", "literature": "book",
    "accommodation": "hotel", "lodging": "hotel",
    "career": "job", "employment": "job", "vacancies": "job",
    "film": "movie", "dvd": "movie", "cinema": "movie",
    "song": "music", "album": "music", "cd": "music",
    "carrental": "rental", "carhire": "rental", "rentalcar": "rental",
    "flat": "apartment", "housing": "apartment", "realestate": "apartment", "property": "apartment",
    "map": "route", "direction": "route", "timetable": "route",
    "shopping": "product", "shop": "product", "goods": "product",
    "person": "people", "player": "people", "athlete": "people",
}  # fmt: skip

MAX_QUERIES = 40  # maximum texts of sites of a topic that become queries to engines


def topic_name(given: str) -> str:
    """The name that a topic is stored under: an included topic, or the file of a model.

    Raises ValueError if it is neither.
    """
    plain = "".join(letter for letter in given.lower() if letter.isalpha())
    for name in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
        if (known := ALIASES.get(name, name)) in TOPICS:
            return known
    if Path(given).is_file():
        return str(Path(given))
    remedy = f"give one of {', '.join(TOPICS)}, or a file that `scrapy train topic` has written"
    raise ValueError(f"topic {given!r} is not known; {remedy}")


def read_topic(name: str, queries: Sequence[str] = ()) -> ModelledTopic:
    """The topic with a name from ``topic_name``. Raises ``ModelError`` for a bad file.

    ``queries`` are sent to engines in addition to the included ones.
    """
    if name in TOPICS:
        model = topic_set().topic(name)
        said = topic_texts()
        # Texts of sites of the topic are queries too: each costs one page.
        asked = (*queries, *said[f"{name} queries"], *said[name][:MAX_QUERIES])
        return ModelledTopic(model, model.words(), asked)
    own = topic_model_of(Path(name))
    return ModelledTopic(own, own.words(), tuple(queries))


class TopicCrawling:
    """Runs ``Locating``: stores its steps and counts them in the stats."""

    def __init__(self, crawler: Crawler, topic: str, seeds: Sequence[str]) -> None:
        self._crawler = crawler
        self._topic = topic
        self.database = SiteDatabase(store_of(crawler), topic)
        settings = crawler.settings
        self._limits = _limits(settings)
        self._seed_words = settings.getint("DEEPWEB_SEED_WORDS")
        queries = settings.getlist("DEEPWEB_TOPIC_QUERIES")
        known: ModelledTopic = read_topic(topic, [each.strip() for each in queries])
        engines = named_engines(settings.getlist("DEEPWEB_ENGINES"))
        prior = self.database.prior()
        self._locating = Locating(
            LocatingTask(known, known.form_on_topic, seeds, engines),
            self._limits,
            Random(f"{settings.getint('DEEPWEB_SEED')} {topic} {len(prior.visited)}"),  # noqa: S311
            _knowledge(settings),
            prior,
        )

    async def run(self, fetch: ExploringFetch) -> LocatingResult:
        """Crawl until the maximum of pages or sites; ``fetch`` fetches every page."""

        async def counted(url: str, depth: int | None = None) -> Fetched:
            fetched = await fetch(url, depth)
            if fetched.stop is None:
                self._crawler.stats.inc_value("deepweb/locating/pages")
            return fetched

        return await self._locating.run(counted, self._note, self._explored)

    def _explored(self, site: str, page: SeenPage) -> None:
        arguments = {"site": site, "depth": page.visit.depth, "found": page.found}
        self._crawler.signals.send_catch_log(page_explored, **arguments)

    def _note(self, noted: LocatingStep) -> None:
        """Commit a step, and count it."""
        site, forms, visited = None, [], noted.visited
        if visited is not None and visited.verdict == DEEP:
            site = Site(visited.site, visited.url, visited.reason, visited.is_whole)
            forms = [self._item(visited.site, form) for form in noted.forms]
        self.database.save(noted, forms, site)
        self._count(noted)

    def _item(self, site: str, located: LocatedForm) -> SearchForm:
        search, page = located.judged.search, located.page
        words, about = first_words([page], self._seed_words), topic_summary(page)
        found = SearchForm(site, search.form, words, declared=search.declared, about=about)
        item = with_verdict(found, located.judged.verdict)
        is_meant = _is_on(located, self._limits) and not located.is_site_search
        return replace(
            item,
            topic=located.topic,
            searchable=item.searchable and is_meant,
            reason=_reason(located, self._limits),
        )

    def _count(self, noted: LocatingStep) -> None:
        add = self._crawler.stats.inc_value
        add("deepweb/locating/candidates", len(noted.candidates))
        if noted.visited is not None:
            self._count_site(noted.visited, is_again=noted.again > 0)
        for hub in noted.hubs:
            add(f"deepweb/locating/hubs_{'relevant' if hub.relevant else 'of_no_use'}")
        if noted.searched is not None:
            add("deepweb/locating/searches")
        if noted.engine is not None and noted.engine.failures:
            add("deepweb/locating/engine_failures")
            logger.warning(
                "engine %s failed %d times in a row and is paused: %s",
                noted.engine.engine, noted.engine.failures, noted.engine.reason,
            )  # fmt: skip

    def _count_site(self, site: VisitedSite, *, is_again: bool) -> None:
        add, verdict = self._crawler.stats.inc_value, site.verdict.replace(" ", "_")
        if is_again:
            add("deepweb/locating/taken_up")
            add("deepweb/locating/barren", -1)
        add(f"deepweb/locating/{verdict}")
        add("deepweb/locating/forms", site.forms)
        logger.info("%s: %s: %s", site.site, verdict, site.reason)


def _is_on(located: LocatedForm, limits: LocatingLimits) -> bool:
    return located.topic is not None and located.topic >= limits.min_form_topic


def _reason(located: LocatedForm, limits: LocatingLimits) -> str:
    reason = located.judged.verdict.reason
    if located.topic is None:
        return reason
    if located.is_site_search:
        return f"searches the pages of its own site; {reason}"
    if _is_on(located, limits):
        return f"{reason}; on the topic ({located.topic:.2f})"
    return f"off the topic: {located.topic:.2f} < {limits.min_form_topic}; {reason}"


def _knowledge(settings: BaseSettings) -> LocatingKnowledge:
    judge = FormJudge.of(settings)
    words, links = exploring_words(), link_vocabulary()
    return LocatingKnowledge(judge, words, links, registered_domain, why_no_site)


def why_no_site(page: Page) -> str:
    """Why a home page is unusable: the domain is for sale, or the site blocks robots."""
    return why_parked(page, parked_phrases()) or why_blocked(page)


def _limits(settings: BaseSettings) -> LocatingLimits:
    number, share = settings.getint, settings.getfloat
    return LocatingLimits(
        max_pages=number("DEEPWEB_LOCATE_PAGES"),
        max_sites=number("DEEPWEB_LOCATE_SITES"),
        alpha=share("DEEPWEB_ALPHA"),
        relearn_sites=number("DEEPWEB_RELEARN_SITES"),
        relearn_forms=number("DEEPWEB_RELEARN_FORMS"),
        threshold=number("DEEPWEB_REVERSE_THRESHOLD"),
        queries=number("DEEPWEB_REVERSE_QUERIES"),
        results=number("DEEPWEB_REVERSE_RESULTS"),
        hub_links=number("DEEPWEB_HUB_LINKS"),
        min_topic=share("DEEPWEB_MIN_SITE_PROBABILITY"),
        min_form_topic=share("DEEPWEB_MIN_TOPIC_PROBABILITY"),
        min_promise=share("DEEPWEB_MIN_PROMISE"),
        further=number("DEEPWEB_FURTHER_PAGES"),
        max_per_domain=number("DEEPWEB_SITES_PER_DOMAIN"),
        max_length=number("DEEPWEB_MAX_HOME_PAGE"),
        together=max(1, number("DEEPWEB_LOCATE_TOGETHER")),
    )
