"""Which values does a text box answer to, and with distinct answers?

An answer counts if it has records that neither the unrestricted question nor nonsense brought,
since a box that is ignored answers everything alike. The paper counts distinct answers [Madhavan08
§5.3].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from deepweb.form.model import Input
from deepweb.surface.answer import Answer, AskAll, Found, NotAskedError, Question
from deepweb.surface.templates.informative import AnswerSummary, is_same_answer

PURPOSE = "typed"


@dataclass(slots=True)
class BoxAnswers:
    """The values that a box was asked for, and their answers."""

    box: Input
    ask: AskAll
    max_questions: int
    along: tuple[tuple[str, str], ...]
    """Values of other inputs that are sent with every question."""
    answers: dict[str, Answer] = field(default_factory=dict)
    _ignored: list[AnswerSummary] = field(default_factory=list)
    """Answers that say nothing about the box."""
    _refusals: set[str] = field(default_factory=set)
    """Signatures of the answers to nonsense."""

    @property
    def tested(self) -> int:
        return len(self.answers)

    def ignore(self, answers: Iterable[Answer]) -> None:
        """Do not count answers like these."""
        self._ignored += [AnswerSummary.of(answer) for answer in answers if answer.found]

    def ignore_same(self, values: Sequence[str]) -> None:
        """Do not count an answer that all these values share."""
        answers = [self.answers[v] for v in values]
        first, *others = map(AnswerSummary.of, answers)
        if first.ids and others and all(is_same_answer(first, other) for other in others):
            self.ignore(answers[:1])

    async def ask_nonsense(self, nonsense: str) -> None:
        """Learn how the form answers to a value of no type."""
        await self.ask_for([nonsense])
        answer = self.answers[nonsense]
        self.ignore([answer])
        self._refusals.add(answer.signature)

    async def ask_for(self, values: Iterable[str]) -> None:
        """Ask for the values that were not asked yet; NotAskedError if they are too many."""
        new = [v for v in dict.fromkeys(values) if v and v not in self.answers]
        if len(new) > self.max_questions - self.tested:
            raise NotAskedError(f"undecided after {self.tested} questions")
        if new:
            filled = [Question(PURPOSE, (*self.along, (self.box.name, v))) for v in new]
            self.answers.update(zip(new, await self.ask(filled), strict=True))

    def distinct(self, values: Iterable[str]) -> int:
        """The number of distinct answers with records that the box selected."""
        different: list[AnswerSummary] = []
        for answered in (AnswerSummary.of(self.answers[v]) for v in values if v in self.answers):
            before = (*self._ignored, *different)
            if answered.ids and not any(is_same_answer(answered, other) for other in before):
                different.append(answered)
        return len(different)

    def share(self, values: Sequence[str]) -> float:
        """The distinctness fraction of those values that were asked."""
        asked = [v for v in values if v in self.answers]
        return self.distinct(asked) / len(asked) if asked else 0.0

    def reads(self, values: Iterable[str]) -> bool:
        """Does the form answer to any of the values otherwise than to nonsense?"""
        asked = [self.answers[v] for v in values if v in self.answers]
        return bool(self._refusals) and any(a.signature not in self._refusals for a in asked)

    def found(self, values: Iterable[str]) -> list[Found]:
        """The records of the answers to the values."""
        return [r for v in values if v in self.answers for r in self.answers[v].found]
