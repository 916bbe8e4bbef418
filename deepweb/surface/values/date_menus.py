"""Which three menus are a day, a month and a year?

Together they are one input for a day, which may be an end of a range (``range_pair``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from deepweb.form.model import Input
from deepweb.surface.values.calendar_day import Day, iso_day, written
from deepweb.surface.values.range_pair import menu_numbers

MONTHS = 12
_FEWEST_DAYS = 28
_YEARS = range(1000, 2200)
_STEMS = " _-.[]"  # signs at the end of what the names of the menus share


@dataclass(frozen=True, slots=True)
class DateMenus:
    """The menus for a day, a month and a year, with the options of each by number."""

    day: Input
    month: Input
    year: Input

    @property
    def names(self) -> tuple[str, ...]:
        return (self.day.name, self.month.name, self.year.name)

    def values(self, day: Day) -> tuple[tuple[str, str], ...]:
        """What to choose for a day, or for the nearest that can be chosen."""
        years, days = _years(self.year), _numbered(self.day)
        year, month, date = min(max(day, (min(years), 1, 1)), (max(years), MONTHS, 31))
        nearest = min(years, key=lambda each: abs(each - year))
        return (
            (self.day.name, days.get(date, days[max(days)])),
            (self.month.name, _months(self.month)[month - 1]),
            (self.year.name, years[nearest]),
        )

    def as_box(self) -> Input:
        """One box for the day that stands for the menus."""
        name = _shared(self.names).rstrip(_STEMS)
        years = _years(self.year)
        label = next((i.group or i.label for i in (self.day, self.month, self.year)), "")
        return Input(
            name or self.day.name,
            "date",
            label=label,
            default=self._default(),
            minimum=f"{min(years):04}-01-01",
            maximum=f"{max(years):04}-12-31",
        )

    def _default(self) -> str:
        """The day that the menus show; "" if they show none."""
        sent = [each.default for each in (self.year, self.month, self.day)]
        years = {v: n for n, v in _years(self.year).items()}
        months, days = _months(self.month), {v: n for n, v in _numbered(self.day).items()}
        if sent[0] not in years or sent[1] not in months or sent[2] not in days:
            return ""
        day = (years[sent[0]], months.index(sent[1]) + 1, days[sent[2]])
        return written(day, "Y-m-d") if iso_day(written(day, "Y-m-d")) else ""


def date_menus(inputs: Sequence[Input]) -> Iterator[DateMenus]:
    """The days among the inputs of a form; no menu is a part of two of them."""
    menus = [i for i in inputs if i.name and not i.trap]
    place = 0
    while place + 3 <= len(menus):
        if found := _as_date(menus[place : place + 3]):
            yield found
            place += 3
        else:
            place += 1


def with_days(inputs: Sequence[Input], days: Sequence[DateMenus]) -> list[Input]:
    """The inputs, each three menus of a day as one box."""
    boxes = {each.day.name: each.as_box() for each in days}
    parts = {name for each in days for name in each.names}
    kept = (boxes.get(i.name) if i.name in parts else i for i in inputs)
    return [each for each in kept if each is not None]


def _as_date(menus: Sequence[Input]) -> DateMenus | None:
    if any(each.kind != "select" or each.multiple for each in menus):
        return None
    for day, month, year in permutations(menus):
        if _is_day(day) and len(_months(month)) == MONTHS and _is_year(year):
            return DateMenus(day, month, year)
    return None


def _is_day(menu: Input) -> bool:
    days = _numbered(menu)
    return len(days) >= _FEWEST_DAYS and min(days) == 1 and max(days) <= 31


def _is_year(menu: Input) -> bool:
    return bool(_years(menu)) and len(_years(menu)) == len(_months(menu))


def _years(menu: Input) -> dict[int, str]:
    """The years of a menu, with the value of each."""
    shown = ((label or v, v) for v, label in menu.options if v and v != menu.wildcard)
    years = {int(told): v for told, v in shown if told.isdecimal() and len(told) == len("2000")}
    return {year: v for year, v in years.items() if year in _YEARS}


def _numbered(menu: Input) -> dict[int, str]:
    return {int(number): value for number, value in menu_numbers(menu).items()}


def _months(menu: Input) -> list[str]:
    """The values of the options that choose something, in their order; months begin in January."""
    numbered = _numbered(menu)
    if list(numbered) == list(range(1, MONTHS + 1)):
        return list(numbered.values())
    return [v for v, _ in menu.options if v and v != menu.wildcard]


def _shared(names: Sequence[str]) -> str:
    """How all names begin."""
    first, last = min(names), max(names)
    differ = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(differ, min(len(first), len(last)))]
