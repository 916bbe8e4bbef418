"""What do the links and controls of a filter say, and which address do they lead to?

Value and count: "Garmin (12)", "Garmin [1,234]", or "Garmin" with a badge "12" in it or beside it,
in the brackets and digits of any script. A number that is part of the text ("Size 12", "2012") and
a rounded one ("99+", "1.2k") are no counts.

Address of a form's control: as browsers send a GET form, with every other control at its default.
Whether a form may be submitted is not decided here; the addresses are judged like those of links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from lxml.html import Element, HtmlElement

from deepweb.page.page import Page, link_target, seen_elements, visible_text

# Longer texts are titles, not values.
MAX_VALUE = 80
# Values that a filter form sends by default; a form with more is no filter.
_MAX_DEFAULTS = 60
# Characters of an address that a form may lead to.
_MAX_ADDRESS = 2_000
_NUMBER = r"\d{1,3}(?:[.,'\s\u066c\u2019]\d{3})+|\d{1,9}"
# One word may stand with the number: "12 results", "12件".
_ALONE = rf"({_NUMBER})\s?(?:[^\W\d]{{1,12}})?"
# Brackets of Latin and East Asian scripts.
_LEFT = r"(\[\uff08\u3010"
_RIGHT = r")\]\uff09\u3011"
_BRACKETED = re.compile(rf"(.*[^\s{_LEFT}])\s*[{_LEFT}]\s*{_ALONE}\s*[{_RIGHT}]\s*", re.S)
_BESIDE = re.compile(
    rf"[\s{_LEFT}\u00b7\u2022|:=~\-\u2013\u2014]*{_ALONE}[\s{_RIGHT}.,;|\u00b7\u2022]*"
)
_EMPTY = re.compile(r"[\W_]*")
# Bullets, arrows, ticks and dashes.
_EDGES = (
    " \t\n\u00b7\u2022|:,;>\u00bb\u203a\u2192\u2713\u2714\u2610\u2611\u25a1\u25a0"
    "-\u2013\u2014\u200b\u00a0"
)

# Types of inputs that send nothing by default.
_NOT_SENT = frozenset(
    {"submit", "button", "image", "reset", "file", "checkbox", "radio", "password"}
)

_Sent = tuple[HtmlElement, str, str]
"""The element, name and value of what a control sends."""


def value_and_count(link: HtmlElement) -> tuple[str, int | None]:
    """The value that a link names, and the count in it."""
    text = visible_text(link)
    if len(text) > 2 * MAX_VALUE:
        return text, None
    if bracketed := _BRACKETED.fullmatch(text):
        return bracketed[1].strip(_EDGES), _number(bracketed[2])
    if len(link) and (badge := _badge(link, text)):
        return badge
    return text.strip(_EDGES), None


def count_beside(text: str) -> int | None:
    """The count that a text beside a link states, if it says nothing else."""
    match = _BESIDE.fullmatch(text[:MAX_VALUE])
    return _number(match[1]) if match else None


def says_nothing(text: str) -> bool:
    """Does a text only separate links?"""
    return bool(_EMPTY.fullmatch(text[:MAX_VALUE]))


def _badge(link: HtmlElement, text: str) -> tuple[str, int | None] | None:
    """Value and count of a link with a number in an element of its own, first or last."""
    for element in seen_elements(link):
        if element is link or len(element):
            continue
        said = visible_text(element)
        count = count_beside(said) if said and said != text else None
        if count is None:
            continue
        if text.endswith(said):
            return text.removesuffix(said).strip(_EDGES), count
        if text.startswith(said):
            return text.removeprefix(said).strip(_EDGES), count
    return None


def _number(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


@dataclass(frozen=True, slots=True)
class FilterForm:
    """A GET form, and what it sends if nothing is changed."""

    action: str
    sent: tuple[_Sent, ...]
    has_box: bool
    """Is there a text box? Then it may be the search form itself."""
    encoding: str

    @classmethod
    def of(cls, page: Page, form: HtmlElement) -> FilterForm | None:
        """The form; None if following an address cannot submit it."""
        if form.get("method", "get").strip().lower() not in {"get", ""}:
            return None
        action = target_of(page, form.get("action", "").strip() or page.url)
        sent = tuple(_sent(form))
        if action is None or len(sent) > _MAX_DEFAULTS:
            return None
        boxes = (each for each in form.iter("input") if each.get("name"))
        has_box = any(each.get("type", "text").lower() in {"text", "search"} for each in boxes)
        return cls(action.partition("?")[0], sent, has_box, page.encoding)

    def may_filter(self, count: int | None) -> bool:
        """Is one of its controls, with or without a count, likely to narrow an answer?"""
        return not self.has_box or count is not None

    def url_with(self, control: HtmlElement) -> str | None:
        """The address that choosing a control leads to; for a ticked box, unticking it."""
        name, value = _name_and_value(control)
        if not name:
            return None
        if control.get("type", "").lower() == "checkbox":
            kept = [(n, v) for element, n, v in self.sent if element is not control]
            asked = kept if "checked" in control.attrib else [*kept, (name, value)]
        else:
            asked = [*((n, v) for _, n, v in self.sent if n != name), (name, value)]
        url = f"{self.action}?{self._encoded(asked)}"
        return url if len(url) <= _MAX_ADDRESS else None

    def _encoded(self, asked: list[tuple[str, str]]) -> str:
        try:
            return urlencode(asked, encoding=self.encoding, errors="replace")
        except LookupError:
            return urlencode(asked, errors="replace")


def target_of(page: Page, href: str) -> str | None:
    """Where a link with this address would lead."""
    try:
        return link_target(page, Element("a", href=href))
    except ValueError:  # a character that XML does not allow
        return None


def _sent(form: HtmlElement) -> Iterator[_Sent]:
    """What is sent by default, in document order; at most one more than allowed."""
    left = _MAX_DEFAULTS + 1
    for control in form.iter("input", "select"):
        name = control.get("name", "")
        for element, value in _values(control) if name else ():
            yield element, name, value
            left -= 1
            if not left:
                return


def _values(control: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    if control.tag == "select":
        options = list(control.iter("option"))
        chosen = [option for option in options if "selected" in option.attrib]
        if "multiple" not in control.attrib:
            chosen = (chosen or options)[:1]
        yield from ((option, _option_value(option)) for option in chosen)
    elif control.get("type", "text").lower() not in _NOT_SENT:
        yield control, control.get("value", "")
    elif control.get("type", "").lower() in {"checkbox", "radio"} and "checked" in control.attrib:
        yield control, control.get("value", "on")


def _name_and_value(control: HtmlElement) -> tuple[str, str]:
    if control.tag == "option":
        menu = next(control.iterancestors("select"), None)
        return (menu.get("name", "") if menu is not None else "", _option_value(control))
    return control.get("name", ""), control.get("value", "on")


def _option_value(option: HtmlElement) -> str:
    value = option.get("value")
    return " ".join((option.text or "").split()) if value is None else value
