"""Days as numbers and as texts."""

# ruff: noqa: RUF001 - letters of many scripts are what is tested

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.surface.values.calendar_day import (
    NOTATIONS,
    day_number,
    day_of,
    iso_day,
    notations_shown,
    written,
)

DIRECTIVES = {
    "Y": "%Y", "y": "%y", "m": "%m", "n": "%m", "d": "%d", "j": "%d", "F": "%B", "M": "%b",
}  # fmt: skip
DAYS = st.dates(date(1, 3, 1), date(9999, 12, 31))


@given(DAYS, DAYS)
def test_days_are_counted_as_in_the_calendar(one: date, other: date) -> None:
    numbers = [day_number((d.year, d.month, d.day)) for d in (one, other)]
    assert numbers[0] - numbers[1] == (one - other).days
    assert day_of(numbers[0]) == (one.year, one.month, one.day)


@given(st.dates(date(1970, 1, 1), date(2068, 12, 31)), st.sampled_from(NOTATIONS))
def test_what_is_written_can_be_read(day: date, notation: str) -> None:
    directive = "".join(DIRECTIVES.get(sign, sign) for sign in notation)
    text = written((day.year, day.month, day.day), notation)
    assert datetime.strptime(text, directive).date() == day


def test_at_least_eight_notations_differ() -> None:
    assert len({written((2024, 9, 3), notation) for notation in NOTATIONS}) == len(NOTATIONS) >= 8


def test_weeks_are_written_as_browsers_do() -> None:
    assert written((2024, 1, 1), "Y-Ww") == "2024-W01"
    assert written((2024, 12, 31), "Y-Ww") == "2024-W52"


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("dd/mm/yyyy", ("d/m/Y",)),
        ("MM/DD/YYYY", ("m/d/Y",)),
        ("Date (YYYY-MM-DD)", ("Y-m-d",)),
        ("jj/mm/aaaa", ("d/m/Y",)),
        ("TT.MM.JJJJ", ("d.m.Y",)),
        ("дд.мм.гггг", ("d.m.Y",)),
        ("gg/mm/aaaa", ("d/m/Y",)),
        ("pp.kk.vvvv", ("d.m.Y",)),
        ("éééé.hh.nn", ("Y.m.d",)),
        ("rrrr-mm-dd", ("Y-m-d",)),
        ("ηη/μμ/εεεε", ("d/m/Y",)),
        ("dd / mm / yyyy", ("d/m/Y",)),
        ("mm/dd/yy", ("m/d/y",)),
        ("年/月/日", ("Y/m/d",)),
        ("d/m/y", ("d/m/Y",)),
        ("mm/yyyy", ("m/Y",)),
        ("yyyy-mm", ("Y-m",)),
        ("e.g. 31/12/2020", ("d/m/Y",)),
        ("12/31/20", ("m/d/y",)),
        ("31.12.2020", ("d.m.Y",)),
        ("2020/12/31", ("Y/m/d",)),
        ("1/2/2020", ("m/d/Y", "d/m/Y")),
        ("January 31, 2020", ("F j, Y",)),
        ("31 Dec 2020", ("j M Y",)),
        ("31-Dec-2020", ("d-M-Y",)),
        ("and/or/not", ()),
        ("City/State/Zip", ()),
        ("192.168.1.1", ()),
        ("a.b.c", ()),
        ("", ()),
    ],
)
def test_notations_that_boxes_show(hint: str, expected: tuple[str, ...]) -> None:
    assert notations_shown(hint) == expected


@given(st.text(max_size=200))
def test_any_hint_is_read(hint: str) -> None:
    for notation in notations_shown(hint):
        assert written((2024, 5, 31), notation)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-02-29", (2024, 2, 29)),
        ("2023-02-29", None),
        ("2024-05", (2024, 5, 1)),
        ("2024-05-31T12:00", (2024, 5, 31)),
        ("0000-00-00", None),
        ("31.05.2024", None),
    ],
)
def test_iso_days(text: str, day: tuple[int, int, int] | None) -> None:
    assert iso_day(text) == day
