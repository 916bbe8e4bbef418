"""Records to named fields: the same columns on every page of a site.

A :class:`FieldModel` is learnt from the records of a site's first pages: which parts are the same
thing (:mod:`deepweb.read.alignment`), what each column is called (:mod:`deepweb.read.names`), how
its values are written (:mod:`deepweb.read.values`). Later pages are read by it, record by record.
What fits no column gets a name from the part itself, so that nothing is lost; how much text fits is
told, so that the caller can learn again.

A column that says the same in all records ("Add to cart") is no data, unless the page names it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain, islice
from typing import Any

from lxml.html import HtmlElement

from deepweb.read.address import base
from deepweb.read.alignment import Alignment, Columns, align, joined
from deepweb.read.labels import COLONS, folded
from deepweb.read.names import (
    attribute_name,
    class_name,
    clean_name,
    matched_property,
    property_name,
    structured_properties,
    unique,
    unit_name,
    without_prefix,
)
from deepweb.read.page import seen_elements, visible_text
from deepweb.read.parts import MAX_DEPTH, Part, Record, is_in_heading
from deepweb.read.values import Notation, Scalar, kind_of, notation, typed

# "Price: 12"; a label is short and holds no other colon ("http://…" is none).
_LABELLED = re.compile(rf"^([^{COLONS}]{{1,40}}?)\s*[{COLONS}](?!//)\s*(\S.*)$", re.DOTALL)
# What consists of more elements is the record itself, not a label with its value.
_MOST_PARTS = 8


# A column with one text only is no data if so many records have it, and so many of all do.
MIN_CONSTANT, MOST_HAVE = 3, 0.7
# Share of its records in which a column says the same as an earlier one, and is left out.
SAME = 0.9
# Pages whose structured data is looked at.
MOST_PAGES = 5
_SLOT_NAMES = {"href": "link", "src": "image", "alt": "image_text", "datetime": "time"}


@dataclass(frozen=True, slots=True)
class Column:
    """One field of a site's records."""

    name: str
    slot: str = "text"
    shown: bool = True
    """Not so where an earlier column says the same; then only what differs from it is told."""
    constant: str | None = None
    """What it says in all records that it was learnt from, if that is no data."""
    how: Notation = field(default_factory=Notation)


@dataclass(frozen=True, slots=True)
class PageFields:
    """The fields of a page's records, and how well the model fits them."""

    rows: tuple[dict[str, str], ...]
    fit: float
    """Share of the text of the records that stands in known columns."""


