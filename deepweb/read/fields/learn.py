"""Which fields do the records of a site have? Learnt from one or several of its pages.

1. The parts of the records are aligned in columns (``alignment.py``).
2. Columns that repeat an earlier one are hidden. A column with the same text in all records ("Add
   to cart") is no data, unless the page names it.
3. Columns are named (``names.py``), and the notation of their values is found (``values.py``).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from lxml.html import HtmlElement

from deepweb.page.page import visible_text
from deepweb.read.fields.alignment import AlignedRecords, align
from deepweb.read.fields.fields import SLOT_NAMES, Column, FieldModel, Row
from deepweb.read.fields.labels import label_key
from deepweb.read.fields.names import (
    address_name,
    attribute_name,
    class_name,
    clean_name,
    is_unnamed,
    label_name,
    matched_property,
    property_name,
    structured_properties,
    unique,
    unit_name,
    without_prefix,
)
from deepweb.read.fields.parts import (
    MAX_DEPTH,
    RecordElements,
    RecordPart,
    is_in_heading,
    is_in_link,
)
from deepweb.read.fields.value_names import (
    NameKnowledge,
    named_by_values,
    named_elsewhere,
    sort_name,
)
from deepweb.read.fields.values import TYPED_PARTS, Notation, kind_of, notation
from deepweb.read.records.title import title_and_link

# Records that must have a column with one text, for it to be no data.
_MIN_CONSTANT = 3
# Share of all records that must have such a column, unless it is a link.
_MOST_HAVE = 0.7
# Share of its records in which a hidden column repeats an earlier one.
_SAME = 0.9
# Pages whose structured data is read.
_MAX_PAGES = 5
# Records by whose titles the column of the title is found.
_MAX_TITLED = 20

# Pictures of something else than the record.
# A number of things: 12, 1,080, 17.6k.
_COUNT = re.compile(r"\(?\d[\d.,]*\s?[kKmM]?\)?")
_PICTURES = frozenset({"avatar", "logo", "flag"})
_TITLES = frozenset({"title", "name", "headline"})


@dataclass(frozen=True, slots=True)
class LearntFields:
    """The fields of a site, and the records that they were learnt from."""

    model: FieldModel
    records: Sequence[RecordElements]
    columns: AlignedRecords

    def rows(self, first: int = 0) -> list[Row]:
        """The fields of the records, from number ``first`` on."""
        parts = self.columns.parts
        return [
            self.model.row(record, parts.get(first + number))
            for number, record in enumerate(self.records[first:])
        ]


def learn(
    records: Sequence[RecordElements],
    known: NameKnowledge | None = None,
    before: FieldModel | None = None,
) -> LearntFields:
    """Learn the fields of a site from the records of one or several of its pages.

    ``before``: what was learnt from some of them; names that said something stay.
    """
    aligned = align(records)
    table = _Table(aligned, len(_roots(records)))
    hidden = table.repeated()
    constants = [table.constant(number) for number in range(len(table.paths))]
    called = [records[number] for number in islice(aligned.parts, _MAX_TITLED)]
    titles = [label_key(title_and_link(record)[0]) for record in called]
    names = _names(table, aligned.elements, records, titles, known or NameKnowledge())
    # The short names go to columns that are shown, and to those that most records have.
    order = sorted(
        range(len(names)),
        key=lambda n: (n in hidden or constants[n] is not None, not table.is_common(n)),
    )
    kept = _kept_names(aligned, before) if before else {}
    order.sort(key=lambda n: n not in kept)
    told = [kept.get(n, names[n]) for n in order]
    for number, name in zip(order, unique(told), strict=True):
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
    return LearntFields(FieldModel(aligned.alignment, tuple(columns)), records, aligned)


def _kept_names(aligned: AlignedRecords, before: FieldModel) -> dict[int, str]:
    """The names that columns had before, by number, unless they said nothing."""
    columns = before.alignment.columns
    kept: dict[int, str] = {}
    for key, number in aligned.alignment.columns.items():
        if key in columns and not is_unnamed(name := before.columns[columns[key]].name):
            kept.setdefault(number, name)
    first = {name: number for number, name in reversed(kept.items())}
    return {number: name for name, number in first.items()}


def renamed(now: FieldModel, before: FieldModel) -> dict[str, str]:
    """Fields that have another name now."""
    columns = now.alignment.columns
    both = (
        (before.columns[old].name, now.columns[columns[key]].name)
        for key, old in before.alignment.columns.items()
        if key in columns
    )
    ends = ("", *(f"_{part}" for part in TYPED_PARTS))
    return {f"{old}{end}": f"{new}{end}" for old, new in both if old != new for end in ends}


class _Table:
    """The columns with their values, while they are being learnt."""

    def __init__(self, aligned: AlignedRecords, pages: int) -> None:
        size = aligned.alignment.size
        self.pages = pages
        self.records = len(aligned.parts)
        self.texts: list[list[str]] = [[] for _ in range(size)]
        self.labels: list[Counter[str]] = [Counter() for _ in range(size)]
        self.paths: list[str] = [""] * size
        self.slots: list[str] = ["text"] * size
        self._held: list[set[int]] = [set() for _ in range(size)]
        self._cells: list[list[tuple[int, str]]] = [[] for _ in range(size)]
        for row, parts in enumerate(aligned.rows()):
            for column, part in parts:
                self._add(row, column, part)
        self.below = self._texts_below()

    def _add(self, row: int, column: int, part: RecordPart) -> None:
        if not self.texts[column]:
            self.paths[column], self.slots[column] = part.path, part.slot
        self.texts[column].append(part.text)
        self.labels[column][part.label] += 1
        self._held[column].add(row)
        self._cells[column].append((row, label_key(part.text)))

    def _texts_below(self) -> dict[str, list[int]]:
        """The columns of text that stand at or below each path."""
        below: defaultdict[str, list[int]] = defaultdict(list)
        for column, (path, slot) in enumerate(zip(self.paths, self.slots, strict=True)):
            if slot == "text":
                steps = path.split("/")
                for end in range(1, len(steps) + 1):
                    below["/".join(steps[:end])].append(column)
        return dict(below)

    def is_common(self, column: int) -> bool:
        """Do most records have the column?"""
        return 2 * len(self._held[column]) > self.records

    def times(self, column: int, said: Sequence[str]) -> int:
        """The number of records in which the column says what ``said`` gives for the record."""
        return sum(row < len(said) and text == said[row] for row, text in self._cells[column])

    def leading(self, column: int) -> Sequence[str]:
        """Where the links around the text of a column lead."""
        path = self.paths[column]
        for other, slot in enumerate(self.slots):
            if slot == "href" and f"{path}/".startswith(f"{self.paths[other]}/"):
                return self.texts[other]
        return ()

    def label(self, column: int) -> str:
        label, _ = max(self.labels[column].items(), key=lambda i: (i[1], i[0]), default=("", 0))
        return label

    def counted(self, column: int) -> int | None:
        """The column of numbers that the words of a column count: 1 | review, 12 | reviews."""
        forms = sorted({text for _, text in self._cells[column]}, key=len)
        if len(forms) != 2 or self.slots[column] != "text" or not all(map(str.isalpha, forms)):
            return None
        one, more = forms
        texts = [n for n, slot in enumerate(self.slots) if slot == "text"]
        at = texts.index(column)
        beside = (*texts[max(0, at - 1) : at], *texts[at + 1 : at + 2])
        is_plural = len(one) > 2 and more.startswith(one[:-1])
        return next((n for n in beside if self._are_numbers(n)), None) if is_plural else None

    def _are_numbers(self, column: int) -> bool:
        counts = [bool(_COUNT.fullmatch(text)) for text in self.texts[column]]
        return sum(counts) >= _SAME * len(counts) > 0

    def constant(self, column: int) -> str | None:
        """The one text of a column that is no data; or the forms of a word, a line each."""
        texts = {text for _, text in self._cells[column]}
        if self.counted(column) is not None:
            return "\n".join(sorted(texts))
        if len(texts) != 1 or len(self._held[column]) < _MIN_CONSTANT or self.label(column):
            return None
        is_action = is_in_link(self.paths[column])
        if "[" in self.paths[column].rpartition("/")[2]:
            return None  # the page names it
        if not is_action and self._is_data(self.paths[column]):
            return None
        common = len(self._held[column]) >= _MOST_HAVE * self.records
        return texts.pop() if is_action or common else None

    def _is_data(self, path: str) -> bool:
        """May the text of all records be the query? A cell is data; on a single page, so is an
        element with a class."""
        step = path.removesuffix("/~").rpartition("/")[2]
        return ":" in step or (self.pages == 1 and "." in step)

    def repeated(self) -> set[int]:
        """Columns that repeat what an earlier one says in the same record."""
        first: dict[tuple[int, str], int] = {}
        hidden = set()
        for column, cells in enumerate(self._cells):
            same = Counter(first.get(cell) for cell in cells)
            del same[None]
            if same.total() >= _SAME * len(cells) > 0:
                hidden.add(column)
            for cell in cells:
                first.setdefault(cell, column)
        return hidden


def _names(
    table: _Table,
    elements: Mapping[str, HtmlElement],
    records: Sequence[RecordElements],
    titles: Sequence[str],
    known: NameKnowledge,
) -> list[str]:
    around = [list(_around(elements.get(path.removesuffix("/~")), path)) for path in table.paths]
    own = [
        e[: max(1, _own_depth(path, table.below))]
        for e, path in zip(around, table.paths, strict=True)
    ]
    classes = without_prefix([_first(map(class_name, e)) for e in own])
    outer = without_prefix([_first(map(class_name, e)) for e in around])
    said = _names_said(table, own, records, known)
    called = [
        # The class of a text that is cut names none of its pieces.
        "" if path.endswith("/~") else classes[n] or address_name(table.leading(n)) or outer[n]
        for n, path in enumerate(table.paths)
    ]
    names = [
        said[n] or named_by_values(table.texts[n], called[n], known)
        if table.slots[n] == "text"
        else said[n] or called[n] or "text"
        for n in range(len(table.paths))
    ]
    for n, path in enumerate(table.paths):
        if names[n] == "text" and is_in_heading(path):
            names[n] = "title"
    title = _title(table, titles)
    if title is not None:
        # A class or a heading that makes something else the title, such as a section, is wrong.
        for n in range(len(names)):
            if n != title and names[n] == "title" and not said[n]:
                names[n] = "text"
        if not said[title] and _TITLES.isdisjoint((*names, _end(names[title]))):
            names[title] = "title"
    return [_with_slot(table, n, names) for n in range(len(names))]


def _title(table: _Table, titles: Sequence[str]) -> int | None:
    """The column that holds the title of most records."""
    texts = [n for n, slot in enumerate(table.slots) if slot == "text"]
    best = max(texts, key=lambda n: table.times(n, titles), default=None)
    is_title = best is not None and 2 * table.times(best, titles) > len(titles)
    return best if is_title else None


def _with_slot(table: _Table, column: int, names: Sequence[str]) -> str:
    """The name of a column; an attribute is named after its text: ``author_link``."""
    path, slot = table.paths[column], table.slots[column]
    if slot == "title" and path.rpartition("/")[2].startswith("img"):
        slot = "alt"  # what a picture is called when one points at it
    if slot in {"text", "content", "value", "title"}:
        return names[column]
    behind = table.below.get(path, [column])[0]
    return _slot_name(names[behind], slot)


def _names_said(
    table: _Table,
    own: Sequence[Sequence[HtmlElement]],
    records: Sequence[RecordElements],
    known: NameKnowledge,
) -> list[str]:
    """The names that the page gives to columns in words, or ""."""
    headers = _header_names(records)
    properties = structured_properties(_roots(records))
    names: list[str] = []
    for column, path in enumerate(table.paths):
        texts = table.texts[column]
        header = headers.get(path.split("/")[1] if "/" in path else "", "")
        candidates = (
            property_name(own[column]),
            matched_property(texts, properties),
            header if table.slots[column] == "text" and header not in names else "",
            label_name(table.label(column)),
            named_elsewhere(texts, known.labels),
            _unit(texts),
            attribute_name(own[column]),
        )
        names.append(_first(candidates))
    for column, texts in enumerate(table.texts):
        counted = table.counted(column)
        if counted is not None and not names[counted]:
            names[counted] = label_name(max(texts, key=len))
    return names


def _unit(texts: Sequence[str]) -> str:
    """The unit of numbers, if that says more than the sort of the values ("38 KB")."""
    is_count = bool(texts) and kind_of(texts[0]) == "count" and not sort_name(texts)
    return unit_name(texts) if is_count else ""


def _first(names: Iterable[str]) -> str:
    return next(filter(None, names), "")


def _slot_name(name: str, slot: str) -> str:
    if slot in {"src", "alt"}:
        shows = _end(name) if _end(name) in _PICTURES else "image"
        return SLOT_NAMES[slot].replace("image", shows)
    is_usual = name in {"text", "title", "link"} or _end(name) == "image"
    return SLOT_NAMES[slot] if is_usual else f"{name}_{SLOT_NAMES[slot]}"


def _end(name: str) -> str:
    """The last word of a name."""
    return name.rpartition("_")[2]


def _own_depth(path: str, below: Mapping[str, Sequence[int]]) -> int:
    """The number of elements, from the innermost outwards, that hold no other column."""
    depth = 0
    while path and len(below.get(path, ())) <= 1:
        depth, path = depth + 1, path.rpartition("/")[0]
    return depth


def _around(element: HtmlElement | None, path: str) -> Iterator[HtmlElement]:
    """An element and its ancestors, up to but without the record's root."""
    if element is not None:
        levels = min(path.removesuffix("/~").count("/"), MAX_DEPTH)
        yield from islice(chain((element,), element.iterancestors()), levels)


def _header_names(records: Sequence[RecordElements]) -> dict[str, str]:
    """Step of a cell to the text of its header, if the records are rows of a table."""
    if not records or len(records[0]) != 1:
        return {}
    headers = header_cells(records[0])
    return {f"td:{n}": clean_name(text) for n, text in enumerate(headers)}


def _roots(records: Sequence[RecordElements]) -> list[Any]:
    roots = dict.fromkeys(r[0].getroottree().getroot() for r in records if r)
    return list(islice(roots, _MAX_PAGES))


def header_cells(rows: Sequence[HtmlElement]) -> tuple[str, ...]:
    """The texts of the header cells of the table that the rows stand in, if any."""
    if not rows or rows[0].tag != "tr":
        return ()
    table = next(rows[0].iterancestors("table"), None)
    for row in table.iter("tr") if table is not None else ():
        cells = [cell for cell in row if cell.tag in {"th", "td"}]
        if len(cells) > 1 and all(cell.tag == "th" for cell in cells):
            return tuple(visible_text(cell) for cell in cells)
    return ()
