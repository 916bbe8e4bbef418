"""The structure of a page as parallel lists, without its controls.

Elements are numbered in document order, so the subtree of element ``i`` is ``i`` up to ``ends[i]``,
and a sum over any subtree is the difference of two running sums.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from lxml.html import HtmlElement

from deepweb.page.page import Page
from deepweb.page.walk import Walk, walk, walked

# Elements that hold choices, not answers.
_CHOICES = frozenset({"select", "datalist", "textarea", "button", "option", "input", "label"})

MAX_ELEMENTS = 30_000  # a hostile page has more; the rest is left out
MAX_DEPTH = 256  # elements nested deeper are left out
MOST_MARKS = 8  # class words of an element
MOST_MARK = 60  # characters of a mark
MOST_SHAPE = 12  # children that make the shape of an element

_DIGITS = re.compile(r"\d+")
# Ends of class words that say where among its like an element stands: "row-odd", "itemLast".
_TURN = re.compile(
    r"(?:^|[-_])(?i:odd|even|alt|first|last)$|(?<=[a-z0-9])(?:Odd|Even|Alt|First|Last)$"
)
_MARKING = frozenset(
    {"class", "id", "itemtype", "role", "itemprop", "data-testid", "data-component-type"}
)


@dataclass(frozen=True)
class Outline:
    """A page as lists by element number; ``looks``, ``shapes`` and ``paths`` are interned."""

    elements: list[HtmlElement]
    tags: list[str]
    parents: list[int]
    depths: list[int]
    children: list[Sequence[int]]
    texts: list[str]
    attributes: list[Mapping[str, str]]

    @cached_property
    def marks(self) -> list[tuple[str, ...]]:
        """Class words, id, role and the like of each element, which similar elements share."""
        every = zip(self.tags, self.attributes, strict=True)
        return [_marks(tag, has) if has else () for tag, has in every]

    @cached_property
    def ends(self) -> list[int]:
        """The number behind the last element of each subtree."""
        found = list(range(1, len(self.parents) + 1))
        for number in range(len(found) - 1, 0, -1):
            parent = self.parents[number]
            found[parent] = max(found[parent], found[number])
        return found

    @cached_property
    def hrefs(self) -> list[str | None]:
        every = zip(self.tags, self.attributes, strict=True)
        return [has.get("href") if tag == "a" else None for tag, has in every]

    @cached_property
    def look_names(self) -> list[str]:
        """Tag and class words, as a CSS selector writes them: "li.result.first"."""
        every = zip(self.tags, self.attributes, strict=True)
        return [_look(tag, has["class"]) if "class" in has else tag for tag, has in every]

    @cached_property
    def looks(self) -> list[int]:
        """Look names as numbers."""
        return interned(self.look_names)

    @cached_property
    def shapes(self) -> list[int]:
        """Tag, and tags of the first children."""
        tags = self.tags
        every = zip(tags, self.children, strict=True)
        return interned(
            [(t, *[tags[kid] for kid in kids[:MOST_SHAPE]]) if kids else t for t, kids in every]
        )

    @cached_property
    def paths(self) -> list[int]:
        """Tags from the root to each element."""
        return paths(self.tags, self.parents)

    @cached_property
    def before(self) -> list[int]:
        """Characters of text before each element in document order, and one for the whole page."""
        return [0, *accumulate(map(len, self.texts))]


def outline(root: HtmlElement) -> Outline:
    """The outline of a tree."""
    return _outline(walk(root))


def outlined(page: Page) -> Outline:
    """The outline of a page, for ``page.once``."""
    return _outline(page.once(walked))


def _outline(page: Walk) -> Outline:
    kept, parents, depths = _kept(page)
    return Outline(
        elements=[page.elements[n] for n in kept],
        tags=[page.tags[n] for n in kept],
        parents=parents,
        depths=depths,
        children=_children(parents),
        texts=list(map(page.texts().__getitem__, kept)),
        attributes=[page.attributes[n] for n in kept],
    )


def _kept(page: Walk) -> tuple[list[int], list[int], list[int]]:
    """The numbers of the elements that are kept, new numbers of their parents, and depths."""
    numbers = [-1] * len(page.tags)
    kept: list[int] = []
    parents: list[int] = []
    depths: list[int] = []
    for place, (tag, above) in enumerate(zip(page.tags, page.parents, strict=True)):
        parent = numbers[above] if above >= 0 else -1
        if tag in _CHOICES or (above >= 0 and parent < 0):
            continue
        depth = depths[parent] + 1 if parent >= 0 else 0
        if depth > MAX_DEPTH or len(kept) == MAX_ELEMENTS:
            continue
        numbers[place] = len(kept)
        parents.append(parent)
        depths.append(depth)
        kept.append(place)
    return kept, parents, depths


def _children(parents: Sequence[int]) -> list[Sequence[int]]:
    found: dict[int, list[int]] = {}
    for number, parent in enumerate(parents):
        if parent in found:
            found[parent].append(number)
        else:
            found[parent] = [number]
    return [found.get(number, ()) for number in range(len(parents))]


def interned(values: Iterable[Hashable]) -> list[int]:
    """A number for each value; equal values have the same."""
    known: dict[Hashable, int] = {}
    return [known.setdefault(value, len(known)) for value in values]


def path(page: Outline, number: int) -> str:
    """The path of an element as people write it: html/body/div/ul."""
    names: list[str] = []
    while number >= 0:
        names.append(page.tags[number])
        number = page.parents[number]
    return "/".join(reversed(names))


def paths(tags: Sequence[str], parents: Sequence[int]) -> list[int]:
    """For each element a number, the same for elements with the same tags above them."""
    known: dict[tuple[int, str], int] = {}
    found: list[int] = []
    for tag, parent in zip(tags, parents, strict=True):
        above = found[parent] if parent >= 0 else -1
        found.append(known.setdefault((above, tag), len(known)))
    return found


def seen_paths(page: Page) -> list[int]:
    """``paths`` of all elements that are seen of a page; for ``page.once``."""
    seen = page.once(walked)
    return paths(seen.tags, seen.parents)


def element_paths(page: Page) -> dict[HtmlElement, int]:
    """``seen_paths`` by element; for ``page.once``."""
    return dict(zip(page.once(walked).elements, page.once(seen_paths), strict=True))


def _marks(tag: str, attributes: Mapping[str, str]) -> tuple[str, ...]:
    marking: list[str] = []
    for name, value in attributes.items():
        if name in _MARKING:
            marking += (name, value[: MOST_MARK * MOST_MARKS])
        elif name.startswith("data-"):
            marking += (name, "")
    return _all_marks(tag, *marking) if marking else ()


@lru_cache(maxsize=1 << 14)
def _all_marks(tag: str, *attributes: str) -> tuple[str, ...]:
    """Marks from names and values in turn; the elements of a site repeat them."""
    every = zip(attributes[::2], attributes[1::2], strict=True)
    found = [mark for name, value in every for mark in _marks_of(tag, name, value)]
    # Two class words may be one without their numbers.
    return tuple(dict.fromkeys(found[: 2 * MOST_MARKS]))


def _marks_of(tag: str, name: str, value: str) -> list[str]:
    """The marks of one attribute, with 0 for any number: "result_12" is like "result_13".

    Rows that differ in their turn alone ("row odd", "row even") are alike, too.
    """
    if name == "class":
        words = [_TURN.sub("", word[:MOST_MARK]) for word in value.split()[:MOST_MARKS]]
        return [f"{tag}.{_DIGITS.sub('0', word)}" for word in words if word]
    if name == "id":
        return [f"{tag}#{_DIGITS.sub('0', value[:MOST_MARK])}"]
    if name in _MARKING:
        return [f"{tag}@{name}={_DIGITS.sub('0', value[:MOST_MARK])}"]
    return [f"{tag}@{_DIGITS.sub('0', name[:MOST_MARK])}"]


@lru_cache(maxsize=1 << 14)
def _look(tag: str, classes: str) -> str:
    marks = _marks_of(tag, "class", classes[: MOST_MARK * MOST_MARKS])
    return tag + "".join(dict.fromkeys(mark[len(tag) :] for mark in marks))
