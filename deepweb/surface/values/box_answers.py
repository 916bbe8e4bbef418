"""Which values that a box was asked for did it answer, and differently?

An answer counts if it has records that neither the unrestricted question nor nonsense brought: a
box that is ignored answers the same to everything (Madhavan et al., *Google's Deep-Web Crawl*,
PVLDB 2008, section 5.3, counts distinct answers).
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
    """What has been asked of a box, and what came of it."""

    box: Input
    ask: AskAll
    most: int
    """Questions in all."""
    along: tuple[tuple[str, str], ...]
    answers: dict[str, Answer] = field(default_factory=dict)
    known: list[AnswerSummary] = field(default_factory=list)
    """Answers that show nothing of the box."""
    refusals: set[str] = field(default_factory=set)
    """What the page says to a value that it cannot read."""

    @property
    def tested(self) -> int:
        return len(self.answers)

    def ignore(self, answers: Iterable[Answer]) -> None:
        """Do not count answers like these."""
        self.known += [AnswerSummary.of(answer) for answer in answers if answer.found]

    def ignore_same(self, values: Sequence[str]) -> None:
        """An answer that several values share shows nothing of them."""
        answers = [self.answers[v] for v in values]
        first, *others = map(AnswerSummary.of, answers)
        if first.ids and others and all(is_same_answer(first, other) for other in others):
            self.ignore(answers[:1])

    async def values(self, values: Iterable[str]) -> None:
        """Ask for those not asked yet, as many as may be."""
        new = [v for v in dict.fromkeys(values) if v and v not in self.answers]
        if len(new) > self.most - self.tested:
            raise NotAskedError(f"not told after {self.tested} questions")
        if new:
            filled = [Question(PURPOSE, (*self.along, (self.box.name, v))) for v in new]
            self.answers.update(zip(new, await self.ask(filled), strict=True))

    def distinct(self, values: Iterable[str]) -> int:
        """Different answers with records that the box has to thank for."""
        different: list[AnswerSummary] = []
        for answered in (AnswerSummary.of(self.answers[v]) for v in values if v in self.answers):
            before = (*self.known, *different)
            if answered.ids and not any(is_same_answer(answered, other) for other in before):
                different.append(answered)
        return len(different)

    def share(self, values: Sequence[str]) -> float:
        """The distinctness fraction of the values asked."""
        asked = [v for v in values if v in self.answers]
        return self.distinct(asked) / len(asked) if asked else 0.0

    def is_refused(self, values: Iterable[str]) -> bool:
        """Did the page say to all of them what it says to nonsense?"""
        return all(self.answers[v].signature in self.refusals for v in values if v in self.answers)

    def found(self, values: Iterable[str]) -> list[Found]:
        return [r for v in values if v in self.answers for r in self.answers[v].found]
