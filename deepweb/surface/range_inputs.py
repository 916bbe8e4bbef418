"""Which inputs of a form are asked as ranges, and which by days?

Two ends of an attribute are split until each answer shows all its records (``values/ranges``).
Where that finds nothing of days, or a form takes a single day, few days are asked at a time
(``values/day_windows``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from deepweb.form.model import Form, Input
from deepweb.surface.answer import Answer, Question
from deepweb.surface.harvest.harvest import Harvest
from deepweb.surface.paging import PageReach
from deepweb.surface.templates.template import Pairs, TemplateOutcome
from deepweb.surface.values.axis import Axis, axes
from deepweb.surface.values.calendar_day import NOTATIONS, day_number, day_of, iso_day, written
from deepweb.surface.values.date_menus import date_menus, with_days
from deepweb.surface.values.day_windows import DayWindows
from deepweb.surface.values.range_pair import RangePair, range_pairs
from deepweb.surface.values.ranges import PURPOSE, RangePlan
from deepweb.surface.values.seen_values import SeenValues
from deepweb.surface.values.type_hint import FIXED, type_hint
from deepweb.surface.values.value_type import TypeKnowledge

RANGE_QUESTIONS = 4  # questions that show whether the bounds of a range are understood,
MORE_QUESTIONS = 40  # where nothing else has found a record
MAX_NOTATIONS = 8  # notations of dates that are tried in a range
WIDTHS = (27, 6)  # days of a window besides the first: a month at most, a week at most


class RangeInputs:
    """The ranges of a form, and the questions that are asked about them."""

    def __init__(self, form: Form, known: TypeKnowledge, year: int) -> None:
        """``year`` is the present year."""
        self._known, self._year = known, year
        self._days = {each.as_box().name: each for each in date_menus(form.inputs)}
        boxes = with_days(form.inputs, list(self._days.values()))
        self._pairs = range_pairs(boxes, known.names)
        self._plans: list[RangePlan] = []
        self._windows: list[DayWindows] = []

    @property
    def names(self) -> set[str]:
        """The inputs that are filled in."""
        return {name for pair in self._pairs for name in self._names(pair)}

    @property
    def any(self) -> bool:
        return bool(self._pairs)

    @property
    def widest(self) -> Pairs:
        """The whole of each range that restricts every other question, or must be filled in."""
        tried = zip(self._pairs, self._plans, strict=False)
        wholes = [plan.whole for _, plan in tried if plan.informative and plan.is_closed]
        untried = self._pairs[len(self._plans) :]
        stated = [((p.low.name, p.low.minimum), (p.high.name, p.high.maximum)) for p in untried
                  if _is_required(p) and p.low.minimum and p.high.maximum]  # fmt: skip
        known = {name for pairs in (*wholes, *stated) for name, _ in pairs}
        ends = (end for pair in self._pairs for end in (pair.low, pair.high))
        wild = [((end.name, end.wildcard),) for end in ends if end.wildcard is not None
                and end.default != end.wildcard and end.name not in known]  # fmt: skip
        return tuple(pair for pairs in (*wholes, *stated, *wild) for pair in pairs)

    async def try_all(
        self,
        harvest: Harvest,
        unrestricted: Answer | None,
        reach: PageReach,
        hiding: Collection[str],
    ) -> None:
        """Find out whether the form understands the bounds; what it does becomes a source.

        ``hiding`` are the menus that restrict whatever is chosen.
        """
        for pair in self._pairs[len(self._plans) :]:
            ways = self._axes(pair, harvest.texts)
            is_closed = self._is_closed(pair)
            plan = RangePlan(pair, ways, unrestricted, hiding, self._sent, is_closed)
            self._plans.append(plan)
            harvest.add_source(plan)
            reach.on_cut_off(partial(_split, plan))
            is_clear = harvest.has_records and not (unrestricted and unrestricted.is_too_much)
            most = RANGE_QUESTIONS if is_clear else MORE_QUESTIONS
            await harvest.try_source(plan, most)
            if ways and pair.type == "date" and not plan.informative:
                plan.end()
                await self._try_windows(pair, ways[0], harvest)

    async def by_days(self, box: Input, harvest: Harvest) -> str:
        """Ask a box for single days; returns what is asked, "" if no day finds anything."""
        notation = next(iter(notations_of(box, self._known)), "")
        if not notation:
            return ""

        def write(first: int, _: int) -> Pairs:
            return ((box.name, written(day_of(first), notation)),)

        start = self._start([box], harvest.texts)
        windows = DayWindows((box.name,), write, self._shown, start, 0)
        return windows.days if await self._tried(windows, harvest) else ""

    def outcomes(self) -> Iterator[tuple[TemplateOutcome, str]]:
        """The verdict on each range, with the role of its inputs."""
        for pair, plan in zip(self._pairs, self._plans, strict=False):
            if any(set(each.names) == set(self._names(pair)) for each in self._windows):
                continue
            role = f"range of {pair.type}" if plan.informative else "uninformative"
            names = self._names(pair)
            yield TemplateOutcome(names, plan.informative, plan.tested, None, plan.reason), role
        for each in self._windows:
            told = TemplateOutcome(each.names, each.informative, each.tested, None, each.reason)
            yield told, f"asked by {each.days}"

    async def _try_windows(self, pair: RangePair, axis: Axis, harvest: Harvest) -> None:
        start = self._start([pair.low, pair.high], harvest.texts)

        def write(first: int, last: int) -> Pairs:
            low, high = axis.low(first), axis.high(last)
            return (*self._sent(pair.low, low), *self._sent(pair.high, high))

        for width in WIDTHS:
            windows = DayWindows(self._names(pair), write, self._shown, start, width)
            if await self._tried(windows, harvest):
                return

    async def _tried(self, windows: DayWindows, harvest: Harvest) -> bool:
        """Ask until a window finds records; then it is a source of the harvest."""
        harvest.add_source(windows)
        while not windows.informative and windows.promise():
            before = windows.tested
            await harvest.try_source(windows, 1)
            if windows.tested == before:
                break
        if windows.informative:
            self._windows.append(windows)
        return windows.informative

    def _start(self, boxes: Sequence[Input], texts: Sequence[str]) -> int:
        """The day to begin with: one that the form shows, or that records show, or of this year."""
        shown = [each for box in boxes for each in (box.default, box.placeholder) if each]
        for said in (shown, texts):
            found = SeenValues(said, self._known.lists).values("date")
            days = sorted(day for day in found if isinstance(day, tuple))
            if days:
                return day_number(days[len(days) // 2])
        return day_number((self._year, 6, 15))

    def _shown(self, answer: Answer) -> list[int]:
        """The days that the records of an answer show."""
        seen = SeenValues([record.text for record in answer.found], self._known.lists)
        return [day_number(day) for day in seen.values("date") if isinstance(day, tuple)]

    def _axes(self, pair: RangePair, texts: Sequence[str]) -> list[Axis]:
        seen = SeenValues(texts, self._known.lists)
        shown = [*notations_of(pair.low, self._known), *notations_of(pair.high, self._known)]
        tried = list(dict.fromkeys(shown)) or NOTATIONS[:MAX_NOTATIONS]
        return axes(pair, seen, self._year, tried)

    def _is_closed(self, pair: RangePair) -> bool:
        """Must both ends be filled in, or do their menus stand at a bound without a way out?"""
        if _is_required(pair):
            return True
        ends = (pair.low, pair.high)
        menus = all(end.kind == "select" or end.name in self._days for end in ends)
        return menus and all(end.default and end.wildcard is None for end in ends)

    def _names(self, pair: RangePair) -> tuple[str, ...]:
        ends = (pair.low.name, pair.high.name)
        parts = (self._days[end].names if end in self._days else (end,) for end in ends)
        return tuple(name for each in parts for name in each)

    def _sent(self, end: Input, text: str) -> Pairs:
        menus, day = self._days.get(end.name), iso_day(text)
        return menus.values(day) if menus and day else ((end.name, text),)


def _is_required(pair: RangePair) -> bool:
    """Does HTML require both ends of boxes?"""
    return pair.low.required and pair.high.required and pair.low.kind != "select"


def notations_of(box: Input, known: TypeKnowledge) -> Sequence[str]:
    """The notations of days that HTML defines for a box, or that it shows."""
    if box.kind in FIXED:
        return (FIXED[box.kind][1],)
    return type_hint(box, known.names).notations


def _split(plan: RangePlan, values: tuple[tuple[str, str], ...], count: int) -> None:
    """Split a range whose pages ended too soon."""
    plan.cut_short(Question(PURPOSE, values), count)
