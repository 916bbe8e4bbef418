"""Facets of the answers, as a source of questions: for new records, and for what records have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.drill_down import DrillDowns, discover
from deepweb.surface.harvest import Harvest
from deepweb.surface.query_graph import Attributes, QueryGraph

# Pairs of a record and a value that a request must promise to be made for their sake.
LEAST_PAIRS = 5.0


class FacetSource:
    """Drill-downs (``drill_down``); next pages are another source's."""

    def __init__(self, menus: Mapping[tuple[str, str], tuple[str, str]]) -> None:
        self._drills = DrillDowns(QueryGraph(menus=menus), has_pages=False)

    def promise(self) -> float:
        return self._drills.promise()

    def next(self) -> Question | None:
        return self._drills.next()

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        # What has no count may be a way to sort; to find out takes several requests.
        counted = [link for link in answer.facets if link.count is not None]
        self._drills.take(question, answer, counted)

    def attributes(self) -> Attributes:
        """What records have, as far as it is known."""
        return self._drills.graph.attributes_of()

    async def discover(self, harvest: Harvest, most: int, together: int) -> None:
        """Ask for the sake of what records have, now that they are found."""

        async def ask(questions: Sequence[Question]) -> list[Answer]:
            if trouble := harvest.trouble():
                raise NotAskedError(trouble)
            return await harvest.ask_all(questions)

        await discover(
            ask,
            self._drills,
            lambda *_: (),  # they were taken with the answer
            most=most,
            least=LEAST_PAIRS,
            together=together,
        )
