"""Which links and controls of a page may be values of a facet, and which heading is above them?

One walk in document order, outside of records: links, check boxes and options of menus are entries;
text between them is the count of the entry before, the heading of the entries after, or nothing.
Entries in like places of one box form a run; a heading between them ends it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.page import UNSEEN, Page, link_target
from deepweb.read.facets.controls import (
    FilterForm,
    count_beside,
    says_nothing,
    target_of,
    value_and_count,
)

# Nodes of a page that are visited.
_MAX_NODES = 100_000
# Entries of a page that are collected.
_MAX_ENTRIES = 3_000
# Options of a menu that are collected.
_MAX_OPTIONS = 500
# Ancestors of an element that are examined.
_MAX_AROUND = 10
# Characters of a heading.
_MAX_HEADING = 60
# Texts before an entry among which its heading is sought.
_MAX_BETWEEN = 4
# Characters of classes and roles that are examined.
_MAX_MARKS = 300
_HEADINGS = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "legend", "dt", "th", "summary", "caption", "strong", "b"}
)
# Elements that hold one entry, even if others are nested in them.
_ITEMS = frozenset({"li", "dd", "tr"})
_CHECK = re.compile(r"check-?_?box|multi-?_?select|tickbox", re.I)
_CHOSEN = re.compile(
    r"(?<![a-z])(?:selected|active|checked|applied|chosen|remove\w*|deselect)(?![a-z])", re.I
)
# Crosses, and letters that stand for them: "[x] Garmin".
_CROSS = re.compile(
    r"(?:(?<!\s)\s++)?"
    r"(?:[\u00d7\u2715\u2716\u2717\u274c\u2297\u2a2f]|\[ ?[x\u00d7-] ?\]|\([x\u00d7-]\)|[x-] )",
    re.I,
)
_STATES = ("aria-checked", "aria-selected", "aria-pressed")
_EDGES = " :\uff1a\u25be\u25bc\u25b8\u25ba+-\u2013\u2014\u200b"


@dataclass(slots=True)
class Entry:
    """A link or control that may be a value of a facet."""

    element: HtmlElement
    url: str
    value: str
    count: int | None
    name: str = ""
    """The name of a control."""
    is_multiple: bool = False
    is_chosen: bool = False
    around: list[HtmlElement] = field(default_factory=list)
    """The element and its ancestors, innermost first."""
    item: int = 0
    """Index of the outermost of these that holds no other entry."""

    @property
    def own(self) -> HtmlElement:
        return self.around[self.item]

    @property
    def box(self) -> HtmlElement:
        return self.around[min(self.item + 1, len(self.around) - 1)]


@dataclass(slots=True)
class Run:
    """Entries in like places under one heading."""

    heading: str
    entries: list[Entry]
    above: Entry | None = None
    """The entry that it is nested in."""


@dataclass(frozen=True, slots=True)
class _Text:
    text: str
    owner: HtmlElement


def runs(page: Page, records: Container[HtmlElement]) -> list[Run]:
    """The runs of entries on a page, outside of its records."""
    tokens = list(_tokens(page, records))
    entries = [token for token in tokens if isinstance(token, Entry)]
    _find_items(entries)
    return _Runs(entries).of(tokens)


def _tokens(page: Page, records: Container[HtmlElement]) -> Iterator[Entry | _Text]:
    reader = _Reader(page)
    stack: list[HtmlElement | _Text] = [page.root]
    nodes = 0
    while stack and nodes < _MAX_NODES and reader.entered < _MAX_ENTRIES:
        node = stack.pop()
        if isinstance(node, _Text):
            yield node
            continue
        nodes += 1
        if node in records:
            continue
        if node.tag in reader.readers:
            is_read = False
            for entry in reader.readers[node.tag](node):
                reader.entered += 1
                is_read = True
                yield entry
            if is_read or node.tag == "select":
                continue
        stack.extend(reversed(list(_inside(node))))


def _inside(node: HtmlElement) -> Iterator[HtmlElement | _Text]:
    if node.text and not node.text.isspace():
        yield _Text(" ".join(node.text.split()), node)
    for child in node:
        if isinstance(child.tag, str) and child.tag not in UNSEEN:
            yield child
        if child.tail and not child.tail.isspace():
            yield _Text(" ".join(child.tail.split()), node)


class _Reader:
    """Makes entries of links, check boxes and menus."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._forms: dict[HtmlElement, FilterForm | None] = {}
        self._labels: dict[str, HtmlElement] = {}
        self.entered = 0
        self.readers = {"a": self._link, "input": self._ticked, "select": self._options}

    def _link(self, node: HtmlElement) -> Iterator[Entry]:
        url = link_target(self._page, node)
        # A link to "#" opens and closes a group; its text may be the heading.
        if url is None or node.get("href", "").lstrip().startswith("#"):
            return
        value, count = value_and_count(node)
        value = value or (node.get("title") or node.get("aria-label") or "").strip()
        around = _around(node)
        marks = " ".join(
            f"{e.get('class', '')} {e.get('role', '')}"[:_MAX_MARKS] for e in around[:2]
        )
        is_chosen = bool(_CHOSEN.search(marks) or _CROSS.match(value)) or any(
            node.get(state, "false") not in {"false", ""} for state in _STATES
        )
        is_multiple = bool(_CHECK.search(marks)) or any(
            each.get("type") == "checkbox" for each in node.iter("input")
        )
        yield Entry(
            node,
            url,
            _CROSS.sub("", value, count=1).strip(),
            count,
            is_multiple=is_multiple,
            is_chosen=is_chosen,
            around=around,
        )

    def _ticked(self, node: HtmlElement) -> Iterator[Entry]:
        """A check box or radio button of a filter form, if it has a label."""
        kind = node.get("type", "").lower()
        form = self._form(node) if kind in {"checkbox", "radio"} else None
        label = self._label(node) if form else None
        if form is None or label is None or next(label.iter("a"), None) is not None:
            return
        value, count = value_and_count(label)
        if not value or not form.may_filter(count):
            return
        if url := form.url_with(node):
            is_chosen = "checked" in node.attrib
            name = node.get("name", "")
            is_multiple = kind == "checkbox"
            yield Entry(node, url, value, count, name, is_multiple, is_chosen, _around(node))

    def _options(self, node: HtmlElement) -> Iterator[Entry]:
        """The options of a menu that leads somewhere by itself, or stands in a filter form."""
        form = self._form(node)
        goes = "onchange" in node.attrib
        around = _around(node)
        for option in islice(node.iter("option"), _MAX_OPTIONS):
            value, count = value_and_count(option)
            written = option.get("value") or ""
            url = None
            if goes and ("/" in written or written.startswith("?")):
                url = target_of(self._page, written)
            elif form is not None and written and form.may_filter(count):
                url = form.url_with(option)
            if value and url:
                is_chosen = "selected" in option.attrib
                name = node.get("name", "")
                yield Entry(option, url, value, count, name, False, is_chosen, [option, *around])

    def _form(self, node: HtmlElement) -> FilterForm | None:
        element = next(node.iterancestors("form"), None)
        if element is None:
            return None
        if element not in self._forms:
            self._forms[element] = FilterForm.of(self._page, element)
            # A label may stand before or behind its box.
            labels = ((label.get("for"), label) for label in element.iter("label"))
            self._labels |= {target: label for target, label in labels if target}
        return self._forms[element]

    def _label(self, node: HtmlElement) -> HtmlElement | None:
        around = next(node.iterancestors("label"), None)
        return self._labels.get(node.get("id", "")) if around is None else around


