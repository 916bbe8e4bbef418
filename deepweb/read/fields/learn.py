"""Which fields do the records of a site have? Learnt from one or several of its pages.

1. The parts of the records are aligned in columns (``alignment.py``).
2. Columns that repeat an earlier one are hidden. A column with the same text in all records ("Add
   to cart") is no data, unless the page names it.
3. Columns are named (``names.py``), and the notation of their values is found (``values.py``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import Any

from lxml.html import HtmlElement

from deepweb.page.page import visible_text
from deepweb.read.fields.alignment import AlignedRecords, align
from deepweb.read.fields.field_words import data_words
from deepweb.read.fields.fields import SLOT_NAMES, Column, FieldModel, Row
from deepweb.read.fields.labels import label_key
from deepweb.read.fields.learning_table import LearningTable
from deepweb.read.fields.names import (
    address_name,
    attribute_name,
    class_name,
    clean_name,
    icon_name,
    is_unnamed,
    label_name,
    matched_property,
    page_name,
    property_name,
    structured_properties,
    unit_name,
    without_prefix,
)
from deepweb.read.fields.parts import (
    MAX_DEPTH,
    RecordElements,
    is_in_heading,
    is_in_link,
)
from deepweb.read.fields.value_names import (
    NameKnowledge,
    may_call,
    named_by_values,
    named_elsewhere,
    sentence_name,
    sort_name,
)
from deepweb.read.fields.values import TYPED_PARTS, Notation, kind_of, notation
from deepweb.read.records.title import title_and_link

# Pages whose structured data is read.
_MAX_PAGES = 5

# Pictures of something else than the record.
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
    titles: Sequence[str] | None = None,
    known: NameKnowledge | None = None,
    before: FieldModel | None = None,
) -> LearntFields:
    """Learn the fields of a site from the records of one or several of its pages.

    ``titles``: what the records are called, "" where that is not known; else they are looked for.
    ``before``: what was learnt from some of them; names that said something stay.
    """
    aligned = align(records)
    table = LearningTable(aligned, len(_roots(records)))
    hidden = table.repeated()
    constants = [table.constant(number) for number in range(len(table.paths))]
    if titles is None:
        titles = [title_and_link(record)[0] for record in records]
    every = enumerate(titles[number] for number in aligned.parts)
    called = {row: label_key(title) for row, title in every if title}
    names = _names(table, aligned.elements, records, called, known or NameKnowledge())
    # The short names go to columns that are shown, and to those that most records have.
    order = sorted(
        range(len(names)),
        key=lambda n: (n in hidden or constants[n] is not None, not table.is_common(n)),
    )
    kept = _kept_names(aligned, before) if before else {}
    order.sort(key=lambda n: n not in kept)
    written = [
        notation(texts) if slot == "text" else Notation()
        for texts, slot in zip(table.texts, table.slots, strict=True)
    ]
    told = {n: kept.get(n, names[n]) for n in order}
    names = _apart(told, table, written)
    columns = (
        Column(name, table.slots[n], n not in hidden, constants[n], written[n])
        for n, name in enumerate(names)
    )
    return LearntFields(FieldModel(aligned.alignment, tuple(columns)), records, aligned)


def _apart(told: Mapping[int, str], table: LearningTable, written: Sequence[Notation]) -> list[str]:
    """The names in the order of the columns: price, price_2. Columns that no record has together,
    such as those of two layouts, share a name if it says what they are."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    found: dict[int, str] = {}
    for column, name in told.items():
        for further in chain([name], (f"{name}_{number}" for number in count(2))):
            others = holders[further]
            like = (
                table.may_share(column, other) and written[column] == written[other]
                for other in others
            )
            if not others or (not is_unnamed(name) and all(like)):
                found[column] = further
                others.append(column)
                break
    return [found[column] for column in range(len(found))]


def _kept_names(aligned: AlignedRecords, before: FieldModel) -> dict[int, str]:
    """The names that columns had before, by number, unless they said nothing."""
    columns = before.alignment.columns
    kept: dict[int, str] = {}
    for key, number in aligned.alignment.columns.items():
        if key in columns and not is_unnamed(name := before.columns[columns[key]].name):
            kept.setdefault(number, name)
    return kept


