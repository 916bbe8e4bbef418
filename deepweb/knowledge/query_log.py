"""A query log as rows of query, clicked address and number of clicks [He13 §4.1].

A log is TSV, CSV, either compressed or not, Parquet, or an export of Search Console (CSV, or a ZIP
of several files). The content tells the format, not the name of the file. Rows that cannot be
understood are counted and left out.

Columns are found by their names, in many languages, if the first row has names; otherwise by their
content: addresses look like addresses, clicks are whole numbers, and the query is the first of the
other columns. A log may have no addresses (the queries of a Search Console export), or no clicks
(then each row is one click).
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import IO, NamedTuple

from deepweb.knowledge.plain_lines import Trouble, lines, unpacked
from deepweb.page.words import UNSPACED, words

SAMPLE = 50  # rows by which columns are found
MAX_QUERY = 300  # characters of a query; longer ones are pasted texts
MAX_ADDRESS = 200  # characters of an address that are read
ROWS_AT_ONCE = 50_000  # rows of a Parquet file in memory
SEPARATORS = "\t,;|"
PARQUET = b"PAR1"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# Files that are not tables, by their first line.
_OTHERS = (
    (re.compile(r'\s*+(?:\{\s*+"|\[\s*+(?:[\[{"]|$))'), "JSON"),
    (re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE), "HTML or XML"),
)
# After "http://" anything may follow: some logs have spaces in addresses.
_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://|www\.)\S.*|[\w-]++(?:\.(?=[\w-]*?[^\W\d])[\w-]++)++(?::\d+)?(?:/\S*)?",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\d{1,3}(?:[.,'\u2019\xa0\u202f ]\d{3})+|\d+(?:\.0+)?")
_MOSTLY = 0.7  # share of the rows of a column that must look alike
# First words of column names that only resemble those wanted: "is_anonymized_query", "site_url".
_OTHER_COLUMNS = frozenset({"is", "site"})

MALFORMED = "rows that are no query, address and number of clicks"

ColumnNames = Mapping[str, Collection[str]]
"""What the columns ``query``, ``url`` and ``clicks`` are called, in many languages."""


class LogError(ValueError):
    """A log that cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class LogColumns:
    """The columns of a row; None for a column that the log does not have."""

    query: int
    url: int | None
    clicks: int | None
    has_header: bool
    is_named: bool = False
    """Does the header name the column of the query?"""


class Click(NamedTuple):
    """A row of a log; ``url`` is "" if the log has no addresses."""

    query: str
    url: str
    clicks: int


@dataclass(slots=True)
class QueryLog:
    """A log that can be read, and how much of it was read."""

    path: Path
    columns: LogColumns
    names: ColumnNames
    trouble: Trouble = field(default_factory=Trouble)
    rows: int = 0

    @classmethod
    def open(cls, path: Path, names: ColumnNames) -> QueryLog:
        """Raises LogError if it is no log."""
        with _clear_errors(path):
            trouble = Trouble()
            first = list(islice(_rows(path, trouble, names), SAMPLE))
            if trouble and not first:
                raise LogError(f"has no row that can be read: {trouble}")
            return cls(path, columns(first, names), names)

    def clicks(self) -> Iterator[Click]:
        """All rows that can be understood."""
        with _clear_errors(self.path):
            start = 1 if self.columns.has_header else 0
            for row in islice(_rows(self.path, self.trouble, self.names), start, None):
                self.rows += 1
                if click := _click(row, self.columns):
                    yield click
                else:
                    self.trouble[MALFORMED] += 1


def _click(row: Sequence[str], where: LogColumns) -> Click | None:
    try:
        query = row[where.query].strip()
        url = "" if where.url is None else row[where.url].strip()
        clicks = 1 if where.clicks is None else whole_number(row[where.clicks])
    except IndexError:
        return None
    if not query or len(query) > MAX_QUERY or clicks is None or (where.url is not None and not url):
        return None
    return Click(query, url, clicks)


@contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error).partition("\n")[0]
        raise LogError(f"query_log {str(path)!r} cannot be read: {why}") from None
    except zipfile.BadZipFile as error:
        raise LogError(f"query_log {str(path)!r} cannot be unpacked: {error}") from None
    except LogError as error:
        raise LogError(f"query_log {str(path)!r} {error}") from None


def _rows(path: Path, trouble: Trouble, names: ColumnNames) -> Iterator[Sequence[str]]:
    if path.is_fifo():
        raise LogError("is a pipe, and a log is read more than once; write it to a file")
    with path.open("rb") as raw:
        head = raw.read(4)
        raw.seek(0)
        if head == PARQUET:
            yield from _parquet_rows(raw)
        elif head in ZIP:
            yield from _zip_rows(raw, trouble, names)
        else:
            yield from _text_rows(unpacked(raw), trouble)


