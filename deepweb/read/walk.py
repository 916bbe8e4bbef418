"""The elements of a page that people see, and the text that stands in each, walked once.

Whatever looks at all of a page (its texts, its outline, what on it is fresh) goes over these lists
and not over the tree. They also keep lxml's objects for the elements, which cost more to make than
anything that is asked of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter

from lxml.html import HtmlElement

from deepweb.read.page import UNSEEN, Page

# Hostile pages: what is beyond is not looked at.
MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class Walk:
    """Elements in document order, and the pieces of text that stand directly in them."""

    elements: list[HtmlElement]
    tags: list[str]
    parents: list[int]
    """Number of each element's parent; -1 of the root."""
    pieces: list[str]
    """The pieces of text that are not blank, their white space folded."""
    lengths: list[int]
    """Of each piece, how long it is as it stands in the page."""
    owners: list[int]
    """Of each piece, the number of the element that it stands in; these are in order."""

    def texts(self) -> list[str]:
        """The text that stands directly in each element."""
        texts = [""] * len(self.tags)
        owned = zip(self.owners, self.pieces, strict=True)
        for owner, pieces in groupby(owned, key=itemgetter(0)):
            texts[owner] = " ".join([piece for _, piece in pieces])
        return texts


def walk(root: HtmlElement) -> Walk:
    """Walk over a tree."""
    numbers: dict[HtmlElement | None, int] = {root.getparent(): -1}
    elements: list[HtmlElement] = []
    tags: list[str] = []
    parents: list[int] = []
    texts: list[tuple[int, str]] = []
    for node in islice(root.iter(), MOST_NODES):
        parent = numbers.get(node.getparent())
        if parent is None:  # in something that nobody sees
            continue
        tag = node.tag
        if isinstance(tag, str) and tag not in UNSEEN:
            numbers[node] = number = len(tags)
            elements.append(node)
            tags.append(tag)
            parents.append(parent)
            if text := node.text:
                texts.append((number, text))
        if (tail := node.tail) and parent >= 0:
            texts.append((parent, tail))
    # As they were met, the texts of an element stand between those of its children.
    texts.sort(key=itemgetter(0))
    said = [(n, piece, text) for n, text in texts if (piece := " ".join(text.split()))]
    return Walk(
        elements,
        tags,
        parents,
        pieces=[piece for _, piece, _ in said],
        lengths=[len(text.strip()) for _, _, text in said],
        owners=[number for number, _, _ in said],
    )


def walked(page: Page) -> Walk:
    """The walk over a page, for ``page.once``."""
    return walk(page.root)
