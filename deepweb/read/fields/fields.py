"""Which named fields does a record have?

A :class:`FieldModel` is learnt from the records of a site's first pages (``learn.py``) and applied
to those of later pages, so that all records have the same columns. A part that fits no column gets
a name of its own, so that nothing is lost; the model reports how much text fits, so that the caller
can learn again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from deepweb.page.page import joined_url
from deepweb.read.fields.alignment import Alignment, Keyed, joined
from deepweb.read.fields.labels import label_key
from deepweb.read.fields.names import clean_name
from deepweb.read.fields.parts import RecordElements, RecordPart
from deepweb.read.fields.values import Notation, Scalar, kind_of, typed

Row = dict[str, Scalar]
"""Name to value as on the page; for prices, dates and numbers also the typed value."""

SLOT_NAMES = {"href": "link", "src": "image", "alt": "image_text", "datetime": "iso"}


@dataclass(frozen=True, slots=True)
class Column:
    """One field of a site's records."""

    name: str
    slot: str = "text"
    shown: bool = True
    """False if an earlier column says the same; then only values that differ are shown."""
    constant: str | None = None
    """The text of all records that it was learnt from, if that is no data; a line for each form."""
    how: Notation = field(default_factory=Notation)


@dataclass(frozen=True, slots=True)
class PageFields:
    """The fields of a page's records, and how well the model fits them."""

    rows: Sequence[Row]
    fit: float
    """Share of the text of the records that stands in known columns."""


@dataclass(frozen=True)
class FieldModel:
    """The columns of a site's records, and how to read them from a record."""

    alignment: Alignment
    columns: tuple[Column, ...]

    def read(self, record: RecordElements) -> dict[str, str]:
        """Name to value as on the page, in the order of the columns; links are absolute."""
        return self._fields(self.alignment.place(record), _base_url(record))

    def row(self, record: RecordElements, parts: Sequence[Keyed] | None = None) -> Row:
        """``read`` with typed values; ``parts`` of the record, if they are known."""
        placed = self.alignment.place(record) if parts is None else self.alignment.placed(parts)
        return self._row(placed, record)

    def read_page(self, records: Sequence[RecordElements]) -> PageFields:
        """The fields of all records of a page, and how well they fit."""
        known, total, rows = 0, 0, []
        for record in records:
            placed = self.alignment.place(record)
            rows.append(self._row(placed, record))
            for column, part in placed:
                if part.slot == "text":
                    total += len(part.text)
                    known += len(part.text) if column is not None else 0
        return PageFields(rows, known / total if total else 1.0)

    def typed(self, fields: Mapping[str, str]) -> Row:
        """The typed values of prices, dates and numbers, as further fields: ``price_amount`` …"""
        known = self._written
        said = (typed(name, text, known[name]) for name, text in fields.items() if name in known)
        extra = {name: value for values in said for name, value in values.items()}
        return {name: value for name, value in extra.items() if name not in fields}

    @cached_property
    def _written(self) -> dict[str, Notation]:
        """The notation of columns that hold more than text."""
        return {column.name: column.how for column in self.columns if column.how.kind != "text"}

    def _row(self, placed: Sequence[tuple[int | None, RecordPart]], record: RecordElements) -> Row:
        fields = self._fields(placed, _base_url(record))
        return {**fields, **self.typed(fields)}

    def _fields(
        self, placed: Sequence[tuple[int | None, RecordPart]], page_url: str
    ) -> dict[str, str]:
        values: dict[int, list[str]] = {}
        unknown: list[RecordPart] = []
        repeating: list[tuple[int, RecordPart]] = []
        for number, part in placed:
            if number is None:
                unknown.append(part)
            elif not self.columns[number].shown:
                repeating.append((number, part))
            elif not self._is_constant(number, part):
                values.setdefault(number, []).append(_absolute(part, page_url))
        if repeating:
            said = {label_key(part.text) for number, part in placed if number in values}
            for number, part in repeating:
                if label_key(part.text) not in said and not self._is_constant(number, part):
                    values.setdefault(number, []).append(_absolute(part, page_url))
        named: dict[str, list[str]] = {}
        for number, texts in sorted(values.items()):
            named.setdefault(self.columns[number].name, []).extend(texts)
        fields = {name: joined(texts) for name, texts in named.items()}
        return self._with_unknown(fields, unknown, page_url) if unknown else fields

    def _is_constant(self, number: int, part: RecordPart) -> bool:
        constant = self.columns[number].constant
        return constant is not None and label_key(part.text) in constant.split("\n")

    def _with_unknown(
        self, fields: dict[str, str], parts: Iterable[RecordPart], page_url: str
    ) -> dict[str, str]:
        names = {column.name for column in self.columns}
        more: defaultdict[str, list[str]] = defaultdict(list)
        for part in parts:
            name = _name_of_part(part)
            more[f"{name}_other" if name in names else name].append(_absolute(part, page_url))
        return fields | {name: joined(texts) for name, texts in more.items()}

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "alignment": self.alignment.to_json(),
            "columns": [asdict(column) for column in self.columns],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FieldModel:
        """What :meth:`to_json` gave."""
        columns = (Column(**{**c, "how": Notation(**c["how"])}) for c in data["columns"])
        return cls(Alignment.from_json(data["alignment"]), tuple(columns))


def _name_of_part(part: RecordPart) -> str:
    """A name for a part that fits no column."""
    if name := clean_name(part.label):
        return name
    step = part.path.rpartition("/")[2]
    named = re.search(r"\[(.+)\]", step)
    if named and (name := clean_name(named[1])):
        return name
    kind = kind_of(part.text)
    return SLOT_NAMES.get(part.slot) or ("other" if kind == "text" else f"other_{kind}")


def _base_url(record: RecordElements) -> str:
    return (record[0].base_url or "") if record else ""


def _absolute(part: RecordPart, page_url: str) -> str:
    if part.slot not in {"href", "src"} or not page_url:
        return part.text
    try:
        return joined_url(page_url, part.text)
    except ValueError:  # "http://["
        return part.text
