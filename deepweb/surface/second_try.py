"""When is a question that failed asked again?

He et al. (WSDM 2013), section 2: the scheduler crawls failed URLs again later. A site in trouble is
left in peace the longer, the more often it failed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.source import OPTIMISM

# Other answers that come first, and how often a question is tried again.
WAIT, MOST_TRIES = 20, 2


class SecondTry:
    """Questions that failed, until it is their turn again."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Question]] = deque()
        self._failures: Counter[Question] = Counter()
        self._answers = 0

    def promise(self) -> float:
        is_due = bool(self._waiting) and self._waiting[0][0] <= self._answers
        # What is not due yet comes when nothing else is left.
        return OPTIMISM if is_due else 0.01 if self._waiting else 0.0

    def next(self) -> Question | None:
        return self._waiting.popleft()[1] if self._waiting else None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._answers += 1
        if answer.kind not in FAILED or answer.is_final:
            return
        self._failures[question] += 1
        if self._failures[question] <= MOST_TRIES:
            due = self._answers + WAIT * 2 ** (self._failures[question] - 1)
            self._waiting.append((due, question))
