"""Which drill-down to ask next, and when is none worth a request?

Queries are discovered from the root down, and of equal ones only one is followed [Huang §4.3,
Algorithm 2]. Departure: not breadth-first, but by what a page promises: unseen records, and unknown
pairs of a record and a value. Both follow from the counts beside the links: a drill-down with a
count of 40, of which 37 records are known to have all its pairs, has 3 to tell. So the asking goes
down to where a page is just filled, each page telling several pairs at once, and stops where
everything is told. Where a site gives no counts, the yield of earlier drill-downs of the same depth
is the measure.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import Answer, AskAll, Question
from deepweb.surface.facets.drill_plan import Kind, Values, best_chain
from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.site_query import Drill, Pair, SiteQuery
from deepweb.surface.harvest.source import RecentYield

LinksOf = Callable[[Question, Answer], Sequence[FacetLink]]
"""The facets of an answer, live or from the ledger."""

USUAL_SIZE = 10  # records on a page, before there was one
MEMORY = 0.95  # how much of a yield still counts one page later
LEAST = 0.2  # links that promise fewer pairs are forgotten, to save memory
WORTH = 0.3  # a page that tells less than this share of a plan's average is put off
HOPE = 2.0  # new records that a link without a count promises at first
LEAST_NEW = 0.6  # recent yield below which such links are left: after three without a new record
MAX_ROOTS = 3  # the largest roots, for which plans are made


@dataclass(frozen=True, slots=True)
class Offer:
    """A question, and what its answer is expected to bring."""

    question: Question
    promise: float
    """New records."""
    pairs: float
    """New pairs of a record and a value."""
    sort: Kind | None = None
    """The last attribute that is selected, if there is no count."""


@dataclass(slots=True)
class _Told:
    """How much of what was expected came recently."""

    expected: float = 2.0
    came: float = 2.0

    def add(self, expected: float, came: float) -> None:
        self.expected = MEMORY * self.expected + expected
        self.came = MEMORY * self.came + came

    @property
    def share(self) -> float:
        return min(self.came / self.expected, 1.5)


@dataclass(frozen=True, slots=True)
class _Further:
    """The next page of a query."""

    query: SiteQuery
    url: str


_Item = Drill | _Further


class _Waiting:
    """What may be asked, by its promise, which is computed anew before it is given out."""

    def __init__(
        self, offer: Callable[[_Item], Offer | None], rank: Callable[[Offer], float]
    ) -> None:
        self._offer, self._rank = offer, rank
        self._heap: list[tuple[float, int, _Item]] = []
        self._made = 0

    def push(self, item: _Item) -> None:
        offer = self._offer(item)
        if offer and self._rank(offer) >= LEAST:
            self._made += 1
            heapq.heappush(self._heap, (-self._rank(offer), self._made, item))

    def drain(self) -> list[_Item]:
        """Take everything out, in the order of arrival."""
        items = [item for _, _, item in sorted(self._heap, key=lambda each: each[1])]
        self._heap.clear()
        return items

    def best(self) -> Offer | None:
        """The best offer. Promises only fall, so most of the heap need not be computed anew."""
        while self._heap:
            before, number, item = self._heap[0]
            offer = self._offer(item)
            if offer is None or self._rank(offer) < LEAST:
                heapq.heappop(self._heap)
            elif -self._rank(offer) <= before:
                return offer
            else:
                heapq.heapreplace(self._heap, (-self._rank(offer), number, item))
        return None


class DrillDowns:
    """The drill-downs of all pages so far, and the next pages of the queries found."""

    def __init__(self, graph: QueryGraph, *, has_pages: bool = True) -> None:
        """Without ``has_pages``, next pages are not asked for new records."""
        self.graph = graph
        self._has_pages = has_pages
        self._size = USUAL_SIZE
        self._by_pairs = _Waiting(self._offer, lambda offer: offer.pairs)
        self._by_records = _Waiting(self._offer, lambda offer: offer.promise)
        self._resting: list[_Item] = []
        """What is not part of the plan."""
        self._chain: tuple[Kind, ...] = ()
        self._top: SiteQuery | None = None
        """The plan: a root, and the attributes that divide it."""
        self._gain, self._floor = float("inf"), 0.0
        """Pairs per page of the plan, and pairs below which a page is put off."""
        self._is_free = False
        """Is everything done that can be planned?"""
        self._given: set[str] = set()
        self._expected: dict[str, Offer] = {}
        """By link: what was expected of it."""
        self._totals: dict[tuple[int, Pair], int] = {}
        """By root and pair: how many records have it, if the site says so."""
        self._lacked: dict[Pair, float] = {}
        """By pair: the share that was not known when the plan was made."""
        self._told: defaultdict[tuple[Kind | None, int], _Told] = defaultdict(_Told)
        """Pairs, by the number selected; without counts, by the last attribute as well."""
        self._brought = _Told()
        """New records, which other questions find as well."""
        self._uncounted = RecentYield(hope=HOPE)

    def take(self, question: Question, answer: Answer, links: Sequence[FacetLink]) -> list[Drill]:
        """Learn from an answer; returns the drill-downs that are not proven to narrow."""
        self._given.add(question.link)
        before = self.graph.records.told, len(self.graph.seen)
        query, drills = self.graph.take(question, answer, links)
        if query is None:
            return []
        self._compare(question, query, *before)
        self._size = max(len(answer.found), 0 if answer.next_url else self._size)
        for drill in drills:
            if query is query.top and drill.count is not None:
                self._totals[query.number, drill.pair] = drill.count
        self.offer([d for d in drills if self.graph.is_proven(d.pair[0])], query)
        return [d for d in drills if not self.graph.is_proven(d.pair[0])]

    def offer(self, drills: Sequence[Drill], query: SiteQuery | None = None) -> None:
        """Let drill-downs be asked, and the next page of their query."""
        items: list[_Item] = [*drills]
        if query is not None and query.next_url:
            items.append(_Further(query, query.next_url))
        for item in items if self._has_pages else drills:
            self._by_records.push(item)
        self._add(items)

    def question(self, drill: Drill) -> Question:
        """The question of a drill-down, which is not offered again."""
        self._given.add(drill.link.url)
        return Question("facet", drill.query.values, drill.link.url)

    def next_questions(self, most: int = 1, least: float = LEAST) -> list[Offer]:
        """The questions that promise the most pairs, ``least`` each; none is given twice."""
        offers: list[Offer] = []
        while len(offers) < most:
            best = self._by_pairs.best()
            if best is not None and best.pairs >= max(least, self._floor):
                offers.append(self._give(best))
            elif offers or self._is_free or not self._has_more():
                break
            else:
                self._plan(least)
        return offers

    def _has_more(self) -> bool:
        return bool(self._resting) or self._by_pairs.best() is not None

    def _add(self, items: Sequence[_Item]) -> None:
        """Let be asked what is part of the plan; next pages where no drill-down is."""
        planned = {item for item in items if isinstance(item, Drill) and self._is_planned(item)}
        for item in items:
            is_leaf = isinstance(item, _Further) and not planned and self._is_planned(item)
            if self._is_free or is_leaf or item in planned:
                self._by_pairs.push(item)
            elif (offer := self._offer(item)) and offer.pairs >= LEAST:
                self._resting.append(item)

    def _is_planned(self, item: _Item) -> bool:
        kinds = {self.graph.kind(pair) for pair in item.query.pairs - item.query.top.pairs}
        if item.query.top is not self._top or not kinds.issubset(self._chain):
            return False
        following = next((kind for kind in self._chain if kind not in kinds), None)
        return item.kind == following if isinstance(item, Drill) else bool(kinds)

    def _plan(self, least: float) -> None:
        """Plan to divide the root that tells most; if no plan is left, let everything be asked."""
        self._chain, self._top, gain = (), None, 0.0
        self._lacked = {}
        tops = dict.fromkeys(each.query.top for each in self._resting)
        for top in sorted(tops, key=lambda each: -(each.count or 0))[:MAX_ROOTS]:
            kinds = self._values(top)
            chain, told = best_chain(top.count or 1, self._size, kinds)
            if told > gain:
                self._chain, self._top, gain = chain, top, told
        resting, self._resting = self._resting + self._by_pairs.drain(), []
        # Plans tell less and less; one that does not has been tried.
        self._is_free = gain < least or gain >= self._gain
        self._gain, self._floor = gain, 0.0 if self._is_free else WORTH * gain
        if self._top is not None and not self._is_free:
            self._lacked = {p: self._lacking(self._top, p) for _, p in self._totals}
        by_query: dict[SiteQuery, list[_Item]] = {}
        for item in resting:
            by_query.setdefault(item.query, []).append(item)
        for items in by_query.values():
            self._add(items)

    def _values(self, top: SiteQuery) -> dict[Kind, Values]:
        """The attributes of a root, with the counts of their values."""
        counts: dict[Kind, dict[Pair, int]] = {}
        for (number, pair), count in self._totals.items():
            if number == top.number and self.graph.has_effect(pair[0]):
                counts.setdefault(self.graph.kind(pair), {})[pair] = count
        return {
            kind: Values(
                tuple(pairs.values()),
                sum(n * self._lacking(top, p) for p, n in pairs.items()) / sum(pairs.values()),
            )
            for kind, pairs in counts.items()
        }

    def promise(self) -> float:
        """New records expected of the best drill-down; 0 where there is none."""
        best = self._by_records.best()
        return best.promise if best else 0.0

    def next(self) -> Question | None:
        """The drill-down that promises the most new records; none is given twice."""
        best = self._by_records.best()
        return self._give(best).question if best else None

    def _compare(self, question: Question, query: SiteQuery, pairs: int, records: int) -> None:
        """Compare what came with what was expected."""
        if offer := self._expected.pop(question.link, None):
            self._told[offer.sort, len(query.pairs)].add(
                offer.pairs, self.graph.records.told - pairs
            )
            self._brought.add(offer.promise, len(self.graph.seen) - records)
            if offer.sort:
                self._uncounted.add(len(self.graph.seen) - records)

    def _give(self, offer: Offer) -> Offer:
        self._given.add(offer.question.link)
        self._expected[offer.question.link] = offer
        return offer

    def _offer(self, item: _Item) -> Offer | None:
        url = item.url if isinstance(item, _Further) else item.link.url
        if url in self._given:
            return None
        query = item.query
        if isinstance(item, _Further):
            return self._offered("next", url, query, query.pairs, query.count, query.shown, None)
        if not self.graph.has_effect(item.kind[0]):
            return None
        sort = item.kind if item.count is None else None
        return self._offered("facet", url, query, item.pairs, item.count, 0, sort)

    def _offered(  # noqa: PLR0913, PLR0917 - what is known of a page before it is asked for
        self,
        purpose: str,
        url: str,
        query: SiteQuery,
        pairs: frozenset[Pair],
        count: int | None,
        shown: int,
        sort: Kind | None,
    ) -> Offer:
        depth = max(len(pairs), 1)
        # Without a count, each pair is assumed to halve the records of the query above.
        most = self._size if query.count is None else min(self._size, query.count)
        left = most / 2 ** (depth - 1) if count is None else max(count - shown, 0)
        on_page, share = min(self._size, left), 1.0
        if count is not None and pairs and left:
            share = min(max(count - self._known_of(query.top, pairs, count), 0) / left, 1.0)
        most_new = self._most_new() if sort else on_page
        # fsum is exact: the order of pairs differs between runs.
        lacking = max(fsum(self._lacking(query.top, pair) for pair in pairs), 1.0)
        return Offer(
            Question(purpose, query.values, url),
            promise=min(
                on_page * min(share, _unseen(query, shown)) * self._brought.share, most_new
            ),
            pairs=on_page * share * lacking * self._came(sort, depth) if pairs else 0.0,
            sort=sort,
        )

    def _most_new(self) -> float:
        """New records that links without counts bring recently; 0 if that is too few."""
        return self._uncounted.value if self._uncounted.value >= LEAST_NEW else 0.0

    def _came(self, sort: Kind | None, depth: int) -> float:
        """The recent share of expected pairs that came; without counts, deeper is no better."""
        depths = range(1 if sort else depth, depth + 1)
        return min(self._told[sort, each].share for each in depths)

    def _known_of(self, top: SiteQuery, pairs: frozenset[Pair], count: int) -> float:
        """How many of ``count`` records tell nothing new: known ones, and promoted ones."""
        promoted = len(self.graph.records.promoted.numbers) * count / (top.count or count)
        return self.graph.known(pairs, top) + promoted

    def _lacking(self, top: SiteQuery, pair: Pair) -> float:
        """Share of the records with a pair that are not known to have it.

        While a plan is carried out, the share at its start.
        """
        if pair in self._lacked:
            return self._lacked[pair]
        having = len(self.graph.records.having.get(pair, ()))
        total = self._totals.get((top.number, pair))
        if total is None:
            return 0.5 if having else 1.0
        return max(1 - having / total, 0.0)


def _unseen(query: SiteQuery, shown: int) -> float:
    """Share of unseen records among those of a query that its own pages did not show."""
    if query.is_whole:
        return 0.0
    if not query.count:
        return 1.0
    return min(max(query.count - len(query.found), 0) / max(query.count - shown, 1), 1.0)


async def discover(  # noqa: PLR0913 - a budget has several sides
    ask: AskAll,
    drills: DrillDowns,
    links_of: LinksOf,
    *,
    most: int,
    least: float = 1.0,
    together: int = 1,
) -> int:
    """Ask drill-downs that promise ``least`` new pairs; returns the requests, ``most`` at most."""
    asked = 0
    while asked < most:
        offers = drills.next_questions(min(together, most - asked), least)
        if not offers:
            break
        questions = [offer.question for offer in offers]
        for question, answer in zip(questions, await ask(questions), strict=True):
            drills.take(question, answer, links_of(question, answer))
        asked += len(offers)
    return asked
