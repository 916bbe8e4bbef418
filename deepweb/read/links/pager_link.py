"""Which links of a page may lead to another page of the same list, and what do they say?

Those that say so (in many languages, by a number or by an arrow) or are marked so (``rel``, class,
label), and stay on the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

from lxml.html import HtmlElement

from deepweb.page.page import Page
from deepweb.page.phrases import spelt
from deepweb.page.walk import Walk, walked

# A label longer than this is a title.
MAX_LABEL = 40
# Links beyond this many are not looked at.
MOST_LINKS = 5_000

# Arrows to the right and to the left, single and double, as letters and as names of icons.
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
    r"\W*(?:page|seite|página|pagina|strona|страница|第)?\s*(\d{1,4}|\d,\d{3})\s*[页頁]?\W*"
)
_NEXT_CLASS = re.compile(r"(?<![a-z])next(?!button-?slide)|nextpage|(?<![a-z])older", re.I)
_AND_COUNT = re.compile(r"\s+\d{1,3}(?:\s+\w+)?$")
# Attributes that mark a link, and elements in it that may be an arrow.
_MARKING, _ICONS = ("class", "id", "aria-label", "title", "rel"), frozenset({"span", "i", "img"})
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
    """What links between pages say, spelt."""

    forward: frozenset[str]
    more: frozenset[str]
    """They lead on, to more of the list or of something else."""
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
    """The number in its address that says which page it is."""
    signs: dict[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        return sum(self.signs.values())


def page_links(page: Page, words: PagerWords) -> Iterator[PageLink]:
    """Links that say, or are marked, that they lead to another page."""
    here, walk = bare(page.url), page.once(walked)
    links = (number for number, tag in enumerate(walk.tags) if tag == "a")
    for number in islice(links, MOST_LINKS):
        href = walk.attributes[number].get("href", "").strip()
        if not href or href[0] == "#" or len(label := _label(walk, number)) > MAX_LABEL:
            continue
        marks = _marks(walk, number)
        if not (_may_say(label, words) or is_marked_next(marks)):
            continue
        url, element = target(page, href), walk.elements[number]
        if url and bare(url) != here and is_same_site(url, page):
            yield PageLink(element, url, label, marks, _around(element), page_number(url))


@lru_cache(maxsize=1 << 12)
def plain_label(label: str) -> str:
    """A label without arrows and counts: "next 20 matches »" says "next"."""
    return _AND_COUNT.sub("", label.strip(ARROWS))


def _may_say(label: str, words: PagerWords) -> bool:
    plain = plain_label(label)
    if not plain or label in FORWARD or NUMBER.fullmatch(label):
        return True
    return plain in words.forward or plain in words.more or plain in words.backward


def is_marked_next(marks: str) -> bool:
    """Do the names of a link say that it leads on?"""
    lower = marks.lower()  # most marks say neither, which is quicker told without a pattern
    return ("next" in lower or "older" in lower) and bool(_NEXT_CLASS.search(marks))


def target(page: Page, href: str) -> str | None:
    """Where a link leads, if that can be fetched."""
    if not href:
        return None
    try:
        url, _ = urldefrag(urljoin(page.base_url, href))
        scheme = urlsplit(url).scheme
    except ValueError:
        return None
    # A page from a file has no address of its own; its links are read all the same.
    return url if scheme in {"http", "https", "file", ""} else None


def is_same_site(url: str, page: Page) -> bool:
    """Is an address on the host of a page?"""
    try:
        home = urlsplit(page.base_url).hostname or ""
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return host.removeprefix("www.") == home.removeprefix("www.")


def bare(url: str) -> str:
    """An address as it is compared."""
    return url.partition("#")[0].rstrip("/?&")


def _label(walk: Walk, number: int) -> str:
    """What a link says; a picture says its description."""
    element = walk.elements[number]
    if len(element):
        text = " ".join(" ".join(element.itertext()).split())
    else:
        text = walk.said[walk.heads[number]] if number in walk.heads else ""
    if text:
        return spelt(text) if len(text) <= MAX_LABEL else text
    pictures = [picture.get("alt") or picture.get("title") for picture in element.iter("img")]
    said = walk.attributes[number]
    all_said = (said.get("aria-label"), said.get("title"), *pictures)
    return spelt(" ".join(next((text for text in all_said if text), "").split()))


def _marks(walk: Walk, number: int) -> str:
    element, said = walk.elements[number], walk.attributes[number]
    own = [said[name] for name in _MARKING if name in said]
    above = walk.parents[number]
    # A box around one link only marks that link.
    if above >= 0 and walk.tags[above] != "body" and len(walk.elements[above]) == 1:
        around = walk.attributes[above]
        own += [around[name] for name in ("class", "id") if name in around]
    if len(element):
        own += [child.get("class", "") for child in element if child.tag in _ICONS]
    return " ".join(own)[:500]


def _around(element: HtmlElement) -> str:
    boxes: list[str] = []
    for box in element.iterancestors():
        if len(boxes) == 5 or box.tag in {"body", "html", "main"}:
            break
        boxes.append(f"{box.get('class', '')} {box.get('id', '')} {box.get('role', '')}")
    return " ".join(boxes)[:600]


def page_number(url: str) -> int | None:
    """The number in an address that says which page it is."""
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
