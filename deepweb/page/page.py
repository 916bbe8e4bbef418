"""A page, parsed once, and the text that a person sees of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar
from unicodedata import east_asian_width
from urllib.parse import urldefrag, urlsplit

from lxml import etree
from lxml.html import HtmlComment, HtmlElement, HtmlEntity, HtmlProcessingInstruction

from deepweb.page.address import base

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "iframe", "svg", "math"})
"""Elements whose text nobody reads."""

FORMATTING = frozenset(
    {"b", "i", "em", "strong", "mark", "font", "sub", "sup", "u", "small", "wbr"}
)
"""Elements that may stand in the middle of a word."""
# Addresses that can be fetched for sure; of others it takes a closer look.
_FETCHED = re.compile(r"https?://[A-Za-z0-9.-]+(?=[/?]|\Z)")

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Page:
    """An HTML page: where it was found and its tree. ``root`` knows its base URL."""

    url: str
    root: HtmlElement
    encoding: str
    length: int
    source: bytes = field(default=b"", repr=False, compare=False)
    """The bytes that it was parsed from, in the encoding."""
    _made: dict[Callable[[Page], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def once(self, work: Callable[[Page], _Made]) -> _Made:
        """What a function makes of the page: made once, however many ask for it."""
        if work not in self._made:
            self._made[work] = work(self)
        made: _Made = self._made[work]
        return made


def seen_elements(root: HtmlElement) -> Iterator[HtmlElement]:
    """The elements of a tree in document order, without those that nobody sees."""
    stack = [root]
    while stack:
        element = stack.pop()
        if isinstance(element.tag, str) and element.tag not in UNSEEN:
            yield element
            stack.extend(reversed(element))


def text_pieces(root: HtmlElement) -> Iterator[str]:
    """The visible pieces of text below an element, each with its white space folded."""
    for element in seen_elements(root):
        for piece in own_texts(element):
            if folded := " ".join(piece.split()):
                yield folded


def own_texts(element: HtmlElement) -> Iterator[str]:
    """The text that stands directly in an element, between its children."""
    if element.text:
        yield element.text
    for child in element:
        if child.tail:
            yield child.tail


def visible_text(element: HtmlElement, unseen: frozenset[str] = UNSEEN) -> str:
    """All visible text below an element, in reading order.

    Formatting inside a word ("<b>deep</b>web") does not split it; every other tag does. In scripts
    that write no spaces, what is set off is a word: mostly the one that was asked for.
    """
    if not len(element):
        is_text = isinstance(element.tag, str) and element.tag not in unseen
        return " ".join((element.text or "").split()) if is_text else ""
    gap = gap_of(element)
    parts = [gap, element.text or ""] if element.tag not in unseen else []
    # Explicit stack: hostile pages nest deeper than Python recurses.
    stack = [(iter(element), "", gap)] if parts else []
    while stack:
        children, behind, gap = stack[-1]
        for child in children:
            tag, tail = child.tag, child.tail or ""
            if not isinstance(tag, str):
                parts.append(tail)
                continue
            inner = gap_of(child) if tag in FORMATTING else " "
            if tag in unseen:
                parts += (inner, tail)
            elif len(child):
                parts += (inner, child.text or "")
                stack.append((iter(child), tail, inner))
                break
            else:
                parts += (inner, child.text or "", inner, tail)
        else:
            stack.pop()
            parts += (gap, behind)
    return " ".join("".join(parts).split())


def gap_of(element: HtmlElement) -> str:
    """What the tag of an element puts before and behind its text."""
    if element.tag not in FORMATTING:
        return " "
    return " " if _is_wide(f"{element.text} {element.tail}"[:40]) else ""


def _is_wide(text: str) -> bool:
    return not text.isascii() and any(east_asian_width(letter) in "WF" for letter in text)


def link_target(page: Page, link: HtmlElement) -> str | None:
    """Absolute URL that a link leads to, or None if it leads nowhere that can be fetched."""
    href = link.get("href")
    return target(page, href) if href else None


def target(page: Page, href: str) -> str | None:
    """The same of the ``href`` of a link."""
    known = page.once(_targets)
    if href not in known:
        known[href] = _target(page.root.base_url or page.url, href.strip())
    return known[href]


def _targets(page: Page) -> dict[str, str | None]:
    """Of each ``href`` that was looked at, where it leads: menus and pagers repeat themselves."""
    return {}


def _target(page_url: str, href: str) -> str | None:
    try:
        url = base(page_url).joined(href)
        if "#" in url:
            url, _ = urldefrag(url)
        if _FETCHED.match(url):
            return url
        parts = urlsplit(url)
        # Of a saved page that does not say where it was, links lead to files.
        schemes = {"http", "https", "file"} if page_url.startswith("file:") else {"http", "https"}
        return url if parts.scheme in schemes and parts.port != 0 else None
    except ValueError:  # "http://[", "http://host:port/" and their like
        return None


def links(page: Page, most: int) -> tuple[str, ...]:
    """Distinct link targets of a page, in document order."""
    found: dict[str, None] = {}
    for link in page.root.iter("a"):
        if url := link_target(page, link):
            found[url] = None
            if len(found) == most:
                break
    return tuple(found)


# --- merged from tree.py; rewrite or remove this note ---
# Text of a page to its tree.
#
# As parsel parses it, but that all elements are of one class. lxml asks a function of Python for
# the class of each, so that forms and their boxes get classes of their own: a tenth of what it
# takes to parse a page and walk over it, and nobody here needs them.

_CLASSES = etree.ElementDefaultClassLookup(
    element=HtmlElement,
    comment=HtmlComment,
    pi=HtmlProcessingInstruction,
    entity=HtmlEntity,
)
_NOTHING = b"<html/>"


def tree(text: str, base_url: str) -> HtmlElement:
    """The root of a page; of what is no page, one with nothing in it."""
    body = text.replace("\0", "").strip().encode(errors="replace") or _NOTHING
    root = _parsed(body, base_url)
    return root if root is not None else _empty(base_url)


def _empty(base_url: str) -> HtmlElement:
    root = _parsed(_NOTHING, base_url)
    assert root is not None
    return root


def _parsed(body: bytes, base_url: str) -> HtmlElement | None:
    parser = etree.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_CLASSES)
    try:
        root = etree.fromstring(body, parser, base_url=base_url)
    except etree.XMLSyntaxError:
        return None
    return root if isinstance(root, HtmlElement) else None


# --- merged from short_text.py; rewrite or remove this note ---
# The first words of an element, without reading the rest of it.
#
# A label has 80 characters at most, what a form says of itself 400: whoever reads more to find out
# reads a hostile page, whose 5,000 labels stand inside each other, 5,000 times.

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
