"""Which links of a page may lead to another page of the same list?

Links on the same site whose text says so (in many languages, by a number or by an arrow), or that
are marked so (``rel``, class, label).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl, unquote, urldefrag, urlsplit

from lxml.html import HtmlElement

from deepweb.form.whole_page import Pairs, event_address, post_back, shows_page
from deepweb.page.page import Page, clicked_target
from deepweb.page.page import target as page_target
from deepweb.page.phrases import spelt
from deepweb.page.walk import Walk, walked

# Characters of a label; longer texts are titles.
_MAX_LABEL = 40
# Links of a page that are examined.
_MAX_LINKS = 5_000
# Characters of its own marks, and of the names around it, that are examined.
_MAX_MARKS = 500
_MAX_AROUND = 600
# Ancestors of a link whose names are examined.
_MAX_BOXES = 5

# Arrows to the right and to the left, single and double, as characters and as names of icons.
_RIGHT = ">\u00bb\u203a\u2192\u21d2\u279c\u2794\u25b6\u25ba\u25b8\u276f\u226b\u27e9"
_LEFT = "<\u00ab\u2039\u2190\u21d0\u25c0\u25c4\u276e\u226a\u27e8"
ARROWS = f" \t\n{_RIGHT}{_LEFT}\u00b7|\u2026:.,-\u2013\u2014()[]"
FORWARD = frozenset(
    {*_RIGHT, *(2 * arrow for arrow in _RIGHT), "->", "-->", "chevron_right", "navigate_next"}
)
BACKWARD = frozenset(
    {*_LEFT, *(2 * arrow for arrow in _LEFT), "<-", "<--", "chevron_left", "navigate_before"}
)
NUMBER = re.compile(
    r"\W*+(?:page|seite|página|pagina|strona|страница|第)?\s*+(\d{1,4}|\d,\d{3})\s*+[页頁]?\W*+"
)
_NEXT_CLASS = re.compile(r"(?<![a-z])next(?!button-?slide)|nextpage|(?<![a-z])older", re.I)
_AND_COUNT = re.compile(r"(?<!\s)\s++\d{1,3}(?:\s++\w++)?$")
# Attributes that mark a link.
_MARKING = ("class", "id", "aria-label", "title", "rel")
# Elements in a link that may be an arrow.
_ICONS = frozenset({"span", "i", "img"})
# Elements that lead to another page, buttons by a script.
_LEADING = frozenset({"a", "button"})
_PAGE_ARGUMENT = re.compile(
    r"^(?:.*[_\-\[])?(?:p|pg|pn|page|paged|pagen?_?\d*|pageno|pagenum(?:ber)?|pageindex|currentpage|seite"
    r"|pagina|página|strona|stran|side|sida|sivu|oldal|str|start|offset|from|first|begin|skip|startat"
    r"|startindex|startrow|startrecord|b|st|rstart|cursor|after|pagesize)\]?$",
    re.I,
)
_PAGE_PATH = re.compile(
    r"(?:page|p|seite|pagina|página|pag|strona|side|sida|list)[/_=-]?(\d{1,4})\b", re.I
)


@dataclass(frozen=True, slots=True)
class PagerWords:
    """The spelt texts of links between pages, in many languages."""

    forward: frozenset[str]
    more: frozenset[str]
    """Texts that lead on, to more of the list or of something else."""
    backward: frozenset[str]
    not_pages: frozenset[str]


@dataclass(slots=True)
class PageLink:
    """A link that may lead to another page of the list."""

    element: HtmlElement
    url: str
    label: str
    marks: str
    """Its class, id and label, and those of a box around it alone."""
    around: str
    """Names of the boxes around it."""
    number: int | None
    """The page number in its address."""
    signs: dict[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        return sum(self.signs.values())


def page_links(page: Page, words: PagerWords) -> Iterator[PageLink]:
    """Links whose text or marks say that they lead to another page."""
    here, walk = bare(page.url), page.once(walked)
    links = (number for number, tag in enumerate(walk.tags) if tag in _LEADING)
    for number in islice(links, _MAX_LINKS):
        href = walk.attributes[number].get("href", "").strip()
        event = _event(walk, number, href)
        is_script = not href or href[0] == "#" or href[:11].lower() == "javascript:"
        if is_script and not event:
            href = clicked_target(page, walk.elements[number]) or ""
        if not href:
            continue
        if len(label := _label(walk, number)) > _MAX_LABEL:
            continue
        marks = _marks(walk, number)
        if not (_may_say(label, words) or is_marked_next(marks)):
            continue
        element = walk.elements[number]
        if event:
            at = event_address(page.url, event)
            yield PageLink(element, at, label, marks, _around(element), _event_number(event))
            continue
        url = target(page, href)
        if url and bare(url) != here and is_same_site(url, page):
            yield PageLink(element, url, label, marks, _around(element), page_number(url))


def _event(walk: Walk, number: int, href: str) -> Pairs:
    """What a link posts that shows another page of a list; empty if it is an ordinary link."""
    if href[:1] != "#" and href[:11].lower() != "javascript:":
        return ()
    event = post_back(walk.elements[number])
    return event if shows_page(event) else ()


def _event_number(event: Pairs) -> int | None:
    found = re.fullmatch(r"(?:Page\$)?(\d{1,5})", event[-1][1])
    return int(found[1]) if found else None


@lru_cache(maxsize=1 << 12)
def plain_label(label: str) -> str:
    """A label without arrows and counts: "next 20 matches »" becomes "next"."""
    return _AND_COUNT.sub("", label.strip(ARROWS))


def _may_say(label: str, words: PagerWords) -> bool:
    plain = plain_label(label)
    if not plain or label in FORWARD or NUMBER.fullmatch(label):
        return True
    return plain in words.forward or plain in words.more or plain in words.backward


@lru_cache(maxsize=1 << 12)
def is_marked_next(marks: str) -> bool:
    """Do the marks of a link say that it leads to the next page?"""
    return bool(_NEXT_CLASS.search(marks))


def target(page: Page, href: str) -> str | None:
    """The target of a link, if that can be fetched."""
    if page.base_url or not href:
        return page_target(page, href) if href else None
    try:  # a page without an address: its links count
        url, _ = urldefrag(href)
        return url if urlsplit(url).scheme in {"http", "https", "file", ""} else None
    except ValueError:
        return None


def is_same_site(url: str, page: Page) -> bool:
    """Is an address on the host of a page?"""
    return _host(url) == _host(page.base_url)


@lru_cache(maxsize=1 << 12)
def _host(url: str) -> str | None:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return None


def bare(url: str) -> str:
    """An address without fragment and trailing signs, for comparison."""
    return url.partition("#")[0].rstrip("/?&")


def _label(walk: Walk, number: int) -> str:
    """The text of a link, or the description of its picture."""
    element = walk.elements[number]
    if len(element):
        text = " ".join(" ".join(element.itertext()).split())
    else:
        text = walk.said[walk.heads[number]] if number in walk.heads else ""
    if text:
        return spelt(text) if len(text) <= _MAX_LABEL else text
    pictures = [picture.get("alt") or picture.get("title") for picture in element.iter("img")]
    said = walk.attributes[number]
    all_said = (said.get("aria-label"), said.get("title"), *pictures)
    return spelt(" ".join(next((text for text in all_said if text), "").split()))


def _marks(walk: Walk, number: int) -> str:
    element, said = walk.elements[number], walk.attributes[number]
    own = [said[name] for name in _MARKING if name in said]
    above = walk.parents[number]
    # A box around a single link marks that link.
    if above >= 0 and walk.tags[above] != "body" and walk.children[above] == 1:
        around = walk.attributes[above]
        own += [around[name] for name in ("class", "id") if name in around]
    if number in walk.children:
        own += [child.get("class", "") for child in element if child.tag in _ICONS]
    return " ".join(own)[:_MAX_MARKS]


def _around(element: HtmlElement) -> str:
    boxes: list[str] = []
    for box in element.iterancestors():
        if len(boxes) == _MAX_BOXES or box.tag in {"body", "html", "main"}:
            break
        boxes.append(f"{box.get('class', '')} {box.get('id', '')} {box.get('role', '')}")
    return " ".join(boxes)[:_MAX_AROUND]


def page_number(url: str) -> int | None:
    """The page number in an address."""
    try:
        parts = urlsplit(url)
        arguments = parse_qsl(parts.query, max_num_fields=100)
    except ValueError:
        return None
    for name, value in arguments:
        if value.isdecimal() and len(value) < 7 and _PAGE_ARGUMENT.match(name):
            return int(value)
    found = _PAGE_PATH.search(unquote(parts.path)[-200:])
    return int(found[1]) if found else None
