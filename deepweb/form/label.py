"""What does a person read as the name of a control?

The name is the first of these that is not empty: a ``label`` that refers to the control or stands
around it, what ``aria-labelledby`` points at, ``aria-label``, ``placeholder``, ``title``, the text
beside it, the text in it, the text before its row. Beside means before it in the same cell or in
the cell before, the header of its column, or behind a box to tick. A text of more than 80
characters is no name but a part of the page.

Labels are collected once a page, and no text is read further than needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from deepweb.form.controls import BUTTON_KINDS, NOT_FILLED_IN, kind
from deepweb.page.page import CONTROLS, UNREAD, short_text

MAX_LABEL = 80  # characters of a label

# Marks of required inputs, and punctuation between a label and its input.
_ENDS = " \xa0*:\N{FULLWIDTH COLON}\N{ASTERISK OPERATOR}\N{FULLWIDTH ASTERISK}"
_LETTER = re.compile(r"[^\W_]")
_TICKED = frozenset({"checkbox", "radio"})
_CELLS = frozenset({"td", "th"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TITLES = frozenset({*_HEADINGS, "legend", "dt", "caption", "strong", "b"})
_NO_LABELS = frozenset({"a", "script", "style", "br", "img", "p"})
_ROWS = frozenset({"table", "tbody", "tr"})
_PAGE_PARTS = _ROWS | {"form", "body", "html"}
_UNIT = re.compile(
    r"[$€£¥₹₽%]|(?:km|mi|miles?|meters?|m[²2]|sq\.? ?ft|sqm|qm|kg|lbs?|g|cm|mm|kw|ps|hp|ccm|km/h"
    r"|mph|eur|usd|gbp|chf|zł|kč|ft|years?|jahre?n?|ans|años|anni"
    r"|months?|days?|tage?|hours?|minutes?|min)",
    re.IGNORECASE,
)
_MAX_STEPS = 30  # siblings between a box and the text before it
_MAX_COLUMNS = 50  # columns of a table whose headers are read
_MAX_BESIDE = 3  # inputs of a block whose first one is named by the text before the block
_MAX_ROW = 3  # elements around a control that may be a row of inputs with one label
_MAX_GROUPS = 5  # elements around a control that may be its group


class Labels:
    """The labels of the controls of one page."""

    def __init__(
        self, root: HtmlElement, labels: Sequence[HtmlElement], asked: Collection[str] = ()
    ) -> None:
        """``asked`` are the values in the page's own address, which its boxes may repeat."""
        self._root, self._asked = root, asked
        self._targets: dict[str, list[HtmlElement]] = {}
        for label in labels:
            if target := label.get("for"):
                self._targets.setdefault(target, []).append(label)
        self._named: dict[str, str] = {}
        self._elements: dict[str, HtmlElement] | None = None
        self._only_headings: dict[HtmlElement, str] = {}

    def element(self, identity: str) -> HtmlElement | None:
        """The first element of the page with this id."""
        if self._elements is None:
            with_id = self._root.xpath("//*[@id]")
            assert isinstance(with_id, list)
            elements = [e for e in with_id if isinstance(e, HtmlElement)]
            self._elements = {e.get("id", ""): e for e in reversed(elements)}
        return self._elements.get(identity)

    def of(self, control: HtmlElement, form: HtmlElement) -> str:
        """The name of one control of a form."""
        found = filter(None, map(_cleaned, self._sources(control, form)))
        if kind(control) in BUTTON_KINDS:
            return next(found, "")
        # "£" before a box is its unit.
        return next((label for label in found if _LETTER.search(label)), "")

    def of_choices(self, members: Sequence[HtmlElement], form: HtmlElement) -> list[str]:
        """The names of the checkboxes or radio buttons of one input."""
        named = [next(filter(None, map(_cleaned, self._said(each))), "") for each in members]
        behind = [_cleaned(_text_behind(each)) for each in members]
        if not all(said or after for said, after in zip(named, behind, strict=True)):
            # Some have no text behind them, so the texts stand before them.
            before = [_cleaned(_text_before(each, form)) for each in members]
            behind = [first or second for first, second in zip(before, behind, strict=True)]
        long = (self._cut_label(each) for each in members)
        return [said or after or cut for said, after, cut in zip(named, behind, long, strict=True)]

    def _cut_label(self, control: HtmlElement) -> str:
        """The first words of a long label."""
        labels = self._targets.get(control.get("id", ""), ())
        return next((_cleaned(_text(each)[:MAX_LABEL].rpartition(" ")[0]) for each in labels), "")

    def of_group(self, members: Sequence[HtmlElement], form: HtmlElement) -> str:
        """The common name of the checkboxes or radio buttons of one input."""
        first, name = members[0], members[0].get("name", "")
        legend = _legend(first)
        said = legend if _is_alone(first) else self._label_for(name)
        said = said or self._around(first, form, {"group", "radiogroup"})
        said = said or _cleaned(_text_before(_outside_label(first), form))
        before = self._unless_of_form(_block_before(_outside_label(first), form), form)
        found = (said, _cleaned(before), legend, _cleaned(_column_header(first)))
        return next((each for each in found if _LETTER.search(each)), "")

    def heading_of(self, control: HtmlElement, form: HtmlElement) -> str:
        """The heading of the group of inputs that a control stands in."""
        said = _legend(control) or self._around(control, form, {"group", "radiogroup"})
        return said or _cleaned(self._unless_of_form(_heading_before(control, form), form))

    def _unless_of_form(self, text: str, form: HtmlElement) -> str:
        """A text, but not the only heading of a form, which names the form and no input."""
        if form not in self._only_headings:
            found = list(islice(form.iter(*_HEADINGS, "legend"), 2))
            self._only_headings[form] = _text(found[0]) if len(found) == 1 else ""
        return "" if text == self._only_headings[form] else text

    def _around(self, control: HtmlElement, form: HtmlElement, roles: set[str]) -> str:
        """The name of the nearest group around a control."""
        for steps, above in enumerate(control.iterancestors()):
            if above is form or steps > _MAX_GROUPS:
                break
            if above.get("role") in roles:
                return next(filter(None, map(_cleaned, self._aria(above))), "")
        return ""

    def _sources(self, control: HtmlElement, form: HtmlElement) -> Iterator[str]:
        if kind(control) in BUTTON_KINDS:
            yield from self._aria(control)
            yield from _button_texts(control)
            return
        yield from self._said(control)
        if kind(control) in _TICKED:
            yield _text_behind(control)
            yield self._cut_label(control)
        yield _text_before(control, form)
        yield _column_header(control)
        yield self._unless_of_form(_block_before(control, form), form)
        if kind(control) in {"text", "search"}:
            # Old pages write the purpose of a box into it.
            written = control.get("value", "")[:MAX_LABEL]
            written = "" if written in self._asked else written
            letters, digits = sum(map(str.isalpha, written)), sum(map(str.isdigit, written))
            yield written if letters > digits else ""
        yield _shared(control, form)

    def _said(self, control: HtmlElement) -> Iterator[str]:
        """Names that the page refers to the control in its markup."""
        if identity := control.get("id"):
            yield self._label_for(identity)
        for above in control.iterancestors("label", "form"):
            if above.tag == "label":
                yield _text(above)
            break
        if kind(control) not in _TICKED:  # some refer to the name, by mistake
            yield self._label_for(control.get("name", ""))
        yield from self._aria(control)
        yield from (control.get(a, "") for a in ("placeholder", "title"))

    def _aria(self, element: HtmlElement) -> Iterator[str]:
        pointed = element.get("aria-labelledby", "").split()[:5]
        named = (self.element(identity) for identity in pointed)
        yield " ".join(_text(e) for e in named if e is not None)
        yield element.get("aria-label", "")

    def _label_for(self, identity: str) -> str:
        if identity not in self._named:
            labels = self._targets.get(identity, ())
            texts = (_cleaned(_text(label) or label.get("title", "")) for label in labels)
            self._named[identity] = next(filter(None, texts), "")
        return self._named[identity]


