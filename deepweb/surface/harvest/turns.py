"""Which form of a site is asked next?

The forms of a site compete under one budget. One form is asked at a time, and while it brings
records, it keeps its turn. Where another form promises more, by what it brought recently or by what
an untried form may bring, that one gets the turn; the first goes on later where it stopped. So no
form spends the budget before the others were tried.

What decides must not depend on when exploring found a form: a form gives way only after exploring
has ended, and a form that is found later waits until the others are at their end.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Self

from deepweb.surface.harvest.source import OPTIMISM, RecentYield

LEAST_TURN = 12  # questions of a turn, at least: the first ones of a form are to learn about it
# New records that a question to an untried form promises once another form has found records: most
# further forms of a site search the same.
FURTHER = 2.0
UNLIKELY = 0.5  # the same for a form that does not look like a search


class Turns:
    """The forms of one site, in the order of finding, and whose turn it is."""

    def __init__(self) -> None:
        self.has_found = False
        """Has any form brought a record?"""
        self.explored = asyncio.Event()
        """Set when exploring finds no further form."""
        self._forms: list[Turn] = []
        self._current: Turn | None = None

    def join(self, *, is_likely: bool = True, is_late: bool | None = None) -> Turn:
        """The turn of a further form; ``is_late`` if exploring did not find it."""
        late = self.explored.is_set() if is_late is None else is_late
        turn = Turn(self, is_likely=is_likely, is_late=late)
        self._forms.append(turn)
        return turn

    def is_current(self, turn: Turn) -> bool:
        """Is it the turn of a form, or of none, so that it may start?"""
        self._current = self._current or turn
        return self._current is turn

    def pass_on(self, turn: Turn) -> bool:
        """Give the turn to the form that promises more; is there one?"""
        others = [each for each in self._forms if each.is_waiting]
        best = max(others, key=lambda each: each.promise, default=None)
        if best is None or best.promise <= turn.promise:
            return False
        self._begin(best)
        return True

    def leave(self, turn: Turn) -> None:
        """A form is at its end."""
        self._forms = [each for each in self._forms if each is not turn]
        if self._current is turn:
            self._current = None
            waiting = [each for each in self._forms if each.is_waiting]
            if waiting:
                self._begin(max(waiting, key=lambda each: each.promise))

    def _begin(self, turn: Turn) -> None:
        self._current = turn
        turn.begin()


@dataclass(slots=True, eq=False)
class Turn:
    """One form: ``async with`` it, and tell it of its questions and answers."""

    turns: Turns
    is_likely: bool = True
    is_late: bool = False
    _asked: int = 0
    """Questions since it got the turn."""
    _is_tried: bool = False
    _brought: RecentYield = field(default_factory=RecentYield)
    _waiting: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Self:
        if not self.turns.is_current(self):
            await self._wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.turns.leave(self)

    @property
    def is_waiting(self) -> bool:
        return self._waiting is not None

    @property
    def promise(self) -> float:
        """New records that its next question promises."""
        if self._is_tried:
            return self._brought.value
        if self.is_late:
            return 0.0
        if not self.is_likely:
            return UNLIKELY
        return FURTHER if self.turns.has_found else OPTIMISM

    async def before_questions(self, number: int) -> None:
        """Wait while another form promises more than the next questions do."""
        if self._asked >= LEAST_TURN and self.promise < OPTIMISM:
            await self.turns.explored.wait()
            if self.turns.pass_on(self):
                await self._wait()
        self._asked += number

    def after_answer(self, new: int) -> None:
        """Note how many new records an answer brought."""
        self._is_tried = True
        self._brought.add(new)
        self.turns.has_found = self.turns.has_found or new > 0

    def begin(self) -> None:
        """It is its turn."""
        self._asked = 0
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def _wait(self) -> None:
        self._waiting = asyncio.get_running_loop().create_future()
        await self._waiting
