"""What does a text box that expects a type make of what is typed?"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Literal

from tests.site.isbn import read_isbn
from tests.site.places import STATES

Type = Literal["zip", "city", "state", "country", "date", "year", "price", "number", "isbn"]

# One of these is what a box for dates takes, and it takes no other.
DATE_FORMATS = {
    "2024-05-31": "%Y-%m-%d",
    "05/31/2024": "%m/%d/%Y",
    "31/05/2024": "%d/%m/%Y",
    "31.05.2024": "%d.%m.%Y",
    "31-05-2024": "%d-%m-%Y",
    "2024/05/31": "%Y/%m/%d",
    "20240531": "%Y%m%d",
    "May 31, 2024": "%B %d, %Y",
    "31 May 2024": "%d %B %Y",
    "31-May-2024": "%d-%b-%Y",
    "05/31/24": "%m/%d/%y",
    "05-31-2024": "%m-%d-%Y",
}
ISO = "2024-05-31"

EXPECTED: Mapping[Type, str] = {
    "zip": "a five-digit zip code",
    "city": "the name of a city",
    "state": "a state",
    "country": "the name of a country",
    "date": "a date such as {example}",
    "year": "a year",
    "price": "an amount such as 19.99",
    "number": "a whole number",
    "isbn": "an ISBN",
}

_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ .,'\u2019()-])*")


def read_typed(kind: Type, value: str, written: str = ISO) -> str | None:
    """The value as the catalogue writes it; None where it is not of the type.

    ``written`` is the example that tells the format of dates.
    """
    if kind == "date":
        return _date(value, DATE_FORMATS[written])
    return _READERS[kind](value)


def expected(kind: Type, written: str = ISO) -> str:
    return EXPECTED[kind].replace("{example}", written)


def _matching(pattern: str) -> Callable[[str], str | None]:
    compiled = re.compile(pattern)
    return lambda value: found[1] if (found := compiled.fullmatch(value)) else None


def _named(value: str) -> str | None:
    return value if _NAME.fullmatch(value) else None


def _state(value: str) -> str | None:
    return STATES.get(value.upper()) or _named(value)


def _date(value: str, directive: str) -> str | None:
    try:
        return datetime.strptime(value, directive).date().isoformat()
    except ValueError:
        return None


_READERS: Mapping[Type, Callable[[str], str | None]] = {
    "zip": _matching(r"(\d{5})"),
    "city": _named,
    "state": _state,
    "country": _named,
    "year": _matching(r"(\d{4})"),
    "price": _matching(r"\$? ?(\d+(?:\.\d+)?)"),
    "number": _matching(r"(\d+)"),
    "isbn": read_isbn,
}
