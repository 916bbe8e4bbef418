"""Facets of the answers, as a source of questions: for new records, and for what records have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.facets.drill_down import HOPE, DrillDowns, discover
from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.record_pairs import Attributes
from deepweb.surface.facets.second_level import SecondLevel, settle_doubts
from deepweb.surface.harvest import Harvest
from deepweb.surface.paging import PageReach
from deepweb.surface.record_numbers import Numbered

# Pairs of a record and a value that a request must promise to be made for their sake.
LEAST_PAIRS = 5.0


class FacetSource:
    """Drill-downs (``drill_down``); next pages are another source's."""

    def __init__(
        self,
        menus: Mapping[tuple[str, str], tuple[str, str]],
        links: SecondLevel,
        reach: PageReach,
        numbered: Numbered | None = None,
    ) -> None:
        graph = QueryGraph(links.page_key, menus, numbered, needs_proof=True)
        self._drills = DrillDowns(graph, has_pages=False)
        self._links = links
        self._reach = reach
        self._test: Question | None = None
        """A question that may prove that an attribute narrows."""
        self._presenting: set[str] = set()

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
        self._drills.take(question, answer, kept)
        self._drills.release()
        # Where pages reach all records, there is time for proof when they are found.
        if self._reach.cut_off and not self._test:
            self._test = self._drills.next_test()

    def _only_presenting(self, answer: Answer) -> Iterator[str]:
        """Links without counts that show what their page shows, or what the link beside them does.

        Those that forms stand for say more than what they change: all that the form sends.
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
        return self._drills.graph.records.told > 0

    def attributes_of(self, ids: Iterable[str]) -> Attributes:
        """What some records have, as far as it is known."""
        return self._drills.graph.attributes_of(ids)

    def outcome(self) -> Counter[str]:
        """Why links were not asked, and how many."""
        more = {"show the same in another way": len(self._presenting)}
        unproven = {"not proven to narrow": len(self._drills.unproven_urls())}
        return self._drills.graph.left + Counter(more) + Counter(unproven)

    async def discover(self, harvest: Harvest, box: str, most: int, together: int) -> None:
        """Ask for the sake of what records have, now that they are found."""

        async def ask(questions: Sequence[Question]) -> list[Answer]:
            if trouble := harvest.trouble():
                raise NotAskedError(trouble)
            return await harvest.ask_all(questions)

        before = harvest.asked
        if most:
            await settle_doubts(ask, self._links, box, self._drills.unproven_urls())
        while harvest.asked - before < most and (test := self._test or self._drills.next_test()):
            self._test = None
            await ask([test])
        await discover(
            ask,
            self._drills,
            lambda *_: (),  # they were taken with the answer
            most=most - (harvest.asked - before),
            least=LEAST_PAIRS,
            together=together,
        )
