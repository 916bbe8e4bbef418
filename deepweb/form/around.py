"""What stands around a form: the headings and sentences in it and beside it.

A form may say what it does outside its controls: "Cancel a reservation" above, "The book will be
reserved at once" beside. What is only a list of links, and what belongs to other controls, says
nothing of the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.page import CONTROLS, UNSEEN, short_text
from deepweb.page.words import words

MAX_HEADING = 100  # characters of a heading
MAX_PIECE = 250  # characters of a text
MAX_PIECES = 12  # texts that are kept
_MAX_BEFORE = 3  # texts before a form that are kept
_MAX_STEPS = 4  # elements right before a form that are looked at, on each level
_MAX_LEVELS = 5  # elements around a form whose neighbours are looked at
_NEAR = 2  # of these, those whose own text is near enough
_MAX_HEADINGS = 50  # headings of an element before a form
_MAX_INSIDE = 300  # elements inside a form that are read
_MAX_LINKS = 50  # links of a page among which that to its home page is
_MAX_BOXES = 50  # boxes of a form whose tips are read
_CONFIRMING = ("data-confirm", "data-turbo-confirm", "hx-confirm")
_TIPS = ("title", "aria-description", "data-tooltip", "data-title", "data-original-title")
_NO_TIPS = frozenset({"hidden", "checkbox", "radio", "reset"})
_ELSEWHERE = frozenset({"nav", "footer", "aside", "form", "ul", "menu"})
_HOME = re.compile(r"(?:/|\./?)(?:index\.\w{3,5})?", re.IGNORECASE)
_HEADING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_HEADINGS = (*_HEADING_TAGS, "legend", "caption", "th")
_NOT_READ = UNSEEN.union(CONTROLS, {"option", "label", "datalist"})


def around(form: HtmlElement) -> tuple[str, ...]:
    """The texts before a form, the nearest first, in it and behind it."""
    before = islice(filter(None, _before(form)), _MAX_BEFORE)
    behind = filter(None, _behind(form))
    return tuple(dict.fromkeys([*_confirmed(form), *before, *behind, *inside(form)]))[:MAX_PIECES]


def tips(form: HtmlElement) -> tuple[str, ...]:
    """What a form is called, and what its boxes and buttons show when one points at them."""
    told = (
        _cut(box.get(name))
        for box in (form, *islice(form.iter("input", "textarea", "button"), _MAX_BOXES))
        for name in _TIPS
        if box.get("type", "").lower() not in _NO_TIPS
    )
    return tuple(dict.fromkeys(filter(None, [_cut(form.get("aria-label")), *told])))[:MAX_PIECES]


def named(form: HtmlElement) -> tuple[str, str]:
    """The first legend of a form, and its heading, unless the title of the page says the same."""
    legend = next(form.iter("legend"), None)
    title = next(form.getroottree().getroot().iter("title"), None)
    on_page = {*words(title.text or "")} if title is not None else set()
    own = heading(form)
    is_titled = {*words(own)} <= on_page
    return _heading_text(legend) if legend is not None else "", "" if is_titled else own


def home_name(form: HtmlElement) -> str:
    """What the first link to the home page says: mostly the name of the site."""
    links = islice(form.getroottree().getroot().iter("a"), _MAX_LINKS)
    there = (link for link in links if _HOME.fullmatch(link.get("href", "")[:MAX_PIECE].strip()))
    return next(filter(None, (_cut(short_text(link, MAX_HEADING)) for link in there)), "")


def icons(form: HtmlElement) -> str:
    """The classes of the pictures on buttons that have no text."""
    sending = (b for b in form.iter("button") if b.get("type", "submit").lower() == "submit")
    bare = (b for b in sending if not short_text(b, MAX_PIECE, UNSEEN).strip())
    parts = (
        part for button in islice(bare, _MAX_BOXES) for part in button.iter("i", "svg", "span")
    )
    return " ".join(part.get("class", "")[:MAX_HEADING] for part in islice(parts, _MAX_BOXES))


def inside(form: HtmlElement) -> tuple[str, ...]:
    """The texts in a form: nobody writes there of anything else."""
    return tuple(dict.fromkeys(filter(None, _inside(form))))[:MAX_PIECES]


def _confirmed(form: HtmlElement) -> Iterator[str]:
    """What asks whether a form is to be sent; nobody asks that of a search."""
    for element in (form, *islice(form.iter("button", "input"), _MAX_BOXES)):
        codes = (element.get(name, "") for name in ("onsubmit", "onclick"))
        yield from (code[:MAX_PIECE] for code in codes if "confirm" in code)
        yield from filter(None, (element.get(n) and "confirm()" for n in _CONFIRMING))


def _before(form: HtmlElement) -> Iterator[str]:
    """Texts right before a form, up to the nearest heading."""
    for number, level in enumerate(islice((form, *form.iterancestors()), _MAX_LEVELS)):
        for element in islice(level.itersiblings(preceding=True), _MAX_STEPS):
            if number < _NEAR:
                yield _cut(element.tail)
            if not isinstance(element.tag, str) or element.tag in UNSEEN:
                continue
            if element.tag in _ELSEWHERE or next(element.iter(*CONTROLS), None) is not None:
                return
            if headings := list(islice(element.iter(*_HEADINGS), _MAX_HEADINGS)):
                yield _cut(short_text(headings[-1], MAX_PIECE))
                return
            if next(element.iter("a"), None) is None:
                yield _cut(short_text(element, MAX_PIECE))
        above = level.getparent()
        if above is None or above.tag in {"body", "html"}:
            return
        if number < _NEAR:
            yield _cut(above.text)


def _behind(form: HtmlElement) -> Iterator[str]:
    yield _cut(form.tail)
    after = form.getnext()
    is_text = after is not None and after.tag in {"p", "small", "span", "div", "em", "i", "b"}
    if after is not None and is_text and next(after.iter("a", *_HEADINGS, *CONTROLS), None) is None:
        yield _cut(short_text(after, MAX_PIECE))


def _inside(form: HtmlElement) -> Iterator[str]:
    if form.tag != "form":
        return
    for element in islice(form.iter(), _MAX_INSIDE):
        is_read = isinstance(element.tag, str) and element.tag not in _NOT_READ
        is_named = next(element.iterancestors("a", "label", "select", "button"), None) is not None
        if is_read and not is_named:
            yield _cut(element.text) if element.tag != "a" else ""
        # What stands in a label belongs to its box.
        if element is not form and not is_named:
            yield _cut(element.tail)


def _cut(text: str | None) -> str:
    """A text that says something, with single spaces; "" if it is too long for a hint."""
    if not text or len(text) > 4 * MAX_PIECE:
        return ""
    said = " ".join(text.split())
    return said if 1 < len(said) <= MAX_PIECE else ""


def heading(element: HtmlElement) -> str:
    """The legend of a form, or the heading in it or right before it."""
    if element.tag == "form":
        for inner in element.iter("legend", "form", *_HEADING_TAGS):
            if inner.tag == "form" and inner is not element:
                break
            if inner is not element and (text := _heading_text(inner)):
                return text
    before = _just_before(element)
    if before is None:
        return ""
    *_, last = (None, *before.iter(*_HEADING_TAGS))
    return _heading_text(last) if last is not None else ""


def _just_before(element: HtmlElement) -> HtmlElement | None:
    """The element right before another one, or before the element that it begins; no other form."""
    around: HtmlElement | None = element
    for _ in range(3):
        if around is None or around.tag == "body":
            break
        for before in around.itersiblings(preceding=True):
            if (before.tail or "").strip():
                return None
            if isinstance(before.tag, str) and before.tag not in UNSEEN:
                return None if before.tag == "form" else before
        around = around.getparent()
        if around is not None and (around.text or "").strip():
            break
    return None


def _heading_text(heading: HtmlElement) -> str:
    text = short_text(heading, MAX_HEADING)
    return text if len(text) <= MAX_HEADING else ""
