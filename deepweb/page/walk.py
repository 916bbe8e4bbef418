"""The elements of a page that people see, and the text in each, as lists from one walk.

Code that reads a whole page (its texts, its outline, what is new on it) goes over these lists
instead of the tree. They also keep lxml's objects for the elements, which cost more to make than
anything that is asked of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from types import MappingProxyType
from typing import NamedTuple

from lxml import etree, html
from lxml.html import HtmlElement

from deepweb.page.page import UNSEEN, Page

MAX_NODES = 30_000  # nodes of a page that are read; the rest is left
MAX_LETTERS = 500_000  # characters of its text that are read
# Elements whose text says how to use a page.
_FURNITURE = frozenset({"form", "nav", "footer", "button", "label"})
MIN_LETTERS = 40  # a page with fewer outside its furniture (one large form) is taken as a whole
_LEFT_OUT = "…"  # stands for a text beyond the bound
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Loose(NamedTuple):
    """A node between the elements that is none of them: a comment, or something nobody sees."""

    before: int
    """Number of the next element."""
    owner: int
    """Number of the element that it stands in."""
    text: int
    """Number of the text right behind it; -1 if there is none."""
    cuts: bool
    """Does it separate the texts before and behind it? A comment does not."""


@dataclass(frozen=True)
class Walk:
    """Elements in document order, and the pieces of text that stand directly in them."""

    elements: list[HtmlElement]
    tags: list[str]
    attributes: list[Mapping[str, str]]
    """Name to value."""
    parents: list[int]
    """Number of each element's parent; -1 of the root."""
    said: list[str]
    """The texts that are not blank, with single spaces, in document order."""
    holders: list[int]
    """Number of the element that each of these stands in."""
    heads: dict[int, int]
    """Element to the number of the text with which it begins."""
    tails: dict[int, int]
    """Element to the number of the text right behind it."""
    loose: list[Loose]
    unfolded: list[str]
    """The texts as they stand in the page."""

    @cached_property
    def _order(self) -> list[int]:
        """In document order, the texts of an element stand between those of its children."""
        return sorted(range(len(self.holders)), key=self.holders.__getitem__)

    @cached_property
    def pieces(self) -> list[str]:
        """The texts in the order of the elements that they stand in."""
        return [self.said[n] for n in self._order]

    @cached_property
    def lengths(self) -> list[int]:
        """Length of each piece as it stands in the page."""
        return [len(self.unfolded[n].strip()) for n in self._order]

    @cached_property
    def owners(self) -> list[int]:
        """Number of the element that each piece stands in; ascending."""
        return [self.holders[n] for n in self._order]

    @cached_property
    def children(self) -> Counter[int]:
        """Number of children by the number of the element."""
        return Counter(self.parents)

    def texts(self) -> list[str]:
        """The text that stands directly in each element."""
        texts = [""] * len(self.tags)
        for owner, piece in zip(self.owners, self.pieces, strict=True):
            texts[owner] = f"{texts[owner]} {piece}" if texts[owner] else piece
        return texts


def _class_lookup() -> etree.ElementClassLookup:
    """The classes that lxml gives the elements of HTML, looked up in C instead of in Python."""
    others = etree.ElementDefaultClassLookup(
        element=HtmlElement,
        comment=html.HtmlComment,
        pi=html.HtmlProcessingInstruction,
        entity=html.HtmlEntity,
    )
    lookup = etree.ElementNamespaceClassLookup(others)
    classes = {
        "form": html.FormElement,
        "input": html.InputElement,
        "label": html.LabelElement,
        "select": html.SelectElement,
        "textarea": html.TextareaElement,
    }
    lookup.get_namespace(None).update(classes)
    return lookup


_LOOKUP = _class_lookup()


def walk(root: HtmlElement) -> Walk:
    """Walk over a tree."""
    if (parser := root.getroottree().parser) is not None:
        parser.set_element_class_lookup(_LOOKUP)
    numbers: dict[HtmlElement | None, int] = {root.getparent(): -1}
    elements: list[HtmlElement] = []
    tags: list[str] = []
    attributes: list[Mapping[str, str]] = []
    parents: list[int] = []
    # Lists of numbers and strings, not of pairs: the garbage collector need not visit them.
    owners: list[int] = []
    texts: list[str] = []
    heads: dict[int, int] = {}
    tails: dict[int, int] = {}
    loose: list[Loose] = []
    for node in islice(root.iter(), MAX_NODES):
        parent = numbers.get(node.getparent())
        if parent is None:  # inside something that nobody sees
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
    folded = [" ".join(text.split()) for text in _first_letters(texts)]
    return Walk(
        elements, tags, attributes, parents, folded, owners, heads, tails, loose, unfolded=texts
    )


def _first_letters(texts: list[str]) -> list[str]:
    """The texts; those beyond the bound are left out."""
    if sum(map(len, texts)) <= MAX_LETTERS:
        return texts
    ends = accumulate(map(len, texts))
    left = ((text, MAX_LETTERS - end + len(text)) for text, end in zip(texts, ends, strict=True))
    return [text[:most].strip() or _LEFT_OUT if most > 0 else _LEFT_OUT for text, most in left]


def walked(page: Page) -> Walk:
    """The walk over a page, for ``page.once``."""
    return walk(page.root)


def subject_texts(page: Page) -> list[str]:
    """What a page says about its subject: texts outside forms and navigation, options of menus."""
    walk = page.once(walked)
    is_furniture = [False] * len(walk.tags)
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        inside = parent >= 0 and is_furniture[parent]
        # The options of a menu are what the database holds.
        is_furniture[number] = (inside or tag in _FURNITURE) and tag != "option"
    texts = [
        piece
        for piece, owner in zip(walk.pieces, walk.owners, strict=True)
        if not is_furniture[owner]
    ]
    return texts if sum(map(len, texts)) >= MIN_LETTERS else list(walk.pieces)
