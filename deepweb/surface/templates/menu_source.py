"""The informative templates of a form, as a source of questions for the harvest.

Each template promises what its best question does (``promising``), tempered by how much of what it
promised it has kept of late; the best template is asked. Next pages of its answers are watched:
once they show that pages do not reach all records (``heard.reachable``), it is worth searching
again.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from math import prod

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.source import RecentYield
from deepweb.surface.templates.informative import Seen
from deepweb.surface.templates.isit import IsitOutcome
from deepweb.surface.templates.known_answers import Heard
from deepweb.surface.templates.template import Choice, Pairs, Template, Wording


class MenuSource:
    """What is left to ask of the templates that ISIT found."""

    def __init__(self, outcome: IsitOutcome) -> None:
        self._wording = outcome.wording
        self._heard = outcome.heard
        self._templates = [
            (Promising(template, outcome.wording, outcome.heard), RecentYield(hope=1.0))
            for template in outcome.informative
        ]
        self._asked: dict[Question, tuple[float, RecentYield]] = {}

    def promise(self) -> float:
        return max((p.promise() * kept.value for p, kept in self._templates), default=0.0)

    def next(self) -> Question | None:
        if not self.promise():
            return None
        best, kept = max(self._templates, key=lambda each: each[0].promise() * each[1].value)
        promised = best.promise()
        question = best.next()
        if question:
            self._asked[question] = promised, kept
        return question

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        bound = self._wording.bound(question)
        if question.link:
            self._heard.note_page(bound, Seen.of(answer))
            return
        self._heard.note(bound, Seen.of(answer))
        if question in self._asked:
            promised, kept = self._asked.pop(question)
            kept.add(len(new) / promised)


# --- merged from promising.py; rewrite or remove this note ---
# Which question of a template next?
#
# Madhavan et al. (PVLDB 2008) generate all URLs of an informative template. Departure: requests are
# few, so the question comes first that promises most new records: as many as its values have by
# themselves, thinned as if they had nothing to do with each other, no more than a page shows, and
# less what was already seen of any part of it. What that promises only falls as answers come in, so
# the best is found by looking at the first in line again (lazy greedy). What has an answer, or became
# pointless meanwhile (``heard``), is passed over.

# Records of a page, where none was seen.
USUAL_PAGE = 10


class Promising:
    """The questions of one template that were not asked, the most promising first."""

    def __init__(self, template: Template, wording: Wording, heard: Heard) -> None:
        self._template = template
        self._wording = wording
        self._heard = heard
        self._usual = [_usual(choice, heard) for choice in template.choices]
        self._whole = max(
            usual * len(choice.values)
            for usual, choice in zip(self._usual, template.choices, strict=True)
        )
        self._said = [
            dict(zip(choice.values, choice.promised, strict=True)) for choice in template.choices
        ]
        self._queue = [
            (-self._expected(bound), place, bound) for place, bound in enumerate(template.values())
        ]
        heapq.heapify(self._queue)

    def promise(self) -> float:
        """New records that the best question promises; 0 where there is none."""
        while self._queue:
            before, place, bound = self._queue[0]
            expected = self._expected(bound) if self._is_open(bound) else 0.0
            if expected > 0 and expected >= -before:
                return expected
            heapq.heappop(self._queue)
            if expected > 0:
                heapq.heappush(self._queue, (-expected, place, bound))
        return 0.0

    def next(self) -> Question | None:
        """The best question; none is given twice."""
        if self.promise() <= 0:
            return None
        return self._wording.question(heapq.heappop(self._queue)[2])

    def _is_open(self, bound: Pairs) -> bool:
        return self._heard.answer(bound) is None and not self._heard.is_pointless(bound)

    def _expected(self, bound: Pairs) -> float:
        shares = [count / self._whole for count in self._counts(bound)]
        parts = self._heard.parts(frozenset(bound))
        unseen = min(map(self._heard.unseen_share, parts), default=1.0)
        page = self._heard.longest or USUAL_PAGE
        return min(page, self._whole * prod(shares)) * unseen

    def _counts(self, bound: Pairs) -> Iterator[float]:
        """How many records each value of it has alone, by its answer, its label, or as is usual."""
        for choice, usual, said in zip(
            self._template.choices, self._usual, self._said, strict=True
        ):
            value = tuple(pair for pair in bound if pair[0] in choice.names)
            known = self._heard.size(value)
            promised = said.get(value) if known is None else known
            yield usual if promised is None else promised


def _usual(choice: Choice, heard: Heard) -> float:
    """How many records a value of a choice has on average, by what is known."""
    sizes = [heard.size(value) for value in choice.values]
    known = [size for size in (*sizes, *choice.promised) if size is not None]
    return sum(known) / len(known) if sum(known) else float(heard.longest or USUAL_PAGE)