@dataclass(frozen=True, slots=True)
class FieldModel:
    """The columns of a site's records, and how to read them off a record."""

    alignment: Alignment
    columns: tuple[Column, ...]

    def read(self, record: Record) -> dict[str, str]:
        """Name to value as on the page, in the order of the columns; links are absolute."""
        return self._fields(self.alignment.place(record), _base_url(record))

    def read_page(self, records: Sequence[Record]) -> PageFields:
        """All records of a page at once, with the figure that says how well they fit."""
        known, total, rows = 0, 0, []
        for record in records:
            placed = self.alignment.place(record)
            rows.append(self._fields(placed, _base_url(record)))
            for column, part in placed:
                if part.slot == "text":
                    total += len(part.text)
                    known += len(part.text) if column is not None else 0
        return PageFields(tuple(rows), known / total if total else 1.0)

    def fit(self, records: Sequence[Record]) -> float:
        """Share of the text of the records that stands in known columns."""
        return self.read_page(records).fit

    def typed(self, fields: Mapping[str, str]) -> dict[str, Scalar]:
        """What prices, dates and numbers say, as further fields: ``price_amount`` and so on."""
        known = {column.name: column.how for column in self.columns if column.how.kind != "text"}
        said = (typed(name, text, known[name]) for name, text in fields.items() if name in known)
        extra = {name: value for values in said for name, value in values.items()}
        return {name: value for name, value in extra.items() if name not in fields}

    def _fields(self, placed: Sequence[tuple[int | None, Part]], page_url: str) -> dict[str, str]:
        values: defaultdict[int, list[str]] = defaultdict(list)
        unknown = [part for number, part in placed if number is None]
        repeating: list[tuple[int, Part]] = []
        for number, part in placed:
            if number is None:
                continue
            column = self.columns[number]
            if not column.shown:
                repeating.append((number, part))
            elif column.constant is None or folded(part.text) != column.constant:
                values[number].append(_absolute(part, page_url))
        if repeating:
            said = {folded(part.text) for number, part in placed if number in values}
            for number, part in repeating:
                if (
                    folded(part.text) not in said
                    and folded(part.text) != self.columns[number].constant
                ):
                    values[number].append(_absolute(part, page_url))
        fields = {self.columns[n].name: joined(texts) for n, texts in sorted(values.items())}
        return self._with_unknown(fields, unknown, page_url) if unknown else fields

    def _with_unknown(
        self, fields: dict[str, str], parts: Iterable[Part], page_url: str
    ) -> dict[str, str]:
        names = {column.name for column in self.columns}
        more: defaultdict[str, list[str]] = defaultdict(list)
        for part in parts:
            name = _name_of_part(part)
            more[f"{name}_other" if name in names else name].append(_absolute(part, page_url))
        return fields | {name: joined(texts) for name, texts in more.items()}

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, to be stored."""
        return {
            "alignment": self.alignment.to_json(),
            "columns": [asdict(column) for column in self.columns],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> FieldModel:
        """What :meth:`to_json` gave."""
        columns = (Column(**{**c, "how": Notation(**c["how"])}) for c in data["columns"])
        return cls(Alignment.from_json(data["alignment"]), tuple(columns))


def learn(records: Sequence[Record]) -> FieldModel:
    """The fields of a site, from the records of one or several of its pages."""
    aligned = align(records)
    table = _Table(aligned, len(_roots(records)))
    hidden = table.repeated()
    constants = [table.constant(number) for number in range(len(table.paths))]
    names = _names(table, aligned.elements, records)
    # Columns that are shown come first to the short names.
    order = sorted(range(len(names)), key=lambda n: n in hidden or constants[n] is not None)
    for number, name in zip(order, unique([names[n] for n in order]), strict=True):
        names[number] = name
    columns = (
        Column(
            name,
            table.slots[number],
            number not in hidden,
            constants[number],
            notation(table.texts[number]) if table.slots[number] == "text" else Notation(),
        )
        for number, name in enumerate(names)
    )
    return FieldModel(aligned.alignment, tuple(columns))


class _Table:
    """The columns with their values, while they are being learnt."""

    def __init__(self, aligned: Columns, pages: int) -> None:
        size = aligned.alignment.size
        self.pages = pages
        self.records = len(aligned.rows)
        self.texts: list[list[str]] = [[] for _ in range(size)]
        self.labels: list[Counter[str]] = [Counter() for _ in range(size)]
        self.paths: list[str] = [""] * size
        self.slots: list[str] = ["text"] * size
        self._held: list[set[int]] = [set() for _ in range(size)]
        self._cells: list[list[tuple[int, str]]] = [[] for _ in range(size)]
        for row, parts in enumerate(aligned.rows):
            for column, part in parts:
                self._add(row, column, part)
        self.below = self._texts_below()

    def _add(self, row: int, column: int, part: Part) -> None:
        if not self.texts[column]:
            self.paths[column], self.slots[column] = part.path, part.slot
        self.texts[column].append(part.text)
        self.labels[column][part.label] += 1
        self._held[column].add(row)
        self._cells[column].append((row, folded(part.text)))

    def _texts_below(self) -> dict[str, list[int]]:
        """The columns of text that stand at or below each path."""
        below: defaultdict[str, list[int]] = defaultdict(list)
        for column, (path, slot) in enumerate(zip(self.paths, self.slots, strict=True)):
            if slot == "text":
                steps = path.split("/")
                for end in range(1, len(steps) + 1):
                    below["/".join(steps[:end])].append(column)
        return dict(below)

    def label(self, column: int) -> str:
        label, _ = max(self.labels[column].items(), key=lambda i: (i[1], i[0]), default=("", 0))
        return label

    def constant(self, column: int) -> str | None:
        """The one text of a column that is no data."""
        texts = {text for _, text in self._cells[column]}
        if len(texts) != 1 or len(self._held[column]) < MIN_CONSTANT or self.label(column):
            return None
        is_action = re.search(r"(?:^|/)a\b", self.paths[column]) is not None
        if "[" in self.paths[column].rpartition("/")[2]:
            return None  # the page says what it is
        if not is_action and self._is_data(self.paths[column]):
            return None
        common = len(self._held[column]) >= MOST_HAVE * self.records
        return texts.pop() if is_action or common else None

    def _is_data(self, path: str) -> bool:
        """May what all records say be what was asked for? A cell is data; so is, as far as one page
        can tell, what has a class."""
        step = path.removesuffix("/~").rpartition("/")[2]
        return ":" in step or (self.pages == 1 and "." in step)

    def repeated(self) -> set[int]:
        """Columns that say what an earlier one says in the same record."""
        first: dict[tuple[int, str], int] = {}
        hidden = set()
        for column, cells in enumerate(self._cells):
            same = Counter(first.get(cell) for cell in cells)
            del same[None]
            if same.total() >= SAME * len(cells) > 0:
                hidden.add(column)
            for cell in cells:
                first.setdefault(cell, column)
        return hidden


def _names(
    table: _Table, elements: Mapping[str, HtmlElement], records: Sequence[Record]
) -> list[str]:
    around = [list(_around(elements.get(path.removesuffix("/~")), path)) for path in table.paths]
    own = [
        e[: max(1, _own_depth(path, table.below))]
        for e, path in zip(around, table.paths, strict=True)
    ]
    classes = without_prefix([_first(map(class_name, e)) for e in own])
    outer = without_prefix([_first(map(class_name, e)) for e in around])
    said = _names_said(table, own, records)
    names = [
        said[n] or classes[n] or _kind_name(table, n) or outer[n] or "text"
        for n in range(len(table.paths))
    ]
    return [_with_slot(table, n, names) for n in range(len(names))]


def _with_slot(table: _Table, column: int, names: Sequence[str]) -> str:
    """An attribute is called by the text that it stands behind: ``author_link``."""
    path, slot = table.paths[column], table.slots[column]
    if slot in {"text", "content", "value", "title"}:
        return names[column]
    behind = table.below.get(path, [column])[0]
    return _slot_name(names[behind], slot)


def _names_said(
    table: _Table, own: Sequence[Sequence[HtmlElement]], records: Sequence[Record]
) -> list[str]:
    """The names that the page gives to columns in words, "" where it gives none."""
    headers = _header_names(records)
    properties = structured_properties(_roots(records))
    names: list[str] = []
    for column, path in enumerate(table.paths):
        texts = table.texts[column]
        header = headers.get(path.split("/")[1] if "/" in path else "", "")
        candidates = (
            header if table.slots[column] == "text" and header not in names else "",
            clean_name(table.label(column)),
            property_name(own[column]),
            matched_property(texts, properties),
            unit_name(texts) if texts and kind_of(texts[0]) == "count" else "",
            attribute_name(own[column]),
        )
        names.append(_first(candidates))
    return names


def _first(names: Iterable[str]) -> str:
    return next(filter(None, names), "")


def _kind_name(table: _Table, column: int) -> str:
    if table.slots[column] != "text":
        return ""
    kind = notation(table.texts[column]).kind
    if kind != "text":
        return {"url": "address", "count": "number"}.get(kind, kind)
    return "title" if is_in_heading(table.paths[column]) else ""


def _slot_name(name: str, slot: str) -> str:
    is_picture = name.rpartition("_")[2] in {
        "image",
        "img",
        "photo",
        "picture",
        "thumbnail",
        "thumb",
    }
    is_usual = name in {"text", "title", "link"} or is_picture
    return _SLOT_NAMES[slot] if is_usual else f"{name}_{_SLOT_NAMES[slot]}"


def _own_depth(path: str, below: Mapping[str, Sequence[int]]) -> int:
    """How many elements, from the innermost outwards, hold no other column."""
    depth = 0
    while path and len(below.get(path, ())) <= 1:
        depth, path = depth + 1, path.rpartition("/")[0]
    return depth


def _around(element: HtmlElement | None, path: str) -> Iterator[HtmlElement]:
    """An element and those around it, up to but without the record's root."""
    if element is not None:
        levels = min(path.removesuffix("/~").count("/"), MAX_DEPTH)
        yield from islice(chain((element,), element.iterancestors()), levels)