def _is_alone(control: HtmlElement) -> bool:
    """Does the nearest fieldset hold no other input?"""
    group = next(control.iterancestors("fieldset", "form"), None)
    names = {c.get("name") for c in group.iter(*CONTROLS)} if group is not None else {""}
    return len(names) == 1


def _shared(control: HtmlElement, form: HtmlElement) -> str:
    """The text before a row of inputs that another one begins: "ZIP/City" before two boxes."""
    for above in islice(control.iterancestors(), _MAX_ROW):
        filled_in = (c for c in above.iter(*CONTROLS) if kind(c) not in NOT_FILLED_IN)
        shown = list(islice(filled_in, _MAX_BESIDE + 1))
        if above is form or above.tag in _PAGE_PARTS or len(shown) > _MAX_BESIDE:
            break
        if shown and shown[0] is not control and kind(shown[0]) not in _TICKED:
            around = (shown[0], *shown[0].iterancestors())
            first = next((e for e in around if e.getparent() is above), None)
            return "" if first is None else _text_before(first, form)
    return ""


def _legend(control: HtmlElement) -> str:
    """The legend of the nearest fieldset."""
    for above in control.iterancestors("fieldset", "form"):
        children = islice(above, 3) if above.tag == "fieldset" else ()
        legends = (_text(child) for child in children if child.tag == "legend")
        return _cleaned(next(legends, ""))
    return ""


