"""Which ranges of an attribute to ask for, so that all records are seen?

The paper leaves ranges open [Madhavan08 §3.1]. A ``RangePlan`` halves the attribute: below and
above a middle. If an answer is cut off (the page states more records than it shows, and has no next
page), its range is split again, into about as many parts as pages would be needed; if not, all its
records are seen. For n records at k per page that takes about 2n/k requests and no knowledge of the
values, since the outer ends stay open.

The first two answers show whether the form understands the bounds: at least one must differ from
the unrestricted answer. If not, other notations of dates are tried, and then both ends are always
filled in, since some forms require that.

An ``Axis`` has whole-numbered positions: days, years, numbers, cents, or the options of two menus.
A range is split at the median of the values that records show. If these are too few, it is split
halfway; amounts at the geometric mean, since prices crowd at the lower end. Neighbouring ranges of
amounts and of days share their bound: 49.50 is neither in 0 to 49 nor in 50 to 100, and "to 31 May"
may mean its first minute.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, isfinite, isqrt

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.source import RecentYield
from deepweb.surface.templates.informative import AnswerSummary, is_same_answer
from deepweb.surface.values.calendar_day import day_number, day_of, iso_day, written
from deepweb.surface.values.range_pair import ANY, RangePair, menu_numbers
from deepweb.surface.values.seen_values import SeenValues

PURPOSE = "range"
Pairs = tuple[tuple[str, str], ...]
Range = tuple[int | None, int | None]
"""Least and greatest position, both included; None if the end is open."""

MAX_PARTS = 8  # parts of one split: values crowd, so many even parts would be empty
SPARE_PARTS = 1.3  # times the parts that would do if all pages were full
MAX_FAILURES = 3  # errors in a row that end a plan
WHOLE = 1000.0  # records to expect if the unrestricted page states no number
MIN_SAMPLES = 12  # values inside a range that show where its middle is
FAR = 8  # amounts are split by factors if the upper end is so many times the lower one
# The axes to assume if records show no values.
USUAL_AMOUNT = 1000
YEARS_BACK = 40
DAYS_BACK = 12 * 365


@dataclass(frozen=True, slots=True)
class Axis:
    """The positions of an attribute, and how its bounds are written."""

    first: int
    last: int
    """Most values are expected between these."""
    low: Callable[[int], str]
    high: Callable[[int], str]
    samples: tuple[int, ...] = ()
    """Positions of the values that records show, in order."""
    overlap: bool = True
    """Do neighbouring ranges share their bound?"""
    splits_to_points: bool = True
    """May a range be a single position?"""
    least: int | None = None
    """There are no values below."""
    grows: bool = True
    """May there be values above ``last``?"""
    by_factors: bool = False
    """Is the middle of a range the geometric one?"""
    unit: int = 1
    """Bounds are multiples of it while ranges are wide enough."""
    start: int | None = None
    """Where to split the whole first."""
    outer: tuple[int, int] | None = None
    """No values are expected beyond these; for forms that take no open ends."""

    def parts(self, whole: Range, number: int = 2) -> list[Range]:
        """A range in about ``number`` parts; only itself if it cannot be split."""
        if self.by_factors and None in whole and not self._inside(whole):
            number = min(number, 2)  # it is not known yet where the values are
        halves = self._halves(whole) if number > 1 else []
        if not halves:
            return [whole]
        one, other = halves
        return [*self.parts(one, number // 2), *self.parts(other, number - number // 2)]

    def _halves(self, whole: Range) -> list[Range]:
        a, b = whole
        if self.overlap and a is not None and b is not None and b - a == 1:
            return [(a, a), (b, b)] if self.splits_to_points else []
        middle = self.middle(whole)
        if middle is None:
            return []
        return [(a, middle), (middle if self.overlap else middle + 1, b)]

    def middle(self, whole: Range) -> int | None:
        """The position that splits a range into two smaller ones; None if there is none."""
        a, b = whole
        if a is None and b is None and self.start is not None:
            return self.start
        low, high = self._from(whole), self._to(whole)
        # An end may be the middle if it is no bound of the range itself.
        least = low + 1 if a is not None and self.overlap else low
        most = high if b is None and (self.overlap or self.grows) else high - 1
        if least > most:
            return None
        guess = self._guess(low, high)
        if high - low >= 2 * self.unit:
            guess -= guess % self.unit
        return min(max(guess, least), most)

    def _guess(self, low: int, high: int) -> int:
        if inside := self._inside((low, high)):
            return inside[len(inside) // 2]
        if self.by_factors and low >= 0 and high > FAR * max(low, 1):
            return isqrt(max(low, high // (FAR * FAR), 1) * high)
        return (low + high) // 2

    def _inside(self, whole: Range) -> tuple[int, ...]:
        """The values seen in a range, if there are enough to show where its middle is."""
        a, b = whole
        start = 0 if a is None else bisect_right(self.samples, a)
        stop = len(self.samples) if b is None else bisect_left(self.samples, b)
        return self.samples[start:stop] if stop - start >= MIN_SAMPLES else ()

    def _from(self, whole: Range) -> int:
        a, b = whole
        if a is not None:
            return a
        low = self.first if b is None or self.first < b else b - max(1, self.last - self.first)
        return low if self.least is None else max(low, self.least)

    def _to(self, whole: Range) -> int:
        a, b = whole
        if b is not None:
            return b
        if a is None or not self.grows:
            return self.last
        if self.by_factors and not self.samples:
            return max(self.last, FAR * a)
        return self.last if self.last > a else a + max(1, self.last - self.first)


def axes(pair: RangePair, seen: SeenValues, year: int, notations: Sequence[str]) -> list[Axis]:
    """The ways to write the bounds of a range, likely ones first.

    ``year`` is the present year, ``notations`` are the notations of dates to try.
    """
    if pair.low.kind == "select":
        return _of_menus(pair)
    if pair.type in {"date", "month"}:
        return [_of_days(pair, seen, year, how) for how in notations]
    years, amounts = _of_years(pair, seen, year), _of_amounts(pair, seen)
    if pair.type == ANY:
        days = [_of_days(pair, seen, year, how) for how in notations]
        return [amounts, years, *days]
    # A plain number may be a year.
    return {"year": [years], "number": [amounts, years]}.get(pair.type, [amounts])


def _of_menus(pair: RangePair) -> list[Axis]:
    lows, highs = menu_numbers(pair.low), menu_numbers(pair.high)
    common = [number for number in lows if number in highs]
    if len(common) < 2:
        return []
    return [
        Axis(
            first=0,
            last=len(common) - 1,
            low=lambda place: lows[common[place]],
            high=lambda place: highs[common[place]],
            # Between the options 1990 and 2000 there are years without an option.
            overlap=any(b - a != 1 for a, b in pairwise(common)),
            splits_to_points=False,
            least=0,
            grows=False,
        )
    ]


def _of_days(pair: RangePair, seen: SeenValues, year: int, how: str) -> Axis:
    shown = seen.values("date")
    samples = sorted(day_number(day) for day in shown if isinstance(day, tuple))
    stated = [iso_day(end) for end in (pair.low.minimum, pair.high.maximum)]
    present = day_number((year, 12, 31))
    first, last = (samples[0], samples[-1]) if samples else (present - DAYS_BACK, present)
    first = day_number(stated[0]) if stated[0] else first
    last = day_number(stated[1]) if stated[1] else last
    return Axis(
        first=min(first, last),
        last=max(first, last),
        low=lambda number: written(day_of(number), how),
        high=lambda number: written(day_of(number), how),
        samples=tuple(samples),
        least=0,
        start=_clear(samples[len(samples) // 2] if samples else (first + last) // 2),
        outer=(min(first, present - DAYS_BACK), max(last, present)),
    )


def _clear(number: int) -> int:
    """A near day whose date is no month number, so that it is not read month first."""
    _, _, date = day_of(number)
    return number if date > 12 else number + 12


def _of_years(pair: RangePair, seen: SeenValues, year: int) -> Axis:
    shown = seen.values("year")
    samples = sorted(value for value in shown if isinstance(value, int))
    first, last = (samples[0], samples[-1]) if samples else (year - YEARS_BACK, year)
    if stated := _stated(pair):
        first, last = map(int, stated)
    return Axis(
        first=first,
        last=last,
        low=str,
        high=str,
        samples=tuple(samples),
        overlap=False,
        least=0,
        outer=(min(first, year - 2 * YEARS_BACK), max(last, year)),
    )


def _of_amounts(pair: RangePair, seen: SeenValues) -> Axis:
    """Positions are hundredths of a price, or whole numbers."""
    scale = 100 if pair.type == "price" else 1
    name = "number" if pair.type == ANY else pair.type
    shown = (v for v in seen.values(name) if isinstance(v, int | float))
    samples = sorted(round(amount * scale) for amount in shown)
    usual = (0, scale * USUAL_AMOUNT)
    first, last = (samples[0], samples[-1]) if samples else usual
    if stated := _stated(pair):
        first, last = (round(end * scale) for end in stated)
    return Axis(
        first=first,
        last=last,
        low=lambda place: _amount(place, scale),
        high=lambda place: _amount(place, scale),
        # Other numbers on a record may mean anything.
        samples=tuple(samples) if pair.type == "price" else (),
        least=0,
        by_factors=True,
        unit=scale,
        outer=(first, last) if stated else (0, 100 * max(last, usual[1])),
    )


def _amount(place: int, scale: int) -> str:
    return str(place // scale) if place % scale == 0 else f"{place / scale:.2f}"


def _stated(pair: RangePair) -> tuple[float, float] | None:
    """The bounds that the HTML of the inputs states."""
    try:
        least, most = float(pair.low.minimum), float(pair.high.maximum)
    except ValueError:
        return None
    is_range = isfinite(least) and isfinite(most) and least < most
    return (least, most) if is_range else None


class RangePlan:
    """The ranges that are left to ask, those with most records first (a ``Source``)."""

    def __init__(
        self,
        pair: RangePair,
        axes: Sequence[Axis],
        whole: Answer | None = None,
        hiding: Collection[str] = (),
    ) -> None:
        """``whole`` is the unrestricted answer, if it is known.

        ``hiding`` are menus that restrict whatever is chosen: an answer to another option is split
        by the range as well.
        """
        self._pair = pair
        self._hiding = frozenset(hiding)
        self._whole = AnswerSummary.of(whole) if whole is not None and whole.found else None
        self._page = len(self._whole.ids) if self._whole else 0
        self._attempts = iter(_attempts(pair, axes))
        self._waiting: list[tuple[float, int, Range, Pairs]] = []
        self._ranges: dict[Question, tuple[Range, Pairs, float]] = {}
        """All questions given so far: range, option of a menu, and number of records expected."""
        self._unanswered: set[Question] = set()
        self._halves: list[tuple[Range, float, Answer]] = []
        self._failed = 0
        self._yield = RecentYield()
        self.tested = 0
        self.informative = False
        """Does the form understand the bounds?"""
        self.reason = "its bounds cannot be written"
        """Why nothing more is asked, once the plan has ended."""
        self._begin()

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
        if not self.informative:
            self._halves.append((part, estimate, answer))
            if len(self._halves) == 2:
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
        number = (self._whole.count if self._whole else None) or WHOLE
        for axis, is_closed in self._attempts:
            self._axis, self._is_closed = axis, is_closed
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
        if len(shown) < 2:
            return bool(shown) and not any(half.failed for half in halves)
        if self._whole is not None and all(is_same_answer(half, self._whole) for half in shown):
            return False
        return not is_same_answer(*shown)

    def _is_cut_off(self, answer: Answer) -> bool:
        """Are there more records than the page shows, and no next page?"""
        if not answer.found or answer.next_url:
            return False
        if answer.count is not None and answer.count >= len(answer.found):
            return answer.count > len(answer.found)
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
        if self._is_closed and axis.outer:
            a, b = (axis.outer[0] if a is None else a), (axis.outer[1] if b is None else b)
        ends = (
            (self._pair.low.name, "" if a is None else axis.low(a)),
            (self._pair.high.name, "" if b is None else axis.high(b)),
        )
        # An open end keeps its default; of two inputs with one name both are sent.
        is_one = self._pair.low.name == self._pair.high.name
        return Question(PURPOSE, (*along, *(end for end in ends if end[1] or is_one)))


def _attempts(pair: RangePair, axes: Sequence[Axis]) -> list[tuple[Axis, bool]]:
    """The axes to try, each with whether the outer ends are filled in too."""
    filled_in = [(axes[0], True)] if axes and pair.low.kind != "select" else []
    return [*((axis, False) for axis in axes), *filled_in]
