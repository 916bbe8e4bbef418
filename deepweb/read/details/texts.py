"""The texts of a page in reading order, and where each stands: its line, cell, link and place.

A place is a number made of the tags and marks above a text, without positions. So the cells of a
column have the same place, however many rows there are, on all pages of a site.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, islice
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
_BREAKS = frozenset({"br", "hr"})
# Elements whose marks tell rows apart (odd, even), or pages, not columns.
_UNMARKED = frozenset({"html", "body", "tr", "tbody", "thead", "tfoot", "br"})
_NO_MARKS = ("", "", "")
_MARKS = 2  # marked elements that make a place
_MAX_CLASSES = 4  # class words of a mark
_MAX_MARK = 300  # characters of its class
_MAX_ID = 60  # characters of an id
_DIGITS = re.compile(r"\d+")
_SAYS_ANYTHING = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What the texts of an element stand in; the same for like elements on all pages of a site."""

    path: int = 0
    """A number of the tags above a text, with the number of a cell in its row."""
    place: int = 0
    """A number of the path, and of the marks of the nearest elements that have some."""
    look: int = 0
    """Like ``place``, but wherever it stands on the page."""
    heading: str = ""
    """The tag of the innermost heading."""
    term: str = ""
    """"dt" or "dd"."""
    is_link: bool = False
    is_control: bool = False
    block: str = ""
    """The tag of the innermost element that is no part of a line."""
    marks: tuple[bytes, ...] = ()
    """What marks the nearest elements that are marked, the element itself first."""


_OUTSIDE = Around()


@dataclass(frozen=True)
class PageTexts:
    """The texts of a page as parallel lists, by the number of the text or of the element."""

    walk: Walk
    said: list[str]
    """The texts."""
    owners: list[int]
    """By text: the element that it stands in."""
    skipped: list[bool]
    """By text: is it part of a control, or without letters and digits?"""
    tags: list[str]
    parents: list[int]
    around: list[Around]
    """By element: what it stands in."""
    cells: list[int]
    """By element: the innermost cell of a table around it; -1 if there is none."""

    @cached_property
    def told(self) -> list[int]:
        """By text: a number of its path and words, the same on all pages that say it there."""
        every = zip(self.owners, self.said, strict=True)
        return [crc32(text.encode(), self.around[owner].path) for owner, text in every]

    @cached_property
    def places(self) -> list[int]:
        """By text: its place."""
        return [self.around[owner].place for owner in self.owners]

    @cached_property
    def looks(self) -> list[int]:
        """By text: its look."""
        return [self.around[owner].look for owner in self.owners]

    def line(self, number: int) -> tuple[int, int]:
        """The block of a text, and the line breaks before it; the same for texts of one line."""
        owner = self.owners[number]
        element = self._before.get(number, -1)
        behind = self._ends[element] if element >= 0 else owner + 1
        return self.block(owner), self._breaks[behind]

    @cached_property
    def _before(self) -> dict[int, int]:
        """Text to the element right before it."""
        return {number: element for element, number in self.walk.tails.items()}

    @cached_property
    def _breaks(self) -> list[int]:
        """Line breaks before each element, and one for the whole page."""
        return [0, *accumulate(tag in _BREAKS for tag in self.tags)]

    def span(self, element: int) -> range:
        """The numbers of the texts between the begin and the end of an element."""
        first, behind = self._spans
        return range(first[element], behind[element])

    @cached_property
    def _spans(self) -> tuple[list[int], list[int]]:
        """By element: its first text, and the number behind its last."""
        first, behind = [len(self.owners)] * len(self.tags), [0] * len(self.tags)
        for number, owner in enumerate(self.owners):
            if not behind[owner]:
                first[owner] = number
            behind[owner] = number + 1
        for element in range(len(self.tags) - 1, 0, -1):
            if behind[element]:
                parent = self.parents[element]
                first[parent] = min(first[parent], first[element])
                behind[parent] = max(behind[parent], behind[element])
        return first, behind

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
        return [number for number in self.span(element) if not self.skipped[number]]

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


def detail_texts(page: Page) -> PageTexts:
    """The texts of a page; for ``page.once``."""
    return texts_of(page.once(walked), around_root(page))


def around_root(page: Page) -> Around:
    """What the texts of the outermost element stand in."""
    return inside(_OUTSIDE, str(page.root.tag), 0, dict(page.root.items()))


def texts_of(walk: Walk, root: Around) -> PageTexts:
    """The texts of a tree; ``root``: what the texts of its outermost element stand in."""
    around = [root]
    cells = [0 if walk.tags[0] in CELLS else -1]
    columns: dict[int, int] = {}
    below = islice(zip(walk.tags, walk.parents, walk.attributes, strict=True), 1, None)
    for number, (tag, parent, has) in enumerate(below, 1):
        column, cell = 0, cells[parent]
        if tag in CELLS:
            columns[parent] = column = columns.get(parent, 0) + 1
            cell = number
        cells.append(cell)
        around.append(inside(around[parent], tag, column, has))
    every = zip(walk.holders, walk.said, strict=True)
    skipped = [around[n].is_control or not _SAYS_ANYTHING.search(text) for n, text in every]
    return PageTexts(walk, walk.said, walk.holders, skipped, walk.tags, walk.parents, around, cells)


def inside(above: Around, tag: str, column: int, has: Mapping[str, str]) -> Around:
    """What the texts of an element stand in; ``column``: the number of a cell in its row, or 0."""
    if not has or tag in _UNMARKED:
        return _inside(above, tag, column)
    classes, id_ = has.get("class", "")[:_MAX_MARK], has.get("id", "")[:_MAX_ID]
    return _inside(above, tag, column, (classes, id_, has.get("itemprop", "")[:_MAX_ID]))


@lru_cache(maxsize=1 << 14)
def _inside(above: Around, tag: str, column: int, says: Sequence[str] = _NO_MARKS) -> Around:
    classes, id_, prop = says
    said = " ".join((*classes.split()[:_MAX_CLASSES], id_, prop))
    mark = _DIGITS.sub("0", said).strip().encode()  # 0 for any number
    marks = (mark, *above.marks[: _MARKS - 1]) if mark else above.marks
    number = crc32(b"\n".join(marks))
    path = crc32((f"td{column}" if column else tag).encode(), above.path)
    block = above.block if tag in _INLINE else tag
    return Around(
        path=path,
        place=path ^ number,
        look=crc32(f"{tag} {block}".encode()) ^ number,
        heading=tag if tag in _HEADINGS else above.heading,
        term=tag if tag in _TERMS else above.term,
        is_link=above.is_link or tag == "a",
        is_control=above.is_control or tag in _CONTROLS,
        block=block,
        marks=marks,
    )


def every_text(pages: Sequence[Page]) -> list[PageTexts]:
    """The texts of several pages."""
    return [page.once(detail_texts) for page in pages]
