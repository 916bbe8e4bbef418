"""What are the smallest parts of a record that may be a value, and what are their paths?

A part is the text of an innermost block, or an attribute with a value (the target of a link, a
picture, a machine-readable time). Its path consists of tags, classes and property names from the
record's root, without indices: parts of two records with the same path probably correspond.
Formatting does not split a text; whether links and spans do is decided in ``columns.py``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from deepweb.page.page import FORMATTING, UNSEEN, visible_text

RecordElements = Sequence[HtmlElement]
"""The elements of a record: one, or several siblings ("h3 + p + p")."""

# The text of controls is no data.
NO_DATA = UNSEEN | {"select", "textarea", "input", "datalist", "object", "canvas"}
INLINE = FORMATTING | {"a", "span", "abbr", "acronym", "cite", "code", "q", "s", "del", "ins",
                       "kbd", "var", "samp", "time", "data", "bdi", "bdo", "label", "tt", "big",
                       "br",
                       "strike", "dfn", "ruby", "img"}  # fmt: skip
NAMING = ("itemprop", "property", "data-testid", "data-test", "data-th", "data-label", "data-field",
          "data-column", "data-qa")  # fmt: skip
"""Attributes that say what an element holds, the surest first."""
# Depth from which on the content of an element is one text.
MAX_DEPTH = 40
# Characters of an attribute; longer values are data of scripts.
_MAX_ATTRIBUTE = 2000
# Parts of a record; a record with more is a whole page.
MAX_PARTS = 400
# Items of the pattern of an element.
_MAX_PATTERN = 20
# Columns that a cell may span.
_MAX_SPAN = 50

_NAMING = frozenset(NAMING)
_TRANSPARENT = FORMATTING - {"small"}  # <small> holds a value of its own
_TELLING = re.compile(r"[^\W_]|[★☆⭐✓✔✗]")
# Signs that join values in a row, and belong to none of them.
_JOINTS = "|·•,;›»–—/-"  # noqa: RUF001
_AT_ENDS = re.compile(rf"^[{_JOINTS}]++\s+|(?<!\s)\s++[{_JOINTS}]++$|(?<![,;|])[,;|]++$")
_NUMBER = re.compile(r"\d+")
# Attributes with the address of a picture; lazily loaded ones come first.
_SOURCES = ("data-src", "data-original", "data-lazy", "data-lazy-src", "src")


_HEADING = re.compile(r"(?:^|/)h[1-6]\b")
_LINK = re.compile(r"(?:^|/)a\b[^/]*$")
_IN_LINK = re.compile(r"(?:^|/)a\b")


class RecordPart(NamedTuple):
    """One part of a record."""

    path: str
    slot: str
    """``text``, or the attribute that the value comes from."""
    text: str
    label: str = ""
    """The label before it in the record ("Price:")."""


class ElementNotes:
    """What is noted about the elements of records while learning."""

    def __init__(self) -> None:
        self.elements: dict[str, HtmlElement] = {}
        """The first element of each path."""
        self.patterns: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        """The order of texts ("") and inline elements in elements without blocks, by path."""
        self.blocks: Counter[str] = Counter()
        """The number of elements with blocks, by path."""
        self.set_off: set[str] = set()
        """Paths of elements with formatted words of other scripts, or with children that hold only
        signs."""
        self.words: Counter[str] = Counter()
        """The number of words directly in elements, by path."""

    def mixed(self) -> set[str]:
        """Paths of elements whose text as a whole differs from the texts of their parts."""
        several = (
            p for p, patterns in self.patterns.items() if any(len(each) > 1 for each in patterns)
        )
        return self.set_off.union(several)


def parts_of(
    record: RecordElements, whole: frozenset[str], seen: ElementNotes | None = None
) -> list[RecordPart]:
    """The parts of a record, in document order.

    Elements whose path is in ``whole`` are one text each, whatever they contain.
    """
    walk = _Walk(whole, seen)
    for node in record:
        if isinstance(tag := node.tag, str):
            walk.visit(node, tag, step_of(node, tag) if len(record) > 1 else tag, 0)
    return walk.parts


@lru_cache(maxsize=8192)
def is_in_heading(path: str) -> bool:
    """Does a path pass through a heading?"""
    return _HEADING.search(path) is not None


def is_in_link(path: str) -> bool:
    """Does a path pass through a link?"""
    return _IN_LINK.search(path) is not None


@lru_cache(maxsize=8192)
def is_link(path: str) -> bool:
    """Does a path end in a link?"""
    return _LINK.search(path) is not None


def step_of(element: HtmlElement, tag: str) -> str:
    """An element's name in a path."""
    looks, names, said = "", "", element.items()
    if not said:
        return tag
    for name, value in said:
        if name == "class":
            looks = value
        elif name in _NAMING:
            names = names or value
    return _step(tag, looks[:200], names[:80])


@lru_cache(maxsize=8192)
def _step(tag: str, looks: str, names: str) -> str:
    # Numbers in classes identify records ("post-123"), not parts.
    tokens = sorted({_NUMBER.sub("0", token) for token in looks.split()})
    named = f"[{names.strip()}]" if names else ""
    return ".".join((tag, *tokens)).replace("/", "") + named.replace("/", "")


