"""Which submission of the informative templates next?

The paper generates all URLs of an informative template. Departure: requests are scarce, so the
question comes first that promises most new records. A question promises as many records as its
values have alone, thinned as if they were independent of each other, at most a page, less the share
that was already seen of any part of it. A promise only falls as answers come in, so the best
question is found by looking again at the first in the queue (lazy greedy). Questions that have an
answer or became pointless (``known_answers``) are passed over.

Between templates, the promise of each is weighed by the share of its recent promises that it kept.
Next pages are watched as well: once they show that pages do not reach all records of an answer, it
is worth searching again for templates (``KnownAnswers.reachable``).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from math import prod

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.source import RecentYield
from deepweb.surface.templates.informative import AnswerSummary
from deepweb.surface.templates.isit import IsitOutcome
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.template import Choice, FreeInputs, Pairs, Template

USUAL_PAGE = 10  # records of a page before one was seen


class MenuSource:
    """The questions that are left of the templates that ISIT found (a ``Source``)."""

    def __init__(self, outcome: IsitOutcome) -> None:
        self._free_inputs = outcome.free_inputs
        self._known = outcome.known
        self._templates = [
            (TemplateQuestions(template, outcome.free_inputs, outcome.known), RecentYield(hope=1.0))
            for template in outcome.informative
        ]
        self._asked: dict[Question, tuple[float, RecentYield]] = {}

    def promise(self) -> float:
        return max((each.promise() * kept.value for each, kept in self._templates), default=0.0)

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
        bound = self._free_inputs.bound(question)
        if question.link:
            self._known.add_page(bound, AnswerSummary.of(answer))
            return
        self._known.add(bound, AnswerSummary.of(answer))
        if question in self._asked:
            promised, kept = self._asked.pop(question)
            kept.add(len(new) / promised)


class TemplateQuestions:
    """The questions of one template that were not asked yet, the most promising first."""

    def __init__(self, template: Template, free_inputs: FreeInputs, known: KnownAnswers) -> None:
        self._template = template
        self._free_inputs = free_inputs
        self._known = known
        self._usual = [_usual_size(choice, known) for choice in template.choices]
        choices = template.choices
        self._are_hiding = len(choices) > 1 and all(each.restricts_by_default for each in choices)
        """Was each value asked with the defaults of the others, which may have hidden all?"""
        self._whole = self._size_of_whole()
        self._stated = [
            dict(zip(choice.values, choice.stated_counts, strict=True))
            for choice in template.choices
        ]
        self._queue = [
            (-self._expected(bound), place, bound) for place, bound in enumerate(template.values())
        ]
        heapq.heapify(self._queue)

    def _size_of_whole(self) -> float:
        """The records of which each value alone has a part.

        Where every input restricts by its default, those are the records of the defaults.
        """
        if self._are_hiding and (of_defaults := self._known.size(())):
            return float(of_defaults)
        usual = zip(self._usual, self._template.choices, strict=True)
        return max(size * len(choice.values) for size, choice in usual)

    def promise(self) -> float:
        """New records that the best question promises; 0 if there is none."""
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
        return self._free_inputs.question(heapq.heappop(self._queue)[2])

    def _is_open(self, bound: Pairs) -> bool:
        return self._known.answer(bound) is None and not self._known.why_pointless(bound)

    def _expected(self, bound: Pairs) -> float:
        shares = [size / self._whole for size in self._sizes(bound)]
        parts = self._known.parts(frozenset(bound))
        unseen = min(map(self._known.unseen_share, parts), default=1.0)
        page = self._known.longest or USUAL_PAGE
        return min(page, self._whole * prod(shares)) * unseen

    def _sizes(self, bound: Pairs) -> Iterator[float]:
        """The records of each value alone: by its answer, by its label, or as many as usual."""
        for choice, usual, stated in zip(
            self._template.choices, self._usual, self._stated, strict=True
        ):
            value = tuple(pair for pair in bound if pair[0] in choice.names)
            size = self._known.size(value)
            size = None if self._are_hiding and not size else size
            size = stated.get(value) if size is None else size
            yield usual if size is None else size


def _usual_size(choice: Choice, known: KnownAnswers) -> float:
    """The records of a value of a choice, on average, as far as is known."""
    answered = [known.size(value) for value in choice.values]
    sizes = [size for size in (*answered, *choice.stated_counts) if size is not None]
    return sum(sizes) / len(sizes) if sum(sizes) else float(known.longest or USUAL_PAGE)