def renamed(now: FieldModel, before: FieldModel) -> dict[str, str]:
    """Fields that have another name now."""
    columns = now.alignment.columns
    became: defaultdict[str, set[str]] = defaultdict(set)
    for key, old in before.alignment.columns.items():
        if key in columns:
            became[before.columns[old].name].add(now.columns[columns[key]].name)
    ends = ("", *(f"_{part}" for part in TYPED_PARTS))
    plain = ((old, *names) for old, names in became.items() if len(names) == 1)
    return {f"{old}{end}": f"{new}{end}" for old, new in plain if old != new for end in ends}


def _names(
    table: LearningTable,
    elements: Mapping[str, HtmlElement],
    records: Sequence[RecordElements],
    titles: Mapping[int, str],
    known: NameKnowledge,
) -> list[str]:
    around = [list(_around(elements.get(path.removesuffix("/~")), path)) for path in table.paths]
    own = [
        e[: max(1, _own_depth(path, table.below))]
        for e, path in zip(around, table.paths, strict=True)
    ]
    classes = without_prefix([_first(map(class_name, e)) for e in own])
    outer = without_prefix([_first(map(class_name, e)) for e in around])
    # Of several values at one path, each may have an icon of its own.
    places = list(zip(table.paths, table.slots, strict=True))
    icons = [icon_name(elements.get(p[0])) if places.count(p) == 1 else "" for p in places]
    said = _names_said(table, own, records, known)
    called = [
        # The class of a text that is cut names none of its pieces.
        ""
        if path.endswith("/~")
        else _fitting((classes[n], icons[n], address_name(table.leading(n))), outer[n], table, n)
        for n, path in enumerate(table.paths)
    ]
    names = [
        said[n] or named_by_values(table.texts[n], called[n], known)
        if table.slots[n] == "text" or (table.slots[n] == "title" and sort_name(table.texts[n]))
        else said[n] or called[n] or "text"
        for n in range(len(table.paths))
    ]
    for n, path in enumerate(table.paths):
        if is_unnamed(names[n]):
            names[n] = _last_name(table, n, path, titles) or names[n]
    texts = [n for n, slot in enumerate(table.slots) if slot == "text"]
    # Of several layouts each has a column of titles.
    called_so = [n for n in texts if table.says(n, titles)]
    if called_so:
        # A class or a heading that makes something else the title, such as a section, is wrong.
        for n in range(len(names)):
            if names[n] in {"title", "name"} and n not in called_so:
                # Another's name is called what its address says: author.
                least = "category" if table.sorts(n) else "text"
                other = address_name(table.leading(n)) if said[n] else icons[n] or least
                names[n] = other or names[n]
    for n in called_so:
        if said[n] == _unit(table.texts[n]):  # "Boat 1", "Boat 2" count no boats
            said[n], names[n] = "", called[n] or "title"
        if not said[n] and _end(names[n]) not in _TITLES:
            names[n] = "title"
    return [_with_slot(table, n, names) for n in range(len(names))]


def _fitting(names: Sequence[str], outer: str, table: LearningTable, column: int) -> str:
    """The first of several names that the values do not deny; ``outer``: that of a box around."""
    texts, is_text = table.texts[column], table.slots[column] == "text"
    own = _first(name for name in names if not is_text or may_call(name, texts))
    return own or (outer if not is_text or may_call(outer, texts, is_around=True) else "")


def _last_name(table: LearningTable, column: int, path: str, titles: Mapping[int, str]) -> str:
    """What a column without a name is called: by where it stands, leads to, and recurs."""
    texts, is_text = table.texts[column], table.slots[column] == "text"
    if is_text and (is_in_heading(path) or table.begins(column, titles)):
        return "title"
    constant = table.constant(column) if is_in_link(path) else None
    if said := label_name(constant or "") or page_name(table.leading(column)):
        return said
    return "category" if table.sorts(column) else sentence_name(texts) if is_text else ""


def _with_slot(table: LearningTable, column: int, names: Sequence[str]) -> str:
    """The name of a column; an attribute is named after its text: ``author_link``."""
    path, slot = table.paths[column], table.slots[column]
    if slot == "title" and path.rpartition("/")[2].startswith("img"):
        slot = "alt"  # what a picture is called when one points at it
    if slot in {"text", "content", "value", "title"}:
        return names[column]
    return _slot_name(names[table.behind(column)], slot)


def _names_said(
    table: LearningTable,
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
        stated = property_name(own[column])
        is_word = data_words(stated.split("_")) or not sort_name(texts)
        candidates = (
            stated if is_word else "",
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
    if slot == "datetime" and is_unnamed(name):
        return "date"  # what a program is told of it
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
