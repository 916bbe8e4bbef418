"""Facets of the answers, as a source of questions: for new records, and for their attributes.

Facet links without counts are held back until it is proven that their attribute narrows, since they
may as well be sort orders or tabs. A link drills down if its answer is included in the answer above
[Huang §4.2]. Where all records of a query are known, from a single page, one answer proves it: it
shows some of the records, but not all. A sort order shows the same records there, a tab others.
Where the records are few, all of them may have the value: then a second link is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.facets.drill_down import HOPE, DrillDowns, discover
from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.record_pairs import Attributes
from deepweb.surface.facets.second_level import SecondLevel, settle_doubts
from deepweb.surface.facets.site_query import Drill
from deepweb.surface.harvest.harvest import Harvest
from deepweb.surface.paging import PageReach
from deepweb.surface.record_numbers import TextNumbers

LEAST_PAIRS = 5.0  # pairs of record and value that a request for attributes must promise
SAID = 0.9  # share of the records of a facet that hold its value, if records say it by themselves
ENOUGH_SAID = 4  # facets that prove it
MAX_TESTS = 2  # links of an attribute that are followed as a proof
MANY_RECORDS = 10  # records of a page from which on one link is proof enough
MOST_ATTRIBUTES = 6  # attributes of a form that are tested
MIN_RECORDS = 4  # records that a page must show to prove anything
FEWEST_VALUES = 2  # values of the attribute that it must offer
MOST_HELD = 5_000  # links that are held back


class FacetSource:
    """Drill-downs (``drill_down``) without their next pages, which are another source's."""

    def __init__(
        self,
        menus: Mapping[tuple[str, str], tuple[str, str]],
        links: SecondLevel,
        reach: PageReach,
        records: TextNumbers | None = None,
    ) -> None:
        self._graph = QueryGraph(links.page_key, menus, records, needs_proof=True)
        self._drills = DrillDowns(self._graph, has_pages=False)
        self._links = links
        self._reach = reach
        self._unproven = _Unproven(self._graph)
        self._test: Question | None = None
        """A question that may prove that an attribute narrows."""
        self._presenting: set[str] = set()
        """Links that show their page in another way."""

    def promise(self) -> float:
        return max(self._drills.promise(), HOPE if self._test else 0.0)

    def next(self) -> Question | None:
        if self._test and self._drills.promise() < HOPE:
            test, self._test = self._test, None
            return test
        return self._drills.next()

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        presenting = set(self._only_presenting(answer))
        self._presenting |= presenting
        kept = [link for link in answer.facets if link.url not in presenting]
        self._unproven.hold(self._drills.take(question, answer, kept))
        self._drills.offer(self._unproven.proven())
        # Where pages reach all records, attributes are proven after the records are found.
        if self._reach.cut_off and not self._test:
            self._test = self._next_test()

    def _next_test(self) -> Question | None:
        drill = self._unproven.next_test()
        return None if drill is None else self._drills.question(drill)

    def _only_presenting(self, answer: Answer) -> Iterator[str]:
        """Links without counts that show what their page shows, or what a neighbour shows.

        Neighbours are compared because a link that stands for a form sends all inputs of the form,
        and so differs from its page in more than its own value.
        """
        presents = self._links.only_presents
        uncounted = [link for link in answer.facets if link.count is None]
        for link in uncounted:
            if presents(link.url, answer.url):
                yield link.url
        for link, beside in pairwise(uncounted):
            is_run = link.attribute == beside.attribute and link.value != beside.value
            if is_run and presents(link.url, beside.url):
                yield from (link.url, beside.url)

    @property
    def has_attributes(self) -> bool:
        return self._graph.records.told > 0

    def attributes_of(self, ids: Iterable[str]) -> Attributes:
        """The known attributes of some records."""
        return self._graph.attributes_of(ids)

    def outcome(self) -> Counter[str]:
        """Why links were not followed, and how many."""
        more = {"show the same in another way": len(self._presenting)}
        unproven = {"not proven to narrow": len(self._unproven.urls())}
        return self._graph.left + Counter(more) + Counter(unproven)

    async def discover(self, harvest: Harvest, box: str, most: int) -> None:
        """Ask for the attributes of the records, now that these are found."""

        said = _Said(self._graph)

        async def ask(questions: Sequence[Question]) -> list[Answer]:
            if trouble := harvest.trouble() or said.reason:
                raise NotAskedError(trouble)
            answers = await harvest.ask_all(questions)
            said.add(questions, answers)
            return answers

        before = harvest.asked
        if most:
            await settle_doubts(ask, self._links, box, self._unproven.urls())
        while harvest.asked - before < most and (test := self._test or self._next_test()):
            self._test = None
            await ask([test])
        await discover(
            ask,
            self._drills,
            lambda *_: (),  # the harvest has passed them to take()
            most=most - (harvest.asked - before),
            least=LEAST_PAIRS,
            together=harvest.together,
        )


@dataclass(slots=True)
class _Said:
    """Watches whether records say by themselves what facets select; then none need be asked."""

    graph: QueryGraph
    _said: int = 0
    _unsaid: int = 0

    def add(self, questions: Sequence[Question], answers: Sequence[Answer]) -> None:
        for question, answer in zip(questions, answers, strict=True):
            value = self.graph.value_of(question.link)
            if value and answer.found:
                saying = sum(value in each.text.casefold() for each in answer.found)
                is_said = saying >= SAID * len(answer.found)
                self._said, self._unsaid = self._said + is_said, self._unsaid + (not is_said)

    @property
    def reason(self) -> str:
        is_enough = self._said >= ENOUGH_SAID and not self._unsaid
        return "records say by themselves what facets select" if is_enough else ""


class _Unproven:
    """Links without counts, held back until their attribute is proven to narrow."""

    def __init__(self, graph: QueryGraph) -> None:
        self._graph = graph
        self._held: list[Drill] = []
        self._tests: Counter[str] = Counter()

    def urls(self) -> list[str]:
        return [drill.link.url for drill in self._held]

    def hold(self, drills: Iterable[Drill]) -> None:
        self._held += drills
        del self._held[MOST_HELD:]

    def proven(self) -> list[Drill]:
        """Links whose attribute is proven by now; they are held no longer."""
        is_proven = self._graph.is_proven
        free = [drill for drill in self._held if is_proven(drill.pair[0])]
        self._held = [drill for drill in self._held if not is_proven(drill.pair[0])]
        return free

    def next_test(self) -> Drill | None:
        """The link that proves most: on the page with the most records."""
        able = [drill for drill in self._held if self._is_test(drill)]
        best = max(able, key=lambda drill: len(drill.query.found), default=None)
        if best is not None:
            is_enough = len(best.query.found) >= MANY_RECORDS
            self._tests[best.pair[0]] += MAX_TESTS if is_enough else 1
            self._held.remove(best)
        return best

    def _is_test(self, drill: Drill) -> bool:
        attribute, query = drill.pair[0], drill.query
        if not self._graph.has_effect(attribute) or self._tests[attribute] >= MAX_TESTS:
            return False
        if attribute not in self._tests and len(self._tests) >= MOST_ATTRIBUTES:
            return False
        values = sum(name == attribute for name, _ in query.offered)
        is_known = query.is_whole and query.pages == 1 and len(query.found) >= MIN_RECORDS
        return is_known and values >= FEWEST_VALUES
