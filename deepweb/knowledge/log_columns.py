"""Which columns of a query log hold the query, the page clicked, and the clicks?

By their names where the first row names them, in many languages; else by what they hold, so that a
log without a header works too: addresses look like addresses, clicks are whole numbers, and the
query is the first of the rest. A log may have no addresses (a Search Console export of queries), or
no clicks (each row is one click, then).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from deepweb.page.words import UNSPACED, words

# With "http://" before it, whatever follows: some write spaces into addresses.
_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://|www\.)\S.*|[\w-]+(?:\.[\w-]*[^\W\d][\w-]*)+(?::\d+)?(?:/\S*)?",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\d{1,3}(?:[.,'\u2019\xa0\u202f ]\d{3})+|\d+(?:\.0+)?")
# Characters of an address by which it is told.
LONG = 200
# Of the rows looked at, the share that must look alike.
_MOSTLY = 0.7
# First words of names that only look like those asked for.
_OTHERS = frozenset({"is", "site"})


class LogError(ValueError):
    """A log that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a row has what; None where the log does not tell."""

    query: int
    url: int | None
    clicks: int | None
    has_header: bool
    is_named: bool = False
    """Does the header say which column is the query?"""


def whole_number(cell: str) -> int | None:
    """Clicks: "12", "1,234" and "3.0" are whole numbers."""
    cell = cell.strip()
    if cell.isdecimal():
        return int(cell) if len(cell) < 16 else None
    if not _WHOLE.fullmatch(cell) or len(cell) > 20:
        return None
    return int(re.sub(r"\D", "", re.sub(r"\.0+$", "", cell) if cell.count(".") < 2 else cell))


def columns(rows: Sequence[Sequence[str]], names: Mapping[str, Collection[str]]) -> Columns:
    """Of the first rows of a log. Raises LogError if none of its columns can be the query."""
    if not rows:
        raise LogError("is empty; give rows of query, address and clicks")
    named = _named(rows[0], names)
    if "query" in named:
        found = named["query"], named.get("url"), named.get("clicks")
        return Columns(*found, has_header=True, is_named=True)
    if named and not any(whole_number(cell) is not None for cell in rows[0]):
        told = ", ".join(cell.strip() for cell in rows[0])[:200]
        raise LogError(f"has no column for the query, only {told}; name one 'query'")
    return _by_content(rows)


def _named(header: Sequence[str], names: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Of what is asked for, the first column that is called just so, else one called alike."""
    cells = [cell.strip().lower() for cell in header]
    found: dict[str, int] = {}
    for what, known in names.items():
        exact = (i for i, cell in enumerate(cells) if cell in known)
        alike = (i for i, cell in enumerate(cells) if _is_like(cell, known))
        if (number := next(exact, next(alike, None))) is not None:
            found[what] = number
    return found


def _is_like(cell: str, known: Collection[str]) -> bool:
    """ "Top queries" is like "queries"; "is_anonymized_query" and "site_url" are something else."""
    called = words(cell)
    if not called or called[0] in _OTHERS:
        return False
    # Where no spaces part words, a name is a part of another one.
    unspaced = (name for name in known if name[0] >= UNSPACED)
    return not set(called).isdisjoint(known) or any(name in cell for name in unspaced)


def _by_content(rows: Sequence[Sequence[str]]) -> Columns:
    numbers = range(max(map(len, rows)))
    cells = [[row[i].strip() for row in rows if i < len(row) and row[i].strip()] for i in numbers]
    url = next((i for i in numbers if _mostly(cells[i], is_address)), None)
    counted = (i for i in numbers if i != url and _mostly(cells[i], _is_whole))
    clicks = next(counted, None)
    query = next((i for i in numbers if i not in {url, clicks} and cells[i]), None)
    if query is None:
        raise LogError("has no column that could be the query; give query, address, clicks")
    is_named = clicks is not None and clicks < len(rows[0]) and not _is_whole(rows[0][clicks])
    return Columns(query, url, clicks, has_header=is_named and len(rows) > 1)


def _mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(test, cells)) >= _MOSTLY * len(cells)


def is_address(cell: str) -> bool:
    return bool(_ADDRESS.fullmatch(cell.strip()[:LONG]))


def _is_whole(cell: str) -> bool:
    return whole_number(cell) is not None
