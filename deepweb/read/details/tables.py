"""Which cells of a page's tables are labels and values, and which tables tell of other things?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from deepweb.read.details.template import PageTemplate, bare_label, ends_with_colon, may_be_label
from deepweb.read.details.texts import CELLS, PageTexts

# Columns of a table with several rows that tells of other things.
_MIN_GRID = 4
# Columns of a table with one row that are read; more are statistics.
_MAX_COLUMNS = 8
# Texts of a header cell.
_MAX_HEAD = 2
# Rows of two cells that make a table of labels on a page that nothing is compared with.
_MIN_ROWS = 2
_PAIR = 2
_Rows = Sequence[Sequence[int]]


class TableCells:
    """The cells of a page by what they are for."""

    def __init__(self, texts: PageTexts, template: PageTemplate) -> None:
        self.labels: set[int] = set()
        self.values: set[int] = set()
        """Cells beside a label."""
        self.headed: dict[int, tuple[str, list[int]]] = {}
        """Cells of the only row below a header, with what the header says, and its texts."""
        self.ignored: set[int] = set()
        """Headers, and the cells of tables that tell of other things."""
        self._texts = texts
        self._template = template
        self._inside: dict[int, list[int]] = {}
        """The texts of each cell that has some."""
        for rows in self._tables():
            self._read(rows)

    def _read(self, rows: _Rows) -> None:
        is_alone = self._template.pages == 1 and len(rows) >= _MIN_ROWS
        at = 0
        while at < len(rows):
            below = self._below(rows, at)
            if grid := self._grid(rows, at) or (below and [rows[at], *below]):
                is_read = len(grid) == _PAIR and len(grid[0]) == len(grid[1]) <= _MAX_COLUMNS
                self._head(*grid) if is_read else self._ignore(grid)
                at += len(grid)
            else:
                self._pair(rows[at], is_alone=is_alone)
                at += 1

    def _head(self, heads: Sequence[int], row: Sequence[int]) -> None:
        self.ignored.update(heads)
        for head, cell in zip(heads, row, strict=True):
            self.headed[cell] = bare_label(self._said(head)), self._inside[head]

    def _ignore(self, rows: _Rows) -> None:
        self.ignored.update(cell for row in rows for cell in row)

    def _grid(self, rows: _Rows, at: int) -> _Rows:
        """Rows of about equally many cells, of which at most the first is a label."""
        width = len(rows[at])
        if width < _MIN_GRID:
            return []
        grid = list(
            takewhile(lambda row: len(row) >= _MIN_GRID and abs(len(row) - width) <= 1, rows[at:])
        )
        labelled = sum(any(map(self._is_label, row[1:])) for row in grid[1:])
        return grid if len(grid) > _PAIR and 3 * labelled <= len(grid) else []

    def _below(self, rows: _Rows, at: int) -> _Rows:
        """The rows below a row of headers, which is read if there is one; none for other rows."""
        heads = rows[at]
        if len(heads) < _PAIR or not all(map(self._may_head, heads)):
            return []
        known = sum(map(self._is_head, heads))
        if 3 * known < len(heads):
            return []
        found = list(
            takewhile(
                lambda row: abs(len(row) - len(heads)) <= 1 and not all(map(self._is_head, row)),
                rows[at + 1 :],
            )
        )
        if len(heads) == _PAIR:
            is_header = known == _PAIR and len(found) == 1 and not self._is_head(found[0][0])
            return found if is_header and len(found[0]) == _PAIR else []
        return found if len(found) != 1 or len(found[0]) == len(heads) else []

    def _pair(self, row: Sequence[int], *, is_alone: bool) -> None:
        """A row of a label and its value, or of header cells and others."""
        tags = self._texts.tags
        if len(row) == _PAIR:
            said = [self._texts.said[number] for number in self._inside[row[1]]]
            is_label = tags[row[0]] == "th" or self._is_label(row[0])
            has_labels = any(map(ends_with_colon, said))
            if (is_label or is_alone) and self._may_head(row[0], colon=True) and not has_labels:
                self.labels.add(row[0])
                self.values.add(row[1])
        elif {tags[cell] for cell in row} == CELLS:
            self.labels.update(cell for cell in row if tags[cell] == "th")

    def _said(self, cell: int) -> str:
        return " ".join(self._texts.said[number] for number in self._inside[cell])

    def _is_label(self, cell: int) -> bool:
        numbers = self._inside[cell]
        if len(numbers) != 1:
            return False
        is_link = self._texts.around[self._texts.owners[numbers[0]]].is_link
        is_template = self._template.is_constant(self._texts, numbers[0])
        return self._template.is_label(self._texts, numbers[0]) or (is_link and is_template)

    def _may_head(self, cell: int, *, colon: bool = False) -> bool:
        if len(self._inside[cell]) > (1 if colon else _MAX_HEAD):
            return False
        said = self._said(cell)
        return may_be_label(said) and (colon or not ends_with_colon(said))

    def _is_head(self, cell: int) -> bool:
        if not self._may_head(cell):
            return False
        is_th = self._texts.tags[cell] == "th"
        return is_th or all(
            self._template.is_common(self._texts, number) for number in self._inside[cell]
        )

    def _tables(self) -> Iterator[_Rows]:
        """The rows of each table, as cells with text; without rows that hold tables."""
        texts = self._texts
        tables: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(
            lambda: defaultdict(list)
        )
        outer: set[int] = set()
        for element, (tag, parent) in enumerate(zip(texts.tags, texts.parents, strict=True)):
            if tag == "table" and parent >= 0:
                outer.add(texts.cells[parent])
            elif tag in CELLS and parent >= 0 and (inside := texts.inside(element)):
                self._inside[element] = inside
                tables[texts.parents[parent]][parent].append(element)
        for rows in tables.values():
            yield [row for row in rows.values() if not outer.intersection(row)]
