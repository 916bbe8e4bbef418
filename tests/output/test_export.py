"""Records in files of three formats."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from deepweb.output.export import columns, write_csv, write_lines, write_parquet
from deepweb.store.records.changes import KnownRecord
from tests.samples import UNICODE, record


def known(number: int, status: str = "same", **more: object) -> KnownRecord:
    return KnownRecord(record(number, **more), status, 1_700_000_000.0, 1_700_000_100.0, None)


RECORDS = [
    known(1, "new", fields={"price": 1}, attributes={"brand": ["Garmin", "Acme"]}),
    known(2, fields={"price": 5, "stock": "few"}),
    known(3, title=UNICODE, text="=HYPERLINK(1)", fields={}),
]


def test_json_lines() -> None:
    file = io.StringIO()
    assert write_lines(RECORDS, file) == 3
    lines = file.getvalue().splitlines()
    assert len(lines) == 3, "what looks like the end of a line is none"
    first = json.loads(lines[0])
    assert (first["status"], first["changed"]) == ("new", None)
    assert first["first_seen"] == "2023-11-14T22:13:20+00:00"
    assert json.loads(lines[2])["title"] == UNICODE


def test_csv_has_a_column_a_field_and_no_formula() -> None:
    file = io.StringIO(newline="")
    assert write_csv(RECORDS, columns(RECORDS), file) == 3
    rows = list(csv.DictReader(io.StringIO(file.getvalue(), newline="")))
    assert rows[0]["attribute.brand"] == "Garmin; Acme"
    assert (rows[1]["field.price"], rows[1]["field.stock"]) == ("5", "few")
    assert rows[2]["text"] == "'=HYPERLINK(1)"
    assert rows[2]["title"] == UNICODE
    assert rows[2]["field.stock"] == ""


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "records.parquet"
    assert write_parquet(RECORDS, columns(RECORDS), path) == 3
    table = pq.read_table(path)
    rows = table.to_pylist()
    assert [row["field.price"] for row in rows] == [1, 5, None]
    assert rows[0]["attribute.brand"] == ["Garmin", "Acme"]
    assert rows[0]["first_seen"] == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert rows[2]["title"] == UNICODE
    assert {"found_on", "query"} <= set(table.column_names)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2], "int64"),
        ([1.0, 2], "double"),
        ([True], "bool"),
        (["2026-11-18", "2020-02-29"], "date32[day]"),
        (["2026-11-18", "soon"], "string"),
        (["2026-02-30"], "string"),
        ([1, "one"], "string"),
        ([["a"], ["b", "c"]], "list<element: string>"),
    ],
)
def test_columns_of_parquet_have_the_type_of_their_values(
    tmp_path: Path, values: list[object], kind: str
) -> None:
    found = [known(n, fields={"field": value}) for n, value in enumerate(values)]
    path = tmp_path / "records.parquet"
    write_parquet(found, columns(found), path)
    table = pq.read_table(path)
    assert str(table.schema.field("field.field").type) == kind
    told = table["field.field"].to_pylist()
    assert [str(each) for each in told] == [
        str(float(each)) if kind == "double" else str(each)  # type: ignore[arg-type]
        for each in values
    ]


@pytest.mark.parametrize("value", ["=1", "+x", "-x", "@x", "\tx"])
def test_formulas(value: str) -> None:
    file = io.StringIO(newline="")
    write_csv([known(1, title=value)], ["title"], file)
    (row,) = csv.DictReader(io.StringIO(file.getvalue(), newline=""))
    assert row["title"] == f"'{value}"


def test_nothing_to_write() -> None:
    file = io.StringIO()
    assert write_lines([], file) == 0
    assert write_csv([], columns([]), file) == 0
    assert file.getvalue().startswith("site,id,url,title,text,")