def _text_rows(stream: IO[bytes], trouble: Trouble) -> Iterator[Sequence[str]]:
    told = (line for line in lines(stream, trouble) if line and not line.isspace())
    first = next(told, "")
    for begin, called in _OTHERS:
        if begin.match(first):
            raise LogError(f"is {called}; give rows of query, address and clicks, as TSV or CSV")
    separator = max(SEPARATORS, key=first.count) if "\t" not in first else "\t"
    for line in chain([first] if first else [], told):
        if '"' in line and separator != "\t":
            yield _unquoted(line, separator)
        else:
            yield line.split(separator)


def _unquoted(line: str, separator: str) -> Sequence[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _zip_rows(raw: IO[bytes], trouble: Trouble, names: ColumnNames) -> Iterator[Sequence[str]]:
    """The file with the queries, of those in an export of Search Console."""
    with zipfile.ZipFile(raw) as packed:
        files = [name for name in packed.namelist() if not name.endswith("/")]
        chosen = next((name for name in files if _has_queries(packed, name, names)), None)
        if chosen is None:
            told = f", only {', '.join(files)[:200]}" if files else ""
            raise LogError(f"holds no file with queries{told}")
        with packed.open(chosen) as stream:
            yield from _text_rows(stream, trouble)


def _has_queries(packed: zipfile.ZipFile, name: str, names: ColumnNames) -> bool:
    with packed.open(name) as stream, suppress(LogError):
        first = list(islice(_text_rows(stream, Trouble()), SAMPLE))
        return columns(first, names).is_named
    return False


def _parquet_rows(raw: IO[bytes]) -> Iterator[Sequence[str]]:
    try:
        from pyarrow import ArrowException, parquet, types  # noqa: PLC0415
    except ImportError:
        raise LogError("is a Parquet file; to read it: pip install 'deepweb[parquet]'") from None
    try:
        file = parquet.ParquetFile(raw)
        # Nested columns hold no query.
        flat = [each.name for each in file.schema_arrow if not types.is_nested(each.type)]
        yield flat
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=flat):
            cells = [_texts(column.to_pylist()) for column in batch.columns]
            yield from zip(*cells, strict=True)
    except ArrowException as error:
        raise LogError(f"is no Parquet file that can be read: {error}") from None


def _texts(values: Sequence[object]) -> list[str]:
    return ["" if value is None else str(value) for value in values]


def whole_number(cell: str) -> int | None:
    """The number of clicks in a cell: "12", "1,234" and "3.0" are whole numbers."""
    cell = cell.strip()
    if cell.isdecimal():
        return int(cell) if len(cell) < 16 else None
    if not _WHOLE.fullmatch(cell) or len(cell) > 20:
        return None
    return int(re.sub(r"\D", "", re.sub(r"\.0+$", "", cell) if cell.count(".") < 2 else cell))


def columns(rows: Sequence[Sequence[str]], names: ColumnNames) -> LogColumns:
    """The columns of a log by its first rows. Raises LogError if none can be the query."""
    if not rows:
        raise LogError("is empty; give rows of query, address and clicks")
    named = _named(rows[0], names)
    if "query" in named:
        found = named["query"], named.get("url"), named.get("clicks")
        return LogColumns(*found, has_header=True, is_named=True)
    if named and not any(whole_number(cell) is not None for cell in rows[0]):
        told = ", ".join(cell.strip() for cell in rows[0])[:200]
        raise LogError(f"has no column for the query, only {told}; name one 'query'")
    return _by_content(rows)


def _named(header: Sequence[str], names: ColumnNames) -> dict[str, int]:
    """The first column with each of the names; else the first with a similar one."""
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
    if not called or called[0] in _OTHER_COLUMNS:
        return False
    # In scripts without spaces, a name may be part of a longer one.
    unspaced = (name for name in known if name[0] >= UNSPACED)
    return not set(called).isdisjoint(known) or any(name in cell for name in unspaced)


def _by_content(rows: Sequence[Sequence[str]]) -> LogColumns:
    numbers = range(max(map(len, rows)))
    cells = [[row[i].strip() for row in rows if i < len(row) and row[i].strip()] for i in numbers]
    url = next((i for i in numbers if _mostly(cells[i], is_address)), None)
    counted = (i for i in numbers if i != url and _mostly(cells[i], _is_whole))
    clicks = next(counted, None)
    query = next((i for i in numbers if i not in {url, clicks} and cells[i]), None)
    if query is None:
        raise LogError("has no column that could be the query; give query, address, clicks")
    is_named = clicks is not None and clicks < len(rows[0]) and not _is_whole(rows[0][clicks])
    return LogColumns(query, url, clicks, has_header=is_named and len(rows) > 1)


def _mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(test, cells)) >= _MOSTLY * len(cells)


def is_address(cell: str) -> bool:
    return bool(_ADDRESS.fullmatch(cell.strip()[:MAX_ADDRESS]))


def _is_whole(cell: str) -> bool:
    return whole_number(cell) is not None
