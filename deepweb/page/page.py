"""A page, parsed once: the text that a person sees of it, and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar
from unicodedata import east_asian_width
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml.html import HtmlElement

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "iframe", "svg", "math"})
"""Elements whose text nobody reads."""
CONTROLS = ("input", "select", "textarea", "button")
"""Elements that a person fills in or presses."""
UNREAD = UNSEEN.union(CONTROLS, {"datalist", "form"})
"""Elements that say nothing about the text around them: unseen ones, controls and other forms."""
FORMATTING = frozenset(
    {"b", "i", "em", "strong", "mark", "font", "sub", "sup", "u", "small", "wbr"}
)
"""Elements that may stand in the middle of a word."""

MAX_PIECES = 150  # pieces of text that ``short_text`` reads, empty ones included
_WEB = frozenset({"http", "https"})
# An address that can be fetched without a check of its port.
_FETCHABLE = re.compile(r"https?://[A-Za-z0-9.-]+(?=[/?]|\Z)")

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Page:
    """An HTML page: its address and its tree."""

    url: str
    root: HtmlElement
    encoding: str
    length: int
    source: bytes = field(default=b"", repr=False, compare=False)
    """The bytes that it was parsed from, in the encoding."""
    _made: dict[Callable[[Page], Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def base_url(self) -> str:
        """The address that links are relative to: that of ``<base>`` where the page has one."""
        return self.root.base_url or self.url

    def once(self, work: Callable[[Page], _Made]) -> _Made:
        """The result of ``work(page)``, computed on the first call and kept."""
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
    """The visible pieces of text below an element, each with single spaces."""
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
    without spaces, highlighted text is a word of its own: mostly the one that was searched for.
    """
    if not len(element):
        is_text = isinstance(element.tag, str) and element.tag not in unseen
        return " ".join((element.text or "").split()) if is_text else ""
    gap = _gap(element)
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
            inner = _gap(child) if tag in FORMATTING else " "
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


def short_text(
    element: HtmlElement, most: int, unread: frozenset[str] = UNREAD, pieces: int = MAX_PIECES
) -> str:
    """The first ``most`` + 1 characters of the visible text below an element, in reading order.

    A result longer than ``most`` was cut off. The rest is not read: on a hostile page 5,000 labels
    stand inside each other. The element itself is always entered, whatever its tag.
    """
    said: list[str] = []
    length = 0
    for piece in islice(_pieces(element, unread), pieces):
        said.append(piece)
        length += len(piece.strip())
        if length > 2 * most:  # enough, however much of it is white space
            break
    return " ".join("".join(said).split())[: most + 1]


def _pieces(element: HtmlElement, unread: frozenset[str]) -> Iterator[str]:
    """Texts and the gaps between them."""
    stack: list[HtmlElement | str] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
        elif node is element or (isinstance(node.tag, str) and node.tag not in unread):
            gap = _gap(node)
            stack.append(gap)
            for child in reversed(node):
                stack.append(child.tail or "")
                stack.append(child)
            yield gap + (node.text or "")
        elif isinstance(node.tag, str):  # a comment makes no gap
            yield " "


def _gap(element: HtmlElement) -> str:
    """What the tag of an element puts before and behind its text."""
    if element.tag not in FORMATTING:
        return " "
    return " " if _is_wide(f"{element.text} {element.tail}"[:40]) else ""


def _is_wide(text: str) -> bool:
    return not text.isascii() and any(east_asian_width(letter) in "WF" for letter in text)


def links(page: Page, most: int) -> tuple[str, ...]:
    """Distinct link targets of a page, in document order."""
    found: dict[str, None] = {}
    for link in page.root.iter("a"):
        if url := link_target(page, link):
            found[url] = None
            if len(found) == most:
                break
    return tuple(found)


def link_target(page: Page, link: HtmlElement) -> str | None:
    """Absolute URL that a link leads to, or None if it leads nowhere that can be fetched."""
    href = link.get("href")
    return target(page, href) if href else None


def target(page: Page, href: str) -> str | None:
    """Absolute URL of an ``href`` on a page, or None if it cannot be fetched."""
    known = page.once(_targets)
    if href not in known:
        known[href] = _target(page.base_url, href.strip())
    return known[href]


def _targets(page: Page) -> dict[str, str | None]:
    """The targets of a page by ``href``, filled as they are asked for: menus and pagers repeat."""
    return {}


def _target(base_url: str, href: str) -> str | None:
    try:
        url = urljoin(base_url, href)
        if "#" in url:
            url, _ = urldefrag(url)
        if _FETCHABLE.match(url):
            return url
        parts = urlsplit(url)
        # Links of a saved page that does not name its address lead to files.
        schemes = _WEB | {"file"} if base_url.startswith("file:") else _WEB
        return url if parts.scheme in schemes and parts.port != 0 else None
    except ValueError:  # "http://[", "http://host:port/" and their like
        return None