def _header_names(records: Sequence[Record]) -> dict[str, str]:
    """Step of a cell to the text of its header, where the records are rows of a table."""
    if not records or len(records[0]) != 1:
        return {}
    headers = header_cells(records[0])
    return {f"td:{n}": clean_name(text) for n, text in enumerate(headers)}


def _roots(records: Sequence[Record]) -> list[Any]:
    roots = dict.fromkeys(r[0].getroottree().getroot() for r in records if r)
    return list(islice(roots, MOST_PAGES))


def _name_of_part(part: Part) -> str:
    """A name for a part that is like none of those learnt from."""
    if name := clean_name(part.label):
        return name
    step = part.path.rpartition("/")[2]
    named = re.search(r"\[(.+)\]", step)
    if named and (name := clean_name(named[1])):
        return name
    kind = kind_of(part.text)
    return _SLOT_NAMES.get(part.slot) or ("other" if kind == "text" else f"other_{kind}")


def _base_url(record: Record) -> str:
    return (record[0].base_url or "") if record else ""


def _absolute(part: Part, page_url: str) -> str:
    if part.slot not in {"href", "src"} or not page_url:
        return part.text
    try:
        return base(page_url).joined(part.text)
    except ValueError:  # "http://["
        return part.text


def header_cells(rows: Sequence[HtmlElement]) -> tuple[str, ...]:
    """The column names of the table that the rows stand in, if they do."""
    if not rows or rows[0].tag != "tr":
        return ()
    table = next(rows[0].iterancestors("table"), None)
    for row in table.iter("tr") if table is not None else ():
        cells = [cell for cell in row if cell.tag in {"th", "td"}]
        if len(cells) > 1 and all(cell.tag == "th" for cell in cells):
            return tuple(visible_text(cell) for cell in cells)
    return ()


