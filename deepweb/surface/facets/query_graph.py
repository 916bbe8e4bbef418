"""Which queries does a site answer, which is part of which, and which pairs do records have?

A query is a set of pairs of an attribute and a value; a link on its list pages leads to a query
with one pair more, a drill-down [Huang §3, §4]. The queries form a DAG; a record found under a
query has its pairs, and those of all queries above. List pages belong to one query if their links
are alike [Huang Algorithm 1]; two queries are equal if they have the same records and the same
drill-downs [Huang Algorithm 2].

Departures. ``read/facets/facets.py`` tells beforehand which links may be drill-downs, and the pager
which are next pages, so neither has to be crawled to be known. That A then B is B then A is known
before it is asked, since queries are identified by their pairs first. A count beside a link that
equals the count of the query says that all its records have the value. Numeric and disjunctive
predicates are pairs of their own: the text of the link is the value; a second value of the same
attribute, which would widen the query or is known from above, is not asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import networkx as nx
from pyroaring import BitMap

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import FAILED, Answer, Question
from deepweb.surface.facets.drill_plan import Kind
from deepweb.surface.facets.record_pairs import Attributes, RecordPairs
from deepweb.surface.facets.site_query import Drill, Listed, Pair, SiteQuery
from deepweb.surface.record_numbers import TextNumbers

SAME = 0.9  # share of common links that makes two queries the same (1 - ε of [Huang §4.2])
INCLUDED = 0.8  # share of a drill-down's records that must be records of the query above
MIN_LINKS = 3  # links that are needed to tell queries apart
MAX_IDLE = 2  # answers without effect after which an attribute is left
MAX_DRILLS = 200_000  # drill-downs that are kept; those of words may fill half of it
NEARLY = 0.1  # relative difference of two counts of the same query on a site that changes
NOTHING: frozenset[Pair] = frozenset()


class QueryGraph:
    """The queries of a site and what was found under them."""

    def __init__(
        self,
        key: Callable[[str], str] = str,
        menus: Mapping[tuple[str, str], Pair] | None = None,
        records: TextNumbers | None = None,
        *,
        needs_proof: bool = False,
    ) -> None:
        """``key`` is equal for URLs that ask the same; ``menus`` gives the pair of a menu's name
        and value; ``records`` are the known records of the site. With ``needs_proof``, attributes
        without counts are told only after they were seen to narrow a query."""
        self.records = RecordPairs(records)
        self._key = key
        self._needs_proof = needs_proof
        self._proven: set[str] = set()
        self._menus = menus or {}
        self._names: dict[str, str] = {}
        self._roots: dict[tuple[tuple[str, str], ...], SiteQuery] = {}
        self._next: dict[str, SiteQuery] = {}
        self._drills: dict[str, Drill] = {}
        """By URL."""
        self._by_key: dict[str, Drill] = {}
        self._by_pairs: dict[tuple[int, frozenset[Pair]], SiteQuery | Drill] = {}
        self._by_list: dict[tuple[int, int | None, frozenset[Listed]], SiteQuery] = {}
        self.dag = nx.DiGraph()
        """Edges lead to queries with a pair more; queries without edges are left out."""
        self._queries = 0
        self._taken: set[tuple[tuple[tuple[str, str], ...], str]] = set()
        self._idle: Counter[str] = Counter()
        self._narrowing: Counter[str] = Counter()
        self._levels: dict[Pair, int] = {}
        """The depth of a value in its attribute."""
        self._single: Counter[Kind] = Counter()
        """How often the counts of an attribute, at one depth, added up to the query's count, minus
        how often they did not."""
        self._uncounted: dict[Pair, None] = {}
        self._miscounted = 0
        self._counted = 0
        self.seen = BitMap()
        """Numbers of the records on all pages so far."""
        self.left: Counter[str] = Counter()
        """Why links were not followed, and how many."""

    def take(
        self, question: Question, answer: Answer, links: Sequence[FacetLink]
    ) -> tuple[SiteQuery | None, list[Drill]]:
        """Learn from a page; returns its query and the new drill-downs that may be worth asking."""
        asked = (question.values, question.link)
        is_none = answer.kind in FAILED or (answer.kind == "duplicate" and not answer.found)
        if is_none or question.purpose == "background" or asked in self._taken:
            return None, []
        self._taken.add(asked)
        ids = self.records.numbers.numbers(found.id for found in answer.found)
        query = self._next.pop(question.link, None) if question.link else None
        if query is None:
            query = self._query_of(question, answer, links, ids)
        if query is None:
            return None, []
        self._add_page(query, answer, ids)
        if not links:
            return query, []
        if self._is_full(query):
            self.left["too many are known"] += len(links)
            return query, []
        if query.pages == 1 and (same := self._equal(query, links)):
            self._merge(query, same)
            return query, []
        return query, self._offers(query, links)

    def attributes_of(self, ids: Iterable[str]) -> Attributes:
        """The attributes of some records, by the queries that they were found under.

        Values are in the order of learning them; promoted records have none.
        """
        idle = self.records.same_for_all(self._uncounted)
        idle.update(pair[0] for pair in self._uncounted if not self.is_proven(pair[0]))
        return self.records.attributes_of(ids, idle)

    @property
    def roots(self) -> list[SiteQuery]:
        """The queries that are no drill-downs."""
        return list(self._roots.values())

    def known(self, pairs: Iterable[Pair], top: SiteQuery) -> int:
        """How many records below a root are known to have all of some pairs."""
        return self.records.count(pairs, top.found if top.is_keyword else None)

    def kind(self, pair: Pair) -> Kind:
        """The attribute of a pair, and the depth of its value."""
        return pair[0], self._levels.get(pair, 0)

    def has_effect(self, attribute: str) -> bool:
        """Do links of an attribute narrow a query, as far as is known?"""
        return self._idle[attribute] < MAX_IDLE or self._narrowing[attribute] > 0

    def is_proven(self, attribute: str) -> bool:
        """Is it proven, by counts or by answers, that links of an attribute narrow a query?"""
        return not self._needs_proof or attribute in self._proven

    def value_of(self, link: str) -> str:
        """The value that a drill-down selects, in small letters; "" if it is none."""
        drill = self._drill_of(link)
        return drill.pair[1].casefold() if drill else ""

    # From a page to its query

    def _query_of(
        self, question: Question, answer: Answer, links: Sequence[FacetLink], ids: list[int]
    ) -> SiteQuery | None:
        drill = self._drill_of(question.link)
        if drill is None:
            return self._root(question)
        attribute = drill.kind[0]
        if reason := self._idleness(drill, answer, links, ids):
            self.left[reason] += 1
            self._idle[attribute] += 1
            return None
        self._narrowing[attribute] += 1
        if ids and _is_less(answer, ids, drill.query):
            self._proven.add(attribute)
        self._check_count(drill, answer)
        query = self._new(drill.query.values, drill.pairs, [drill.query, *drill.also])
        query.count = drill.count
        self._by_pairs[query.top.number, drill.pairs] = query
        return query

    def _drill_of(self, link: str) -> Drill | None:
        # Which addresses show the same may have been learnt since it was offered.
        return (self._drills.get(link) or self._by_key.get(self._key(link))) if link else None

    def _root(self, question: Question) -> SiteQuery:
        # Links that were not offered as drill-downs are other searches.
        values = question.values if not question.link else (("", question.link),)
        if values not in self._roots:
            chosen = [self._menus[each] for each in values if each in self._menus]
            pairs = frozenset(chosen) if chosen else NOTHING
            self._roots[values] = self._new(values, pairs, [])
        return self._roots[values]

    def _new(
        self, values: tuple[tuple[str, str], ...], pairs: frozenset[Pair], above: list[SiteQuery]
    ) -> SiteQuery:
        top = above[0].top if above else None
        query = SiteQuery(self._queries, values, pairs, root=top)
        self._queries += 1
        query.held = pairs.union(*(each.held for each in above)) if above else pairs
        self.dag.add_edges_from((each, query) for each in above)
        return query

    def _lineage(self, query: SiteQuery) -> set[SiteQuery]:
        """A query and all queries above it."""
        return {query, *nx.ancestors(self.dag, query)} if query in self.dag else {query}

    def _hold(self, query: SiteQuery, pairs: Iterable[Pair]) -> None:
        """All records of a query, and of those below it, have some pairs."""
        below = nx.descendants(self.dag, query) if query in self.dag else ()
        for each in (query, *below):
            each.held = each.held.union(pairs)

    def _join(self, query: SiteQuery, known: SiteQuery | Drill) -> None:
        """Note one more query that a known one is a drill-down of."""
        if isinstance(known, SiteQuery):
            self.dag.add_edge(query, known)
        elif query is not known.query and query not in known.also:
            known.also.append(query)

    def _idleness(
        self, drill: Drill, answer: Answer, links: Sequence[FacetLink], ids: list[int]
    ) -> str:
        """The reason why an answer is not a part of the query above, or ""."""
        above = drill.query
        if above.count is not None and answer.count is not None:
            if answer.count > (1 + NEARLY) * above.count:
                return "finds more than before"
            if answer.count == above.count and drill.count is None:
                return "finds the same"
        elif _alike(self._listed(links), above.listed):
            return "finds the same"
        is_all = drill.link.count is None and above.is_whole and _are(ids, above)
        is_first = list(above.first[: len(ids)]) == ids and drill.count != above.count
        if is_all or (is_first and (above.next_url or above.pages > 1)):
            return "finds the same"
        results = [each for each in ids if each not in self.records.promoted.numbers]
        inside = sum(each in above.found for each in results)
        if above.is_whole and inside < INCLUDED * len(results):
            return "finds other records"
        return ""

    def _check_count(self, drill: Drill, answer: Answer) -> None:
        """Does the count beside a link match the answer?"""
        if drill.count is None or answer.count is None:
            return
        self._counted += 1
        apart = abs(drill.count - answer.count)
        self._miscounted += apart > max(2, NEARLY * max(drill.count, answer.count))

    def _add_page(self, query: SiteQuery, answer: Answer, ids: list[int]) -> None:
        query.pages += 1
        query.shown += len(ids)
        self.records.promoted.add(query.number, query.pages, ids)
        query.count = query.count if answer.count is None else answer.count
        self.seen.update(ids)
        for each in self._lineage(query):
            each.add(ids)
        for pair in sorted(query.held):
            self.records.add(pair, ids)
            if self._single[self.kind(pair)] > 0:
                self.records.promoted.add_single(self.kind(pair), pair[1], ids)
        query.next_url = answer.next_url if ids else ""
        if query.next_url:
            self._next[query.next_url] = query
        else:
            self.records.promoted.end(query.number)
            query.is_whole = query.count is None or query.shown >= (1 - NEARLY) * query.count
            query.count = query.shown if query.count is None else query.count

    def _equal(self, query: SiteQuery, links: Sequence[FacetLink]) -> SiteQuery | None:
        """A query with the same records and the same drill-downs [Huang §4.3]."""
        listed = self._listed(link for link in links if not link.is_selected)
        if len(listed) < MIN_LINKS or query.count is None:
            return None
        first = self._by_list.setdefault((query.top.number, query.count, listed), query)
        is_same = first is not query and all(map(first.found.__contains__, query.found))
        return first if is_same else None

    def _merge(self, query: SiteQuery, same: SiteQuery) -> None:
        """The pairs of one of two equal queries are those of the other."""
        self.left["is the same as another query"] += 1
        for each, other in ((query, same), (same, query)):
            self._hold(each, other.held)
            for pair in sorted(other.held):
                self.records.add(pair, each.found)

    # From its links to drill-downs

    def _is_full(self, query: SiteQuery) -> bool:
        """Are so many drill-downs known that those of a query are not kept?"""
        is_word = query is query.top and query.is_keyword
        return len(self._drills) >= (MAX_DRILLS // 2 if is_word else MAX_DRILLS)

    def _offers(self, query: SiteQuery, links: Sequence[FacetLink]) -> list[Drill]:
        query.listed |= self._listed(links)
        pairs = [(self._attribute(query, link), link.value) for link in links]
        counts: defaultdict[Kind, list[int]] = defaultdict(list)
        for pair, link in zip(pairs, links, strict=True):
            chosen = sum(attribute == pair[0] for attribute, _ in query.pairs)
            self._levels.setdefault(pair, chosen + len(link.above))
            counts[self.kind(pair)].append(link.count or 0)
        if query.pages == 1 and query.count:
            for kind, numbers in counts.items():
                if len(numbers) > 1:
                    self._single[kind] += 1 if sum(numbers) == query.count else -1
        offers = []
        for pair, link in zip(pairs, links, strict=True):
            drill, reason = self._drill(query, link, pair, counts[self.kind(pair)])
            if drill is None:
                self.left[reason] += 1
            else:
                offers.append(drill)
        query.offered = query.offered.union(pairs)
        return offers

    def _drill(
        self, query: SiteQuery, link: FacetLink, pair: Pair, counts: list[int]
    ) -> tuple[Drill | None, str]:
        """A link as a drill-down, or the reason why it is not asked."""
        count = self._count(query, link)
        if reason := self._against(query, link, pair):
            return None, reason
        if count is not None and count == query.count:
            self._tell(query, pair, counts)
            return None, "has all records of the query"
        pairs = query.pairs | {pair} | {(pair[0], value) for value in link.above}
        place, key = (query.top.number, pairs), self._key(link.url)
        if known := self._by_pairs.get(place) or self._by_key.get(key):
            if place in self._by_pairs:
                self._join(query, known)
            return None, "is known" if link.url in self._drills else "selects the same as another"
        if link.count is None:
            self._uncounted[pair] = None
        else:
            self._proven.add(pair[0])
        drill = Drill(query, link, pair, self.kind(pair), pairs, count)
        self._by_pairs[place] = self._by_key[key] = self._drills[link.url] = drill
        return drill, ""

    def _against(self, query: SiteQuery, link: FacetLink, pair: Pair) -> str:
        """The reason why a link by itself does not narrow a query, or ""."""
        if link.is_selected or pair in query.pairs:
            return "chosen already"
        if link.count == 0:
            return "has no records"
        is_chosen_of = any(attribute == pair[0] for attribute, _ in query.pairs)
        if is_chosen_of and any(pair in each.offered for each in self._lineage(query)):
            return "stands beside what is chosen"
        return "" if self.has_effect(pair[0]) else "has no effect"

    def _count(self, query: SiteQuery, link: FacetLink) -> int | None:
        """The count beside a link, if the site's counts can be believed."""
        if 2 * self._miscounted > self._counted > MAX_IDLE:
            return None
        too_many = link.count is not None and query.count is not None and link.count > query.count
        return None if too_many else link.count

    def _tell(self, query: SiteQuery, pair: Pair, counts: list[int]) -> None:
        """Note that all records of a query have a pair, unless it is an "all" beside its parts."""
        assert query.count is not None
        is_all = len(counts) > MAX_IDLE and sum(counts) == 2 * query.count
        if is_all or pair in query.held:
            return
        self._hold(query, [pair])
        self.records.add(pair, query.found)

    def _listed(self, links: Iterable[FacetLink]) -> frozenset[Listed]:
        return frozenset((self._name(link.attribute), link.value, link.count) for link in links)

    def _attribute(self, query: SiteQuery, link: FacetLink) -> str:
        """The attribute of a link; its heading may be a selected value, of which it is a part."""
        heading = link.attribute.casefold()
        chosen = (name for name, value in query.pairs if value.casefold() == heading)
        return min(chosen, default="") or self._name(link.attribute)

    def _name(self, attribute: str) -> str:
        """The spelling of an attribute that was seen first."""
        return self._names.setdefault(attribute.casefold(), attribute)


def _is_less(answer: Answer, ids: Sequence[int], above: SiteQuery) -> bool:
    """Is the answer a proper part of a query whose records are all known?"""
    if not above.is_whole or not all(map(above.found.__contains__, ids)):
        return False
    if answer.count is not None and above.count is not None:
        return answer.count < above.count
    return not answer.next_url and len(ids) < len(above.found)


def _are(ids: Sequence[int], query: SiteQuery) -> bool:
    """Are these all records of a query?"""
    return len(ids) == len(query.found) and all(map(query.found.__contains__, ids))


def _alike(some: frozenset[Listed], others: frozenset[Listed]) -> bool:
    """Are these links of one query, by their Jaccard similarity? Without counts, nobody can say."""
    if sum(count is not None for _, _, count in some) < MIN_LINKS:
        return False
    return len(some & others) > SAME * len(some | others)
