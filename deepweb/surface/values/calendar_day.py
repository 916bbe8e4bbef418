"""How is a day written, and which notation does a box ask for?

The paper tries one format of dates and finds that most boxes want another [Madhavan08 §5.3]. Here a
day is three numbers, and a *notation* a few letters as in many programming languages: ``Y`` and
``y`` are years of four and two digits, ``m`` and ``d`` month and day of two digits, ``n`` and ``j``
without leading zeros, ``F`` and ``M`` the English name of the month and its first three letters,
``w`` the week.

A box often shows its notation: "dd/mm/yyyy", "TT.MM.JJJJ", "31.12.2020".
"""

# ruff: noqa: RUF001 - letters of many alphabets

from __future__ import annotations

import re

Day = tuple[int, int, int]
"""Year, month and day."""

NOTATIONS = (
    "Y-m-d", "m/d/Y", "d/m/Y", "d.m.Y", "F j, Y", "j F Y", "d-m-Y", "Y/m/d", "m-d-Y", "Ymd",
    "d-M-Y", "j M Y", "m/d/y", "d/m/y", "M j, Y",
)  # fmt: skip
"""Notations of a day, the most frequent first."""
MONTH_NOTATIONS = ("Y-m", "m/Y", "F Y", "M Y")
"""Notations of a month."""

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
# Letters of "dd/mm/yyyy" in other languages: mm, мм, μμ, kk (Finnish), hh (Hungarian); and so on.
_MONTH_LETTERS = frozenset("mмkhμ月")
_YEAR_LETTERS = frozenset("yajгrvåéε年")
_ONE_LETTER_EACH = ({"d", "m", "y"}, {"年", "月", "日"})
_MARKS = r"[./-]"
_LETTERS = re.compile(
    rf"(?<!\w)([^\W\d_])\1*(?P<mark>{_MARKS})([^\W\d_])\3*(?P=mark)([^\W\d_])\4*(?!\w)",
    re.IGNORECASE,
)
_MONTH_ONLY = re.compile(r"(mm?|мм)(?P<mark>[./-])(y|j|a|г)\3{3}|(y|j|a|г)\4{3}(?P<other>[./-])mm")
_DIGITS = re.compile(
    rf"(?<![\d./-])(\d{{1,4}})(?P<mark>{_MARKS})(\d{{1,2}})(?P=mark)(\d{{4}}|\d{{2}})(?![\d/-])"
)
_NAMED = re.compile(
    r"\b\d{1,2}(?P<mark>[ -])[A-Z][a-z]{2,8}(?P=mark)\d{4}\b|\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b"
)
_MAX_TEXT = 120  # characters of a hint that are read


def day_number(day: Day) -> int:
    """Days since 1 March of the year 0 in the Gregorian calendar."""
    year, month, date = day
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + date - 1


def day_of(number: int) -> Day:
    """The day with this number; the inverse of :func:`day_number`."""
    century = (4 * number + 3) // 146_097
    rest = number - 146_097 * century // 4
    year = (4 * rest + 3) // 1461
    rest -= 1461 * year // 4
    month = (5 * rest + 2) // 153
    day = rest - (153 * month + 2) // 5 + 1
    year += 100 * century
    return (year, month + 3, day) if month < 10 else (year + 1, month - 9, day)


def iso_day(text: str) -> Day | None:
    """The day of an ISO date, month or time; None if there is none."""
    found = re.match(r"(\d{4})-(\d\d)(?:-(\d\d))?", text)
    if not found:
        return None
    day = (int(found[1]), int(found[2]), int(found[3] or 1))
    return day if _is_day(day) else None


def _is_day(day: Day) -> bool:
    return day[0] > 0 and 1 <= day[1] <= 12 and day_of(day_number(day)) == day


def written(day: Day, notation: str) -> str:
    """A day in a notation."""
    year, month, date = day
    parts = {
        "Y": f"{year:04}", "y": f"{year % 100:02}", "m": f"{month:02}", "n": str(month),
        "d": f"{date:02}", "j": str(date), "F": _MONTHS[month - 1], "M": _MONTHS[month - 1][:3],
        "w": f"{_week(day):02}",
    }  # fmt: skip
    return "".join(parts.get(sign, sign) for sign in notation)


def _week(day: Day) -> int:
    """About the ISO week, but one that every year has."""
    return min((day_number(day) - day_number((day[0], 1, 1))) // 7 + 1, 52)


def notations_shown(text: str) -> tuple[str, ...]:
    """The notations that a hint or an example shows, likely ones first."""
    text = re.sub(r" ([./-]) ", r"\1", text[:_MAX_TEXT])
    if found := _LETTERS.search(text):
        return _of_letters(found)
    if found := _MONTH_ONLY.search(text.lower()):
        mark = found["mark"]
        return (f"m{mark}Y",) if mark else (f"Y{found['other']}m",)
    if found := _DIGITS.search(text):
        return _of_digits(found)
    if found := _NAMED.search(text):
        return _of_name(found)
    return ()


def _of_name(found: re.Match[str]) -> tuple[str, ...]:
    """ "31 December 2020", "Dec 31, 2020"; "May" is short and long at once."""
    word = re.sub(r"[^A-Za-z]", "", found[0])
    names = ("F", "M") if word == "May" else ("F",) if len(word) > 3 else ("M",)
    mark = found["mark"]
    if mark is None:
        return tuple(f"{name} j, Y" for name in names)
    return tuple(f"{'d' if mark == '-' else 'j'}{mark}{name}{mark}Y" for name in names)


def _of_letters(found: re.Match[str]) -> tuple[str, ...]:
    """ "dd/mm/yyyy" in any language: the year is the longest, the month has its letter."""
    mark = found["mark"]
    groups = found[0].lower().split(mark)
    if max(map(len, groups)) == 1 and set(groups) not in _ONE_LETTER_EACH:
        return ()
    year = _year_place(groups)
    others = [n for n in range(3) if n != year]
    months = [n for n in others if groups[n][0] in _MONTH_LETTERS]
    if year is None or not months:
        return ()
    month = months[0]
    signs = ["d"] * 3
    signs[year] = "y" if len(groups[year]) == 2 else "Y"
    signs[month] = "m"
    return (mark.join(signs),)


def _year_place(groups: list[str]) -> int | None:
    longest = max(range(3), key=lambda n: len(groups[n]))
    if len(groups[longest]) == 4:
        return longest
    # "dd/mm/yy": the year stands at an end.
    return next((n for n in (2, 0) if groups[n][0] in _YEAR_LETTERS), None)


def _of_digits(found: re.Match[str]) -> tuple[str, ...]:
    one, two, three, mark = found[1], found[3], found[4], found["mark"]
    if len(one) == 4:
        return (f"Y{mark}m{mark}d",)
    year = "Y" if len(three) == 4 else "y"
    day_first, month_first = f"d{mark}m{mark}{year}", f"m{mark}d{mark}{year}"
    if mark == "." or int(one) > 12:
        return (day_first,)
    if int(two) > 12:
        return (month_first,)
    return (month_first, day_first) if mark == "/" else (day_first, month_first)
