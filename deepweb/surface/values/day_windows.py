"""Which days to ask for, where a form takes a single day, or only a few days at a time?

A calendar shows the events of one day, an archive at most a month. Halving all of time finds
nothing there (``ranges``). So neighbouring *windows* of so many days are asked: first one around
the day that the form shows, then others ever farther away, until one finds records; from there on
its neighbours in both directions, until some in a row find nothing. A window whose answer is cut
off is halved.

The paper leaves ranges open [Madhavan08 §3.1].
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.harvest.source import RecentYield
from deepweb.surface.templates.known_answers import MIN_FULL_LENGTH, MIN_FULL_PAGES
from deepweb.surface.values.ranges import PURPOSE, Pairs

# Windows between the first and those that are tried while none has found a record.
FARTHER = (1, 2, 3, 4, 6, 9, 13, 20, 30, 45, 68, 100, 150)
MAX_FORWARD = 800  # days after the first window that are tried
QUIET = 150  # days without a record that end a direction,
MIN_QUIET, MAX_QUIET = 4, 15  # but at least and at most so many windows
SAME = 0.5  # share of records that two windows apart may share if days count
MAX_FAILURES = 4  # errors in a row that end it

Window = tuple[int, int]
"""The first and the last day."""


@dataclass(slots=True)
class DayWindows:
    """The windows of days that are left to ask (a ``Source``)."""

    names: tuple[str, ...]
    """The inputs that it fills in."""
    write: Callable[[int, int], Pairs]
    """What to fill in for the first and the last day of a window."""
    shown: Callable[[Answer], Sequence[int]]
    """The days that the records of an answer show."""
    start: int
    """The first day to ask for."""
    width: int
    """Days of a window; 0 if the form takes one day."""
    informative: bool = False
    reason: str = "no day finds anything"
    tested: int = 0
    _probes: deque[Window] = field(default_factory=deque)
    _halves: deque[Window] = field(default_factory=deque)
    _ends: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By direction: the day where the next window begins, and windows in a row without records."""
    _asked: dict[Question, Window] = field(default_factory=dict)
    _hits: list[tuple[Window, frozenset[str]]] = field(default_factory=list)
    _lengths: Counter[int] = field(default_factory=Counter)
    _failed: int = 0
    _yield: RecentYield = field(default_factory=RecentYield)
    _turn: int = -1

    def __post_init__(self) -> None:
        step = self.width + 1
        offsets = [0] + [sign * n for n in FARTHER for sign in (1, -1)]
        days = (self.start + step * n for n in offsets if step * n <= MAX_FORWARD)
        self._probes.extend((day, day + self.width) for day in days)

    @property
    def days(self) -> str:
        """What is asked for, in words."""
        return f"windows of {self.width + 1} days" if self.width else "single days"

    def promise(self) -> float:
        """New records expected of the next question; 0 if there is none."""
        is_left = self._halves or (self._open() if self.informative else self._probes)
        return self._yield.value if is_left else 0.0

    def next(self) -> Question | None:
        """The next question; none is given twice."""
        while (window := self._next_window()) is not None:
            question = Question(PURPOSE, self.write(*window))
            if question not in self._asked:
                self._asked[question] = window
                return question
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer to one of its own questions."""
        if question.link or question not in self._asked:
            return
        window = self._asked[question]
        self.tested += 1
        self._yield.add(len(new))
        self._failed = self._failed + 1 if answer.kind in FAILED else 0
        if self._failed >= MAX_FAILURES:
            self._stop(f"{self._failed} errors in a row")
            return
        self._lengths[len(answer.found)] += 1
        if answer.found and not self._hits:
            self._spread_from(window)
        if answer.found:
            self._note_hit(window, answer)
        self._move(window, is_found=bool(answer.found))
        if window[1] > window[0] and self._is_cut_off(answer):
            middle = (window[0] + window[1]) // 2
            self._halves += [(window[0], middle), (middle + 1, window[1])]

    def _next_window(self) -> Window | None:
        if self._halves:
            return self._halves.popleft()
        if not self._hits:
            return self._probes.popleft() if self._probes else None
        open_ends = self._open()
        if not open_ends:
            return None
        self._turn = -self._turn if -self._turn in open_ends else self._turn
        sign = self._turn
        day, quiet = self._ends[sign]
        step = self.width + 1
        self._ends[sign] = day + sign * step, quiet
        return (day, day + self.width)

    def _open(self) -> list[int]:
        """The directions in which there may be more."""
        most = min(MAX_QUIET, max(MIN_QUIET, QUIET // (self.width + 1)))
        return [sign for sign, (_, quiet) in self._ends.items() if quiet < most]

    def _spread_from(self, window: Window) -> None:
        step = self.width + 1
        self._ends = {sign: (window[0] + sign * step, 0) for sign in (1, -1)}
        self.informative = True
        self.reason = f"asked by {self.days}"

    def _note_hit(self, window: Window, answer: Answer) -> None:
        """Days count if windows apart show different records, and all show some of their days."""
        days = self.shown(answer)
        within = sum(window[0] <= day <= window[1] for day in days)
        if 2 * within < len(days):
            self.informative = False
            self._stop("its records are of other days")
            return
        ids = frozenset(record.id for record in answer.found)
        for other, shown in self._hits:
            is_apart = window[0] > other[1] or window[1] < other[0]
            if is_apart and len(ids & shown) > SAME * min(len(ids), len(shown)):
                self.informative = False
                self._stop("different days find the same records")
                return
        self._hits.append((window, ids))

    def _move(self, window: Window, *, is_found: bool) -> None:
        """Count the windows without records in the direction of a window."""
        if not self._hits or window[1] - window[0] != self.width:
            return
        sign = 1 if window[0] > self._hits[0][0][0] else -1
        if sign in self._ends:
            day, quiet = self._ends[sign]
            self._ends[sign] = day, 0 if is_found else quiet + 1

    def _stop(self, reason: str) -> None:
        self.reason = reason
        self._probes.clear()
        self._halves.clear()
        self._ends.clear()

    def _is_cut_off(self, answer: Answer) -> bool:
        if not answer.found or answer.next_url:
            return False
        if (states_more := answer.states_more) is not None:
            return states_more
        longest = max(self._lengths)
        is_usual = longest >= MIN_FULL_LENGTH and self._lengths[longest] >= MIN_FULL_PAGES
        return is_usual and len(answer.found) == longest