def fields(record: HtmlElement, headers: Sequence[str]) -> dict[str, str]:
    """Name to value; where two sources give a name, the more explicit one wins."""
    named: dict[str, str] = {}
    for source in (_itemprops(record), _cells(record, headers), _terms(record), _labels(record)):
        for name, value in source:
            if name and value:
                named.setdefault(name, value)
    return named


def _itemprops(record: HtmlElement) -> Iterator[tuple[str, str]]:
    for element in record.iter():
        if isinstance(element.tag, str) and (name := element.get("itemprop")):
            yield name, element.get("content") or visible_text(element)


def _cells(record: HtmlElement, headers: Sequence[str]) -> Iterator[tuple[str, str]]:
    cells = [cell for cell in record if cell.tag in {"td", "th"}]
    if len(cells) == len(headers):
        yield from zip(headers, map(visible_text, cells), strict=True)


def _terms(record: HtmlElement) -> Iterator[tuple[str, str]]:
    for term in record.iter("dt"):
        value = term.getnext()
        if value is not None and value.tag == "dd":
            yield visible_text(term).rstrip(f" {COLONS}"), visible_text(value)


def _labels(record: HtmlElement) -> Iterator[tuple[str, str]]:
    """Innermost elements of which the whole text is a label and a value."""
    for element in seen_elements(record):
        if len(element) <= 2 and element.tag not in {"dt", "dd", "a"} and _is_small(element):
            match = _LABELLED.match(visible_text(element))
            if match and not any(_LABELLED.match(visible_text(child)) for child in element):
                yield match[1].strip(), match[2].strip()


def _is_small(element: HtmlElement) -> bool:
    return len(list(islice(element.iterdescendants(), _MOST_PARTS + 1))) <= _MOST_PARTS