def _text(element: HtmlElement) -> str:
    return "" if element.tag in UNREAD else short_text(element, MAX_LABEL)


def _cleaned(text: str) -> str:
    """A label without its punctuation; "" if it is too long for a label."""
    if len(text) > 10 * MAX_LABEL:  # do not even split hostile values
        return ""
    label = " ".join(text.split()).strip(_ENDS)
    return label if len(label) <= MAX_LABEL else ""


def _button_texts(button: HtmlElement) -> Iterator[str]:
    shown = button.get("value", "") if button.tag == "input" else short_text(button, MAX_LABEL)
    if kind(button) == "image":
        shown = button.get("alt", "") or shown
    # Words are better than arrows and pictures from a font.
    titles = [button.get("title", ""), *_picture_texts(button)]
    yield from (text for text in (shown, *titles) if _LETTER.search(text[:MAX_LABEL]))
    yield shown
    if kind(button) == "submit" and button.tag == "input" and "value" not in button.attrib:
        yield "Submit"


def _picture_texts(button: HtmlElement) -> Iterator[str]:
    if button.tag == "button":
        for picture in button.iter("img", "svg", "use"):
            yield picture.get("alt") or picture.get("aria-label") or picture.get("title") or ""
            break


def _outside_label(control: HtmlElement) -> HtmlElement:
    """A control, or the label around it; the text before that names the group."""
    above = control.getparent()
    return above if above is not None and above.tag == "label" else control


def _text_before(control: HtmlElement, form: HtmlElement) -> str:
    """The text right before a control or its cell, with no other control between."""
    for element in (control, control.getparent()):
        if element is None or element is form or element.tag in {"body", "html"}:
            break
        for steps, before in enumerate(element.itersiblings(preceding=True)):
            if text := _worded(before.tail):
                return text
            if steps > _MAX_STEPS or _holds_input(before):
                return ""
            if before.tag == "label" and _is_of_another(before, control):
                return ""
            if isinstance(before.tag, str) and (text := _worded(_text(before))):
                return text
        above = element.getparent()
        if text := (_worded(above.text) if above is not None else ""):
            return text
    return ""


def _holds_input(element: HtmlElement) -> bool:
    """Does an element hold or is it an input that is seen?"""
    return any(c.get("type", "").lower() != "hidden" for c in element.iter(*CONTROLS))


def _worded(text: str | None) -> str:
    """A text with words in it; "*" and "/" say nothing, and "Log in | Register" is a menu."""
    return text.strip() if text and _LETTER.search(text) and " | " not in text else ""


def _is_of_another(label: HtmlElement, control: HtmlElement) -> bool:
    """Does a label name another box to tick, before this control?"""
    named = label.get("for")
    ticked = label.itersiblings("input", preceding=True)
    return bool(named) and any(t.get("id") == named and t is not control for t in ticked)


