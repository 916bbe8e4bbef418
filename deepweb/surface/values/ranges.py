"""Which ranges of an attribute to ask for, so that all records are seen?

The paper leaves ranges open [Madhavan08 §3.1]. A ``RangePlan`` halves the attribute: below and
above a middle. If an answer is cut off (the page states more records than it shows, and has no next
page), its range is split again, into about as many parts as pages would be needed; if not, all its
records are seen. For n records at k per page that takes about 2n/k requests and no knowledge of the
values, since the outer ends stay open. An ``Axis`` says where to split, and how bounds are written.

The first two answers show whether the form understands the bounds: at least one must differ from
the unrestricted answer. If not, other notations of dates are tried, and then both ends are always
filled in, since some forms require that.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Sequence
from math import ceil

from deepweb.form.model import Input
from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.harvest.source import RecentYield
from deepweb.surface.templates.informative import AnswerSummary, is_same_answer
from deepweb.surface.values.axis import Axis, Range
from deepweb.surface.values.range_pair import RangePair

PURPOSE = "range"
Pairs = tuple[tuple[str, str], ...]
Sent = Callable[[Input, str], Pairs]
"""What to send for a text in an end of a range."""

MAX_PARTS = 8  # parts of one split: values crowd, so many even parts would be empty
SPARE_PARTS = 1.3  # times the parts that would do if all pages were full
MAX_REFUSED = 8  # ranges that find too much, and are split, before any shows records
MAX_FAILURES = 3  # errors in a row that end a plan
WHOLE = 1000.0  # records to expect if the unrestricted page states no number


class RangePlan:
    """The ranges that are left to ask, those with most records first (a ``Source``)."""

    def __init__(  # noqa: PLR0913, PLR0917 - what the form is like
        self,
        pair: RangePair,
        axes: Sequence[Axis],
        whole: Answer | None = None,
        hiding: Collection[str] = (),
        sent: Sent | None = None,
        is_closed: bool = False,
    ) -> None:
        """``whole`` is the unrestricted answer, if it is known.

        ``hiding`` are menus that restrict whatever is chosen: an answer to another option is split
        by the range as well. ``sent`` tells what to send for an end that is several inputs.
        ``is_closed`` if no end can be left open.
        """
        self._pair = pair
        self._sent = sent or _as_it_is
        self._hiding = frozenset(hiding)
        self._whole = AnswerSummary.of(whole) if whole is not None and whole.found else None
        self._page = len(self._whole.ids) if self._whole else 0
        self._attempts = iter(_attempts(pair, axes, is_closed=is_closed))
        self._waiting: list[tuple[float, int, Range, Pairs]] = []
        self._ranges: dict[Question, tuple[Range, Pairs, float]] = {}
        """All questions given so far: range, option of a menu, and number of records expected."""
        self._unanswered: set[Question] = set()
        self._halves: list[tuple[Range, float, Answer]] = []
        self._failed = 0
        self._refused = 0
        """Ranges that found too much before any showed records."""
        self._yield = RecentYield()
        self.tested = 0
        self.informative = False
        """Does the form understand the bounds?"""
        self.is_closed = is_closed
        """Are both ends always filled in?"""
        self.reason = "its bounds cannot be written"
        """Why nothing more is asked, once the plan has ended."""
        self._begin()

    @property
    def whole(self) -> Pairs:
        """What to send for the whole range."""
        return self._question((None, None), ()).values

    def promise(self) -> float:
        """New records expected of the next question; 0 if there is none."""
        return min(self._yield.value, max(-self._waiting[0][0], 1.0)) if self._waiting else 0.0

    def next(self) -> Question | None:
        """The next question; none is given twice."""
        while self._waiting:
            estimate, _, part, along = heapq.heappop(self._waiting)
            question = self._question(part, along)
            if question not in self._ranges:
                self._ranges[question] = part, along, -estimate
                self._unanswered.add(question)
                return question
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer to one of its own questions, or to an option that hides others."""
        if question not in self._unanswered:
            if self._is_hidden(question) and self._is_cut_off(answer):
                self._split((None, None), answer.count or WHOLE, along=question.values)
            return
        self._unanswered.remove(question)
        self.tested += 1
        self._yield.add(len(new))
        self._failed = self._failed + 1 if answer.kind in FAILED else 0
        self._page = max(self._page, len(answer.found))
        part, along, estimate = self._ranges[question]
        if not self.informative and answer.is_too_much and self._refused < MAX_REFUSED:
            self._refused += 1
            self._split(part, estimate, along=along)
        elif not self.informative:
            self._halves.append((part, estimate, answer))
            if len(self._halves) == 2 or (self._refused and answer.found):
                self._judge_halves()
        elif self._failed >= MAX_FAILURES:
            self._waiting.clear()
            self.reason = f"{self._failed} errors in a row"
        elif self._is_cut_off(answer):
            self._split(part, answer.count or 2 * estimate, along=along)

    def _is_hidden(self, question: Question) -> bool:
        """Does it choose another option of a menu, and no range?"""
        names = {name for name, _ in question.values}
        ends = {self._pair.low.name, self._pair.high.name}
        is_new = question not in self._ranges and not question.link
        return (
            self.informative
            and is_new
            and ends.isdisjoint(names)
            and names == names & self._hiding
            and bool(names)
        )

    def end(self) -> None:
        """Ask no more."""
        self._waiting.clear()

    def cut_short(self, question: Question, count: int) -> None:
        """Split a range whose next pages ended before ``count`` records."""
        if question in self._ranges and question not in self._unanswered:
            part, along, _ = self._ranges[question]
            self._split(part, count, along=along)
        elif self._is_hidden(question):
            self._split((None, None), count, along=question.values)

    def _begin(self) -> None:
        """Halve the whole in the next way of writing its bounds, if there is one."""
        self._halves.clear()
        self._waiting.clear()
        number = (self._whole.count if self._whole else None) or WHOLE
        for axis, is_closed in self._attempts:
            self._axis, self.is_closed = axis, is_closed
            if self._split((None, None), number, parts=2):
                return

    def _judge_halves(self) -> None:
        answers = [AnswerSummary.of(answer) for *_, answer in self._halves]
        if not self._is_understood(answers):
            self.reason = "its bounds make no difference"
            self._begin()
            return
        self.informative = True
        self.reason = "all ranges were asked"
        for part, estimate, answer in self._halves:
            if self._is_cut_off(answer):
                self._split(part, answer.count or estimate)

    def _is_understood(self, halves: Sequence[AnswerSummary]) -> bool:
        """Do the halves show different records, or one of them none?"""
        shown = [half for half in halves if half.ids]
        if self._refused and shown:
            return True
        if len(shown) < 2:
            return bool(shown) and not any(half.failed for half in halves)
        if self._whole is not None and all(is_same_answer(half, self._whole) for half in shown):
            return False
        return not is_same_answer(*shown)

    def _is_cut_off(self, answer: Answer) -> bool:
        """Are there more records than the page shows, and no next page?"""
        if answer.is_too_much:
            return True
        if not answer.found or answer.next_url:
            return False
        if (states_more := answer.states_more) is not None:
            return states_more
        return len(answer.found) > 1 and len(answer.found) >= self._page

    def _split(self, part: Range, number: float, parts: int = 0, along: Pairs = ()) -> bool:
        """Queue the parts of a range; False if it cannot be split."""
        wanted = parts or min(MAX_PARTS, max(2, ceil(SPARE_PARTS * number / max(self._page, 1))))
        pieces = self._axis.parts(part, wanted)
        if len(pieces) < 2:
            return False
        for piece in pieces:
            order = len(self._ranges) + len(self._waiting)
            heapq.heappush(self._waiting, (-number / len(pieces), order, piece, along))
        return True

    def _question(self, part: Range, along: Pairs) -> Question:
        axis, (a, b) = self._axis, part
        if self.is_closed and axis.outer:
            a, b = (axis.outer[0] if a is None else a), (axis.outer[1] if b is None else b)
        ends = (
            (self._pair.low, "" if a is None else axis.low(a)),
            (self._pair.high, "" if b is None else axis.high(b)),
        )
        # An open end keeps its default; of two inputs with one name both are sent.
        is_one = self._pair.low.name == self._pair.high.name
        filled = (self._sent(*end) for end in ends if end[1] or is_one)
        return Question(PURPOSE, (*along, *(pair for pairs in filled for pair in pairs)))


def _as_it_is(end: Input, text: str) -> Pairs:
    return ((end.name, text),)


def _attempts(pair: RangePair, axes: Sequence[Axis], *, is_closed: bool) -> list[tuple[Axis, bool]]:
    """The axes to try, each with whether the outer ends are filled in too."""
    may_fill = is_closed or pair.low.kind != "select"
    filled_in = [(axes[0], True)] if axes and may_fill else []
    return [*((axis, False) for axis in axes if not is_closed), *filled_in]
