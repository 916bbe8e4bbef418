"""Writes records to files for other programs: JSON lines, CSV, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from deepweb.output.exporters import safe_cell
from deepweb.output.shared_names import shared
from deepweb.store.changes import KnownRecord
from deepweb.store.record_file import LINE_ENDS

FORMATS = ("jsonl", "csv", "parquet")
PLAIN = (
    "site",
    "id",
    "url",
    "title",
    "kind",
    "text",
    "status",
    "first_seen",
    "last_seen",
    "changed",
)
FIELD = "field."
ATTRIBUTE = "attribute."
BATCH = 10_000  # rows of a Parquet file that are written together


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


def write_csv(known: Iterable[KnownRecord], names: Iterable[str], file: TextIO) -> int:
    """Write one row per record with the columns ``names``; returns the number of records."""
    columns, count = list(names), 0
    writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore")
    writer.writeheader()
    for each in known:
        writer.writerow({name: safe_cell(value) for name, value in _flat(each).items()})
        count += 1
    return count


def write_parquet(known: Iterable[KnownRecord], names: Iterable[str], path: Path) -> int:
    """Write one row per record, all values as text. Raises ``ExportError`` without pyarrow."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415
    except ImportError:
        raise ExportError("Parquet needs pyarrow; pip install 'deepweb[parquet]'") from None
    columns, count = list(names), 0
    schema = pa.schema([(name, pa.string()) for name in columns])
    with pq.ParquetWriter(path, schema) as writer:
        for rows in _batches(map(_flat, known)):
            texts = [{name: _text(row.get(name)) for name in columns} for row in rows]
            writer.write_table(pa.Table.from_pylist(texts, schema))
            count += len(rows)
    return count


def columns(known: Iterable[KnownRecord]) -> list[str]:
    """The columns of some records: the plain ones, then one per field and attribute."""
    names = dict.fromkeys(PLAIN)
    for each in known:
        names.update(dict.fromkeys(_flat(each)))
    return list(names)


def _row(known: KnownRecord) -> dict[str, Any]:
    times = {name: _time(getattr(known, name)) for name in ("first_seen", "last_seen", "changed")}
    return {**asdict(known.record), "status": known.status, **times}


def _flat(known: KnownRecord) -> dict[str, Any]:
    row = _row(known)
    flat = {name: row[name] for name in PLAIN}
    flat |= {f"{FIELD}{name}": value for name, value in row["fields"].items()}
    attributes: Mapping[str, list[str]] = row["attributes"]
    return flat | {f"{ATTRIBUTE}{name}": "; ".join(all_) for name, all_ in attributes.items()}


def _time(seconds: float | None) -> str | None:
    if not seconds:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
