"""What stands on a page stays inside its cell, line or element."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from scrapy.exporters import BaseItemExporter

from deepweb.items import Record
from deepweb.output.exporters import SafeCsv, SafeJsonLines, SafeXml, safe_cell

HOSTILE = st.text(st.characters(codec="utf-8"), max_size=30)


def record(text: str = "", name: str = "field", value: str = "") -> Record:
    return Record("example.org", "1", None, text, text, fields={name: value}, query={name: value})


def exported(exporter: Callable[..., BaseItemExporter], *items: Any) -> bytes:
    file = io.BytesIO()
    out = exporter(file, encoding="utf-8")
    out.start_exporting()
    for item in items:
        out.export_item(item)
    out.finish_exporting()
    return file.getvalue()


@settings(deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_json_lines_are_lines(text: str, name: str, value: str) -> None:
    said = exported(SafeJsonLines, record(text, name, value), record()).decode()
    first, second = said.splitlines()
    assert json.loads(first)["title"] == text
    assert json.loads(first)["fields"] == {name: value}
    assert json.loads(second)["title"] == ""


@settings(deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_csv_has_a_row_for_each(text: str, name: str, value: str) -> None:
    said = exported(SafeCsv, record(text, name, value), record()).decode()
    rows = list(csv.DictReader(io.StringIO(said, newline="")))
    assert len(rows) == 2
    assert rows[0]["title"].removeprefix("'") == text.removeprefix("'")
    assert json.loads(rows[0]["fields"]) == {name: value}
    assert not rows[0]["title"].startswith(("=", "+", "@", "\t", "\r"))


@settings(deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_xml_is_xml(text: str, name: str, value: str) -> None:
    root = etree.fromstring(exported(SafeXml, record(text, name, value), record()))
    assert [element.tag for element in root] == ["item", "item"]
    assert [element.tag for element in root[0]] == list(Record.__dataclass_fields__)


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        (
            '=HYPERLINK("http://evil.example","click")',
            '\'=HYPERLINK("http://evil.example","click")',
        ),
        ("@SUM(1)", "'@SUM(1)"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3+cmd", "'-2+3+cmd"),
        ("\t=1+1", "'\t=1+1"),
        ("-12.5", "-12.5"),
        ("+49 30 1234", "'+49 30 1234"),
        ("plain", "plain"),
        ("a=b", "a=b"),
        (-3, -3),
        (None, None),
    ],
)
def test_cells_that_spreadsheets_would_run(cell: object, safe: object) -> None:
    assert safe_cell(cell) == safe


def test_a_csv_that_is_gone_on_with_has_one_heading() -> None:
    file = io.BytesIO(exported(SafeCsv, record("one")))
    file.seek(0, io.SEEK_END)
    out = SafeCsv(file)
    out.export_item(record("two"))
    out.finish_exporting()
    rows = list(csv.DictReader(io.StringIO(file.getvalue().decode(), newline="")))
    assert [row["title"] for row in rows] == ["one", "two"]
