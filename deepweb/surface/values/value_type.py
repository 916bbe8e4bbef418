"""What kinds of values do text boxes expect, and which values of a kind are worth trying?

Madhavan et al., *Google's Deep-Web Crawl* (PVLDB 2008), section 5.3: a few types appear in boxes of
many domains. Of finite types a sample of the known values is tried, of continuous ones values of
several orders of magnitude. Ours are ZIP code, city, state, country, date, month, year, price,
number and ISBN.

Departure: a type has one or more *notations* (a date fifteen; a state its name and its code), since
a box that expects the type often takes one of them only. Any first few values of a list lie far
apart, so that few are enough to tell. What the site's own records show is a better source than any
list (``seen_values``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from deepweb.surface.values.calendar_day import (
    MONTH_NOTATIONS,
    NOTATIONS,
    Day,
    day_number,
    day_of,
    written,
)

FAMILIES = {
    "zip": "number", "year": "number", "price": "number", "number": "number",
    "city": "place", "state": "place", "country": "place",
    "date": "date", "month": "date", "isbn": "isbn",
    "week": "fixed", "datetime": "fixed", "time": "fixed",
}  # fmt: skip
"""Types whose values may be taken for one another's, by a common name."""

_Value = TypeVar("_Value")

# Years before the present that generic dates go back.
_YEARS_BACK = 12
_DAYS_APART = 61

_SMALL = (100, 1000, 20, 500, 50, 250, 5, 2000, 10, 150, 30, 5000, 75, 750, 15, 300, 3000, 40, 400)
_LARGE = tuple(
    1000 * n for n in (200, 100, 350, 50, 500, 150, 250, 75, 300, 125, 400, 1000, 175, 750)
)
_NUMBERS = (100, 10, 1000, 300, 30, 3, 600, 60, 5, 200, 2000, 20, 1, 10_000, 2, 50, 500, 5000, 4)


@dataclass(frozen=True, slots=True)
class ValueLists:
    """What ships of values that cannot be counted out."""

    zips: tuple[str, ...]
    cities: tuple[tuple[str, str], ...]
    """Name, and the code of its country; of the United States also of its state: ``US-TX``."""
    states: tuple[tuple[str, str], ...]
    """Code and name."""
    countries: tuple[tuple[str, str, str], ...]
    """Two-letter code, three-letter code, name."""
    isbns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueType:
    """Something that a text box may expect, in one way of writing it."""

    name: str
    notation: str
    values: tuple[str, ...]
    """The most worth trying first; any first few are spread over the type."""

    @property
    def family(self) -> str:
        """Of types that may be taken for one another."""
        return FAMILIES[self.name]


def spread(values: Sequence[_Value]) -> list[_Value]:
    """Sorted values in an order of which any beginning is spread over them: halves, quarters, …

    Ends come late: they are often beyond what the site has.
    """
    bits = len(values).bit_length()
    places = (int(f"{n:0{bits}b}"[::-1], 2) for n in range(1, 1 << bits))
    return [values[place] for place in (*places, 0) if place < len(values)]


def cities_in(place: str, lists: ValueLists) -> list[str]:
    """The cities of a state or a country, by its name or a code of it."""
    wanted = place.strip().casefold()
    states = {f"US-{row[0]}" for row in lists.states if wanted in map(str.casefold, row)}
    countries = {row[0] for row in lists.countries if wanted in map(str.casefold, row)}
    return [name for name, region in lists.cities if region in states or region[:2] in countries]


def value_types(lists: ValueLists, year: int) -> tuple[ValueType, ...]:
    """All types with generic values; ``year`` is the present one."""
    days = _days(year)
    return (
        ValueType("zip", "", lists.zips),
        ValueType("city", "", tuple(name for name, _ in lists.cities)),
        *(ValueType("date", how, _all_written(days, how)) for how in NOTATIONS),
        ValueType("year", "", _years(year)),
        ValueType("price", "small", _digits(_SMALL)),
        ValueType("price", "large", _digits(_LARGE)),
        ValueType("price", "exact", ()),
        ValueType("state", "name", tuple(name for _, name in lists.states)),
        ValueType("state", "code", tuple(code for code, _ in lists.states)),
        ValueType("country", "name", tuple(name for *_, name in lists.countries)),
        ValueType("country", "code", tuple(code for code, *_ in lists.countries)),
        ValueType("country", "code3", tuple(code for _, code, _ in lists.countries)),
        ValueType("number", "", _digits(_NUMBERS)),
        ValueType("isbn", "13", tuple(isbn13(isbn) for isbn in lists.isbns)),
        ValueType("isbn", "10", lists.isbns),
        *(ValueType("month", how, _all_written(days, how)) for how in MONTH_NOTATIONS),
        # What inputs of HTML5 send.
        ValueType("week", "Y-Ww", _all_written(days, "Y-Ww")),
        ValueType("datetime", "Y-m-dT00:00", _all_written(days, "Y-m-dT00:00")),
        ValueType("time", "", tuple(f"{hour:02}:00" for hour in spread(range(24)))),
    )


def _days(year: int) -> list[Day]:
    """Days that can be read one way only (the 13th or later), from years back to next year."""
    first, last = day_number((year - _YEARS_BACK, 1, 13)), day_number((year + 1, 12, 31))
    every = (day_of(number) for number in range(first, last, _DAYS_APART))
    clear = sorted({(y, m, d if d > 12 else d + 12) for y, m, d in every})
    return spread(clear)


def _years(year: int) -> tuple[str, ...]:
    recent = spread(range(year - 31, year + 1))
    older = spread(range(year - 100, year - 31))
    return tuple(map(str, chain(recent, older)))


def _digits(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, numbers))


def _all_written(days: Iterable[Day], how: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(written(day, how) for day in days))


def is_isbn(text: str) -> bool:
    """Is its last digit what the others make it?"""
    if re.fullmatch(r"\d{9}[\dX]", text):
        digits = (10 if sign == "X" else int(sign) for sign in text)
        return sum((10 - n) * digit for n, digit in enumerate(digits)) % 11 == 0
    return bool(re.fullmatch(r"97[89]\d{10}", text)) and isbn13(text[3:]) == text


def isbn13(isbn: str) -> str:
    """With the prefix 978, or as it is if it has one."""
    if len(isbn) == 13:
        return isbn
    body = "978" + isbn[:9]
    check = -sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(body)) % 10
    return f"{body}{check}"


def isbn10(isbn: str) -> str:
    """The short form, which only those with the prefix 978 have."""
    if not isbn.startswith("978"):
        return ""
    check = -sum((10 - n) * int(digit) for n, digit in enumerate(isbn[3:12])) % 11
    return isbn[3:12] + ("X" if check == 10 else str(check))
