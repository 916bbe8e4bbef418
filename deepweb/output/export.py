"""Writes records to files for other programs: JSON lines, CSV, Parquet with typed columns."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal, TextIO

from deepweb.output.exporters import safe_cell
from deepweb.output.shared_names import shared
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.changes import KnownRecord, known_records
from deepweb.store.records.record_file import LINE_ENDS, record_path

FORMATS = ("jsonl", "csv", "parquet")
TIMES = ("first_seen", "last_seen", "changed")
PLAIN = (
    *("site", "id", "url", "title", "text", "kind", "part_of", "found_on", "query", "status"),
    *TIMES,
)
OWN_PAGE = ("details_url", "details_fetched")
"""Columns of records whose own pages were asked for."""
FIELD = "field."
ATTRIBUTE = "attribute."
BATCH = 10_000  # rows of a Parquet file that are written together
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Kind = Literal["truth", "whole", "real", "date", "time", "list", "text"]
"""What all values of a column are."""


class ExportError(ValueError):
    """An export that is not possible; the message names the remedy."""


def write_lines(known: Iterable[KnownRecord], file: TextIO, vocabulary: str | None = None) -> int:
    """Write one JSON object per line; returns the number of records.

    ``vocabulary``: whose names the objects have (``shared_names.py``), if not the site's.
    """
    count = 0
    for each in known:
        row = shared(each.record, vocabulary) if vocabulary else _row(each)
        line = json.dumps(row, ensure_ascii=False).translate(LINE_ENDS)
        file.write(line + "\n")
        count += 1
    return count


def write_csv(known: Iterable[KnownRecord], columns: Iterable[str], file: TextIO) -> int:
    """Write one row per record with these columns; returns the number of records."""
    count = 0
    writer = csv.DictWriter(file, list(columns), restval="", extrasaction="ignore")
    writer.writeheader()
    for each in known:
        cells = {name: _cell(value) for name, value in _flat(each).items()}
        writer.writerow(cells)
        count += 1
    return count


def write_table(store: CrawlStore, site: str, output: Path) -> None:
    """Write ``records.csv`` beside ``records.jsonl``, for spreadsheets."""
    path = record_path(output, site).with_suffix(".csv")
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".csv.new")
    with store.connect() as connection, new.open("w", encoding="utf-8", newline="") as file:
        write_csv(known_records(connection, site), columns(known_records(connection, site)), file)
    new.replace(path)


def write_parquet(known: Iterable[KnownRecord], columns: Mapping[str, Kind], path: Path) -> int:
    """Write one row per record; a column has the type of its values: number, date, list or text.

    Raises ``ExportError`` without pyarrow.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415
    except ImportError:
        raise ExportError("Parquet needs pyarrow; pip install 'deepweb[parquet]'") from None
    types, count = dict(columns), 0
    schema = pa.schema([(name, _arrow_type(pa, kind)) for name, kind in types.items()])
    with pq.ParquetWriter(path, schema) as writer:
        for rows in _batches(map(_flat, known)):
            values = [
                {name: _typed(row.get(name), kind) for name, kind in types.items()} for row in rows
            ]
            writer.write_table(pa.Table.from_pylist(values, schema))
            count += len(rows)
    return count


def columns(known: Iterable[KnownRecord]) -> dict[str, Kind]:
    """The columns of some records with the kinds of their values.

    First the plain ones, then one per field and attribute.
    """
    kinds: dict[str, set[Kind]] = {name: set() for name in PLAIN}
    for each in known:
        for name, value in _flat(each).items():
            told = kinds.setdefault(name, set())
            if value is not None and value != "":
                told.add(_kind(value))
    return {
        name: "time" if name in TIMES else "text" if name in PLAIN else _common(told)
        for name, told in kinds.items()
    }


def _kind(value: Any) -> Kind:
    if isinstance(value, (bool, int, float)):
        return "truth" if isinstance(value, bool) else "whole" if isinstance(value, int) else "real"
    if isinstance(value, list):
        return "list"
    return "date" if _is_date(str(value)) else "text"


def _is_date(value: str) -> bool:
    if not _DATE.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _common(kinds: set[Kind]) -> Kind:
    """The kind of a column: that of its values, else text."""
    if len(kinds) == 1:
        return next(iter(kinds))
    return "real" if kinds == {"whole", "real"} else "text"


def _arrow_type(pa: Any, kind: Kind) -> Any:
    return {
        "truth": pa.bool_(),
        "whole": pa.int64(),
        "real": pa.float64(),
        "date": pa.date32(),
        "time": pa.timestamp("s", tz="UTC"),
        "list": pa.list_(pa.string()),
        "text": pa.string(),
    }[kind]


def _typed(value: Any, kind: Kind) -> Any:
    """A value as the type of its column takes it."""
    if value is None or value == "":
        return None
    if kind == "date":
        return date.fromisoformat(value)
    if kind == "time":
        return datetime.fromisoformat(value)
    if kind == "list":
        return [str(each) for each in value]
    return _text(value) if kind == "text" else value


def _row(known: KnownRecord) -> dict[str, Any]:
    times = {name: _time(getattr(known, name)) for name in TIMES}
    return {**asdict(known.record), "status": known.status, **times}


def _flat(known: KnownRecord) -> dict[str, Any]:
    row = _row(known)
    flat = {name: row[name] for name in PLAIN}
    flat |= {name: row[name] for name in OWN_PAGE if name in row}
    flat |= {f"{FIELD}{name}": value for name, value in row["fields"].items()}
    return flat | {f"{ATTRIBUTE}{name}": all_ for name, all_ in row["attributes"].items()}


def _cell(value: Any) -> Any:
    return safe_cell(_text(value) if isinstance(value, (list, dict)) else value)


def _time(seconds: float | None) -> str | None:
    if not seconds:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _text(value: Any) -> Any:
    """A value for a cell of text: a list with semicolons, anything nested as JSON."""
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
