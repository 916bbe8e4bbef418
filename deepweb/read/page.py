"""A page, parsed once, and the text that a person sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import east_asian_width
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml.html import HtmlElement

UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "iframe", "svg", "math"})
"""Elements whose text nobody reads."""

FORMATTING = frozenset(
    {"b", "i", "em", "strong", "mark", "font", "sub", "sup", "u", "small", "wbr"}
)
"""Elements that may stand in the middle of a word."""


@dataclass(frozen=True, slots=True)
class Page:
    """An HTML page: where it was found and its tree. ``root`` knows its base URL."""

    url: str
    root: HtmlElement
    encoding: str
    length: int


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
    parts: list[str] = []
    # Explicit stack: hostile pages nest deeper than Python recurses.
    stack: list[HtmlElement | str] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node.tag, str):
            stack.extend(reversed(_opened(node, unseen)))
    return " ".join("".join(parts).split())


def _opened(element: HtmlElement, unseen: frozenset[str]) -> list[HtmlElement | str]:
    """What stands in an element, one level down, with the gaps that its tag makes."""
    is_part = element.tag in FORMATTING and not _is_wide(f"{element.text} {element.tail}"[:40])
    gap = "" if is_part else " "
    inside: list[HtmlElement | str] = [gap]
    if element.tag not in unseen:
        inside.append(element.text or "")
        for child in element:
            inside += [child, child.tail or ""]
    return [*inside, gap]


def _is_wide(text: str) -> bool:
    return not text.isascii() and any(east_asian_width(letter) in "WF" for letter in text)


def link_target(page: Page, link: HtmlElement) -> str | None:
    """Absolute URL that a link leads to, or None if it leads nowhere that can be fetched."""
    try:
        url, _ = urldefrag(urljoin(page.root.base_url or page.url, link.get("href", "").strip()))
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and parts.port != 0
        return url if is_address and link.get("href") else None
    except ValueError:  # "http://[", "http://host:port/" and their like
        return None


def links(page: Page, most: int) -> tuple[str, ...]:
    """Distinct link targets of a page, in document order."""
    targets = (link_target(page, link) for link in page.root.iter("a") if link.get("href"))
    found = dict.fromkeys(target for target in targets if target)
    return tuple(found)[:most]
