"""What does a link of a facet say: which value, and how many records have it?

"Garmin (12)", "Garmin [1,234]", "Garmin" with a badge "12" inside or beside it, in the brackets and
digits of any script. A number that is a part of the text ("Size 12", "2012") is none. What is
rounded ("99+", "1.2k") is no count to build on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from lxml.html import Element, HtmlElement

from deepweb.page.page import Page, link_target, seen_elements, visible_text

# A value longer than this is a title.
MAX_VALUE = 80
_NUMBER = r"\d{1,3}(?:[.,'\s\u066c\u2019]\d{3})+|\d{1,9}"
# One word may stand with the number: "12 results", "12件".
_ALONE = rf"({_NUMBER})\s?(?:[^\W\d]{{1,12}})?"
# Brackets of Latin and East Asian scripts; then what else may stand around a number.
_LEFT, _RIGHT = r"(\[\uff08\u3010", r")\]\uff09\u3011"
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


def value_and_count(link: HtmlElement) -> tuple[str, int | None]:
    """What a link says, and the count in it."""
    text = visible_text(link)
    if len(text) > 2 * MAX_VALUE:
        return text, None
    if bracketed := _BRACKETED.fullmatch(text):
        return bracketed[1].strip(_EDGES), _number(bracketed[2])
    if len(link) and (badge := _badge(link, text)):
        return badge
    return text.strip(_EDGES), None


def count_beside(text: str) -> int | None:
    """The count that a text beside a link is, if it is nothing but that."""
    match = _BESIDE.fullmatch(text[:MAX_VALUE])
    return _number(match[1]) if match else None


def says_nothing(text: str) -> bool:
    """Does a text only set links apart?"""
    return bool(_EMPTY.fullmatch(text[:MAX_VALUE]))


def _badge(link: HtmlElement, text: str) -> tuple[str, int | None] | None:
    """A number in an element of its own, at the end or the beginning of a link."""
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


# --- merged from forms.py; rewrite or remove this note ---
# Which address does a filter form ask for when one more of its boxes is ticked?
#
# Only forms that are sent by GET, as browsers send them: each control at its default, and the one
# that is chosen. Nothing here judges whether a form may be submitted; what comes out are addresses
# that are judged like those of links.

# A form with more filled in than this is no filter.
MOST_DEFAULTS, MAX_ADDRESS = 60, 2_000
_NOT_SENT = frozenset(
    {"submit", "button", "image", "reset", "file", "checkbox", "radio", "password"}
)

_Sent = tuple[HtmlElement, str, str]


@dataclass(frozen=True, slots=True)
class FilterForm:
    """A form, and what it sends if nothing is changed."""

    action: str
    sent: tuple[_Sent, ...]
    has_box: bool
    """Is there a box to write in? Then it may be the search form itself."""
    encoding: str

    @classmethod
    def of(cls, page: Page, form: HtmlElement) -> FilterForm | None:
        """A form that can be sent by following an address; None of others."""
        if form.get("method", "get").strip().lower() not in {"get", ""}:
            return None
        action = target_of(page, form.get("action", "").strip() or page.url)
        sent = tuple(_sent(form))
        if action is None or len(sent) > MOST_DEFAULTS:
            return None
        boxes = (each for each in form.iter("input") if each.get("name"))
        has_box = any(each.get("type", "text").lower() in {"text", "search"} for each in boxes)
        return cls(action.partition("?")[0], sent, has_box, page.encoding)

    def may_filter(self, count: int | None) -> bool:
        """Is a control of it, with a count or without one, likely to narrow an answer?"""
        return not self.has_box or count is not None

    def url_with(self, control: HtmlElement) -> str | None:
        """The address that choosing a control leads to; of a ticked box, unticking it."""
        name, value = _name_and_value(control)
        if not name:
            return None
        if control.get("type", "").lower() == "checkbox":
            kept = [(n, v) for element, n, v in self.sent if element is not control]
            asked = kept if "checked" in control.attrib else [*kept, (name, value)]
        else:
            asked = [*((n, v) for _, n, v in self.sent if n != name), (name, value)]
        url = f"{self.action}?{self._encoded(asked)}"
        return url if len(url) <= MAX_ADDRESS else None

    def _encoded(self, asked: list[tuple[str, str]]) -> str:
        try:
            return urlencode(asked, encoding=self.encoding, errors="replace")
        except LookupError:
            return urlencode(asked, errors="replace")


def target_of(page: Page, href: str) -> str | None:
    """Where an address leads that is not that of a link."""
    try:
        return link_target(page, Element("a", href=href))
    except ValueError:  # a character that XML has not
        return None


def _sent(form: HtmlElement) -> Iterator[_Sent]:
    """What is sent by default, in document order; one more than may be, at most."""
    left = MOST_DEFAULTS + 1
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
