"""The first words of an element, without reading the rest of it.

A label has 80 characters at most, what a form says of itself 400: whoever reads more to find out
reads a hostile page, whose 5,000 labels stand inside each other, 5,000 times.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.page import UNSEEN, gap_of

CONTROLS = ("input", "select", "textarea", "button")
UNREAD = UNSEEN.union(CONTROLS, {"datalist", "form"})
"""What says nothing of the text around it: what nobody sees, controls, and other forms."""

# Pieces looked at, so that elements without any text come to an end too.
MAX_PIECES = 150


def short_text(
    element: HtmlElement, most: int, unread: frozenset[str] = UNREAD, pieces: int = MAX_PIECES
) -> str:
    """Visible text below an element in reading order, cut off where it gets longer than ``most``.

    What comes out longer than ``most`` was cut off. The element itself is always entered.
    """
    said: list[str] = []
    length = 0
    for piece in islice(_pieces(element, unread), pieces):
        said.append(piece)
        length += len(piece.strip())
        if length > 2 * most:  # white space in it is not counted twice
            break
    return " ".join("".join(said).split())[: most + 1]


def _pieces(element: HtmlElement, unread: frozenset[str]) -> Iterator[str]:
    """Texts and the gaps between them; formatting inside a word makes none."""
    stack: list[HtmlElement | str] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
        elif node is element or (isinstance(node.tag, str) and node.tag not in unread):
            gap = gap_of(node)
            stack.append(gap)
            for child in reversed(node):
                stack.append(child.tail or "")
                stack.append(child)
            yield gap + (node.text or "")
        elif isinstance(node.tag, str):  # a comment makes no gap
            yield " "