def _block_before(control: HtmlElement, form: HtmlElement) -> str:
    """The text before a control, or before the smallest blocks that it is the first input of."""
    inner = control
    for above in islice(control.iterancestors(), _MAX_GROUPS):
        for before in islice(inner.itersiblings(preceding=True), _MAX_STEPS):
            if text := (before.tail or "").strip():
                return text
            if not isinstance(before.tag, str) or before.tag in _NO_LABELS:
                continue
            if before.tag == "label" and _is_of_another(before, control):
                return ""
            if _holds_input(before):
                return ""
            if (text := _worded(_text(before))) and not _is_link(before, text):
                return text
        if above is form or _is_page_part(above) or not _is_first(control, above):
            break
        inner = above
    return ""


def _is_page_part(element: HtmlElement) -> bool:
    """Is an element too large for the block of an input? A table within a cell is not."""
    around = next(element.iterancestors("td", "form"), None)
    is_nested = element.tag in _ROWS and around is not None and around.tag == "td"
    return element.tag in _PAGE_PARTS and not is_nested


def _is_link(element: HtmlElement, text: str) -> bool:
    """Is all the text of an element one link, such as "Clear all"?"""
    link = next(element.iter("a"), None)
    return link is not None and _text(link) == text


def _is_first(control: HtmlElement, block: HtmlElement) -> bool:
    """Does a block hold few inputs, of which a control is the first?"""
    own = next(control.iter(*CONTROLS), control)
    shown = [c for c in block.iter(*CONTROLS) if kind(c) not in NOT_FILLED_IN]
    names = {c.get("name") for c in shown}
    return bool(shown) and shown[0] is own and len(names) <= _MAX_BESIDE


def _heading_before(control: HtmlElement, form: HtmlElement) -> str:
    """The heading above a control, within its form, that comes before any other input's group."""
    inner = control
    for above in islice(control.iterancestors(), _MAX_GROUPS):
        for before in islice(inner.itersiblings(preceding=True), _MAX_STEPS):
            if before.tag in _TITLES and (text := _text(before)):
                return text
        if above is form:
            break
        inner = above
    return ""


def unit_behind(control: HtmlElement) -> str:
    """The unit that stands right behind a text box: "km", "€"."""
    text = (control.tail or "").strip()
    after = control.getnext()
    if not text and after is not None and after.tag in {"span", "small", "abbr", "label", "i", "b"}:
        text = _text(after)
    found = _UNIT.fullmatch(text[:MAX_LABEL].strip(" .:)(-\u2013"))
    return found[0] if found else ""


def _text_behind(control: HtmlElement) -> str:
    """The text right behind a box to tick, up to the next control or line."""
    if text := (control.tail or "").strip():
        return text
    for after in control.itersiblings():
        if after.tag in {"br", *CONTROLS}:
            break
        if isinstance(after.tag, str) and (text := _text(after)):
            return text
        if text := (after.tail or "").strip():
            return text
    cell = control.getparent()
    beside = cell.getnext() if cell is not None and cell.tag in _CELLS else None
    if beside is None or next(beside.iter(*CONTROLS), None) is not None:
        return ""
    return _text(beside)


def _column_header(control: HtmlElement) -> str:
    """The text above a control's cell, in the row before or in the first row of the table."""
    cell = next(control.iterancestors("td", "th", "form"), None)
    row = cell.getparent() if cell is not None and cell.tag in _CELLS else None
    if cell is None or row is None or row.tag != "tr":
        return ""
    column = sum(1 for _ in islice(cell.itersiblings(preceding=True), _MAX_COLUMNS))
    if column == _MAX_COLUMNS:
        return ""
    rows = row.getparent()
    first = rows[0] if rows is not None else None
    for above in (row.getprevious(), first, *_head_rows(rows)):
        if above is None or above is row or above.tag != "tr" or len(above) <= column:
            continue
        header = above[column]
        if next(header.iter(*CONTROLS), None) is None and (text := _text(header)):
            return text
    return ""


def _head_rows(rows: HtmlElement | None) -> Iterator[HtmlElement]:
    before = rows.getprevious() if rows is not None and rows.tag == "tbody" else None
    if before is not None and before.tag == "thead" and len(before):
        yield before[-1]
