"""Days that are asked one by one, or a few at a time."""

from collections.abc import Callable
from datetime import date, timedelta

from deepweb.form.model import Input
from deepweb.surface.answer import Answer, Found
from deepweb.surface.values.calendar_day import day_number, day_of
from deepweb.surface.values.date_menus import date_menus, with_days
from deepweb.surface.values.day_windows import DayWindows
from deepweb.surface.values.ranges import Pairs
from tests.samples import form_of

FIRST = date(2020, 3, 1)
EVENTS = [FIRST + timedelta(days=3 * n) for n in range(60)]
START = day_number((2020, 6, 15))


def asked_all(
    windows: DayWindows, finds: Callable[[date, date], list[date]], cap: int = 100
) -> set[str]:
    """What is found until nothing is promised."""
    found: set[str] = set()
    for _ in range(400):
        question = windows.next() if windows.promise() else None
        if question is None:
            break
        first, last = (date.fromisoformat(value) for _, value in question.values)
        shown = finds(first, last)
        records = tuple(Found(str(day), "", f"on {day}") for day in shown[:cap])
        found |= {record.id for record in records}
        kind = "results" if records else "empty"
        windows.take(question, Answer(kind, "", records, count=len(shown)), records)
    return found


def windows_of(width: int, start: int = START) -> DayWindows:
    def write(first: int, last: int) -> Pairs:
        return (("from", iso(first)), ("to", iso(last)))

    return DayWindows(("from", "to"), write, days_shown, start, width)


def iso(number: int) -> str:
    return "{:04}-{:02}-{:02}".format(*day_of(number))


def days_shown(answer: Answer) -> list[int]:
    days = (date.fromisoformat(record.text.removeprefix("on ")) for record in answer.found)
    return [day_number((day.year, day.month, day.day)) for day in days]


def between(first: date, last: date) -> list[date]:
    return [day for day in EVENTS if first <= day <= last]


def test_single_days_are_asked_from_the_first_that_finds_something() -> None:
    windows = windows_of(0)
    assert asked_all(windows, between) == {str(day) for day in EVENTS}
    assert windows.informative
    assert windows.tested < 180 + 40


def test_windows_begin_far_from_what_there_is() -> None:
    windows = windows_of(27, day_number((2026, 6, 15)))
    years = [FIRST + timedelta(days=10 * n) for n in range(100)]

    def finds(first: date, last: date) -> list[date]:
        return [day for day in years if first <= day <= last]

    assert asked_all(windows, finds) == {str(day) for day in years}
    assert windows.tested < 80


def test_a_window_that_is_cut_off_is_halved() -> None:
    assert asked_all(windows_of(27), between, cap=4) == {str(day) for day in EVENTS}


def test_a_box_for_all_that_is_newer_is_not_asked_day_by_day() -> None:
    windows = windows_of(0)
    asked_all(windows, lambda first, _: [day for day in EVENTS if day >= first])
    assert not windows.informative
    assert windows.tested < 5


def test_nothing_is_found_on_any_day() -> None:
    windows = windows_of(0)
    assert asked_all(windows, lambda _, __: []) == set()
    assert windows.tested < 30


def menus(prefix: str, day: date) -> str:
    def menu(part: str, options: list[tuple[int, str]], chosen: int) -> str:
        shown = "".join(
            f"<option value={v} {'selected' if v == chosen else ''}>{t}" for v, t in options
        )
        return f"<select name={prefix}_{part}>{shown}</select>"

    months = (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    )
    named = list(enumerate(months.split(), 1))
    days, years = [(n, str(n)) for n in range(1, 32)], [(n, str(n)) for n in (2019, 2020)]
    parts = (("day", days, day.day), ("month", named, day.month), ("year", years, day.year))
    return "".join(menu(*each) for each in parts)


def test_three_menus_are_one_day() -> None:
    shown = menus("from", FIRST) + menus("to", FIRST + timedelta(days=7))
    form = form_of(f"<form>{shown}<button>Search</button></form>")
    one, other = date_menus(form.inputs)
    assert one.values((2019, 12, 24)) == (
        ("from_day", "24"),
        ("from_month", "12"),
        ("from_year", "2019"),
    )
    assert one.values((2024, 5, 5))[2] == ("from_year", "2020")
    boxes = [i for i in with_days(form.inputs, [one, other]) if i.kind == "date"]
    assert [(i.name, i.default) for i in boxes] == [("from", "2020-03-01"), ("to", "2020-03-08")]
    assert isinstance(boxes[0], Input)
    assert boxes[0].maximum == "2020-12-31"


def test_other_menus_are_no_day() -> None:
    sizes = "<select name=a><option>1<option>2</select>" * 3
    assert not list(date_menus(form_of(f"<form>{sizes}</form>").inputs))
