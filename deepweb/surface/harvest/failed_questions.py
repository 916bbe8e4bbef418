"""Failed questions are asked again later, as the scheduler of [He13 §2] does with failed URLs."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.harvest.source import OPTIMISM

RETRY_AFTER = 20  # answers that come before a failed question is asked again; doubled each time
MAX_RETRIES = 2  # how often a failed question is asked again


class FailedQuestions:
    """A source: questions that failed, each of which waits longer after every failure."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Question]] = deque()
        self._failures: Counter[Question] = Counter()
        self._answers = 0

    def promise(self) -> float:
        is_due = bool(self._waiting) and self._waiting[0][0] <= self._answers
        # A question that is not due yet is asked when nothing else is left.
        return OPTIMISM if is_due else 0.01 if self._waiting else 0.0

    def next(self) -> Question | None:
        return self._waiting.popleft()[1] if self._waiting else None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._answers += 1
        if answer.kind not in FAILED or answer.is_final:
            return
        self._failures[question] += 1
        if self._failures[question] <= MAX_RETRIES:
            due = self._answers + RETRY_AFTER * 2 ** (self._failures[question] - 1)
            self._waiting.append((due, question))
