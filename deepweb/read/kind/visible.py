"""What does a page show, and where: text in lines, furniture, headings, links, named values?

Collected in one pass. Hidden text does not count: scripts, templates, and elements hidden by an
attribute, a style or a customary class; many sites keep a hidden "nothing found" on every page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lxml.html import HtmlElement

from deepweb.page.outline import seen_paths
from deepweb.page.page import UNSEEN, Page
from deepweb.page.phrases import spelt, text_words
from deepweb.page.walk import MAX_NODES, Loose, Walk, walked

# Text to choose from, and typed text, is not what the page says.
_UNSAID = UNSEEN | {
    "select",
    "datalist",
    "textarea",
    "option",
    "object",
    "audio",
    "video",
    "canvas",
}
_INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
     "em", "font", "i", "img", "input", "ins", "kbd", "label", "mark", "nobr", "q", "s",
     "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
     "wbr"}
)  # fmt: skip
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_HIDDEN_CLASS = re.compile(
    r"(?:^|\s)(?:hidden|hide|d-none|dn|is-hidden|u-hidden|ng-hide|visually-hidden|display-none"
    r"|invisible|mw-hidden|element-invisible|js-hidden|uk-hidden)(?:\s|$)",
    re.I,
)
# Furniture stands around the content on every page of a site. "header" is not included: the header
# of an article or of the content often says what the page is.
_FURNITURE_TAGS = frozenset({"nav", "footer", "aside", "dialog", "menu"})
_FURNITURE_ROLES = frozenset(
    {"navigation", "contentinfo", "complementary", "dialog", "alertdialog", "menu",
     "menubar", "listbox", "tooltip"}
)  # fmt: skip
_FURNITURE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:footer|foot|nav|navbar|navigation|menu|submenu|megamenu|sidebar|breadcrumbs?"
    r"|minicart|cart|basket|modal|dialog|popup|popover|tooltip|autocomplete|autosuggest|typeahead"
    r"|suggest|suggestions?|dropdown|cookies?|consent|newsletter|login|signin|signup|facets?"
    r"|filters?|refinements?|offcanvas|drawer|toast|copyright)(?:$|[\s_-])",
    re.I,
)
# Names that developers give to the part of a page that says that there is nothing.
_NOTHING_CLASS = re.compile(
    r"(?:^|[\s_-])(?:(?:no|zero|without|empty|sin|sem|keine?|aucun|nessun|geen)[_-]?(?:search[_-]?)?"
    r"(?:results?|match(?:es)?|hits?|records?|items?|entries|data|found|products?|listings?|posts?"
    r"|resultados?|registros?|ergebnisse?|treffer|resultats?|risultat[oi]|resultaten)"
    r"|(?:results?|search|serp|list)[_-]?(?:results?[_-]?)?(?:empty|none|zero)"
    r"|(?:nothing|not)[_-]?found|empty[_-]?(?:state|results?|search|list|message|text))(?:$|[\s_-])",
    re.I,
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NEVER_FURNITURE = frozenset({"body", "html", "a"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "caption", "legend"})
_TELLING = _HEADINGS | {"dt", "th"}
# Share of the text above which an element is no furniture, whatever its class says.
_MAX_FURNITURE = 0.4
# Characters of a class or an id that are examined.
_MAX_NAME = 500
_LAST = Loose(MAX_NODES + 1, -1, -1, False)


@dataclass(slots=True)
class VisiblePage:
    """The visible text of a page, and what stands where. Places are offsets into ``text``."""

    text: str = ""
    """The text in reading order, spelt, one line for each block."""
    words: set[str] = field(default_factory=set)
    """The words of the text."""
    furniture: list[tuple[int, int]] = field(default_factory=list)
    named_nothing: list[tuple[int, int]] = field(default_factory=list)
    """Parts whose class or id says that there is nothing."""
    is_named_nothing: bool = False
    """The class of the whole page says so."""
    headings: list[tuple[int, int]] = field(default_factory=list)
    main_headings: list[tuple[int, int]] = field(default_factory=list)
    """Places of the ``h1`` headings."""
    links: dict[tuple[object, ...], list[tuple[int, int, str]]] = field(default_factory=dict)
    """Links by path and class: begin, end and target of each."""
    linked: list[tuple[int, int]] = field(default_factory=list)
    """Places of the text of links."""
    types: list[str] = field(default_factory=list)
    """Schema.org types of the elements."""
    passwords: int = 0
    text_boxes: int = 0
    pairs: int = 0
    """Header cells and terms (``dt``) that name the value next to them."""

    def is_in(self, spans: list[tuple[int, int]], place: int) -> bool:
        """Does a place lie in one of the spans? They must be sorted and must not overlap."""
        at = bisect_right(spans, (place, len(self.text) + 1)) - 1
        return at >= 0 and spans[at][0] <= place < spans[at][1]


def visible_page(page: Page, *, with_hidden: bool = False) -> VisiblePage:
    """The visible page; ``with_hidden``, also what is hidden until a script shows it."""
    return _Reader(page.once(walked), page.once(seen_paths), with_hidden).read()


class _Reader:
    """Visits the elements in document order; keeps the open elements and what was found."""

    def __init__(self, walk: Walk, paths: Sequence[int], with_hidden: bool) -> None:
        self._walk = walk
        self._paths = paths
        self._with_hidden = with_hidden
        # Spelt all at once, since a page has many short texts.
        self._said = spelt("\n".join(walk.said)).split("\n")
        self._parts: list[str] = []
        self._at = 0
        self._open: list[int] = []
        self._is_unseen = [False] * (len(walk.tags) + 1)  # of the root's parent, -1, as the last
        self._loose = iter(walk.loose)
        self._between = next(self._loose, _LAST)
        self._spans: list[tuple[int, list[tuple[int, int]], int]] = []
        self._found = VisiblePage(links=defaultdict(list))

    def read(self) -> VisiblePage:
        parents, heads, is_unseen = self._walk.parents, self._walk.heads, self._is_unseen
        for number, tag in enumerate(self._walk.tags):
            if self._between.before <= number:
                self._read_loose_text(number)
            if is_unseen[parent := parents[number]]:
                is_unseen[number] = True
                continue
            if not self._open or self._open[-1] != parent:
                self._close(parent)
            self._open.append(number)
            if tag not in _INLINE:
                self._break()
            if tag in _UNSAID or not self._note(number, tag):
                is_unseen[number] = True
            elif number in heads:
                self._say(heads[number])
        self._read_loose_text(len(parents))
        self._close(-1)
        return self._whole()

    def _whole(self) -> VisiblePage:
        found = self._found
        found.text = "".join(self._parts)
        found.words = text_words(found.text)
        most = _MAX_FURNITURE * len(found.text)
        found.furniture = _apart([span for span in found.furniture if span[1] - span[0] < most])
        found.linked = _apart(found.linked)
        found.headings.sort()
        return found

    def _read_loose_text(self, number: int) -> None:
        """Read the text behind comments and hidden nodes that stand before an element."""
        while (loose := self._between).before <= number:
            self._between = next(self._loose, _LAST)
            if self._is_unseen[loose.owner]:
                continue
            self._close(loose.owner)
            if loose.cuts:
                self._break()
            if loose.text >= 0:
                self._say(loose.text)

    def _close(self, parent: int) -> None:
        """Close the open elements down to ``parent``."""
        while self._open and self._open[-1] != parent:
            number = self._open.pop()
            while self._spans and self._spans[-1][0] == number:
                self._end_span(number)
            if self._walk.tags[number] not in _INLINE:
                self._break()
            if (tail := self._walk.tails.get(number)) is not None:
                self._say(tail)

    def _end_span(self, number: int) -> None:
        _, spans, start = self._spans.pop()
        is_link = spans is self._found.linked
        if self._at > start or is_link:
            spans.append((start, self._at))
            if is_link:
                said = self._walk.attributes[number]
                key = (self._paths[number], said.get("class"))
                self._found.links[key].append((start, self._at, said.get("href", "")))

    def _note(self, number: int, tag: str) -> bool:
        """Note what an element is; False if its content is hidden."""
        found, is_furniture = self._found, tag in _FURNITURE_TAGS
        if attributes := self._walk.attributes[number]:
            is_hidden, is_furniture, is_nothing = _judged(is_furniture, attributes)
            if is_hidden and not self._with_hidden and tag != "body":
                return False
            if "itemtype" in attributes:
                found.types.append(attributes["itemtype"].rpartition("/")[2].lower())
            if is_nothing and tag == "body":
                found.is_named_nothing = True
            elif is_nothing:
                self._spans.append((number, found.named_nothing, self._at))
            if tag == "a" and "href" in attributes:
                self._spans.append((number, found.linked, self._at))
            elif tag == "input":
                self._note_input(attributes)
        if is_furniture and tag not in _NEVER_FURNITURE:
            self._spans.append((number, found.furniture, self._at))
        if tag in _TELLING:
            self._note_telling(number, tag)
        return True

    def _note_telling(self, number: int, tag: str) -> None:
        if tag in _HEADINGS:
            self._spans.append((number, self._found.headings, self._at))
        if tag == "h1":
            self._spans.append((number, self._found.main_headings, self._at))
        if tag == "dt" or (tag == "th" and _is_beside_value(self._walk.elements[number])):
            self._found.pairs += 1

    def _say(self, text: int) -> None:
        piece = self._said[text]
        self._parts += (piece, " ")
        self._at += len(piece) + 1

    def _break(self) -> None:
        if self._parts and self._parts[-1] != "\n":
            self._parts.append("\n")
            self._at += 1

    def _note_input(self, attributes: Mapping[str, str]) -> None:
        kind = attributes.get("type", "text").lower()
        self._found.passwords += kind == "password"
        self._found.text_boxes += kind in {"text", "search"}


def _judged(is_furniture: bool, attributes: Mapping[str, str]) -> tuple[bool, bool, bool]:
    """Is an element with attributes hidden, is it furniture, and is it named after nothing?"""
    is_hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
    is_nothing = False
    if "style" in attributes and not is_hidden:
        is_hidden = bool(_HIDDEN_STYLE.search(attributes["style"]))
    for name in ("class", "id"):
        if name in attributes:
            hides, furnishes, empties = _judged_name(attributes[name][:_MAX_NAME])
            is_hidden |= hides
            is_furniture |= furnishes
            is_nothing |= empties
    return is_hidden, is_furniture or attributes.get("role") in _FURNITURE_ROLES, is_nothing


def _is_beside_value(element: HtmlElement) -> bool:
    beside = element.getnext()
    return beside is not None and beside.tag == "td"


@lru_cache(maxsize=1 << 14)
def _judged_name(named: str) -> tuple[bool, bool, bool]:
    words = _CAMEL.sub("-", named)
    return (
        _HIDDEN_CLASS.search(named) is not None,
        _FURNITURE_CLASS.search(words) is not None,
        _NOTHING_CLASS.search(words) is not None,
    )


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, without those that lie in another."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
