"""The columns of aligned records with their values, while names and meanings are being learnt.

Which columns repeat another one, which hold the same text in all records and so are no data, and
which are the words beside a number?
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate

from deepweb.read.fields.alignment import AlignedRecords
from deepweb.read.fields.labels import label_key
from deepweb.read.fields.parts import RecordPart, is_in_link

# Records that must have a column with one text, for it to be no data.
_MIN_CONSTANT = 3
# Share of all records that must have such a column, unless it is a link.
_MOST_HAVE = 0.7
# Share of its records in which a hidden column repeats an earlier one.
_SAME = 0.9
# A number of things: 12, 1,080, 17.6k.
_COUNT = re.compile(r"\(?\d[\d.,]*\s?[kKmM]?\)?")
# Times that each of a few values occurs in the mean, and addresses that it leads to.
_FEW_TIMES, _LEADS = 3, 2
_FEW_TIMES_SET_OFF = 1.5  # the same for values in brackets
_IN_BRACKETS = re.compile(r"\(.*\)|\[.*\]")
_MIN_CUT = 8  # letters of the beginning of a text that is cut
_SORT_WORDS = 3  # words of such a value


class LearningTable:
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
        self._at: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for column, place in enumerate(zip(self.paths, self.slots, strict=True)):
            self._at[place].append(column)
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
                for above in _paths_above(path):
                    below[above].append(column)
        return dict(below)

    def may_share(self, one: int, other: int) -> bool:
        """Does no record have both columns, and are they of one sort?"""
        is_alike = self.slots[one] == self.slots[other]
        return is_alike and self._held[one].isdisjoint(self._held[other])

    def is_common(self, column: int) -> bool:
        """Do most records have the column?"""
        return 2 * len(self._held[column]) > self.records

    def times(self, column: int, said: Mapping[int, str]) -> int:
        """The number of records in which the column says what ``said`` gives for the record."""
        return sum(text == said.get(row) for row, text in self._cells[column])

    def says(self, column: int, said: Mapping[int, str]) -> bool:
        """Are most of its texts what ``said`` gives for the record?"""
        here = sum(row in said for row, _ in self._cells[column])
        return 2 * self.times(column, said) > here

    def begins(self, column: int, said: Mapping[int, str]) -> bool:
        """Are most of its texts the beginnings of what ``said`` gives for the record?"""
        here = [_is_beginning(text, said[row]) for row, text in self._cells[column] if row in said]
        return 2 * sum(here) > len(here)

    def leading(self, column: int) -> Sequence[str]:
        """Where the links around the text of a column lead."""
        above = _paths_above(self.paths[column])
        around = sorted(n for path in above for n in self._at.get((path, "href"), ()))
        link = self._beside(column, "text", around)
        return () if link is None else self.texts[link]

    def behind(self, column: int) -> int:
        """The column of the text that stands in the element of an attribute; else itself."""
        texts = self.below.get(self.paths[column], [column])
        found = self._beside(column, self.slots[column], texts)
        return column if found is None else found

    def _beside(self, column: int, slot: str, others: Sequence[int]) -> int | None:
        """Of several links at one path, each has a text of its own: the first the first."""
        if not others:
            return None
        alike = self._at.get((self.paths[column], slot), [])
        at = alike.index(column) if column in alike and len(alike) == len(others) else 0
        return others[at]

    def sorts(self, column: int) -> bool:
        """Is each value one of a few words, which sort the records? Links of one thing each, that
        many records call alike, are no values."""
        texts = {text for _, text in self._cells[column]}
        is_set_off = all(map(_IN_BRACKETS.fullmatch, self.texts[column]))
        times = _FEW_TIMES_SET_OFF if is_set_off else _FEW_TIMES
        is_few = 1 < len(texts) <= len(self._cells[column]) / times
        leads, path = len({*self.leading(column)}), self.paths[column]
        is_action = is_in_link(path) and not 0 < leads <= _LEADS * len(texts)
        is_value = self.slots[column] == "text" and not is_action and "button" not in path
        return is_value and is_few and (is_set_off or all(map(_is_sort, texts)))

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


def _paths_above(path: str) -> list[str]:
    """The paths from the root of a record down to a path."""
    return list(accumulate(path.split("/"), "{}/{}".format))


def _is_sort(text: str) -> bool:
    return text.count(" ") < _SORT_WORDS and not any(map(str.isdigit, text))


def _is_beginning(text: str, whole: str) -> bool:
    """Is it a text, or the beginning of one that was cut ("A Short History of …")?"""
    begun = text.removesuffix("\u2026").removesuffix("...").rstrip()
    return text == whole or (_MIN_CUT < len(begun) < len(text) and whole.startswith(begun))
