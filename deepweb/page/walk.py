"""The elements of a page that people see, and the text that stands in each, walked once.

Whatever looks at all of a page (its texts, its outline, what on it is fresh) goes over these lists
and not over the tree. They also keep lxml's objects for the elements, which cost more to make than
anything that is asked of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from lxml.html import HtmlElement

from deepweb.page.page import UNSEEN, Page

# Hostile pages: what is beyond is not looked at.
MOST_NODES = 100_000
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Loose(NamedTuple):
    """What stands between elements and belongs to none: a comment, or something nobody sees."""

    before: int
    """The number of the element that comes after it."""
    owner: int
    text: int
    """The number of the text behind it; -1 if there is none."""
    cuts: bool
    """Does it part what stands before it from what stands behind it?"""


@dataclass(frozen=True, slots=True)
class Walk:
    """Elements in document order, and the pieces of text that stand directly in them."""

    elements: list[HtmlElement]
    tags: list[str]
    attributes: list[Mapping[str, str]]
    """Name to value."""
    parents: list[int]
    """Number of each element's parent; -1 of the root."""
    said: list[str]
    """The texts that are not blank, their white space folded."""
    heads: dict[int, int]
    """Number of the text with which an element begins, by the element's number."""
    tails: dict[int, int]
    """Number of the text right behind an element."""
    loose: list[Loose]
    pieces: list[str]
    """The texts in the order of the elements that they stand in."""
    lengths: list[int]
    """Of each piece, how long it is as it stands in the page."""
    owners: list[int]
    """Of each piece, the number of the element that it stands in; these are in order."""

    def texts(self) -> list[str]:
        """The text that stands directly in each element."""
        texts = [""] * len(self.tags)
        for owner, piece in zip(self.owners, self.pieces, strict=True):
            texts[owner] = f"{texts[owner]} {piece}" if texts[owner] else piece
        return texts


def walk(root: HtmlElement) -> Walk:
    """Walk over a tree."""
    numbers: dict[HtmlElement | None, int] = {root.getparent(): -1}
    elements: list[HtmlElement] = []
    tags: list[str] = []
    attributes: list[Mapping[str, str]] = []
    parents: list[int] = []
    # Lists and no pairs: whatever Python's garbage collector has to look at is dear.
    owners: list[int] = []
    texts: list[str] = []
    heads: dict[int, int] = {}
    tails: dict[int, int] = {}
    loose: list[Loose] = []
    for node in islice(root.iter(), MOST_NODES):
        parent = numbers.get(node.getparent())
        if parent is None:  # in something that nobody sees
            continue
        tag, tail = node.tag, node.tail or ""
        has_tail = parent >= 0 and tail != "" and not tail.isspace()
        if isinstance(tag, str) and tag not in UNSEEN:
            numbers[node] = number = len(tags)
            elements.append(node)
            tags.append(tag)
            said = node.items()
            attributes.append(dict(said) if said else _NOTHING)
            parents.append(parent)
            if (text := node.text) and not text.isspace():
                heads[number] = len(owners)
                owners.append(number)
                texts.append(text)
            if has_tail:
                tails[number] = len(owners)
        else:
            loose.append(
                Loose(len(tags), parent, len(owners) if has_tail else -1, isinstance(tag, str))
            )
        if has_tail:
            owners.append(parent)
            texts.append(tail)
    folded = [" ".join(text.split()) for text in texts]
    # As they were met, the texts of an element stand between those of its children.
    order = sorted(range(len(owners)), key=owners.__getitem__)
    return Walk(
        elements,
        tags,
        attributes,
        parents,
        folded,
        heads,
        tails,
        loose,
        pieces=[folded[n] for n in order],
        lengths=[len(texts[n].strip()) for n in order],
        owners=[owners[n] for n in order],
    )


def walked(page: Page) -> Walk:
    """The walk over a page, for ``page.once``."""
    return walk(page.root)


# --- merged from page_texts.py; rewrite or remove this note ---
# What does a page say that is about its subject, and not about how to use it?

# What says how to use a page.
_FURNITURE = frozenset({"form", "nav", "footer", "button", "label"})
# Of a page with fewer letters beside that (some are one large form), all is taken.
FEWEST_LETTERS = 40


def subject_texts(page: Page) -> list[str]:
    """The pieces of text outside forms and navigation, and the options of menus."""
    walk = page.once(walked)
    is_furniture = [False] * len(walk.tags)
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        inside = parent >= 0 and is_furniture[parent]
        # What a menu offers is what the database holds.
        is_furniture[number] = (inside or tag in _FURNITURE) and tag != "option"
    told = [
        piece
        for piece, owner in zip(walk.pieces, walk.owners, strict=True)
        if not is_furniture[owner]
    ]
    return told if sum(map(len, told)) >= FEWEST_LETTERS else list(walk.pieces)
