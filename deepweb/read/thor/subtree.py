"""Which subtrees of a page may be a region of their own?

Caverlee and Liu, *QA-Pagelet*, section VI-A: those that hold content, and of several that hold the
same content the smallest. Each is described by its path, fan-out, depth and number of nodes (VI-B).

Departures. Of a chain of elements that say the same, the innermost stands for all, and knows how
far the chain goes up. Leaves stay, as the records of a plain list are nothing else; the paper seems
to drop them, but its formula, taken at its word, drops everything. A step of a path is a tag with
its classes. However large the page, only the subtrees that say most are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import attrgetter

from lxml.html import HtmlElement

from deepweb.page.page import Page, own_texts, seen_elements
from deepweb.page.words import words

# The most that is looked at of one page. Large result pages branch some 400 times.
MOST_SUBTREES = 500
MOST_WORDS = 20_000
MOST_ELEMENTS = 100_000
# Deeper elements belong to what is around them; real pages hardly reach 40.
MOST_DEPTH = 100
MOST_STEP = 60

Path = tuple[str, ...]
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Subtree:
    """An element with content, and its shape."""

    element: HtmlElement
    path: Path
    outer: int
    """Length of the path to the outermost element that says the same."""
    fanout: int
    nodes: int
    first: int
    last: int
    """Its own number and that of its last descendant, in document order."""
    start: int
    end: int
    """Its words, among those of the page."""


@dataclass(frozen=True, slots=True)
class PageSubtrees:
    """The subtrees of a page in document order, and its words."""

    subtrees: tuple[Subtree, ...]
    words: tuple[str, ...]


@dataclass(slots=True)
class _Node:
    element: HtmlElement
    parent: int
    path: Path
    own: int
    """Pieces of text that stand directly in it."""
    start: int
    end: int
    last: int
    pieces: int = 0
    filled: int = 0
    """Children that hold text."""
    nodes: int = 1
    outer: int = 0


def elements_at(root: HtmlElement, path: Path) -> list[HtmlElement]:
    """The elements at a path, in document order.

    Where there are none: those that look the same and have the same tags around them. Sites change
    the classes around a region with what it holds.
    """
    if found := _elements_at(root, path, _step):
        return found
    tags = tuple(step.partition(".")[0] for step in path)
    return [element for element in _elements_at(root, tags, _tag) if _step(element) == path[-1]]


def _elements_at(
    root: HtmlElement, path: Path, step_of: Callable[[HtmlElement], str]
) -> list[HtmlElement]:
    level = [root] if path and path[0] == step_of(root) else []
    for step in path[1:]:
        below = (child for element in level for child in element if isinstance(child.tag, str))
        level = [child for child in below if step_of(child) == step]
    return level


def page_subtrees(page: Page, query: Iterable[str] = ()) -> PageSubtrees:
    """The candidates of a page. Numbers and the query's words are no words of it."""
    unsaid = {word for value in query for word in words(value)}
    found, said = _walked(page.root, unsaid)
    _add_up(found)
    candidates = [number for number, node in enumerate(found) if _is_candidate(node)]
    candidates.sort(key=lambda number: found[number].start - found[number].end)
    chosen = (_subtree(found[number], number) for number in candidates[:MOST_SUBTREES])
    return PageSubtrees(tuple(sorted(chosen, key=attrgetter("first"))), tuple(said))


def _walked(root: HtmlElement, unsaid: set[str]) -> tuple[list[_Node], list[str]]:
    found: list[_Node] = []
    said: list[str] = []
    number: dict[HtmlElement, int] = {}
    for element in islice(seen_elements(root), MOST_ELEMENTS):
        place = number[element] = len(found)
        around = element.getparent()
        parent = number.get(around, -1) if around is not None else -1
        above = found[parent].path if parent >= 0 else ()
        path = (*above, _step(element)) if len(above) <= MOST_DEPTH else above
        pieces = [text for text in own_texts(element) if not text.isspace()]
        start = len(said)
        if pieces and start < MOST_WORDS:
            spoken = words(" ".join(pieces)[: MOST_WORDS * 10])
            said += [word for word in spoken if not word.isdigit() and word not in unsaid]
            del said[MOST_WORDS:]
        found.append(_Node(element, parent, path, len(pieces), start, len(said), place))
    return found, said


def _add_up(found: list[_Node]) -> None:
    """From the leaves to the root, since children come after their parents; then down again."""
    for node in reversed(found):
        node.pieces += node.own
        node.nodes += node.own
        if node.parent >= 0:
            above = found[node.parent]
            above.pieces += node.pieces
            above.filled += node.pieces > 0
            above.nodes += node.nodes
            above.last = max(above.last, node.last)
            above.end = max(above.end, node.end)
    for node in found:
        says_same = node.parent >= 0 and found[node.parent].pieces == node.pieces
        node.outer = found[node.parent].outer if says_same else len(node.path)


def _is_candidate(node: _Node) -> bool:
    return len(node.path) <= MOST_DEPTH and (node.own > 0 or node.filled > 1)


def _subtree(node: _Node, number: int) -> Subtree:
    return Subtree(
        element=node.element,
        path=node.path,
        outer=node.outer,
        fanout=len(node.element) + node.own,
        nodes=node.nodes,
        first=number,
        last=node.last,
        start=node.start,
        end=node.end,
    )


def _tag(element: HtmlElement) -> str:
    return str(element.tag)[:MOST_STEP]


def _step(element: HtmlElement) -> str:
    look, tag = element.get("class"), _tag(element)
    # Classes of the whole page tell what state it is in, not what stands where.
    return _step_of(tag, look[:MOST_STEP]) if look and tag not in {"html", "body"} else tag


@lru_cache(maxsize=10_000)
def _step_of(tag: str, look: str) -> str:
    # Numbers in names of classes tell one record from the next.
    return ".".join((tag, *sorted(_DIGITS.sub("0", look).split())))
