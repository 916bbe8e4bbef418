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
from typing import NamedTuple
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
_TERMS = frozenset({"dt", "dd"})
# Elements that tell what stands in them.
_TELLING = CELLS | _HEADINGS | _TERMS | _CONTROLS | {"a"}
_BREAKS = frozenset({"br", "hr"})
# Elements whose marks tell rows apart (odd, even), or pages, not columns.
_UNMARKED = frozenset({"html", "body", "tr", "tbody", "thead", "tfoot", "br"})
_MARKS = 2  # marked elements that make a place
_MAX_CLASSES = 4  # class words of a mark
_MAX_ID = 60  # characters of an id
_DIGITS = re.compile(r"\d+")
_SAYS_ANYTHING = re.compile(r"[^\W_]")


class Around(NamedTuple):
    """What an element stands in. Elements share it with their parents, mostly."""

    cell: int = -1
    """The innermost cell of a table; -1 if there is none."""
    heading: str = ""
    """The tag of the innermost heading."""
    term: str = ""
    """"dt" or "dd"."""
    is_link: bool = False
    is_control: bool = False
    marks: tuple[bytes, ...] = ()
    """What marks the nearest elements that are marked, the element itself first."""

    def placed(self, start: int) -> int:
        """A number of the marks, and of what was before them."""
        for mark in self.marks:
            start = crc32(mark, start)
        return start


@dataclass(frozen=True)
class PageTexts:
    """The texts of a page as parallel lists, by the number of the text or of the element."""

    page: Page
    walk: Walk
    said: list[str]
    """The texts."""
    owners: list[int]
    """By text: the element that it stands in."""
    skipped: list[bool]
    """By text: is it part of a control, or without letters and digits?"""
    tags: list[str]
    parents: list[int]
    paths: list[int]
    """By element: the tags above it, with the number of a cell in its row."""
    around: list[Around]
    """By element: what it stands in."""

    @cached_property
    def told(self) -> list[int]:
        """By text: a number of its path and words, the same on all pages that say it there."""
        every = zip(self.owners, self.said, strict=True)
        return [crc32(text.encode(), self.paths[owner]) for owner, text in every]

    @cached_property
    def places(self) -> list[int]:
        """By text: its path, and the marks of the nearest elements that have some."""
        paths, around = self.paths, self.around
        known = {owner: around[owner].placed(paths[owner]) for owner in set(self.owners)}
        return [known[owner] for owner in self.owners]

    @cached_property
    def looks(self) -> list[int]:
        """By text: like ``places``, but wherever it stands on the page."""
        known = {owner: self.around[owner].placed(self._tag(owner)) for owner in set(self.owners)}
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
        first, last = [len(self.owners)] * len(self.tags), [0] * len(self.tags)
        for number, owner in enumerate(self.owners):
            if not last[owner]:
                first[owner] = number
            last[owner] = number + 1
        for element in range(len(self.tags) - 1, 0, -1):
            if last[element]:
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
        return _tags(self.tags[owner], self.tags[self.block(owner)])


@lru_cache(maxsize=1 << 10)
def _tags(one: str, other: str) -> int:
    return crc32(f"{one} {other}".encode())


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
    paths, around = _places(walk)
    every = zip(owners, walk.said, strict=True)
    skipped = [around[n].is_control or not _SAYS_ANYTHING.search(text) for n, text in every]
    return PageTexts(page, walk, walk.said, owners, skipped, walk.tags, walk.parents, paths, around)


def _places(walk: Walk) -> tuple[list[int], list[Around]]:
    """The path of each element, and what it stands in."""
    paths: list[int] = []
    around: list[Around] = []
    columns: dict[int, int] = {}
    outside = Around()
    for number, (tag, parent, has) in enumerate(
        zip(walk.tags, walk.parents, walk.attributes, strict=True)
    ):
        above, path = (around[parent], paths[parent]) if parent >= 0 else (outside, 0)
        step = tag
        if tag in CELLS:
            columns[parent] = column = columns.get(parent, 0) + 1
            step = f"td{column}"
        paths.append(crc32(step.encode(), path))
        if has and tag not in _UNMARKED:
            mark = _mark(has.get("class", ""), has.get("id", ""), has.get("itemprop", ""))
            if mark:
                above = above._replace(marks=(mark, *above.marks[: _MARKS - 1]))
        if tag in _TELLING:
            above = _within(above, number, tag)
        around.append(above)
    return paths, around


def _within(above: Around, number: int, tag: str) -> Around:
    if tag in CELLS:
        return above._replace(cell=number)
    if tag in _HEADINGS:
        return above._replace(heading=tag)
    if tag in _TERMS:
        return above._replace(term=tag)
    return above._replace(is_link=True) if tag == "a" else above._replace(is_control=True)


def every_text(pages: Sequence[Page]) -> list[PageTexts]:
    """The texts of several pages."""
    return [page.once(detail_texts) for page in pages]
