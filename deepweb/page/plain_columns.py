"""Columns of plain text: lines of ``pre`` whose words stand below each other.

Where all lines have a gap of two spaces, a column ends. Each cell becomes a ``span``; the gaps
stay, so the page looks as before. A line above the others that has a word for each column names
them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from string import ascii_lowercase

from lxml.html import HtmlElement

_GAP = 2  # spaces between columns
_MAX_WIDTH = 300  # characters of a line in which columns are sought
_MAX_COLUMNS = len(ascii_lowercase)
_MIN_LINES = 3
_MAX_LOOKED_AT = 300  # lines by which columns are found
_MOST = 0.5  # share of the lines that must fill a column
_MAX_NAME = 30  # characters of the name of a column

Nodes = Sequence[str | HtmlElement]
"""Texts and elements (without their tails) of a line."""


def columns_of(lines: Sequence[Nodes]) -> list[int]:
    """The places at which the columns of the lines begin, but for the first."""
    texts = [text for line in islice(lines, _MAX_LOOKED_AT) if (text := _text(line)[:_MAX_WIDTH])]
    if len(texts) < _MIN_LINES or any("\t" in text for text in texts):
        return []
    filled = {place for text in texts for place, sign in enumerate(text) if sign != " "}
    last = max(filled, default=0)
    first = min(filled, default=0)
    begins = [
        place
        for place in range(first + _GAP, last + 1)
        if place in filled and filled.isdisjoint(range(place - _GAP, place))
    ]
    bounds = [*begins, _MAX_WIDTH]
    full = [
        a
        for a, b in pairwise(bounds)
        if sum(not text[a:b].isspace() for text in texts if text[a:b]) >= _MOST * len(texts)
    ]
    return full[: _MAX_COLUMNS - 1]


def column_names(head: Nodes, begins: Sequence[int]) -> list[str]:
    """What a line above the columns calls them; empty if it is no head."""
    text = _text(head)
    cells = [text[a:b].strip() for a, b in pairwise([0, *begins, _MAX_WIDTH])]
    is_head = all(any(map(str.isalpha, c)) and len(c) <= _MAX_NAME for c in cells)
    return cells if is_head and not any(map(str.isdigit, text)) else []


def cells_of(line: Nodes, begins: Sequence[int]) -> Iterable[tuple[int, list[str | HtmlElement]]]:
    """The cells of a line with their numbers; a line that has no gap at a column is not cut."""
    whole, at = _text(line), 0
    cuts = [place for place in begins if whole[place - _GAP : place].isspace()]
    cells: dict[int, list[str | HtmlElement]] = {}
    for node in line:
        text = _text([node])
        inside = [cut - at for cut in cuts if at < cut < at + len(text)]
        pieces: Nodes = [node]
        if isinstance(node, str):
            pieces = [node[a:b] for a, b in pairwise([0, *inside, len(node)])]
        for piece in pieces:
            column = bisect_right(cuts, at)
            cells.setdefault(bisect_right(begins, cuts[column - 1]) if column else 0, []).append(
                piece
            )
            at += len(_text([piece]))
    return cells.items()


def cell(place: HtmlElement, number: int, name: str = "") -> HtmlElement:
    """A new element for a cell."""
    said = {"class": ascii_lowercase[number]} | ({"data-column": name} if name else {})
    return place.makeelement("span", said)


def _text(nodes: Nodes) -> str:
    return "".join(n if isinstance(n, str) else "".join(n.itertext()) for n in nodes)
