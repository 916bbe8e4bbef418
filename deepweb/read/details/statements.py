"""What does a page state? A statement is a label, where there is one, and the texts that it names.

A label names the next cell, or the ``dd`` behind it, or the texts that follow it within the
innermost element that holds both, up to the next label. It must stand alone on its side of that
element: the last link of a menu names nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deepweb.read.details.tables import TableCells
from deepweb.read.details.template import PageTemplate, bare_label, ends_with_colon
from deepweb.read.details.texts import PageTexts

# Other texts of the template on the side of a label.
_MAX_BESIDE = 2
# Levels between a label, or its first value, and the element that holds both.
_MAX_ABOVE_LABEL = 5
_MAX_ABOVE_VALUE = 10


@dataclass(slots=True)
class Statement:
    """Texts of a page under one label, or one text without any."""

    label: str
    heading: str
    """The heading of the template above it."""
    is_sure: bool
    """Is the label surely one: by a colon, a header cell, a ``dt``?"""
    values: list[int] = field(default_factory=list)
    """Numbers of the texts."""
    value: str = ""
    """The value, if it is only a part of its text."""
    named_by: tuple[int, ...] = ()
    """Numbers of the texts of its label and heading."""


def statements(texts: PageTexts, template: PageTemplate) -> list[Statement]:
    """The statements of a page in reading order."""
    reader = _Statements(texts, template)
    for number in range(len(texts.said)):
        if not texts.skipped[number]:
            reader.read(number)
    return reader.found


class _Statements:
    """Goes through the texts of a page, and knows the label that was read last."""

    def __init__(self, texts: PageTexts, template: PageTemplate) -> None:
        self.found: list[Statement] = []
        self._texts = texts
        self._template = template
        self._tables = TableCells(texts, template)
        self._heading = ""
        self._headed_by: tuple[int, ...] = ()
        """Number of the heading's text."""
        self._current: Statement | None = None
        self._label = -1
        """Number of the label's text."""
        self._scope = range(0)
        """The texts among which the values of the current label are."""

    def read(self, number: int) -> None:
        owner = self._texts.owners[number]
        cell = self._texts.cells[owner]
        if cell in self._tables.ignored:
            return
        if cell in self._tables.headed:
            label, head = self._tables.headed[cell]
            named_by = (*head, *self._headed_by)
            self._state(Statement(label, self._heading, True, [number], named_by=named_by))
        elif inline := self._template.inline_label(self._texts, number):
            label, value = inline
            found = Statement(label, self._heading, True, [number], value, self._headed_by)
            self.found.append(found)
        elif self._is_label(number, cell):
            self._start(number, cell)
        elif self._is_value(number, cell):
            self._add(number, cell)

    def _is_label(self, number: int, cell: int) -> bool:
        if cell in self._tables.labels:
            return True
        if not self._template.is_label(self._texts, number):
            return False
        text = self._texts.said[number]
        if self._in_value(number, cell) and not ends_with_colon(text):
            return False
        # What stands where a value must stand is one, though most pages say it.
        is_value = self._awaits_value() and not ends_with_colon(text) and self._reaches(number)
        return not is_value or self._texts.around[self._texts.owners[number]].heading != ""

    def _is_value(self, number: int, cell: int) -> bool:
        if not self._template.is_constant(self._texts, number):
            return True
        # Of a label's values, only the first may be one that most pages have.
        return self._awaits_value() and (self._in_value(number, cell) or self._reaches(number))

    def _in_value(self, number: int, cell: int) -> bool:
        owner = self._texts.owners[number]
        return cell in self._tables.values or self._texts.around[owner].term == "dd"

    def _awaits_value(self) -> bool:
        """Is there a label without a value, which surely has one?"""
        if self._current is None or self._current.values:
            return False
        return self._current.is_sure or self._template.leads_to_value(self._texts, self._label)

    def _start(self, number: int, cell: int) -> None:
        text, owner = self._texts.said[number], self._texts.owners[number]
        is_sure = (
            ends_with_colon(text)
            or cell in self._tables.labels
            or self._texts.around[owner].term == "dt"
        )
        label = bare_label(text)
        if self._texts.around[owner].heading and self._template.is_constant(self._texts, number):
            self._heading, self._headed_by = label, (number,)
        named_by = (number, *self._headed_by)
        self._current = Statement(label, self._heading, is_sure, named_by=named_by)
        self._label = number

    def _add(self, number: int, cell: int) -> None:
        current = self._current
        if current is not None and not current.values and self._reaches(number):
            self._scope = self._values_scope(number, cell)
            self.found.append(current)
        elif current is None or not current.values or number not in self._scope:
            self._state(Statement("", self._heading, False, [number], named_by=self._headed_by))
            return
        current.values.append(number)

    def _state(self, statement: Statement) -> None:
        self.found.append(statement)
        self._current = None

    def _values_scope(self, number: int, cell: int) -> range:
        texts = self._texts
        label, owner = texts.owners[self._label], texts.owners[number]
        around = texts.common(label, owner)
        if cell >= 0 and texts.tags[around] == "tr" and texts.cells[label] in self._tables.labels:
            around = cell
        return texts.span(around)

    def _reaches(self, number: int) -> bool:
        """Does the label stand alone on its side of the innermost element that holds both?"""
        texts = self._texts
        label, owner = texts.owners[self._label], texts.owners[number]
        around = texts.common(label, owner)
        if around == label:
            return True
        beside = [each for each in texts.inside(texts.below(label, around)) if each != self._label]
        if len(beside) > _MAX_BESIDE:
            return False
        is_alone = all(self._template.is_constant(texts, each) for each in beside)
        above_label, above_value = self._levels(label, around), self._levels(owner, around)
        return is_alone and above_label <= _MAX_ABOVE_LABEL and above_value <= _MAX_ABOVE_VALUE

    def _levels(self, element: int, ancestor: int) -> int:
        levels = 0
        while element > ancestor:
            element = self._texts.parents[element]
            levels += 1
        return levels
