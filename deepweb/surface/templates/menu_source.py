"""The informative templates of a form, as a source of questions for the harvest.

Each template promises what its best question does (``promising``), tempered by how much of what it
promised it has kept of late; the best template is asked. Next pages of its answers are watched:
once they show that pages do not reach all records (``heard.reachable``), it is worth searching
again.
"""

from __future__ import annotations

from collections.abc import Sequence

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.source import RecentYield
from deepweb.surface.templates.informativeness import Seen
from deepweb.surface.templates.isit import IsitOutcome
from deepweb.surface.templates.promising import Promising


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
