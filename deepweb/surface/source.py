"""Where the next question comes from, and what a source of questions has brought lately.

Every request must earn its place: what could be asked next comes from several sources (keywords,
next pages, values of a template, facets), and the harvest asks the one that promises most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from deepweb.surface.answer import Answer, Found, Question

# New records that a source promises before it was tried; half a usual result page.
OPTIMISM = 10.0
# How much of what a source brought still counts one answer later.
MEMORY = 0.9


class Source(Protocol):
    """Questions of one kind, the most promising first."""

    def promise(self) -> float:
        """New records expected of the next question; 0 where there is none."""

    def next(self) -> Question | None:
        """The next question; none is given twice."""

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer, whoever asked for it; ``new`` records were on it."""


@dataclass(slots=True)
class RecentYield:
    """New records an answer, lately; hopeful before there is any."""

    hope: float = OPTIMISM
    _brought: float = 0.0
    _answers: float = 0.0

    def add(self, new: float) -> None:
        self._brought = MEMORY * self._brought + new
        self._answers = MEMORY * self._answers + 1

    @property
    def value(self) -> float:
        return (self.hope + self._brought) / (1 + self._answers)
