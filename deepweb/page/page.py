"""A page, parsed once, and the text that a person sees of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unicodedata import east_asian_width
from urllib.parse import urldefrag, urlsplit

from lxml.html import HtmlElement

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
