"""Which ranges of a value to ask for, so that all records are seen?

Left open by Madhavan et al. (PVLDB 2008). All values are halved: below and above a middle. Where
the answer is cut off (the page says that there are more than it shows, and where to have the rest
is not said) the range is split again, into about as many parts as the page would have to be long;
where it is not, all its records are seen. That takes about 2n/k requests for n records at k a page,
and no knowledge of the values: outer ends stay open.

The first two answers tell whether the inputs are understood: at least one must show something else
than the form does with neither filled in. If not, other notations are tried (of dates), and then
both ends filled in always, since some forms want that.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from math import ceil

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.source import RecentYield
from deepweb.surface.templates.informativeness import Seen
from deepweb.surface.templates.same_answer import is_same_answer
from deepweb.surface.values.range_axis import Axis, Range
from deepweb.surface.values.range_pair import RangePair

PURPOSE = "range"
# Parts that a range is split into at once: values crowd, so many even parts are empty.
MAX_PARTS = 8
# Records that are thought to be in the whole where no page says.
_HOPE = 1000.0
# Parts beyond those that would do if all were full: few of them are even.
_SPARE = 1.3
_MAX_FAILURES = 3


class RangePlan:
    """A source of questions (``source``): ranges, those with most records first."""

    def __init__(self, pair: RangePair, axes: Sequence[Axis], whole: Answer | None = None) -> None:
        """``whole`` is the answer with neither end filled in, if it is known."""
        self._pair = pair
        self._whole = Seen.of(whole) if whole is not None and whole.found else None
        self._page = len(self._whole.ids) if self._whole else 0
        self._attempts = iter(_attempts(pair, axes))
        self._waiting: list[tuple[float, int, Range]] = []
        self._ranges: dict[Question, tuple[Range, float]] = {}
        """All questions that were given, with the records thought to be in each."""
        self._unanswered: set[Question] = set()
        self._trial: list[tuple[Range, float, Answer]] = []
        self._failed = 0
        self._yield = RecentYield()
        self.tested = 0
        self.informative = False
        """Are the inputs understood?"""
        self.reason = "its bounds cannot be written"
        """Why nothing more is asked, once that is so."""
        self._begin()

    def promise(self) -> float:
        """New records expected of the next question; 0 where there is none."""
        return min(self._yield.value, max(-self._waiting[0][0], 1.0)) if self._waiting else 0.0

    def next(self) -> Question | None:
        """The next question; none is given twice."""
        while self._waiting:
            estimate, _, part = heapq.heappop(self._waiting)
            question = self._question(part)
            if question not in self._ranges:
                self._ranges[question] = part, -estimate
                self._unanswered.add(question)
                return question
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer; of questions that are not its own it learns nothing."""
        if question not in self._unanswered:
            return
        self._unanswered.remove(question)
        self.tested += 1
        self._yield.add(len(new))
        self._failed = self._failed + 1 if answer.kind in FAILED else 0
        self._page = max(self._page, len(answer.found))
        part, estimate = self._ranges[question]
        if not self.informative:
            self._trial.append((part, estimate, answer))
            if len(self._trial) == 2:
                self._judge_trial()
        elif self._failed >= _MAX_FAILURES:
            self._waiting.clear()
            self.reason = f"{self._failed} errors in a row"
        elif self._is_cut_off(answer):
            self._split(part, answer.count or 2 * estimate)

    def cut_short(self, question: Question, count: int) -> None:
        """Split a range after all: the pages that follow it ended before ``count`` records."""
        if question in self._ranges and question not in self._unanswered:
            self._split(self._ranges[question][0], count)

    def _begin(self) -> None:
        """Halve the whole in the next way to do so, if there is one."""
        self._trial.clear()
        number = (self._whole.count if self._whole else None) or _HOPE
        for axis, is_closed in self._attempts:
            self._axis, self._is_closed = axis, is_closed
            if self._split((None, None), number, parts=2):
                return

    def _judge_trial(self) -> None:
        answers = [Seen.of(answer) for *_, answer in self._trial]
        if not self._is_understood(answers):
            self.reason = "its bounds make no difference"
            self._begin()
            return
        self.informative = True
        self.reason = "all ranges were asked"
        for part, estimate, answer in self._trial:
            if self._is_cut_off(answer):
                self._split(part, answer.count or estimate)

    def _is_understood(self, halves: Sequence[Seen]) -> bool:
        """Do the halves show different records, or one of them none?"""
        shown = [half for half in halves if half.ids]
        if len(shown) < 2:
            return bool(shown) and not any(half.failed for half in halves)
        if self._whole is not None and all(is_same_answer(half, self._whole) for half in shown):
            return False
        return not is_same_answer(*shown)

    def _is_cut_off(self, answer: Answer) -> bool:
        """Are there more records than are shown, and no page with the rest?"""
        if not answer.found or answer.next_url:
            return False
        if answer.count is not None and answer.count >= len(answer.found):
            return answer.count > len(answer.found)
        return len(answer.found) > 1 and len(answer.found) >= self._page

    def _split(self, part: Range, number: float, parts: int = 0) -> bool:
        """Put the parts of a range in line; False if it has none."""
        wanted = parts or min(MAX_PARTS, max(2, ceil(_SPARE * number / max(self._page, 1))))
        pieces = self._axis.parts(part, wanted)
        if len(pieces) < 2:
            return False
        for piece in pieces:
            order = len(self._ranges) + len(self._waiting)
            heapq.heappush(self._waiting, (-number / len(pieces), order, piece))
        return True

    def _question(self, part: Range) -> Question:
        axis, (a, b) = self._axis, part
        if self._is_closed and axis.outer:
            a, b = (axis.outer[0] if a is None else a), (axis.outer[1] if b is None else b)
        ends = (
            (self._pair.low.name, "" if a is None else axis.low(a)),
            (self._pair.high.name, "" if b is None else axis.high(b)),
        )
        # An open end stands at its default; of two inputs of one name both are sent.
        is_one = self._pair.low.name == self._pair.high.name
        return Question(PURPOSE, tuple(end for end in ends if end[1] or is_one))


def _attempts(pair: RangePair, axes: Sequence[Axis]) -> list[tuple[Axis, bool]]:
    """The ways to ask, each with whether outer ends are filled in too."""
    filled_in = [(axes[0], True)] if axes and pair.low.kind != "select" else []
    return [*((axis, False) for axis in axes), *filled_in]
