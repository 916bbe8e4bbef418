"""What does a page show, and where: its text in lines, its furniture, its links, its fields?

One walk over the tree collects what later questions ("what kind of page is it?") are decided by.
What nobody sees does not count: scripts, templates, and elements that are hidden by attribute,
style or a customary class; sites keep a hidden "nothing found" on every page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from deepweb.read.outline import element_paths
from deepweb.read.page import UNSEEN, Page
from deepweb.read.phrases import folded, text_words
from deepweb.read.walk import MOST_NODES

# What is chosen from is not said; what is typed neither.
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
# What stands around the answer on every page of a site. "header" is not among it: the header of an
# article or of the content holds what the page says of itself.
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
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NEVER_FURNITURE = frozenset({"body", "html", "a"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "caption", "legend"})
_TELLING = _HEADINGS | {"dt", "th"}
# Furniture that holds this share of all text is no furniture: its class says something else.
_TOO_MUCH = 0.4


@dataclass(slots=True)
class Look:
    """What a walk over a page found. Places are offsets into ``text``."""

    text: str = ""
    """The text in reading order, folded, a line for each block."""
    words: set[str] = field(default_factory=set)
    """The words of the text."""
    furniture: list[tuple[int, int]] = field(default_factory=list)
    headings: list[tuple[int, int]] = field(default_factory=list)
    main_headings: list[tuple[int, int]] = field(default_factory=list)
    """Where the headings of the first order are."""
    links: dict[tuple[object, ...], list[tuple[int, int, str]]] = field(default_factory=dict)
    """Links outside the furniture by their path: where they begin and end, where they lead."""
    linked: list[tuple[int, int]] = field(default_factory=list)
    """Where all text of links is."""
    types: list[str] = field(default_factory=list)
    passwords: int = 0
    text_boxes: int = 0
    pairs: int = 0
    """Cells and terms that name the value next to them."""

    def is_in(self, spans: list[tuple[int, int]], place: int) -> bool:
        """Does a place lie in one of the spans, which are in order and do not overlap?"""
        at = bisect_right(spans, (place, len(self.text) + 1)) - 1
        return at >= 0 and spans[at][0] <= place < spans[at][1]


def page_look(page: Page, *, uncovered: bool = False) -> Look:
    """Walk over a page; ``uncovered``, with what is hidden until a script shows it."""
    return _Walk(uncovered, page.once(element_paths)).look(page.root)


class _Walk:
    """The walk: what is open, and what was found so far."""

    def __init__(self, uncovered: bool, paths: Mapping[HtmlElement, int]) -> None:
        self._uncovered = uncovered
        self._paths = paths
        self._parts: list[str] = []
        self._at = 0
        self._open: list[tuple[HtmlElement, list[tuple[int, int]], int]] = []
        self._names: dict[str, tuple[bool, bool]] = {}
        self._found = Look(links=defaultdict(list))

    def look(self, root: HtmlElement) -> Look:
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in islice(walk, 2 * MOST_NODES):
            if event == "start":
                if not self._enter(element):
                    walk.skip_subtree()
            elif event == "end":
                self._leave(element)
            elif element.tail:
                self._say(element.tail)
        found = self._found
        found.text = "".join(self._parts)
        found.words = text_words(found.text)
        most = _TOO_MUCH * len(found.text)
        found.furniture = _apart([span for span in found.furniture if span[1] - span[0] < most])
        found.linked = _apart(found.linked)
        found.headings.sort()
        return found

    def _enter(self, element: HtmlElement) -> bool:
        """Take note of an element; False if nobody sees what is in it."""
        tag = str(element.tag)
        if tag not in _INLINE:
            self._break()
        if tag in _UNSAID or not self._note(element, tag):
            return False
        if text := element.text:
            self._say(text)
        return True

    def _note(self, element: HtmlElement, tag: str) -> bool:
        found, is_furniture = self._found, tag in _FURNITURE_TAGS
        if items := element.items():
            attributes = dict(items)
            is_hidden, is_furniture = self._judged(is_furniture, attributes)
            if is_hidden and not self._uncovered and tag != "body":
                return False
            if "itemtype" in attributes:
                found.types.append(attributes["itemtype"].rpartition("/")[2].lower())
            if tag == "a" and "href" in attributes:
                self._open.append((element, found.linked, self._at))
            elif tag == "input":
                self._note_input(attributes)
        if is_furniture and tag not in _NEVER_FURNITURE:
            self._open.append((element, found.furniture, self._at))
        if tag in _TELLING:
            self._note_telling(element, tag)
        return True

    def _note_telling(self, element: HtmlElement, tag: str) -> None:
        if tag in _HEADINGS:
            self._open.append((element, self._found.headings, self._at))
        if tag == "h1":
            self._open.append((element, self._found.main_headings, self._at))
        if tag == "dt" or (tag == "th" and _is_beside_value(element)):
            self._found.pairs += 1

    def _leave(self, element: HtmlElement) -> None:
        while self._open and self._open[-1][0] is element:
            _, spans, start = self._open.pop()
            if self._at > start or spans is self._found.linked:
                spans.append((start, self._at))
                if spans is self._found.linked:
                    self._note_link(element, start)
        if element.tag not in _INLINE:
            self._break()
        if tail := element.tail:
            self._say(tail)

    def _say(self, text: str) -> None:
        if words := text.split():
            piece = folded(" ".join(words))
            self._parts += (piece, " ")
            self._at += len(piece) + 1

    def _break(self) -> None:
        if self._parts and self._parts[-1] != "\n":
            self._parts.append("\n")
            self._at += 1

    def _note_input(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text").lower()
        self._found.passwords += kind == "password"
        self._found.text_boxes += kind in {"text", "search"}

    def _note_link(self, element: HtmlElement, start: int) -> None:
        key = (self._paths.get(element), element.get("class"))
        self._found.links[key].append((start, self._at, element.get("href", "")))

    def _judged(self, is_furniture: bool, attributes: dict[str, str]) -> tuple[bool, bool]:
        """Is an element with attributes hidden, and is it furniture?"""
        is_hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
        if "style" in attributes and not is_hidden:
            is_hidden = bool(_HIDDEN_STYLE.search(attributes["style"]))
        for name in ("class", "id"):
            if name in attributes:
                named = attributes[name]
                judged = self._names.get(named)
                if judged is None:
                    judged = self._names[named] = _judged_name(named)
                is_hidden |= judged[0]
                is_furniture |= judged[1]
        return is_hidden, is_furniture or attributes.get("role") in _FURNITURE_ROLES


def _is_beside_value(element: HtmlElement) -> bool:
    beside = element.getnext()
    return beside is not None and beside.tag == "td"


def _judged_name(named: str) -> tuple[bool, bool]:
    is_hidden = bool(_HIDDEN_CLASS.search(named))
    spelt = named[:500]
    return is_hidden, bool(_FURNITURE_CLASS.search(_CAMEL.sub("-", spelt)))


def _apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that lie in another left out."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
