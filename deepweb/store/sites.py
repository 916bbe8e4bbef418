"""The sites of a topic, in the store: SmartCrawler's site database [Gujrati].

A step of a crawl is one transaction, with the forms and pages of the site visited, so that a killed
crawl resumes as if it had been stopped. Each topic has its own rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Table, delete, func, select

from deepweb.items import SearchForm, Site
from deepweb.locate.site.patience import FollowedLink, followed_links
from deepweb.locate.web.frontier import Candidate
from deepweb.locate.web.ranker import SeenSites, SiteWords
from deepweb.locate.web.reverse_search import TOPIC, AnsweredQuery, EngineQuery, EngineState
from deepweb.locate.web.topic_crawl import DEEP, RELEVANT, EarlierRuns, LocatingStep, VisitedSite
from deepweb.store.decisions import Transaction
from deepweb.store.ledger import CrawlStore
from deepweb.store.schema import engines, frontier, further_searches, hub_pages, searches
from deepweb.store.schema import located_sites as visited_sites


class SiteDatabase:
    """The sites of one topic."""

    def __init__(self, store: CrawlStore, topic: str) -> None:
        self._store = store
        self._topic = topic

    def save(self, noted: LocatingStep, forms: Sequence[SearchForm], site: Site | None) -> None:
        """Commit a step: all of it, or nothing."""
        with self._store.decisions.transaction() as writing:
            for candidate in noted.candidates:
                writing.put(frontier, self._row(asdict(candidate)))
            if noted.visited is not None:
                self._put_visited(writing, noted, noted.visited)
            if site is not None:
                writing.put_site(site)
            for form in forms:
                writing.put_form(form)
            self._put_searched(writing, noted)

    def prior(self) -> EarlierRuns:
        """The state that earlier runs stored."""
        learnt = SeenSites.none()
        for row in self._rows(visited_sites):
            if row.words is not None:
                learnt.learn(_words(row.words).tokens(), led=row.verdict in RELEVANT)
        visited = self.visited()
        return EarlierRuns(
            candidates=[_candidate(row._asdict()) for row in self._rows(frontier)],
            visited=visited,
            learnt=learnt,
            followed=self._store.decisions.followed_links(""),
            looks=[look for each in visited for look in self._looks(each)],
            hubs=frozenset(row.url for row in self._rows(hub_pages)),
            searched=self.searched(),
            engines={r.engine: EngineState(r.engine, r.failures) for r in self._rows(engines)},
        )

    def visited(self) -> list[VisitedSite]:
        """Every site that was visited, with its verdict and the reason."""
        names = [each.name for each in fields(VisitedSite) if each.name != "topic"]
        return [
            VisitedSite(**{name: getattr(row, name) for name in names}, topic=row.probability)
            for row in self._rows(visited_sites)
        ]

    def found(self) -> Iterator[Site]:
        """The deep-web sites of the topic, the best first, each with its forms."""
        mine = (visited_sites.c.topic == self._topic) & (visited_sites.c.verdict == DEEP)
        by_worth = visited_sites.c.worth.desc(), visited_sites.c.score.desc(), visited_sites.c.site
        rows = list(
            self._store.decisions.rows(select(visited_sites).where(mine).order_by(*by_worth))
        )
        for rank, row in enumerate(rows, 1):
            # Forms that are not sure enough to be submitted are listed with their reasons.
            forms = tuple(form for form in self._store.decisions.forms(row.site) if form.searchable)
            yield Site(
                row.site, row.url, row.reason, row.is_whole, self._topic, rank, row.worth, forms
            )

    def verdicts(self) -> dict[str, int]:
        """The number of sites by verdict."""
        wanted = select(visited_sites.c.verdict, func.count().label("number"))
        mine = wanted.where(visited_sites.c.topic == self._topic)
        return {r.verdict: r.number for r in self._store.decisions.rows(mine.group_by("verdict"))}

    def waiting(self) -> int:
        mine = frontier.c.topic == self._topic
        wanted = select(func.count()).select_from(frontier).where(mine)
        return int(next(self._store.decisions.rows(wanted))[0])

    def engine_states(self) -> list[EngineState]:
        states = (r._asdict() for r in self._rows(engines))
        return [EngineState(**{k: v for k, v in s.items() if k != "topic"}) for s in states]

    def searched(self) -> list[AnsweredQuery]:
        first = (
            AnsweredQuery(r.engine, EngineQuery(r.kind, r.query, r.site), r.results, r.new_sites)
            for r in self._rows(searches)
        )
        further = (
            AnsweredQuery(
                r.engine, EngineQuery(TOPIC, r.query, page=r.page), r.results, r.new_sites
            )
            for r in self._rows(further_searches)
        )
        return [*first, *sorted(further, key=lambda each: each.query.page)]

    def hubs(self) -> tuple[int, int]:
        """The number of pages that engines named, and how many of them were relevant."""
        relevant = [row.relevant for row in self._rows(hub_pages)]
        return len(relevant), sum(relevant)

    def _looks(self, visited: VisitedSite) -> Iterator[FollowedLink]:
        """What was learnt from its pages; a home page alone teaches nothing."""
        return followed_links(
            self._store.decisions.seen_pages(visited.site) if visited.pages > 1 else ()
        )

    def _put_visited(self, writing: Transaction, noted: LocatingStep, visited: VisitedSite) -> None:
        row = asdict(visited)
        row["probability"] = row.pop("topic")
        row["words"] = noted.learnt.words if noted.learnt is not None else None
        writing.put(visited_sites, self._row(row))
        mine = (frontier.c.topic == self._topic) & (frontier.c.site == visited.site)
        writing.execute(delete(frontier).where(mine))
        # The pages of a site that is not explored whole are visited again.
        for number, page in enumerate(noted.seen if visited.is_whole else ()):
            writing.put_seen_page(visited.site, number, page)

    def _put_searched(self, writing: Transaction, noted: LocatingStep) -> None:
        for hub in noted.hubs:
            writing.put(hub_pages, self._row(asdict(hub)))
        if noted.searched is not None:
            self._put_search(writing, noted.searched)
        if noted.engine is not None:
            writing.put(engines, self._row(asdict(noted.engine)))

    def _put_search(self, writing: Transaction, searched: AnsweredQuery) -> None:
        query, row = searched.query, asdict(searched)
        if query.page > 1:
            row |= {"query": query.text, "page": query.page}
            writing.put(further_searches, self._row(row))
        else:
            row |= {"query": query.text, "kind": query.kind, "site": query.site}
            writing.put(searches, self._row(row))

    def _row(self, row: dict[str, object]) -> dict[str, object]:
        return {**row, "topic": self._topic}

    def _rows(self, table: Table) -> Iterator[Any]:
        return self._store.decisions.rows(select(table).where(table.c.topic == self._topic))


def located_sites(address: str, topic: str = "") -> dict[str, str]:
    """Names and addresses of the sites found, of one topic or of all, the best first.

    Raises ValueError if the store has none.
    """
    is_deep = visited_sites.c.verdict == DEEP
    wanted = is_deep & (visited_sites.c.topic == topic) if topic else is_deep
    best = select(visited_sites).where(wanted).order_by(visited_sites.c.worth.desc(), "site")
    store = CrawlStore.open(address)
    try:
        found = {row.site: row.url for row in store.decisions.rows(best)}
    finally:
        store.close()
    if not found:
        what = f"topic={topic or 'books'}"
        raise ValueError(f"no site is located yet; run scrapy crawl sitelocator -a {what} … first")
    return found


def known_topics(store: CrawlStore) -> list[str]:
    """The topics for which sites were visited."""
    wanted = select(visited_sites.c.topic).distinct().order_by("topic")
    return [row.topic for row in store.decisions.rows(wanted)]


def has_sites(address: str, topic: str) -> bool:
    """Does the store at an address hold sites of a topic, waiting or visited?"""
    store = CrawlStore.open(address)
    try:
        database = SiteDatabase(store, topic)
        return bool(database.waiting() or database.verdicts())
    finally:
        store.close()


def _candidate(row: dict[str, object]) -> Candidate:
    del row["topic"]
    return Candidate(**{**row, "words": _words(row["words"])})  # type: ignore[arg-type]


def _words(stored: object) -> SiteWords:
    assert isinstance(stored, list)
    return SiteWords(*(tuple(field) for field in stored))
