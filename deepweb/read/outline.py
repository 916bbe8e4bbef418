"""The elements of a page that people see, walked once and kept as parallel lists.

Elements are numbered in document order, so the subtree of element ``i`` is ``i`` up to ``ends[i]``,
and a sum over any subtree is the difference of two running sums.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from lxml.html import HtmlElement

from deepweb.read.page import Page
from deepweb.read.walk import Walk, walk, walked

CONTROLS = frozenset({"select", "datalist", "textarea", "button", "option", "input", "label"})
"""Elements that hold choices, not answers."""

# Hostile pages: what is beyond is not looked at.
MOST_ELEMENTS, MOST_DEPTH = 50_000, 256
# Of one element: class words, and characters of an attribute.
MOST_MARKS, MOST_MARK = 8, 60
# Children of an element that make its shape.
MOST_SHAPE = 12

_DIGITS = re.compile(r"\d+")
_TELLING = frozenset(
    {"class", "id", "itemtype", "role", "itemprop", "data-testid", "data-component-type"}
)


@dataclass(frozen=True)
class Outline:
    """A page as lists by element number; ``looks``, ``shapes`` and ``paths`` are interned."""

    elements: list[HtmlElement]
    tags: list[str]
    parents: list[int]
    depths: list[int]
    children: list[list[int]]
    texts: list[str]
    marks: list[tuple[str, ...]]

    @cached_property
    def ends(self) -> list[int]:
        """The number after that of the last element in each."""
        found = list(range(1, len(self.parents) + 1))
        for number in range(len(found) - 1, 0, -1):
            parent = self.parents[number]
            found[parent] = max(found[parent], found[number])
        return found

    @cached_property
    def hrefs(self) -> list[str | None]:
        every = zip(self.elements, self.tags, strict=True)
        return [element.get("href") if tag == "a" else None for element, tag in every]

    @cached_property
    def looks(self) -> list[int]:
        """Tag and class words; other marks, of which an id is one, are of too many kinds."""
        return interned(map(_look, self.tags, self.marks))

    @cached_property
    def shapes(self) -> list[int]:
        """Tag, and tags of the first children."""
        tags = self.tags
        every = zip(tags, self.children, strict=True)
        return interned(
            (tag, *[tags[kid] for kid in kids[:MOST_SHAPE]]) if kids else tag for tag, kids in every
        )

    @cached_property
    def paths(self) -> list[int]:
        """Tags from the root on."""
        return paths(self.tags, self.parents)

    @cached_property
    def before(self) -> list[int]:
        """Characters of text before each element, in document order; one longer than the others."""
        return [0, *accumulate(map(len, self.texts))]


def outline(root: HtmlElement) -> Outline:
    """Walk a page once."""
    return _outline(walk(root))


def outlined(page: Page) -> Outline:
    """The outline of a page, for ``page.once``."""
    return _outline(page.once(walked))


def _outline(page: Walk) -> Outline:
    numbers = [-1] * len(page.tags)
    parents: list[int] = []
    depths: list[int] = []
    kept: list[int] = []
    children: list[list[int]] = []
    for place, (tag, above) in enumerate(zip(page.tags, page.parents, strict=True)):
        parent = numbers[above] if above >= 0 else -1
        if tag in CONTROLS or (above >= 0 and parent < 0):
            continue
        depth = depths[parent] + 1 if parent >= 0 else 0
        if depth > MOST_DEPTH or len(kept) == MOST_ELEMENTS:
            continue
        numbers[place] = number = len(kept)
        if parent >= 0:
            children[parent].append(number)
        parents.append(parent)
        depths.append(depth)
        kept.append(place)
        children.append([])
    elements, tags = [page.elements[n] for n in kept], [page.tags[n] for n in kept]
    texts = page.texts()
    marks = list(map(_marks, elements, tags))
    return Outline(elements, tags, parents, depths, children, [texts[n] for n in kept], marks)


def interned(values: Iterable[Hashable]) -> list[int]:
    """A number for each value, the same for the same."""
    known: dict[Hashable, int] = {}
    return [known.setdefault(value, len(known)) for value in values]


def path(page: Outline, number: int) -> str:
    """Where an element stands, as people write it: html/body/div/ul."""
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


def element_paths(page: Page) -> dict[HtmlElement, int]:
    """The same by element, of all that is seen of a page; for ``page.once``."""
    seen = page.once(walked)
    return dict(zip(seen.elements, paths(seen.tags, seen.parents), strict=True))


def _marks(element: HtmlElement, tag: str) -> tuple[str, ...]:
    """What an element says of itself that its like may say too: class words, id, role."""
    said = [tag]
    for name in element.keys():  # noqa: SIM118 - values, which may be huge, are read where needed
        if name in _TELLING:
            said += (name, element.get(name, "")[: MOST_MARK * MOST_MARKS])
        elif name.startswith("data-"):
            said += (name, "")
    return _all_marks(*said) if len(said) > 1 else ()


@lru_cache(maxsize=1 << 14)
def _all_marks(tag: str, *said: str) -> tuple[str, ...]:
    """Of names and values of attributes; pages of a site, and elements of a page, repeat them."""
    every = zip(said[::2], said[1::2], strict=True)
    found = [mark for name, value in every for mark in _marks_of(tag, name, value)]
    # Without numbers two words may be one.
    return tuple(dict.fromkeys(found[: 2 * MOST_MARKS]))


def _marks_of(tag: str, name: str, value: str) -> list[str]:
    """Without numbers: "result_12" is like "result_13"."""
    if name == "class":
        words = [word[:MOST_MARK] for word in value.split()[:MOST_MARKS]]
        return [f"{tag}.{_DIGITS.sub('0', word)}" for word in words]
    if name == "id":
        return [f"{tag}#{_DIGITS.sub('0', value[:MOST_MARK])}"]
    if name in _TELLING:
        return [f"{tag}@{name}={_DIGITS.sub('0', value[:MOST_MARK])}"]
    return [f"{tag}@{_DIGITS.sub('0', name[:MOST_MARK])}"]


@lru_cache(maxsize=1 << 14)
def _look(tag: str, marks: tuple[str, ...]) -> tuple[str, ...]:
    start = f"{tag}."
    return (tag, *[mark for mark in marks if mark.startswith(start)])
