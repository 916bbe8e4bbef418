"""The texts of a page in reading order, and where each stands: its line, cell, link and place.

A place is a number made of the tags and marks above a text, without positions. So the cells of a
column have the same place, however many rows there are, on all pages of a site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from zlib import crc32

from deepweb.page.page import Page
from deepweb.page.walk import Walk, walked

CELLS = frozenset({"td", "th"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend"})
# Elements whose text is a choice or a button.
_CONTROLS = frozenset({"select", "option", "textarea", "button", "datalist"})
# Elements that stand within a line.
_INLINE = frozenset(
    """a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark nobr q s samp
    small span strike strong sub sup time tt u var wbr""".split()  # noqa: SIM905
)
_BREAKS = frozenset({"br", "hr"})
# Elements whose marks tell rows apart (odd, even), or pages, not columns.
_UNMARKED = frozenset({"html", "body", "tr", "tbody", "thead", "tfoot", "br"})
_MARKS = 2  # marked elements that make a place
_MAX_CLASSES = 4  # class words of a mark
_MAX_ID = 60  # characters of an id
_DIGITS = re.compile(r"\d+")
_SAYS_ANYTHING = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class PageTexts:
    """The texts of a page as parallel lists, by the number of the text or of the element."""

    page: Page
    walk: Walk
    owners: list[int]
    """By text: the element that it stands in."""
    skipped: list[bool]
    """By text: is it part of a control, or without letters and digits?"""
    paths: list[int]
    """By element: the tags above it, with the number of a cell in its row."""
    links: list[bool]
    """By element: is it inside a link?"""
    headings: list[str]
    """By element: the tag of the heading that it stands in; "" if there is none."""
    cells: list[int]
    """By element: the cell that it stands in; -1 if there is none."""
    terms: list[str]
    """By element: "dt" or "dd" if it stands in one."""

    @property
    def said(self) -> list[str]:
        """The texts."""
        return self.walk.said

    @property
    def tags(self) -> list[str]:
        return self.walk.tags

    @property
    def parents(self) -> list[int]:
        return self.walk.parents

    @cached_property
    def told(self) -> list[int]:
        """By text: a number of its path and words, the same on all pages that say it there."""
        every = zip(self.owners, self.said, strict=True)
        return [crc32(text.encode(), self.paths[owner]) for owner, text in every]

    @cached_property
    def places(self) -> list[int]:
        """By text: its path, and the marks of the nearest elements that have some."""
        known = {owner: self._marked(owner, self.paths[owner]) for owner in set(self.owners)}
        return [known[owner] for owner in self.owners]

    @cached_property
    def looks(self) -> list[int]:
        """By text: like ``places``, but wherever it stands on the page."""
        known = {owner: self._marked(owner, self._tag(owner)) for owner in set(self.owners)}
        return [known[owner] for owner in self.owners]

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """By text: its block, and the line breaks before it; the same for texts of one line."""
        breaks = [0, *accumulate(tag in _BREAKS for tag in self.tags)]
        behind = [owner + 1 for owner in self.owners]
        for element, number in self.walk.tails.items():
            behind[number] = self._ends[element]
        for loose in self.walk.loose:
            if loose.text >= 0:
                behind[loose.text] = loose.before
        every = zip(self.owners, behind, strict=True)
        return [(self.block(owner), breaks[place]) for owner, place in every]

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """By element: its first text, and the number behind its last."""
        none = len(self.owners)
        first, last = [none] * len(self.tags), [0] * len(self.tags)
        for number, owner in enumerate(self.owners):
            first[owner] = min(first[owner], number)
            last[owner] = number + 1
        for element in range(len(self.tags) - 1, 0, -1):
            parent = self.parents[element]
            first[parent] = min(first[parent], first[element])
            last[parent] = max(last[parent], last[element])
        return list(zip(first, last, strict=True))

    @cached_property
    def _ends(self) -> list[int]:
        """By element: the number behind the last element in it."""
        ends = list(range(1, len(self.tags) + 1))
        for element in range(len(ends) - 1, 0, -1):
            parent = self.parents[element]
            ends[parent] = max(ends[parent], ends[element])
        return ends

    def inside(self, element: int) -> list[int]:
        """The texts of an element."""
        return [number for number in range(*self.spans[element]) if not self.skipped[number]]

    def says_anything(self, element: int) -> bool:
        """Does an element have a text?"""
        return not all(map(self.skipped.__getitem__, range(*self.spans[element])))

    def common(self, one: int, other: int) -> int:
        """The innermost element that holds both."""
        while one != other:
            if one > other:
                one = self.parents[one]
            else:
                other = self.parents[other]
        return one

    def below(self, element: int, ancestor: int) -> int:
        """The child of ``ancestor`` that holds an element."""
        while element > ancestor and self.parents[element] != ancestor:
            element = self.parents[element]
        return element

    def block(self, element: int) -> int:
        """The innermost element around an element that is no part of a line."""
        while self.tags[element] in _INLINE and self.parents[element] >= 0:
            element = self.parents[element]
        return element

    def _tag(self, owner: int) -> int:
        return crc32(f"{self.tags[owner]} {self.tags[self.block(owner)]}".encode())

    def _marked(self, element: int, place: int) -> int:
        left = _MARKS
        while element >= 0 and left:
            has = self.walk.attributes[element]
            if has and self.tags[element] not in _UNMARKED:
                get = has.get
                if mark := _mark(get("class", ""), get("id", ""), get("itemprop", "")):
                    place = crc32(mark, place)
                    left -= 1
            element = self.parents[element]
        return place


@lru_cache(maxsize=1 << 14)
def _mark(classes: str, identity: str, prop: str) -> bytes:
    """What marks an element, with 0 for any number."""
    said = " ".join((*classes.split()[:_MAX_CLASSES], identity[:_MAX_ID], prop))
    return _DIGITS.sub("0", said).strip().encode()


def detail_texts(page: Page) -> PageTexts:
    """The texts of a page; for ``page.once``."""
    walk = page.once(walked)
    owners = [0] * len(walk.said)
    for element, number in walk.heads.items():
        owners[number] = element
    for element, number in walk.tails.items():
        owners[number] = walk.parents[element]
    for loose in walk.loose:
        if loose.text >= 0:
            owners[loose.text] = loose.owner
    every = zip(owners, walk.said, strict=True)
    controls = _controls(walk)
    skipped = [controls[owner] or not _SAYS_ANYTHING.search(text) for owner, text in every]
    return PageTexts(page, walk, owners, skipped, *_by_element(walk))


def _controls(walk: Walk) -> list[bool]:
    """By element: is it inside a control?"""
    found: list[bool] = []
    for tag, parent in zip(walk.tags, walk.parents, strict=True):
        found.append(tag in _CONTROLS or (parent >= 0 and found[parent]))
    return found


def _by_element(
    walk: Walk,
) -> tuple[list[int], list[bool], list[str], list[int], list[str]]:
    paths: list[int] = []
    links: list[bool] = []
    headings: list[str] = []
    cells: list[int] = []
    terms: list[str] = []
    columns: dict[int, int] = {}
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        inside = parent >= 0
        step = _step(tag, parent, columns)
        paths.append(crc32(step.encode(), paths[parent] if inside else 0))
        links.append(tag == "a" or (inside and links[parent]))
        headings.append(tag if tag in _HEADINGS else headings[parent] if inside else "")
        cells.append(number if tag in CELLS else cells[parent] if inside else -1)
        terms.append(tag if tag in {"dt", "dd"} else terms[parent] if inside else "")
    return paths, links, headings, cells, terms


def _step(tag: str, parent: int, columns: dict[int, int]) -> str:
    if tag not in CELLS:
        return tag
    columns[parent] = columns.get(parent, 0) + 1
    return f"td{columns[parent]}"


def every_text(pages: Sequence[Page]) -> list[PageTexts]:
    """The texts of several pages."""
    return [page.once(detail_texts) for page in pages]
