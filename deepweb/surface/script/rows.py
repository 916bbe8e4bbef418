"""Which addresses have records that a page shows as rows without links?

A click on a row leads to the record; what the script reads there stands in attributes of the row
(``data-id="7"``, ``onclick="open('/films/7')"``). Rows are told as records whose fields are these
attributes, so that the pattern of their addresses is found as for records in JSON
(``addresses.py``). A field is called by tag, attribute and, for a part of a value, its number:
``tr@data-id``, ``tr@onclick 0``. With the pattern, rows of later answers get links.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from deepweb.page.page import own_texts, seen_elements
from deepweb.read.data.json_lists import JsonList
from deepweb.read.data.json_records import filled_url
from deepweb.surface.script.shown_records import SearchPages, ShownTexts

MIN_ROWS = 2  # rows, at least, of which one may be clicked on
MAX_ROWS = 200  # rows of a page that are compared
MAX_ABOVE = 8  # elements around a text that may be its row
MAX_CELL = 4  # elements around a text that may hold several texts of one row
MAX_VALUE = 300  # characters of an attribute that may hold an address or a part of one
MAX_PARTS = 4  # parts of an attribute
SHOWS = "text"
"""The field that is the text by which a page shows a row."""

_SILENT = re.compile(r"class|style|role|tabindex|href|src|aria-.*|on(?:mouse|focus|blur|key).*")
_PARTS = re.compile(r"""(?<=')[^'"\s]+(?=')|(?<=")[^'"\s]+(?=")|(?<![^\W_])\d+(?![^\W_])""")
_NAME = re.compile(r"\{[+~]?([\w-]+)@")

Row = tuple[HtmlElement, Sequence[HtmlElement]]
"""The element that shows the text of a row, and those around it that belong to the row."""


def unlinked_rows(seen: SearchPages) -> JsonList:
    """The rows that a page shows for a word, if they have no links; else no rows."""
    pieces = set(ShownTexts(seen.found, seen.nothing).pieces)
    alike: defaultdict[tuple[str, ...], list[HtmlElement]] = defaultdict(list)
    linked: Counter[tuple[str, ...]] = Counter()
    for element in seen_elements(seen.found.root):
        text = next((t for t in map(_folded, own_texts(element)) if t in pieces), "")
        if text:
            above = list(element.iterancestors())
            place = tuple(str(each.tag) for each in (element, *above))
            is_linked = any(each.tag == "a" and each.get("href") for each in (element, *above))
            linked[place] += is_linked
            if not is_linked:
                alike[place].append(element)
    best = max((_firsts(each) for each in alike.values()), key=len, default=[])
    if len(best) < MIN_ROWS or max(linked.values(), default=0) >= len(best):
        return JsonList((), [])
    rows = ({SHOWS: _shown(row[0]), **dict(_said(row))} for row in _rows(best[:MAX_ROWS]))
    return JsonList((), list(rows))


def row_texts(rows: JsonList) -> tuple[str, ...]:
    """The texts by which a page shows its rows."""
    return tuple(str(row[SHOWS]) for row in rows.items)


def is_of_rows(pattern: str) -> bool:
    """Is an address made of attributes of rows?"""
    return _NAME.search(pattern) is not None


def with_links(root: HtmlElement, pattern: str) -> None:
    """Make a link of the first text of each row, to the address that a pattern makes of it."""
    named = _NAME.search(pattern)
    for element in list(root.iter(named[1])) if named else ():
        url = filled_url(pattern, dict(_attributes(element)), "http://x/")
        holder = next((e for e in seen_elements(element) if (e.text or "").strip()), None)
        if url is None or holder is None:
            continue
        if holder.tag == "a":
            holder.set("href", url)
            continue
        link = etree.SubElement(holder, "a", href=url)
        link.text, holder.text = holder.text, None
        holder.insert(0, link)


def _firsts(places: list[HtmlElement]) -> list[HtmlElement]:
    """The first text of each row, where rows hold several of the texts, as cells of a table do."""
    for above in range(1, MAX_CELL):
        firsts: dict[HtmlElement, HtmlElement] = {}
        for element in places:
            holder = next(islice(element.iterancestors(), above - 1, None), element)
            firsts.setdefault(holder, element)
        # Few elements with many texts hold the rows.
        if MIN_ROWS <= len(firsts) < len(places) <= len(firsts) ** 2:
            return list(firsts.values())
    return places


def _rows(places: Sequence[HtmlElement]) -> Iterator[Row]:
    """Each text with the elements around it that hold no other of the texts."""
    held: Counter[HtmlElement] = Counter()
    for element in places:
        held.update(islice(element.iterancestors(), MAX_ABOVE))
    for element in places:
        above = islice(element.iterancestors(), MAX_ABOVE)
        yield element, [each for each in above if held[each] == 1]


def _said(row: Row) -> Iterator[tuple[str, str]]:
    """What the attributes of a row say; the outer ones count."""
    for element in (row[0], *row[1]):
        yield from _attributes(element)


def _attributes(element: HtmlElement) -> Iterator[tuple[str, str]]:
    tag, said = str(element.tag), element.attrib.items()
    for name, value in ((str(n), str(v)) for n, v in said):
        if _SILENT.fullmatch(name) or not 0 < len(value) <= MAX_VALUE:
            continue
        yield f"{tag}@{name}", value
        for number, part in enumerate(islice(_PARTS.finditer(value), MAX_PARTS)):
            if part[0] != value:
                yield f"{tag}@{name} {number}", part[0]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _shown(element: HtmlElement) -> str:
    return next(filter(None, (" ".join(text.split()) for text in own_texts(element))), "")
