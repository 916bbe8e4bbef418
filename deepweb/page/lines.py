"""Lines of plain text as elements, so that a line can be a record.

Old pages separate their records by line breaks: lines of ``pre``, runs of text between ``br``. Such
a line is no element. Here each line becomes a ``div``, the lines between two blank lines a ``div``
around them, and a stretch of lines beside other content a ``div`` of its own. The page looks as
before: a ``div`` breaks the line where the line break stood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby, islice

from lxml.html import HtmlElement

from deepweb.page.page import INLINE, UNSEEN, own_texts, visible_text
from deepweb.page.plain_columns import cell, cells_of, column_names, columns_of

MAX_LINES = 5_000  # lines of a page that are examined
MAX_LINE = 10_000  # characters of a line that are examined
MAX_PLACES = 500  # elements of a page whose lines become elements
_MIN_LINES = 3  # lines that make a stretch of ``pre``
_MIN_BROKEN = 4  # lines that make a stretch of text with line breaks
_MIN_BARE = 6  # the same, if no line holds a link
_LINKED = 0.6  # share of the lines, or of the paragraphs, of a stretch with links that hold one
_MIN_BARE_LENGTH = 12  # mean characters of a line without a link that may be a record
_MIN_CODED_LENGTH = 32  # characters of a line of encoded data: a key, a hash, a file
_CODED = 0.8  # share of the lines of encoded data that have one length, and no gap
_MIN_PARAGRAPHS = 3  # paragraphs that make the lines between blank lines one record
_MIN_MEAN = 1.5  # mean lines of these paragraphs
_MAX_HEAD = 3  # lines above a rule that name the columns of a table in plain text
_RULE = re.compile(r"[-=_+|*~\s]{3,}")
# Characters that the parser reads, but that cannot be written into its tree.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FLOWING = INLINE | UNSEEN | {"img", "input"}


@dataclass(frozen=True, slots=True)
class _Line:
    """Texts and elements (without their tails) of a line, and the line break that ends it."""

    nodes: list[str | HtmlElement]
    end: str | HtmlElement | None = None

    @property
    def text(self) -> str:
        said = (n if isinstance(n, str) else visible_text(n) for n in self.nodes)
        return " ".join("".join(said)[:MAX_LINE].split())

    @property
    def has_link(self) -> bool:
        nodes = (n for n in self.nodes if not isinstance(n, str) and isinstance(n.tag, str))
        return any(a.get("href") for node in nodes for a in node.iter("a"))


_Stretch = list[_Line]
"""Lines that no block interrupts."""


def with_lines(root: HtmlElement) -> HtmlElement:
    """The tree with its lines as elements: a copy, or the tree itself if it has none."""
    if not any(map(_is_worth_it, _first_places(root))):
        return root
    tree = deepcopy(root.getroottree()).getroot()
    for place in list(_first_places(tree)):
        if _is_worth_it(place):
            _rebuild(place)
    return tree


def has_more_lines(root: HtmlElement) -> bool:
    """Are there more lines than are examined?"""
    read = list(_first_places(root))
    further = next(islice(_places(root), len(read), None), None)
    return further is not None or sum(map(_lines, read)) > MAX_LINES


def _first_places(root: HtmlElement) -> Iterator[HtmlElement]:
    """The elements that hold the first lines of a page."""
    lines = 0
    for place in islice(_places(root), MAX_PLACES):
        if lines > MAX_LINES:
            return
        yield place
        lines += _lines(place)


def _lines(place: HtmlElement) -> int:
    return len(place) + sum(text.count("\n") for text in own_texts(place))


def _is_worth_it(place: HtmlElement) -> bool:
    is_pre = _is_pre(place)
    return any(_is_listing(part, is_pre) for part in _parts(place) if isinstance(part, list))


def _is_listing(stretch: _Stretch, is_pre: bool) -> bool:
    """May the lines of a stretch, or the paragraphs that they make, be records?"""
    least = _MIN_LINES if is_pre else _MIN_BROKEN
    lines = [line for line in stretch if line.text] if len(stretch) >= least else []
    if len(lines) < least:
        return False
    linked = sum(line.has_link for line in lines)
    if not linked:
        length = sum(len(line.text) for line in lines)
        is_long = len(lines) >= _MIN_BARE and length >= _MIN_BARE_LENGTH * len(lines)
        return is_long and not _is_coded(lines)
    groups = _paragraphs(stretch)
    least = min(len(lines), len(groups) if len(groups) >= _MIN_PARAGRAPHS else len(lines))
    return is_pre or linked >= _LINKED * least


def _is_coded(lines: _Stretch) -> bool:
    """Are the lines encoded data, which is broken into lines of one length?"""
    lengths = Counter(len(text) for text in (line.text for line in lines) if " " not in text)
    length, times = lengths.most_common(1)[0] if lengths else (0, 0)
    return length >= _MIN_CODED_LENGTH and times >= _CODED * len(lines)


def _paragraphs(stretch: _Stretch) -> list[_Stretch]:
    """The lines between blank lines."""
    split = groupby(stretch, key=lambda line: bool(line.text))
    return [list(lines) for is_said, lines in split if is_said]


def _parts(place: HtmlElement) -> Iterator[_Stretch | HtmlElement]:
    """The stretches of lines of an element, and the blocks between them."""
    is_pre = _is_pre(place)
    lines: _Stretch = []
    nodes: list[str | HtmlElement] = []
    for node in _nodes(place, is_pre):
        is_break = node == "\n" or (not isinstance(node, str) and node.tag == "br")
        if is_break and len(lines) < MAX_LINES:
            lines.append(_Line(nodes, node))
            nodes = []
        elif is_break or isinstance(node, str) or _flows(node):
            nodes.append(node)
        else:
            yield [*lines, _Line(nodes)]
            lines, nodes = [], []
            yield node
    yield [*lines, _Line(nodes)]


def _flows(element: HtmlElement) -> bool:
    """Does it stand in a line: inline elements, and comments?"""
    return not isinstance(element.tag, str) or element.tag in _FLOWING


def _nodes(place: HtmlElement, is_pre: bool) -> Iterator[str | HtmlElement]:
    """The texts and children of an element in order; in ``pre``, each line break by itself."""
    yield from _texts(place.text, is_pre)
    for child in place:
        yield child
        yield from _texts(child.tail, is_pre)


def _texts(text: str | None, is_pre: bool) -> Iterator[str]:
    if not text:
        return
    if not is_pre:
        yield text
        return
    first, *others = text.split("\n", MAX_LINES)
    yield from [first] if first else []
    for each in others:
        yield "\n"
        yield from [each] if each else []


def _rebuild(place: HtmlElement) -> None:
    """Put the lines of an element into elements of their own."""
    is_pre, parts = _is_pre(place), list(_parts(place))
    for child in list(place):
        child.tail = None
        place.remove(child)
    place.text = None
    said = [part for part in parts if isinstance(part, list) and any(line.text for line in part)]
    for part in parts:
        if not isinstance(part, list):
            place.append(part)
        elif _is_listing(part, is_pre):
            # Beside other content, the lines are a list of their own.
            _add_lines(place if part is said[0] is said[-1] is parts[0] else _added(place), part)
        else:
            for line in part:
                _add(place, [*line.nodes, *([] if line.end is None else [line.end])])


def _add_lines(place: HtmlElement, stretch: _Stretch) -> None:
    head = _head(stretch)
    for line in stretch[:head]:
        _add(place, [*line.nodes, *([] if line.end is None else [line.end])])
    groups = _paragraphs(stretch[head:])
    lines = sum(map(len, groups))
    if len(groups) >= _MIN_PARAGRAPHS and lines >= _MIN_MEAN * len(groups):
        for group in groups:
            around = _added(place)
            for line in group:
                _add(_added(around), line.nodes)
    else:
        _add_rows(place, stretch[:head], [line for group in groups for line in group])


def _add_rows(place: HtmlElement, head: _Stretch, lines: _Stretch) -> None:
    """Append lines; in ``pre`` words that stand below each other are cells."""
    begins = columns_of([line.nodes for line in lines]) if _is_pre(place) else []
    # Without a rule below it, a line without a link heads those that have one.
    is_headed = [line.has_link for line in lines] == [False] + [True] * (len(lines) - 1)
    heads = (column_names(line.nodes, begins) for line in (*head, *lines[:is_headed]))
    names = next(filter(None, heads), [""] * (len(begins) + 1))
    for line in lines:
        row = _added(place)
        for number, nodes in cells_of(line.nodes, begins) if begins else ():
            row.append(cell(row, number, names[number]))
            _add(row[-1], nodes)
        if not begins:
            _add(row, line.nodes)


def _head(stretch: _Stretch) -> int:
    """The number of lines down to a rule that stands below the names of columns, or 0."""
    said = [n for n, line in enumerate(stretch) if line.text][: _MAX_HEAD + 1]
    return next((n + 1 for n in said[1:] if _is_rule(stretch[n])), 0)


def _is_rule(line: _Line) -> bool:
    """Does it consist of nothing but strokes?"""
    return _RULE.fullmatch(line.text) is not None


def _added(place: HtmlElement) -> HtmlElement:
    block = place.makeelement("div")
    place.append(block)
    return block


def _add(place: HtmlElement, nodes: Iterable[str | HtmlElement]) -> None:
    """Append texts and elements."""
    last = place[-1] if len(place) else None  # counting children takes linear time
    for node in nodes:
        if not isinstance(node, str):
            place.append(node)
            last = node
        elif last is not None:
            last.tail = (last.tail or "") + _UNWRITABLE.sub("", node)
        else:
            place.text = (place.text or "") + _UNWRITABLE.sub("", node)


def _is_pre(place: HtmlElement) -> bool:
    return place.tag == "pre" or next(place.iterancestors("pre"), None) is not None


def _places(root: HtmlElement) -> Iterator[HtmlElement]:
    """The elements that hold several lines of text."""
    found: dict[HtmlElement, int] = {}
    for element in islice(root.iter("br", "pre"), MAX_LINES):
        if element.tag == "pre":
            if not _is_one_of_several(element):
                yield _innermost(element)
        elif (parent := element.getparent()) is not None and parent.tag != "pre":
            found[parent] = found.get(parent, 0) + 1
    yield from (parent for parent, breaks in found.items() if breaks >= _MIN_BROKEN - 1)


def _is_one_of_several(element: HtmlElement) -> bool:
    """Is a ``pre`` beside others? Then each of them is a record, and no line."""
    parent = element.getparent()
    return parent is not None and len(parent.findall("pre")) >= _MIN_LINES


def _innermost(element: HtmlElement) -> HtmlElement:
    """The only element in ``pre``, such as ``code``, if there is one."""
    while len(element) == 1 and not (element.text or "").strip():
        inner = element[0]
        if inner.tag not in INLINE or (inner.tail or "").strip():
            break
        element = inner
    return element
