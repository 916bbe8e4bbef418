"""Which controls belong to which form?

The HTML standard (4.10.17.3): to the form that ``form=`` names, else to the one around them; a form
inside a form is ignored, and its controls belong to the outer one. Our tree comes from a parser
that knows less than a browser, so there are departures:

- A form inside a form keeps its controls. Its author meant it so, and a search inside a page-wide
  form (ASP.NET) can be submitted by itself. Only where it has no action of its own, and the
  form around it nothing to fill in, do the controls belong to the outer form as in a browser.
- Where tags cross (``<tr><td><form></td><td><input>``) the parser ends the form early, but a
  browser continues to ``</form>``. So a form with an action but no controls takes those that follow
  it and belong to no form, up to the first button. (On 571 real pages, taking more than that was
  right for one form and wrong for fifteen.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from deepweb.page.page import CONTROLS

MAX_FORMS = 300  # forms of a page that are read
MAX_CONTROLS = 1_000  # controls of a form that are read

TYPED_KINDS = frozenset(
    {"text", "search", "tel", "url", "email", "number", "range", "date", "month", "week", "time"}
    | {"datetime-local"}
)
BUTTON_KINDS = frozenset({"submit", "image", "button", "reset"})
SUBMITTING = frozenset({"submit", "image"})
NOT_FILLED_IN = BUTTON_KINDS | {"hidden"}
_INPUT_KINDS = TYPED_KINDS | NOT_FILLED_IN | {"password", "color", "checkbox", "radio", "file"}


def kind(control: HtmlElement) -> str:
    """``select``, ``textarea``, or the type of an input or button; unknown types are ``text``."""
    if control.tag == "input":
        said = control.get("type", "text").lower()
        return said if said in _INPUT_KINDS else "text"
    if control.tag == "button":
        said = control.get("type", "submit").lower()
        return said if said in {"button", "reset"} else "submit"
    return str(control.tag)


@dataclass(eq=False, slots=True)
class FormControls:
    """A form element and its controls in document order."""

    element: HtmlElement
    controls: list[HtmlElement] = field(default_factory=list)
    inside: FormControls | None = None
    """The form around it to which its controls belong in a browser."""
    is_filled_in: bool = False

    def add(self, control: HtmlElement) -> None:
        self.controls.append(control)
        self.is_filled_in |= kind(control) not in NOT_FILLED_IN
        if self.inside is not None:
            self.inside.add(control)


@dataclass(slots=True)
class PageControls:
    """The forms of a page and all their controls, collected in one walk."""

    forms: list[FormControls] = field(default_factory=list)
    strays: list[HtmlElement] = field(default_factory=list)
    """Controls that belong to no form."""
    labels: list[HtmlElement] = field(default_factory=list)
    disabled: set[HtmlElement] = field(default_factory=set)
    """Controls that nobody can fill in or press."""
    base: str | None = None


def page_controls(root: HtmlElement) -> PageControls:
    """Forms with their controls, other controls, labels and base of a page."""
    seen = PageControls()
    elements: list[HtmlElement] = []
    for element in root.iter("form", "label", "base", "fieldset", *CONTROLS):
        match element.tag:
            case "label":
                seen.labels.append(element)
            case "base":
                seen.base = seen.base or element.get("href")
            case "fieldset":
                if "disabled" in element.attrib and element not in seen.disabled:
                    seen.disabled |= _disabled_by(element)
            case _:
                elements.append(element)
                if "disabled" in element.attrib:
                    seen.disabled.add(element)
    seen.forms = [FormControls(element) for element in elements if element.tag == "form"]
    seen.strays = _assigned(elements, seen.forms)
    seen.forms = seen.forms[:MAX_FORMS]
    for form in seen.forms:
        del form.controls[MAX_CONTROLS:]
    return seen


def _disabled_by(group: HtmlElement) -> set[HtmlElement]:
    """Whatever a disabled fieldset disables: its content without its legend."""
    within = set(group.iter("fieldset", *CONTROLS))
    legend = next(group.iterchildren("legend"), None)
    return within if legend is None else within.difference(legend.iter("fieldset", *CONTROLS))


def _assigned(elements: list[HtmlElement], forms: list[FormControls]) -> list[HtmlElement]:
    """Give every control to its form; return those that have none."""
    owners = {form.element: form for form in forms}
    by_id = {form.element.get("id", ""): form for form in reversed(forms)}
    orphans: list[HtmlElement] = []
    # Each form with the orphans up to the next one.
    followers: list[tuple[FormControls, list[HtmlElement]]] = []
    for element in elements:
        around = next(element.iterancestors("form"), None)
        if element.tag == "form":
            before = followers[-1][0] if followers else None
            outer = owners[around] if around is not None else None
            owners[element].inside = _passed_over(element, before, outer)
            followers.append((owners[element], []))
        elif name := element.get("form"):
            owner = by_id.get(name)
            owner.add(element) if owner else orphans.append(element)
        elif around is not None:
            owners[around].add(element)
        else:
            (followers[-1][1] if followers else orphans).append(element)
    for form, strays in followers:
        orphans += _left_over(form, strays)
    return orphans


def _passed_over(
    element: HtmlElement, before: FormControls | None, around: FormControls | None
) -> FormControls | None:
    """The form that browsers use in place of this one, if any."""
    if element.get("action"):
        return None
    if around is not None:
        outer = around.inside or around
        return None if outer.is_filled_in else outer
    if before is None or element.getprevious() is not before.element or before.controls:
        return None
    # The parser ends a form where the next one starts: "<form action=…><form>".
    return before if before.element.get("action") else None


def _left_over(form: FormControls, strays: list[HtmlElement]) -> list[HtmlElement]:
    """Give a form that was cut off the controls that follow it; return the others."""
    is_cut_off = form.element.get("action") and form.element.getnext() is None
    if form.controls or form.inside is not None or not is_cut_off:
        return strays
    buttons = (n for n, control in enumerate(strays, 1) if kind(control) in SUBMITTING)
    ends = next(buttons, len(strays))
    for control in strays[:ends]:
        form.add(control)
    return strays[ends:]


def submit_buttons(
    controls: Iterable[HtmlElement], disabled: Collection[HtmlElement]
) -> list[HtmlElement]:
    """The buttons that can be pressed to submit a form; Enter presses the first."""
    return [c for c in controls if kind(c) in SUBMITTING and c not in disabled]