class _Walk:
    def __init__(self, whole: frozenset[str], seen: ElementNotes | None) -> None:
        self.parts: list[RecordPart] = []
        self._whole = whole
        self._notes = seen

    def visit(self, element: HtmlElement, tag: str, path: str, depth: int, label: str = "") -> bool:
        """Take the parts of an element; return whether all of it is inline."""
        if tag in NO_DATA or len(self.parts) >= MAX_PARTS:
            return True
        if self._notes is not None:
            self._notes.elements.setdefault(path, element)
        if tag in _ATTRIBUTES:
            self._attributes(element, tag, path)
        before, is_inline = len(self.parts), True
        if not len(element):
            is_told = self._take(element.text, path, label)
            if self._notes is not None:
                self._note(path, [""] if is_told else [], True)
        elif path in self._whole or depth >= MAX_DEPTH:
            self._take(visible_text(element, NO_DATA), path, label)
            for link in islice(element.iterdescendants("a"), MAX_PARTS):
                self._attributes(link, "a", f"{path}/a")
        else:
            is_inline = self._inside(element, tag, path, depth, label)
        if len(self.parts) == before:
            self._unwritten(element, path)
        return is_inline and tag in INLINE

    def _inside(self, element: HtmlElement, tag: str, path: str, depth: int, label: str) -> bool:
        """Take the texts of an element and the parts of its children."""
        text = element.text
        pattern: list[str] = []
        all_inline, cell, term, in_row = True, 0, "", tag == "tr"
        for child in element:
            child_tag, tail = child.tag, child.tail
            if not isinstance(child_tag, str):
                text = (text or "") + (tail or "")
                continue
            if child_tag in _TRANSPARENT and _is_formatting(child):
                text = "".join((text or "", *child.itertext(), tail or ""))
                if self._notes is not None and not text.isascii():
                    self._notes.set_off.add(path)
                continue
            if text and self._take(text, path, label):
                pattern.append("")
            text = tail
            step = step_of(child, child_tag)
            if in_row and child_tag in {"td", "th"}:
                step, cell = f"td:{cell}", cell + _span(child)
            if child_tag == "dt" or (in_row and child_tag == "th" and _heads_row(element, depth)):
                term = visible_text(child, NO_DATA)
                continue
            count = len(self.parts)
            own = term if child_tag in {"dd", "td"} else label
            all_inline &= self.visit(child, child_tag, f"{path}/{step}", depth + 1, own)
            is_new = len(self.parts) > count or child_tag == "br"
            if self._notes is not None and not is_new and _has_signs(child):
                self._notes.set_off.add(path)
            if is_new and (not pattern or pattern[-1] != step):
                pattern.append(step)
        if text and self._take(text, path, label):
            pattern.append("")
        self._note(path, pattern, all_inline)
        return all_inline

    def _note(self, path: str, pattern: list[str], all_inline: bool) -> None:
        if self._notes is None:
            return
        if not all_inline:
            self._notes.blocks[path] += 1
        elif pattern:
            self._notes.patterns[path][tuple(pattern[:_MAX_PATTERN])] += 1

    def _take(self, text: str | None, path: str, label: str) -> bool:
        """Take a text, if it has letters, digits or telling signs."""
        said = " ".join(text.split()) if text else ""
        if not said or not (said[0].isalnum() or _TELLING.search(said)):
            return False
        if said[0] in _JOINTS or said[-1] in _JOINTS:
            said = _AT_ENDS.sub("", said)
        self.parts.append(RecordPart(path, "text", said, label))
        if self._notes is not None:
            self._notes.words[path] += said.count(" ") + 1
        return True

    def _attributes(self, element: HtmlElement, tag: str, path: str) -> None:
        if tag == "img":
            source = next((s for name in _SOURCES if (s := element.get(name))), "")
            if source and not source.startswith("data:") and len(source) < _MAX_ATTRIBUTE:
                self.parts.append(RecordPart(path, "src", source.strip()))
        slot = _ATTRIBUTES[tag]
        value = element.get(slot)
        if value and len(value) < _MAX_ATTRIBUTE and _is_value(slot, value):
            self.parts.append(RecordPart(path, slot, " ".join(value.split())))

    def _unwritten(self, element: HtmlElement, path: str) -> None:
        """Take the meaning of stars and icons, which stands in an attribute."""
        value = element.get("aria-label") or element.get("title")
        if value and len(value) < _MAX_ATTRIBUTE and _TELLING.search(value):
            self.parts.append(RecordPart(path, "title", " ".join(value.split())))


# The attribute of an element that holds a value.
_ATTRIBUTES = {"a": "href", "img": "alt", "meta": "content", "time": "datetime", "data": "value",
               "link": "href", "abbr": "title"}  # fmt: skip


def _is_value(slot: str, value: str) -> bool:
    if slot == "href":
        return not value.lstrip()[:11].lower().startswith(("#", "javascript:", "mailto:", "tel:"))
    return _TELLING.search(value) is not None


def _has_signs(element: HtmlElement) -> bool:
    """Does an element show anything, even if only signs?"""
    return element.tag not in NO_DATA and any(text.strip() for text in element.itertext())


def _is_formatting(element: HtmlElement) -> bool:
    """Is an element only formatting, such as bold, without class or property?"""
    if element.get("class") or element.get("itemprop"):
        return False
    inside = element.iterdescendants() if len(element) else ()
    return all(e.tag in _TRANSPARENT and not e.get("class") for e in inside)


def _heads_row(row: HtmlElement, depth: int) -> bool:
    """Does a header cell label the only other cell? In a row that is the record it is a value."""
    return depth > 0 and len(row) == 2 and row[1].tag == "td"


def _span(cell: HtmlElement) -> int:
    digits = cell.get("colspan", "1").strip()
    is_number = digits.isdecimal() and digits.isascii() and len(digits) < 4
    return min(int(digits), _MAX_SPAN) if is_number else 1
