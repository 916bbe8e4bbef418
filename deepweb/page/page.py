"""A page, parsed once: the text that a person sees of it, and where its links lead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
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
INLINE = FORMATTING | {
    "a", "abbr", "acronym", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "ins",
    "kbd", "label", "nobr", "q", "s", "samp", "span", "strike", "time", "tt", "var",
}  # fmt: skip
"""Elements that do not break a line; styles often set them apart from each other."""

MAX_ADDRESS = 4_000  # characters of an address; servers take 8,000 at most, people write 200
MAX_PIECES = 150  # pieces of text that ``short_text`` reads, empty ones included
_WEB = frozenset({"http", "https"})
# Scheme and host; with a port that exists, so that it can be fetched.
_ORIGIN = r"https?://[A-Za-z0-9.-]+(?::[1-9]\d{0,3}|:[1-5]\d{4})?"
_BEGIN = re.compile(rf"({_ORIGIN})(?=[/?]|\Z)")
# What is joined to an origin letter by letter; ``urljoin`` takes five times as long.
_PLAIN = re.compile(rf"({_ORIGIN})?((?:/[^\s/?#;.][^\s/?#;]*+)++/?(?:\?[^\s#;]++)?(?:#[^\s#]++)?)")
# An address in a script, whole: not one that the script puts together.
_IN_SCRIPT = re.compile(
    r"(?:location(?:\.href)?\s*+=|\b\w++\()\s*+(['\"])(?P<url>[^'\"\s<>]*+)\1\s*+(?!\+)"
)
_CLICKED = ("onclick", "href", "data-href", "data-url", "data-link")
_MAX_SCRIPT = 500  # characters of a script that are searched for an address

# Marks of the begin and the end of inline elements, until it is known what stands beside them.
_OPENED, _CLOSED = "\0(", "\0)"  # no text of a tree holds a NUL
_BLOCK = (" ", " ")
_GAPS = dict.fromkeys(INLINE, (_OPENED, _CLOSED)) | dict.fromkeys(FORMATTING, ("", ""))
_BESIDE = re.compile(r"(?<!\0[()])(?:(?:\0\()++\0\)|(?:\0\))++\0\()(?:\0[()])*+")

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
        return self.once(_base_url)

    def once(self, work: Callable[[Page], _Made]) -> _Made:
        """The result of ``work(page)``, computed on the first call and kept."""
        if work not in self._made:
            self._made[work] = work(self)
        made: _Made = self._made[work]
        return made


def _base_url(page: Page) -> str:
    return page.root.base_url or page.url


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
    """All visible text below an element, in reading order, as a browser shows it.

    Inline tags do not split what stands together ("<b>deep</b>web", a highlighted Chinese word);
    blocks and line breaks do. Two links or spans side by side are two texts, since a style sets
    them apart, except where letters of one Chinese or Japanese text meet.
    """
    return _text_below(element, unseen, lambda child: _GAPS.get(str(child.tag), _BLOCK))


def apart_text(element: HtmlElement) -> str:
    """All visible text below an element, with gaps between words that only tags set apart.

    To search for: each tag but formatting parts words, and in scripts without spaces formatting
    does so too, since highlighted text is mostly the word that was searched for.
    """
    return _text_below(element, UNSEEN, _apart)


def _text_below(
    element: HtmlElement, unseen: frozenset[str], gaps: Callable[[HtmlElement], tuple[str, str]]
) -> str:
    if not len(element):
        is_text = isinstance(element.tag, str) and element.tag not in unseen
        return " ".join((element.text or "").split()) if is_text else ""
    parts = [element.text or ""] if element.tag not in unseen else []
    # Explicit stack: hostile pages nest deeper than Python recurses.
    stack = [(iter(element), "", " ")] if parts else []
    while stack:
        children, behind, closing = stack[-1]
        for child in children:
            tag, tail = child.tag, child.tail or ""
            if not isinstance(tag, str):
                parts.append(tail)
                continue
            opened, closed = gaps(child)
            if tag in unseen:
                parts += (opened, closed, tail)
            elif len(child):
                parts += (opened, child.text or "")
                stack.append((iter(child), tail, closed))
                break
            else:
                parts += (opened, child.text or "", closed, tail)
        else:
            stack.pop()
            parts += (closing, behind)
    return shown_text(parts)


def _apart(element: HtmlElement) -> tuple[str, str]:
    if element.tag not in FORMATTING:
        return _BLOCK
    beside = f"{element.text} {element.tail}"[:40]
    is_joined = beside.isascii() or not any(map(_is_wide, beside))
    return ("", "") if is_joined else _BLOCK


def shown_text(parts: Iterable[str]) -> str:
    """Texts and the marks of tags between them as one text with single spaces."""
    text = "".join(parts)
    if _CLOSED in text:
        if _CLOSED + _OPENED in text or _OPENED + _CLOSED in text:
            text = _BESIDE.sub(_between, text)
        text = text.replace(_OPENED, "").replace(_CLOSED, "")
    return " ".join(text.split())


def _between(tags: re.Match[str]) -> str:
    """The gap where inline elements stand side by side, or where one is empty."""
    text, start, end = tags.string, tags.start(), tags.end()
    is_one = start > 0 and _is_wide(text[start - 1]) and _is_wide(text[end : end + 1])
    return "" if is_one else " "


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
    return shown_text(said)[: most + 1]


def _pieces(element: HtmlElement, unread: frozenset[str]) -> Iterator[str]:
    """Texts and the marks of the tags between them."""
    stack: list[HtmlElement | str] = [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
        elif node is element or (isinstance(node.tag, str) and node.tag not in unread):
            opened, closed = _GAPS.get(str(node.tag), _BLOCK)
            stack.append(closed)
            for child in reversed(node):
                stack.append(child.tail or "")
                stack.append(child)
            yield opened + (node.text or "")
        elif isinstance(node.tag, str):  # a comment makes no gap
            yield " "


def _is_wide(letter: str) -> bool:
    """Is it a letter of a script without spaces between words?"""
    return letter.isalpha() and east_asian_width(letter) in "WF"


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


def clicked_target(page: Page, element: HtmlElement) -> str | None:
    """Absolute URL of the page that a script opens at a click on an element.

    It must stand in the script (``onclick="location='/item/3'"``) or beside it (``data-href``).
    """
    for name in _CLICKED:
        said = (element.get(name) or "")[:_MAX_SCRIPT].strip()
        if said and (name == "onclick" or said[:11].lower() == "javascript:"):
            found = _IN_SCRIPT.search(said)
            said = found["url"] if found else ""
        elif name == "href":
            continue
        is_address = said[:1] not in {"", "#", "{"} and ("/" in said or "?" in said)
        if is_address and (opened := target(page, said)):
            return opened
    return None


def target(page: Page, href: str) -> str | None:
    """Absolute URL of an ``href`` on a page, or None if it cannot be fetched."""
    known = page.once(_targets)
    if href not in known:
        is_long = len(href) > MAX_ADDRESS
        known[href] = None if is_long else _target(page.base_url, href.strip())
    return known[href]


@lru_cache(maxsize=64)
def _origin(base_url: str) -> str:
    found = _BEGIN.match(base_url)
    return found[1] if found else ""


def _targets(page: Page) -> dict[str, str | None]:
    """The targets of a page by ``href``, filled as they are asked for: menus and pagers repeat."""
    return {}


@lru_cache(maxsize=2048)
def joined_url(base_url: str, href: str) -> str:
    """An address relative to another; the links of a page are asked for several times."""
    plain = _PLAIN.fullmatch(href)
    origin = plain and (plain[1] or _origin(base_url))
    return origin + plain[2] if plain and origin else urljoin(base_url, href)


def _target(base_url: str, href: str) -> str | None:
    try:
        whole = joined_url(base_url, href)
        url, part, _ = whole.partition("#")
        if part and url[-1:] in {"?", ";"}:
            url, _ = urldefrag(whole)
        if _BEGIN.match(url):
            return url
        parts = urlsplit(url)
        # Links of a saved page that does not name its address lead to files.
        schemes = _WEB | {"file"} if base_url.startswith("file:") else _WEB
        return url if parts.scheme in schemes and parts.port != 0 else None
    except ValueError:  # "http://[", "http://host:port/" and their like
        return None
