"""Which types of values do text boxes expect, and which values are worth trying?

A few types appear in boxes of many domains. Of finite types the paper tries a sample of the known
values, of continuous ones values of several orders of magnitude [Madhavan08 §5.3]. Our types are
ZIP code, city, state, country, date, month, year, price, number and ISBN.

Departure: a type has one or more *notations* (fifteen of dates; the name or the code of a state),
since a box often takes only one of them. The first few values of a list lie far apart, so that few
are enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from deepweb.page.concepts import Concepts
from deepweb.page.words import unaccented
from deepweb.page.words import words as words_in
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
"""Types of one family can be mistaken for each other."""

_Value = TypeVar("_Value")

_YEARS_BACK = 12  # years of generic dates before the present one
_DAYS_APART = 61  # days between generic dates

_SMALL = (100, 1000, 20, 500, 50, 250, 5, 2000, 10, 150, 30, 5000, 75, 750, 15, 300, 3000, 40, 400)
_LARGE = tuple(
    1000 * n for n in (200, 100, 350, 50, 500, 150, 250, 75, 300, 125, 400, 1000, 175, 750)
)
_NUMBERS = (100, 10, 1000, 300, 30, 3, 600, 60, 5, 200, 2000, 20, 1, 10_000, 2, 50, 500, 5000, 4)


@dataclass(frozen=True, slots=True)
class ValueLists:
    """The lists of values in ``resources/values``."""

    zips: tuple[str, ...]
    cities: tuple[tuple[str, str], ...]
    """Name and code of the country; in the United States with the state: ``US-TX``."""
    states: tuple[tuple[str, str], ...]
    """Code and name."""
    countries: tuple[tuple[str, str, str], ...]
    """Two-letter code, three-letter code, name."""
    isbns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueType:
    """A type of values that a text box may expect, in one notation."""

    name: str
    notation: str
    values: tuple[str, ...]
    """The most promising first; the first few are spread over the type."""

    @property
    def family(self) -> str:
        """The types that it can be mistaken for."""
        return FAMILIES[self.name]


@dataclass(frozen=True, slots=True)
class TypeKnowledge:
    """What is known about types in general."""

    names: Concepts
    lists: ValueLists
    types: tuple[ValueType, ...]
    places: frozenset[str]
    """Words in the names of places."""

    @classmethod
    def of(cls, names: Concepts, lists: ValueLists, year: int) -> TypeKnowledge:
        """``year`` is the present year."""
        rows = (*lists.cities, *lists.states, *lists.countries)
        places = frozenset(w for text in chain(*rows) for w in words_in(unaccented(text)))
        return cls(names, lists, value_types(lists, year), places)


def spread(values: Sequence[_Value]) -> list[_Value]:
    """Sorted values, reordered so that the first few are spread over them: halves, quarters, …

    The ends come late: they are often beyond what the site has.
    """
    bits = len(values).bit_length()
    places = (int(f"{n:0{bits}b}"[::-1], 2) for n in range(1, 1 << bits))
    return [values[place] for place in (*places, 0) if place < len(values)]


def cities_in(place: str, lists: ValueLists) -> list[str]:
    """The cities of a state or a country, given by name or code."""
    wanted = place.strip().casefold()
    states = {f"US-{row[0]}" for row in lists.states if wanted in map(str.casefold, row)}
    countries = {row[0] for row in lists.countries if wanted in map(str.casefold, row)}
    return [name for name, region in lists.cities if region in states or region[:2] in countries]


def value_types(lists: ValueLists, year: int) -> tuple[ValueType, ...]:
    """All types with generic values; ``year`` is the present year."""
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
        # The formats that HTML defines.
        ValueType("week", "Y-Ww", _all_written(days, "Y-Ww")),
        ValueType("datetime", "Y-m-dT00:00", _all_written(days, "Y-m-dT00:00")),
        ValueType("time", "", tuple(f"{hour:02}:00" for hour in spread(range(24)))),
    )


def _days(year: int) -> list[Day]:
    """Days that cannot be read month first (the 13th or later), up to the next year."""
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
    """Is its check digit right?"""
    if re.fullmatch(r"\d{9}[\dX]", text):
        digits = (10 if sign == "X" else int(sign) for sign in text)
        return sum((10 - n) * digit for n, digit in enumerate(digits)) % 11 == 0
    return bool(re.fullmatch(r"97[89]\d{10}", text)) and isbn13(text[3:]) == text


def isbn13(isbn: str) -> str:
    """The ISBN with a prefix: its own, or 978."""
    if len(isbn) == 13:
        return isbn
    body = "978" + isbn[:9]
    check = -sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(body)) % 10
    return f"{body}{check}"


def isbn10(isbn: str) -> str:
    """The ISBN without its prefix; empty if that is not 978."""
    if not isbn.startswith("978"):
        return ""
    check = -sum((10 - n) * int(digit) for n, digit in enumerate(isbn[3:12])) % 11
    return isbn[3:12] + ("X" if check == 10 else str(check))
