"""The named parts of a record: what the page itself calls them, nothing guessed.

Names come from the header cells of a table, from ``itemprop`` and from labels ("Price: 12").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from deepweb.read.page import seen_elements, visible_text

# Colons of Latin and of East Asian scripts.
COLONS = ":\uff1a"
# "Price: 12"; a label is short and holds no other colon ("http://…" is none).
_LABELLED = re.compile(rf"^([^{COLONS}]{{1,40}}?)\s*[{COLONS}](?!//)\s*(\S.*)$", re.DOTALL)
# What consists of more elements is the record itself, not a label with its value.
_MOST_PARTS = 8


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
