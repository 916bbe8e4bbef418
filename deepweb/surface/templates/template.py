"""A query template: some choices that are binding, and the questions that it stands for.

Madhavan et al. (PVLDB 2008), section 3.1: binding inputs are given values, all others are free. A
free input keeps its default, or is given its wild card where its default is another value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from deepweb.surface.answer import Question
from deepweb.surface.templates.choices import Choice, Pairs


@dataclass(frozen=True, slots=True)
class Template:
    """The choices that are binding."""

    choices: tuple[Choice, ...]

    @property
    def binding(self) -> tuple[str, ...]:
        """The inputs that it fills in."""
        return tuple(name for choice in self.choices for name in choice.names)

    @property
    def size(self) -> int:
        """How many questions it stands for."""
        return prod(len(choice.values) for choice in self.choices)

    def values(self) -> Iterator[Pairs]:
        """All that it may fill in."""
        for values in product(*(choice.values for choice in self.choices)):
            yield tuple(pair for pairs in values for pair in pairs)


@dataclass(frozen=True, slots=True)
class Wording:
    """How a question of a form is put: what is filled in beside what is asked for."""

    choices: tuple[Choice, ...]
    fixed: Pairs = ()
    """Filled in with every question: a page size, a bound at its widest."""

    def bound(self, question: Question) -> Pairs:
        """What a question asks for, less what is filled in beside it."""
        beside = {*self.fixed, *(pair for choice in self.choices for pair in choice.free)}
        return tuple(pair for pair in question.values if pair not in beside)

    def question(self, bound: Pairs, purpose: str = "menu") -> Question:
        names = {name for name, _ in (*bound, *self.fixed)}
        free = (pair for c in self.choices if names.isdisjoint(c.names) for pair in c.free)
        said = {name for name, _ in bound}
        fixed = (pair for pair in self.fixed if pair[0] not in said)
        return Question(purpose, (*bound, *fixed, *free))
