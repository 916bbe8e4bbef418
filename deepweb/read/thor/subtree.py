"""Which subtrees of a page may be a region of their own? [Caverlee §VI-A]

Those that hold content; of several with the same content, the smallest. Each is described by its
path, fan-out, depth and number of nodes (VI-B).

Departures. Of a chain of elements with the same content the innermost stands for all, and knows how
far up the chain goes. Leaves are kept, since the records of a plain list are leaves; the paper
seems to drop them, though its formula would drop everything. A step of a path is a tag with its
classes. On a large page, only the subtrees with the most words are used.
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

# Subtrees of a page that are used; large result pages have about 400.
MAX_SUBTREES = 500
# Words of a page that are compared.
_MAX_WORDS = 20_000
# Elements of a page that are visited.
_MAX_ELEMENTS = 100_000
# Depth of a path; deeper elements belong to their ancestors. Real pages hardly reach 40.
MAX_DEPTH = 100
# Characters of a step of a path.
_MAX_STEP = 60

Path = tuple[str, ...]
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Subtree:
    """An element with content, and its shape."""

    element: HtmlElement
    path: Path
    outer: int
    """Length of the path to the outermost element with the same content."""
    fanout: int
    nodes: int
    first: int
    last: int
    """Its own number and that of its last descendant, in document order."""
    start: int
    end: int
    """The range of its words among those of the page."""


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
    """Pieces of text directly in it."""
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

    If there are none, elements with the same look and with ancestors of the same tags: sites change
    the classes around a region with its content.
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
    """The subtrees of a page that may be regions. Numbers and words of the query are left out."""
    unsaid = {word for value in query for word in words(value)}
    found, said = _walked(page.root, unsaid)
    _add_up(found)
    candidates = [number for number, node in enumerate(found) if _is_candidate(node)]
    candidates.sort(key=lambda number: found[number].start - found[number].end)
    chosen = (_subtree(found[number], number) for number in candidates[:MAX_SUBTREES])
    return PageSubtrees(tuple(sorted(chosen, key=attrgetter("first"))), tuple(said))


def _walked(root: HtmlElement, unsaid: set[str]) -> tuple[list[_Node], list[str]]:
    found: list[_Node] = []
    said: list[str] = []
    number: dict[HtmlElement, int] = {}
    for element in islice(seen_elements(root), _MAX_ELEMENTS):
        place = number[element] = len(found)
        around = element.getparent()
        parent = number.get(around, -1) if around is not None else -1
        above = found[parent].path if parent >= 0 else ()
        path = (*above, _step(element)) if len(above) <= MAX_DEPTH else above
        pieces = [text for text in own_texts(element) if not text.isspace()]
        start = len(said)
        if pieces and start < _MAX_WORDS:
            spoken = words(" ".join(pieces)[: _MAX_WORDS * 10])
            said += [word for word in spoken if not word.isdigit() and word not in unsaid]
            del said[_MAX_WORDS:]
        found.append(_Node(element, parent, path, len(pieces), start, len(said), place))
    return found, said


def _add_up(found: list[_Node]) -> None:
    """Add up from the leaves to the root, then pass ``outer`` down."""
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
    return len(node.path) <= MAX_DEPTH and (node.own > 0 or node.filled > 1)


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
    return str(element.tag)[:_MAX_STEP]


def _step(element: HtmlElement) -> str:
    look, tag = element.get("class"), _tag(element)
    # Classes of the whole page state its condition, not a place.
    return _step_of(tag, look[:_MAX_STEP]) if look and tag not in {"html", "body"} else tag


@lru_cache(maxsize=10_000)
def _step_of(tag: str, look: str) -> str:
    # Numbers in classes identify records.
    return ".".join((tag, *sorted(_DIGITS.sub("0", look).split())))
