"""Which parts of one record correspond to which parts of another?

The aim is that of partial tree alignment (Zhai and Liu, *Web Data Extraction Based on Partial Tree
Alignment*, WWW 2005, section 4): one column for parts that correspond, even if some records lack
it. Departure: trees are not aligned pair by pair, which is quadratic in their nodes. Parts with the
same path correspond; what that leaves open is settled by comparing all records:

1. Does a text with links in it say one thing or several? (``columns.py``)
2. Which texts are labels? (``labels.py``)
3. Is a path that occurs several times one column or several? (``columns.py``)
4. Which different paths are one column? (``columns.py``)

An alignment is a value; applying it to a further record is a lookup for each part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from lxml.html import HtmlElement

from deepweb.read.fields.columns import (
    ONE,
    Places,
    cut,
    ending,
    learn_places,
    numbered_columns,
    shared_out,
    split_paths,
    unique_endings,
    whole_paths,
)
from deepweb.read.fields.labels import label_key, labelled, labels_of
from deepweb.read.fields.parts import ElementNotes, RecordElements, RecordPart, parts_of

# Records that an alignment is learnt from; more change nothing.
MAX_LEARNT = 100
# Characters of a value in a list; longer values are joined as paragraphs.
_MAX_LISTED = 60


Keyed = tuple[str, RecordPart]
"""A part with the key of its column."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """The column of each part of a record; columns are numbered in document order."""

    whole: frozenset[str] = frozenset()
    """Paths of elements that say one thing, including the links in them."""
    split: Mapping[str, int] = field(default_factory=dict)
    """Paths of texts that are cut at separators, and the number of pieces."""
    labels: frozenset[str] = frozenset()
    """``path|text`` of labels without a colon, and the folded words before a colon."""
    places: Mapping[str, Places] = field(default_factory=dict)
    columns: Mapping[str, int] = field(default_factory=dict)
    endings: Mapping[str, int] = field(default_factory=dict)
    """Column by the end of its path, for parts at an unusual place."""
    size: int = 0

    def place(self, record: RecordElements) -> list[tuple[int | None, RecordPart]]:
        """Each part of a record with its column, None if the part is unknown."""
        return self.placed(shared(self._parts(record), self.places))

    def placed(self, parts: Iterable[Keyed]) -> list[tuple[int | None, RecordPart]]:
        """``place`` for the keyed parts of a record."""
        taken: set[int] = set()
        placed: list[tuple[int | None, RecordPart]] = []
        for key, part in parts:
            column = self.columns.get(key)
            if column is None:
                near = self.endings.get(ending(key))
                column = near if near not in taken else None
            else:
                taken.add(column)
            placed.append((column, part))
        return placed

    def _parts(self, record: RecordElements) -> Iterator[RecordPart]:
        parts = parts_of(record, self.whole)
        return labelled(cut(parts, self.split) if self.split else parts, self.labels)

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "whole": sorted(self.whole),
            "split": dict(self.split),
            "labels": sorted(self.labels),
            "places": {
                k: [p.steady, list(p.kinds), list(p.lengths)] for k, p in self.places.items()
            },
            "columns": dict(self.columns),
            "endings": dict(self.endings),
            "size": self.size,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Alignment:
        """What :meth:`to_json` gave."""
        places = {
            key: Places(steady, tuple(kinds), tuple(lengths))
            for key, (steady, kinds, lengths) in data["places"].items()
        }
        return cls(
            frozenset(data["whole"]), dict(data["split"]), frozenset(data["labels"]), places,
            dict(data["columns"]), dict(data["endings"]), data["size"],
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class AlignedRecords:
    """The records that an alignment was learnt from, in its columns."""

    alignment: Alignment
    parts: Mapping[int, Sequence[Keyed]]
    """The parts of each record, by the number of the record."""
    elements: Mapping[str, HtmlElement]
    """An element of each path, from which columns are named."""

    def rows(self) -> Iterator[list[tuple[int, RecordPart]]]:
        """The parts of each record, with their columns."""
        columns = self.alignment.columns
        for parts in self.parts.values():
            yield [(columns[key], part) for key, part in parts if key in columns]


def joined(texts: Sequence[str]) -> str:
    """Several values as one: short ones as a list, long ones as paragraphs."""
    if len(texts) == 1:
        return texts[0]
    distinct = list(dict.fromkeys(text.strip(" ,;") for text in texts))
    return ("\n" if max(map(len, distinct)) > _MAX_LISTED else "; ").join(distinct)


def align(records: Sequence[RecordElements]) -> AlignedRecords:
    """Align the records of one or several pages of a site.

    Of many records, an evenly spread sample is used.
    """
    every = max(1, -(-len(records) // MAX_LEARNT))
    sample = records[::every]
    seen = ElementNotes()
    rows = [parts_of(record, frozenset(), seen) for record in sample]
    # 1. One text or several?
    whole = whole_paths(seen)
    if whole & seen.mixed():
        rows = [parts_of(record, whole) for record in sample]
    split = split_paths(rows)
    rows = [list(cut(row, split)) for row in rows]
    # 2. Which texts are labels?
    labels = labels_of(
        rows, len({record[0].getroottree().getroot() for record in sample if record})
    )
    rows = [list(labelled(row, labels)) for row in rows]
    # 3. One place or several?
    places = learn_places(rows)
    keyed = [list(shared(row, places)) for row in rows]
    # 4. One path or several?
    columns, size = numbered_columns(keyed)
    alignment = Alignment(whole, split, labels, places, columns, unique_endings(columns), size)
    return AlignedRecords(alignment, dict(zip(count(0, every), keyed, strict=False)), seen.elements)


def shared(parts: Iterable[RecordPart], places: Mapping[str, Places]) -> Iterator[Keyed]:
    """Each part with the key of its column."""
    groups: dict[str, list[RecordPart]] = {}
    for part in parts:
        # A labelled part is identified by its label, wherever it stands.
        key = f"={label_key(part.label)}" if part.label else f"{part.path}|{part.slot}"
        groups.setdefault(key, []).append(part)
    for key, members in groups.items():
        found = places.get(key, ONE)
        if key[0] == "=" or (len(members) == 1 and len(found.kinds) == 1):
            yield from ((key, member) for member in members)
        else:
            yield from shared_out(key, members, found)
