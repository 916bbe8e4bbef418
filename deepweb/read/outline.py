"""The elements of a page that people see, walked once and kept as parallel lists.

Elements are numbered in document order, so the subtree of element ``i`` is ``i`` up to ``ends[i]``,
and a sum over any subtree is the difference of two running sums.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from lxml.html import HtmlElement

from deepweb.read.page import UNSEEN

CONTROLS = frozenset({"select", "datalist", "textarea", "button", "option", "input", "label"})
"""Elements that hold choices, not answers."""

# Hostile pages: what is beyond is not looked at.
MOST_ELEMENTS, MOST_DEPTH = 50_000, 256
# Of one element: class words, and characters of an attribute.
MOST_MARKS, MOST_MARK = 8, 60
# Children of an element that make its shape.
MOST_SHAPE = 12

_DIGITS = re.compile(r"\d+")
_Attribute = tuple[str, str, str]
_TELLING = frozenset(
    {"class", "id", "itemtype", "role", "itemprop", "data-testid", "data-component-type"}
)


@dataclass(frozen=True, slots=True)
class Outline:
    """A page as lists by element number; ``looks``, ``shapes`` and ``paths`` are interned."""

    elements: list[HtmlElement]
    tags: list[str]
    parents: list[int]
    ends: list[int]
    depths: list[int]
    children: list[list[int]]
    texts: list[str]
    hrefs: list[str | None]
    marks: list[tuple[str, ...]]
    looks: list[int]
    shapes: list[int]
    paths: list[int]
    before: list[int]
    """Characters of text before each element, in document order; one longer than the others."""


def outline(root: HtmlElement) -> Outline:
    """Walk a page once."""
    elements: list[HtmlElement] = []
    tags: list[str] = []
    parents: list[int] = []
    depths: list[int] = []
    children: list[list[int]] = []
    texts: list[str] = []
    hrefs: list[str | None] = []
    marks: list[tuple[str, ...]] = []
    known: dict[_Attribute, list[str]] = {}
    stack: list[tuple[HtmlElement, int, int]] = [(root, -1, 0)]
    while stack and len(elements) < MOST_ELEMENTS:
        element, parent, depth = stack.pop()
        tag = element.tag
        if not isinstance(tag, str) or tag in UNSEEN or tag in CONTROLS:
            continue
        number = len(elements)
        if parent >= 0:
            children[parent].append(number)
        inside = list(element)
        text = element.text or ""
        for child in inside:
            if tail := child.tail:
                text += " " + tail
        elements.append(element)
        tags.append(tag)
        parents.append(parent)
        depths.append(depth)
        children.append([])
        texts.append(" ".join(text.split()))
        hrefs.append(element.get("href") if tag == "a" else None)
        marks.append(_marks(element, tag, known))
        if inside and depth < MOST_DEPTH:
            depth += 1
            inside.reverse()
            stack += [(child, number, depth) for child in inside]
    return Outline(
        elements,
        tags,
        parents,
        _ends(parents),
        depths,
        children,
        texts,
        hrefs,
        marks,
        _looks(tags, marks),
        _shapes(tags, children),
        _paths(tags, parents),
        _running(texts),
    )


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


def _marks(element: HtmlElement, tag: str, known: dict[_Attribute, list[str]]) -> tuple[str, ...]:
    """What an element says of itself that its like may say too: class words, id, role."""
    found: list[str] = []
    for name in element.keys():  # noqa: SIM118 - values, which may be huge, are read where needed
        if name in _TELLING:
            attribute = (tag, name, element.get(name, "")[: MOST_MARK * MOST_MARKS])
        elif name.startswith("data-"):
            attribute = (tag, name, "")
        else:
            continue
        if attribute not in known:
            known[attribute] = _marks_of(*attribute)
        found += known[attribute]
    # Without numbers two words may be one.
    return tuple(dict.fromkeys(found[: 2 * MOST_MARKS])) if len(found) > 1 else tuple(found)


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


def _looks(tags: list[str], marks: list[tuple[str, ...]]) -> list[int]:
    """Tag and class words; other marks, of which an id is one, are of too many kinds."""
    known: dict[tuple[str, ...], int] = {}
    looks: dict[tuple[str, tuple[str, ...]], int] = {}
    for pair in dict.fromkeys(zip(tags, marks, strict=True)):
        tag, own = pair
        start = f"{tag}."
        look = (tag, *[mark for mark in own if mark.startswith(start)])
        looks[pair] = known.setdefault(look, len(known))
    return [looks[pair] for pair in zip(tags, marks, strict=True)]


def _shapes(tags: list[str], children: list[list[int]]) -> list[int]:
    shapes = (
        (t, *[tags[kid] for kid in kids[:MOST_SHAPE]])
        for t, kids in zip(tags, children, strict=True)
    )
    return interned(shapes)


def _ends(parents: list[int]) -> list[int]:
    ends = list(range(1, len(parents) + 1))
    for number in range(len(parents) - 1, 0, -1):
        parent = parents[number]
        ends[parent] = max(ends[parent], ends[number])
    return ends


def _paths(tags: list[str], parents: list[int]) -> list[int]:
    known: dict[tuple[int, str], int] = {}
    paths: list[int] = []
    for tag, parent in zip(tags, parents, strict=True):
        above = paths[parent] if parent >= 0 else -1
        paths.append(known.setdefault((above, tag), len(known)))
    return paths


def _running(texts: list[str]) -> list[int]:
    sums = [0]
    for text in texts:
        sums.append(sums[-1] + len(text))
    return sums
