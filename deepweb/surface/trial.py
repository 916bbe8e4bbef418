"""Do the answers of a form that looks like no search show that it selects records?

[Madhavan08 §4.1] asks whether answers are distinct, of forms that are known to be searches. Here
the same test decides whether a form is one: filters and finders made of menus often do not say so.
Such a form gets a few questions; it is a search once two answers show different records, or one
shows several and another none. So does a further form of a site whose records another form has
found: it is worth more questions once an answer shows a record that is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deepweb.surface.answer import Answer, Ask, NotAskedError, Question
from deepweb.surface.record_numbers import TextNumbers
from deepweb.surface.templates.informative import AnswerSummary, is_alike

QUESTIONS = 12  # questions of a trial
SEVERAL = 5  # records of an answer that, beside one without any, show that the form selects


@dataclass(slots=True)
class Trial:
    """Asks the questions of a trial, and all others once it has succeeded."""

    ask: Ask
    most: int = QUESTIONS
    """Questions before it must have succeeded."""
    known: TextNumbers | None = None
    """The records that a further form must add to."""
    asked: int = 0
    has_succeeded: bool = False
    _shown: list[AnswerSummary] = field(default_factory=list)
    _has_none: bool = False
    """Was there an answer without records?"""

    async def question(self, question: Question) -> Answer:
        """The answer; raises ``NotAskedError`` if the trial has failed."""
        if question.is_browsing:
            return await self.ask(question)
        if not self.has_succeeded and self.asked >= self.most:
            what = "do not select records" if self.known is None else "show nothing new"
            raise NotAskedError(f"its answers to {self.asked} questions {what}")
        self.asked += 1
        answer = await self.ask(question)
        if self.known is not None:
            is_new = any(found.id not in self.known for found in answer.found)
            self.has_succeeded = self.has_succeeded or is_new
        elif not self.has_succeeded:
            self._compare(answer)
        return answer

    def _compare(self, answer: Answer) -> None:
        """Is it another answer than those before: with other records, or with several or none?"""
        summary = AnswerSummary.of(answer)
        if answer.found:
            self.has_succeeded = any(not is_alike(summary, other) for other in self._shown)
            self._shown.append(summary)
        self._has_none = self._has_none or answer.kind == "empty"
        most = max((len(each.ids) for each in self._shown), default=0)
        self.has_succeeded = self.has_succeeded or (self._has_none and most >= SEVERAL)
