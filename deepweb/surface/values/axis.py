"""Along which positions is a range split, and how are its bounds written?

An ``Axis`` has whole-numbered positions: days, years, numbers, cents, or the options of two menus.
A range is split at the median of the values that records show. If these are too few, it is split
halfway; amounts at the geometric mean, since prices crowd at the lower end. Neighbouring ranges of
amounts and of days share their bound: 49.50 is neither in 0 to 49 nor in 50 to 100, and "to 31 May"
may mean its first minute.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isfinite, isqrt

from deepweb.surface.values.calendar_day import day_number, day_of, iso_day, written
from deepweb.surface.values.range_pair import ANY, RangePair, menu_numbers
from deepweb.surface.values.seen_values import SeenValues

Range = tuple[int | None, int | None]
"""Least and greatest position, both included; None if the end is open."""

MIN_SAMPLES = 12  # values inside a range that show where its middle is
MAX_DIGITS = 12  # of a step or a bound; longer ones are data
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
            outer=(0, len(common) - 1),
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
    """Positions are hundredths of a price, whole numbers, or the steps that the boxes allow."""
    step = _step(pair)
    scale = Fraction(1) / step if step else Fraction(100 if pair.type == "price" else 1)
    name = "number" if pair.type == ANY else pair.type
    shown = (v for v in seen.values(name) if isinstance(v, int | float))
    samples = sorted(round(amount * scale) for amount in shown)
    usual = (0, round(scale * USUAL_AMOUNT))
    first, last = (samples[0], samples[-1]) if samples else usual
    if stated := _stated(pair):
        first, last = (round(end * scale) for end in stated)
    return Axis(
        first=first,
        last=last,
        low=lambda place: _amount(place / scale),
        high=lambda place: _amount(place / scale),
        # Other numbers on a record may mean anything.
        samples=tuple(samples) if pair.type == "price" else (),
        least=0,
        by_factors=True,
        unit=max(1, round(scale)),
        outer=(first, last) if stated else (0, 100 * max(last, usual[1])),
    )


def _amount(amount: Fraction) -> str:
    return str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"


def _step(pair: RangePair) -> Fraction | None:
    """The step of both boxes, where that is more than one and their bounds are its multiples."""
    said = (pair.low.step, pair.low.minimum or "0", pair.high.step, pair.high.maximum or "0")
    if not all(each.isdecimal() and len(each) <= MAX_DIGITS for each in said):
        return None
    step, low, other, high = map(int, said)
    return Fraction(step) if step == other > 1 and low % step == high % step == 0 else None


def _stated(pair: RangePair) -> tuple[float, float] | None:
    """The bounds that the HTML of the inputs states."""
    try:
        least, most = float(pair.low.minimum), float(pair.high.maximum)
    except ValueError:
        return None
    is_range = isfinite(least) and isfinite(most) and least < most
    return (least, most) if is_range else None
