"""Which ISBN does a book have?

One in six is a widely sold edition with its real number, so that a crawler that types known numbers
can hit some; the others are made up, with a right check digit.
"""

import re

# Penguin, Scribner, Signet and the like; each passes the check below (see the tests).
KNOWN = (
    "9780141439518",
    "9780743273565",
    "9780061120084",
    "9780451524935",
    "9780316769488",
    "9780547928227",
    "9780439708180",
    "9780307474278",
    "9780140449136",
    "9780060850524",
    "9780143039433",
    "9780451526342",
    "9780142437230",
    "9780141439600",
    "9780141439471",
    "9780553213119",
    "9780486280615",
    "9780385472579",
    "9780140177398",
    "9780679783268",
)
_KNOWN_SHARE = 6


def isbn_of(number: int) -> str:
    """The ISBN-13 of the book with that number."""
    if number % _KNOWN_SHARE == 0:
        return KNOWN[number // _KNOWN_SHARE % len(KNOWN)]
    digits = f"978{number * 7_368_787 % 10**9:09d}"
    return digits + _check_13(digits)


def read_isbn(value: str) -> str | None:
    """An ISBN of either length as 13 digits; None for what is none."""
    digits = re.sub(r"[ -]", "", value).upper()
    if re.fullmatch(r"\d{13}", digits):
        return digits if digits[-1] == _check_13(digits[:12]) else None
    if re.fullmatch(r"\d{9}[\dX]", digits) and digits[-1] == _check_10(digits[:9]):
        return "978" + digits[:9] + _check_13("978" + digits[:9])
    return None


def _check_13(digits: str) -> str:
    weighed = sum(int(d) * (3 if n % 2 else 1) for n, d in enumerate(digits))
    return str(-weighed % 10)


def _check_10(digits: str) -> str:
    rest = -sum(int(d) * (10 - n) for n, d in enumerate(digits)) % 11
    return "X" if rest == 10 else str(rest)