def _around(node: HtmlElement) -> list[HtmlElement]:
    found = [node]
    for element in node.iterancestors():
        found.append(element)
        if len(found) == _MAX_AROUND:
            break
    return found


def _find_items(entries: Iterable[Entry]) -> None:
    """Set ``item`` of each entry."""
    held = Counter(element for entry in entries for element in entry.around)
    first: dict[HtmlElement, Entry] = {}
    for entry in entries:
        for element in entry.around:
            first.setdefault(element, entry)
    for entry in entries:
        around, item = entry.around, 0
        while item + 2 < len(around) and held[around[item + 1]] == 1:
            item += 1
        # Entries nested in a list item do not make it two items.
        if item + 2 < len(around):
            up = around[item + 1]
            item += up.tag in _ITEMS and first[up] is entry
        entry.item = item


class _Runs:
    """Groups entries into runs, by the texts between them."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._owners = {entry.own: entry for entry in entries}
        self._open: dict[HtmlElement, Run] = {}
        self._between: list[_Text] = []
        self._last: Entry | None = None
        self._runs: list[Run] = []

    def of(self, tokens: Iterable[Entry | _Text]) -> list[Run]:
        for token in tokens:
            if isinstance(token, Entry):
                self._add(token)
            elif not self._belongs_to_last(token) and not says_nothing(token.text):
                self._between.append(token)
        return self._runs

    def _belongs_to_last(self, token: _Text) -> bool:
        last = self._last
        if last is None:
            return False
        if _is_in(token.owner, last.own):
            last.count = count_beside(token.text) if last.count is None else last.count
            return True
        # "<a>Garmin</a> (12) <a>TomTom</a> (3)"
        count = count_beside(token.text)
        is_beside = count is not None and not self._between and token.owner is last.box
        if is_beside and last.count is None:
            last.count = count
        return is_beside

    def _add(self, entry: Entry) -> None:
        between, self._between, self._last = self._before(entry), [], entry
        heading = _heading(between, entry)
        run = self._open.get(entry.box)
        if run is not None and not heading:
            run.entries.append(entry)
            return
        above = next((self._owners[e] for e in _around(entry.box) if e in self._owners), None)
        run = Run(heading or self._inherited(entry, above), [entry], above)
        self._open[entry.box] = run
        self._runs.append(run)

    def _before(self, entry: Entry) -> list[_Text]:
        """The texts before an entry, without its own label and count."""
        kept = []
        for token in self._between[-2 * _MAX_BETWEEN :]:
            if entry.name and (token.text in entry.value or entry.value in token.text):
                continue  # the label of a box
            count = count_beside(token.text)
            if count is None:
                kept.append(token)
            elif entry.count is None and _is_in(token.owner, entry.own):
                entry.count = count  # "<li>12 <a>Garmin</a></li>"
        return kept

    def _inherited(self, entry: Entry, above: Entry | None) -> str:
        """The heading of a run that has none of its own."""
        if above is not None and above.box in self._open:
            return self._open[above.box].heading
        before = self._runs[-1] if self._runs else None
        # Several columns under one heading.
        if before and before.entries[0].box.getparent() is entry.box.getparent():
            return before.heading
        said = (element.get("aria-label", "") for element in _around(entry.box))
        return next((text for text in said if 0 < len(text) <= _MAX_HEADING), "")


def _is_in(element: HtmlElement | None, outer: HtmlElement) -> bool:
    for _ in range(_MAX_AROUND):
        if element is outer or element is None:
            return element is outer
        element = element.getparent()
    return False


def _heading(between: list[_Text], entry: Entry) -> str:
    """The heading among the texts before a run: the last that is not on a button.

    A text that looks like one of the entries is the chosen value, not a heading.
    """
    near = [
        token
        for token in between[-_MAX_BETWEEN:]
        if len(token.text) <= _MAX_HEADING and not _is_like(token.owner, entry)
    ]
    said = [token for token in near if not _is_button(token.owner)]
    chosen = (said or near)[-1:]
    return chosen[0].text.strip(_EDGES) if chosen else ""


def _is_like(owner: HtmlElement, entry: Entry) -> bool:
    """Does a text stand in the box of an entry, in an element like the entry's?"""
    chain = _around(owner)
    if entry.box not in chain[1:]:
        return False
    item = chain[chain.index(entry.box) - 1]
    same_tag = item.tag == entry.own.tag or (item.tag == "span" and entry.own.tag == "a")
    if item is entry.own or not same_tag:
        return False
    looks = item.get("class", "")[:_MAX_MARKS]
    return looks == entry.own.get("class", "") or bool(_CHOSEN.search(looks))


def _is_button(owner: HtmlElement) -> bool:
    if any(element.tag in _HEADINGS for element in _around(owner)[:3]):
        return False
    return any(element.tag in {"a", "button"} for element in _around(owner)[:3])
