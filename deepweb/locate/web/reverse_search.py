"""Which query is sent to which engine, to find pages that link to many sites of the topic?

Reverse searching of [Gujrati, algorithm 1]: when the crawl starts, and whenever few sites wait, a
known deep-web site or a seed is picked at random, an engine is asked for pages that link to it, and
these pages are fetched: those with many links to such sites (hubs) name further sites.

Departures: most engines have no ``link:`` any more, so they are also asked for pages that name the
site, and for the topic itself; the kind of query that recently brought most new sites is preferred.
The next page of an answer is asked for where the last one brought more new sites than another query
does. An engine that blocks or fails rests, for twice as many turns after each failure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.page_links import Link

LINK, NAMED, TOPIC = "link", "named", "topic"
MOST_REST = 64  # maximum turns that an engine rests
# New sites that each fetched page should bring, before a kind of query was tried: half of the
# results of a topic query; the results of other queries are pages to fetch first.
HOPE = {LINK: 1.0, NAMED: 1.0, TOPIC: 5.0}
HUBS = 10  # results of a query that are fetched
MEMORY = 0.8  # weight of earlier answers against the last one
NEXT_PAGE = 0.8  # new sites on the next page of an answer, as a share of those on the last two


class EngineError(Exception):
    """An engine did not answer, or refused to; the message says why."""


@dataclass(frozen=True, slots=True)
class EngineQuery:
    """A query to an engine."""

    kind: str
    """``link``: pages that link to a site; ``named``: that name it; ``topic``: topic words."""
    text: str
    """The query itself: ``link:example.org``."""
    site: str = ""
    """The site that the query is about, if any."""
    page: int = 1
    """The page of the answer to ask for."""


class Engine(Protocol):
    """A search engine, or anything else that knows which pages link to a site."""

    @property
    def name(self) -> str:
        """The name in reports."""

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of queries that it can answer."""

    async def find(self, query: EngineQuery, fetch: Fetch) -> Sequence[Link]:
        """The pages that it names, best first. Raises ``EngineError``."""


@dataclass(frozen=True, slots=True)
class EngineState:
    """The failures of an engine."""

    engine: str
    failures: int = 0
    """In a row."""
    rest: int = 0
    """The turn until which it rests."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnsweredQuery:
    """A query that was answered, and the number of new sites in the answer."""

    engine: str
    query: EngineQuery
    results: int
    new_sites: int


class ReverseSearch:
    """Decides which engine to ask what, and remembers the answers."""

    def __init__(
        self,
        engines: Sequence[Engine],
        rng: Random,
        topic_queries: Sequence[str] = (),
        states: Mapping[str, EngineState] | None = None,
        searched: Sequence[AnsweredQuery] = (),
    ) -> None:
        self._engines = engines
        self._rng = rng
        self._topic_queries = topic_queries
        known = states or {}
        self.states = {e.name: known.get(e.name, EngineState(e.name)) for e in engines}
        # Turns are counted from the start of this run, so a restart ends all rests.
        self._turn = 0
        self._pages: dict[tuple[str, str], list[AnsweredQuery]] = {}
        self._gains: dict[tuple[str, str], tuple[float, float]] = {}
        for each in searched:
            self._count(each)

    def next(self, sites: Sequence[str]) -> tuple[Engine, EngineQuery] | None:
        """The engine to ask next, and the query; ``sites`` are known deep-web sites and seeds."""
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

    def answered(self, searched: AnsweredQuery) -> EngineState:
        """Note that an engine answered, and how many new sites its pages named."""
        self._count(searched)
        self.states[searched.engine] = EngineState(searched.engine)
        return self.states[searched.engine]

    def failed(self, engine: str, reason: str) -> EngineState:
        """Note that an engine did not answer: it rests."""
        failures = self.states[engine].failures + 1
        rest = self._turn + min(MOST_REST, 2**failures)
        self.states[engine] = EngineState(engine, failures, rest, reason)
        return self.states[engine]

    def _count(self, searched: AnsweredQuery) -> None:
        engine, query = searched.engine, searched.query
        self._pages.setdefault((engine, query.text), []).append(searched)
        gained, pages = self._gain(engine, query.kind)
        asked = 1 if query.kind == TOPIC else 1 + min(HUBS, searched.results)
        decayed = MEMORY * gained + searched.new_sites, MEMORY * pages + asked
        self._gains[engine, query.kind] = decayed

    def _gain(self, engine: str, kind: str) -> tuple[float, float]:
        """New sites from recent queries of a kind, and the pages that these needed."""
        return self._gains.get((engine, kind), (HOPE[kind], 1.0))

    def _promise(self, engine: str, kind: str) -> float:
        """Expected new sites per page for a kind of query."""
        gained, pages = self._gain(engine, kind)
        further = self._further(engine) if kind == TOPIC else (0.0, None)
        return max(gained / pages, further[0])

    def best_promise(self) -> float:
        """Expected new sites per page for the best engine."""
        awake = [e for e in self._engines if self.states[e.name].rest <= self._turn]
        ways = (self._promise(each.name, kind) for each in awake for kind in each.kinds)
        return max(ways, default=0.0)

    def _query(self, engine: str, kind: str, sites: Sequence[str]) -> EngineQuery | None:
        if kind == TOPIC:
            return self._topic_query(engine)
        queries = (_MAKE[kind](site) for site in sites)
        fresh = [query for query in queries if (engine, query.text) not in self._pages]
        return self._rng.choice(fresh) if fresh else None

    def _topic_query(self, engine: str) -> EngineQuery | None:
        """The next query in the given order, or the next page of an answer."""
        fresh = (text for text in self._topic_queries if (engine, text) not in self._pages)
        text, (promise, last) = next(fresh, None), self._further(engine)
        gained, pages = self._gain(engine, TOPIC)
        if last and (text is None or promise >= gained / pages):
            return replace(last.query, page=last.query.page + 1)
        return EngineQuery(TOPIC, text) if text is not None else None

    def _further(self, engine: str) -> tuple[float, AnsweredQuery | None]:
        """The answer whose next page promises most, and this promise.

        The first page holds popular sites, which may be known, so the last two pages count.
        """
        best: tuple[float, AnsweredQuery | None] = 0.0, None
        for (name, _), pages in self._pages.items():
            last = pages[-1]
            if name == engine and last.query.kind == TOPIC and last.results:
                before = pages[-2].new_sites if len(pages) > 1 else HOPE[TOPIC]
                promise = NEXT_PAGE * (last.new_sites + before) / 2
                best = max(best, (promise, last), key=lambda each: each[0])
        return best


_MAKE: Mapping[str, Callable[[str], EngineQuery]] = {
    LINK: lambda site: EngineQuery(LINK, f"link:{site}", site),
    NAMED: lambda site: EngineQuery(NAMED, f'"{site}" -site:{site}', site),
}
