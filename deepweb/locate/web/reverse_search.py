"""Which engine is asked what, so that it names pages that link to many sites of the topic?

Reverse searching of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*,
Algorithm 1): when the crawl starts, and whenever few sites wait, a known deep-web site or a seed is
picked at random, an engine is asked who links to it, and the pages it names are looked at: those
that hold many links to such sites (hubs) name further ones.

Departures: most engines know no ``link:`` any more, so they are also asked for pages that name the
site, and for the topic itself; what brought most new sites lately is asked more often. Further
pages of an answer are asked for where the last one brought more new sites than another question
does. An engine that blocks or fails rests for as many turns as it failed before, doubled each time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.page_links import Link

LINK, NAMED, TOPIC = "link", "named", "topic"
# Turns that an engine rests at most.
MOST_REST = 64
# New sites that a way of asking is hoped to bring a page: of the topic half of a page of results;
# else each result is a page to be fetched. Pages that are looked at of these.
HOPE, HUBS = {LINK: 1.0, NAMED: 1.0, TOPIC: 5.0}, 10
# What each earlier answer tells of the next; and the next page of an answer, of those before it.
MEMORY, NEXT_PAGE = 0.8, 0.8


class EngineError(Exception):
    """An engine that did not answer, or not us; the message says why."""


@dataclass(frozen=True, slots=True)
class Query:
    """What an engine is asked."""

    kind: str
    """``link``: who links to a site; ``named``: who names it; ``topic``: words of the topic."""
    text: str
    """As a search engine takes it: ``link:example.org``."""
    site: str = ""
    """The site that is asked about, if any."""
    page: int = 1
    """Of the answer."""


class Engine(Protocol):
    """A search engine, or whatever else knows who links to whom."""

    @property
    def name(self) -> str:
        """By which it is reported."""

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of queries that it can answer."""

    async def find(self, query: Query, fetch: Fetch) -> Sequence[Link]:
        """The pages that it names, best first. Raises ``EngineError``."""


@dataclass(frozen=True, slots=True)
class EngineState:
    """How an engine fares."""

    engine: str
    failures: int = 0
    """In a row."""
    rest: int = 0
    """The turn until which it is not asked."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """A query that was answered, and how many sites it brought that were not known."""

    engine: str
    query: Query
    results: int
    new_sites: int


class ReverseSearch:
    """Decides what to ask next; remembers what was asked."""

    def __init__(
        self,
        engines: Sequence[Engine],
        rng: Random,
        topic_queries: Sequence[str] = (),
        states: Mapping[str, EngineState] | None = None,
        searched: Sequence[Searched] = (),
    ) -> None:
        self._engines = engines
        self._rng = rng
        self._topic_queries = topic_queries
        known = states or {}
        self.states = {e.name: known.get(e.name, EngineState(e.name)) for e in engines}
        # Turns are those of this run: after a restart an engine gets a new chance.
        self._turn = 0
        self._pages: dict[tuple[str, str], list[Searched]] = {}
        self._gains: dict[tuple[str, str], tuple[float, float]] = {}
        for each in searched:
            self._count(each)

    def next(self, sites: Sequence[str]) -> tuple[Engine, Query] | None:
        """Whom to ask what; ``sites`` are the known deep-web sites and seeds."""
        self._turn += 1
        ways: list[tuple[float, Engine, str]] = []
        for engine in self._engines:
            if self.states[engine.name].rest < self._turn:
                kinds = (kind for kind in (LINK, NAMED, TOPIC) if kind in engine.kinds)
                ways += ((self._promise(engine.name, kind), engine, kind) for kind in kinds)
        for _, engine, kind in sorted(ways, key=lambda way: -way[0]):
            if query := self._query(engine.name, kind, sites):
                return engine, query
        return None

    def answered(self, searched: Searched) -> EngineState:
        """An engine answered, and its pages were looked at."""
        self._count(searched)
        self.states[searched.engine] = EngineState(searched.engine)
        return self.states[searched.engine]

    def failed(self, engine: str, reason: str) -> EngineState:
        """An engine did not answer: it rests."""
        failures = self.states[engine].failures + 1
        rest = self._turn + min(MOST_REST, 2**failures)
        self.states[engine] = EngineState(engine, failures, rest, reason)
        return self.states[engine]

    def _count(self, searched: Searched) -> None:
        engine, query = searched.engine, searched.query
        self._pages.setdefault((engine, query.text), []).append(searched)
        gained, pages = self._gain(engine, query.kind)
        asked = 1 if query.kind == TOPIC else 1 + min(HUBS, searched.results)
        decayed = MEMORY * gained + searched.new_sites, MEMORY * pages + asked
        self._gains[engine, query.kind] = decayed

    def _gain(self, engine: str, kind: str) -> tuple[float, float]:
        """New sites that queries of a kind brought lately, and on how many pages."""
        return self._gains.get((engine, kind), (HOPE[kind], 1.0))

    def _promise(self, engine: str, kind: str) -> float:
        """New sites that a query of a kind brings a page; of one that was never tried, hope."""
        gained, pages = self._gain(engine, kind)
        further = self._further(engine) if kind == TOPIC else (0.0, None)
        return max(gained / pages, further[0])

    def best_promise(self) -> float:
        """New sites that the best engine brings a page."""
        awake = [e for e in self._engines if self.states[e.name].rest <= self._turn]
        ways = (self._promise(each.name, kind) for each in awake for kind in each.kinds)
        return max(ways, default=0.0)

    def _query(self, engine: str, kind: str, sites: Sequence[str]) -> Query | None:
        if kind == TOPIC:
            return self._topic_query(engine)
        queries = (_MAKE[kind](site) for site in sites)
        fresh = [query for query in queries if (engine, query.text) not in self._pages]
        return self._rng.choice(fresh) if fresh else None

    def _topic_query(self, engine: str) -> Query | None:
        """The next question, in the order of telling, or the next page of an answer."""
        fresh = (text for text in self._topic_queries if (engine, text) not in self._pages)
        text, (promise, last) = next(fresh, None), self._further(engine)
        gained, pages = self._gain(engine, TOPIC)
        if last and (text is None or promise >= gained / pages):
            return replace(last.query, page=last.query.page + 1)
        return Query(TOPIC, text) if text is not None else None

    def _further(self, engine: str) -> tuple[float, Searched | None]:
        """The answer whose next page promises most, and what it promises.

        The first page holds what is popular, and may be known; so the last two pages count.
        """
        best: tuple[float, Searched | None] = 0.0, None
        for (name, _), pages in self._pages.items():
            last = pages[-1]
            if name == engine and last.query.kind == TOPIC and last.results:
                before = pages[-2].new_sites if len(pages) > 1 else HOPE[TOPIC]
                promise = NEXT_PAGE * (last.new_sites + before) / 2
                best = max(best, (promise, last), key=lambda each: each[0])
        return best


_MAKE: Mapping[str, Callable[[str], Query]] = {
    LINK: lambda site: Query(LINK, f"link:{site}", site),
    NAMED: lambda site: Query(NAMED, f'"{site}" -site:{site}', site),
}
