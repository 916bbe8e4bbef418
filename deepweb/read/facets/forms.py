"""Which address does a filter form ask for when one more of its boxes is ticked?

Only forms that are sent by GET, as browsers send them: each control at its default, and the one
that is chosen. Nothing here judges whether a form may be submitted; what comes out are addresses
that are judged like those of links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from lxml.html import Element, HtmlElement

from deepweb.page.page import Page, link_target

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
