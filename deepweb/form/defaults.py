"""What does a control send when nobody touches it?

The HTML standard, "constructing the entry list" (4.10.22.4), with the value sanitisation of each
type of input (4.10.5.1): a range sends its middle, an invalid number is empty, a menu sends its
first enabled option, a menu with several choices none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from lxml.html import HtmlElement

from deepweb.form.charset import charset_name
from deepweb.form.controls import BUTTON_KINDS, kind
from deepweb.page.page import short_text

MAX_SECTION = 100  # letters of the label of an ``optgroup``
_PATTERNS = {
    "date": re.compile(r"\d{4,}-\d\d-\d\d"),
    "month": re.compile(r"\d{4,}-\d\d"),
    "week": re.compile(r"\d{4,}-W\d\d"),
    "time": re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?"),
    "datetime-local": re.compile(r"\d{4,}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?"),
}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?")
_LINE_BREAKS = str.maketrans("", "", "\r\n")
_LONGEST = 500  # characters of an option
_LONGEST_MARK = 60  # characters of a class or of data of an option
_MAX_MARKS = 4  # of each option
_LONGEST_NUMBER = 400  # characters of a number
_PLAIN = frozenset({"value", "selected", "label", "disabled"})
_TICKED = frozenset({"checkbox", "radio"})
_AS_WRITTEN = _TICKED | BUTTON_KINDS | {"hidden"}


class Option(NamedTuple):
    """One option of a menu; a tuple, since some menus have thousands."""

    value: str
    label: str
    is_selected: bool
    is_disabled: bool
    section: str = ""
    """The label of its ``optgroup``."""
    marks: tuple[str, ...] = ()
    """Its classes and data, by which scripts tell the options of a menu that depends on another."""


def value(control: HtmlElement) -> str:
    """The text in a box, or the value of a checkbox, radio button or button."""
    said = kind(control)
    if said == "textarea":
        text = "".join(control.itertext())
        return re.sub(r"\A(?:\r\n|\n|\r)", "", text)
    written = control.get("value")
    if written is None and said in _TICKED:
        return "on"
    return _sanitised(control, said, written or "")


def _sanitised(control: HtmlElement, said: str, written: str) -> str:
    """The value after a browser has corrected it for the type of its box."""
    if said in _AS_WRITTEN:
        return written
    written = written.translate(_LINE_BREAKS)
    match said:
        case "range":
            return _in_range(control, written)
        case "number":
            return written if _number(written) is not None else ""
        case "color":
            return written.lower() if _COLOUR.fullmatch(written) else "#000000"
        case "email" | "url":
            return written.strip()
    pattern = _PATTERNS.get(said)
    return written if pattern is None or pattern.fullmatch(written) else ""


def options(menu: HtmlElement) -> list[Option]:
    """The options of a menu. Menus do not stand inside menus, whatever the parser says."""
    found = []
    stack = [(child, False, "") for child in reversed(menu)]
    while stack:
        element, disabled, section = stack.pop()
        if element.tag == "option":
            found.append(_option(element, disabled)._replace(section=section))
        elif isinstance(element.tag, str) and element.tag != "select":
            if element.tag == "optgroup":
                disabled = disabled or "disabled" in element.attrib
                section = element.get("label", "")[:MAX_SECTION]
            stack.extend((child, disabled, section) for child in reversed(element))
    return found


def chosen(menu: HtmlElement, choices: list[Option]) -> list[Option]:
    """The options that a menu sends."""
    selected = [option for option in choices if option.is_selected]
    if "multiple" not in menu.attrib:
        selected = selected[-1:]
        if not selected and _rows(menu) == 1:
            selected = [o for o in choices if not o.is_disabled][:1]
    return [option for option in selected if not option.is_disabled]


def sent(control: HtmlElement, name: str) -> Iterator[tuple[str, str]]:
    """Names and values that an enabled control sends; a button, if it is pressed."""
    match kind(control):
        case "select":
            yield from ((name, option.value) for option in chosen(control, options(control)))
        case "checkbox" | "radio":
            if "checked" in control.attrib:
                yield name, value(control)
        case "image":  # pressed by keyboard, or in its corner
            prefix = f"{name}." if name else ""
            yield from ((f"{prefix}x", "0"), (f"{prefix}y", "0"))
        case "submit" if control.tag == "input" and control.get("value") is None:
            yield name, "Submit"
        case "file" | "reset" | "button":
            return
        case _:
            yield name, value(control)


def sent_untouched(
    controls: Sequence[HtmlElement],
    button: HtmlElement | None,
    disabled: Collection[HtmlElement],
    encoding: str,
) -> Iterator[tuple[str, str]]:
    """Names and values that a form sends if nobody fills it in and ``button`` is pressed."""
    last_radios = {c.get("name"): c for c in controls if _is_checked_radio(c)}
    for control in controls:
        name, said = control.get("name", ""), kind(control)
        is_off = control in disabled or (said in BUTTON_KINDS and control is not button)
        is_outdone = said == "radio" and last_radios.get(name, control) is not control
        if is_off or is_outdone or (not name and said != "image"):
            continue
        if said == "hidden" and name.lower() == "_charset_":
            yield name, charset_name(encoding)
        else:
            yield from sent(control, name)


def is_ticked(control: HtmlElement) -> bool:
    """Is it a checkbox or a radio button?"""
    return kind(control) in _TICKED


def _is_checked_radio(control: HtmlElement) -> bool:
    return kind(control) == "radio" and "checked" in control.attrib


def _option(element: HtmlElement, disabled: bool) -> Option:
    if len(element):
        text = short_text(element, _LONGEST)[:_LONGEST]
    else:
        text = " ".join((element.text or "").split())
    return Option(
        element.get("value", text),
        element.get("label") or text,
        "selected" in element.attrib,
        disabled or "disabled" in element.attrib,
        marks=_marks(element),
    )


def _marks(option: HtmlElement) -> tuple[str, ...]:
    if all(name in _PLAIN for name in option.attrib):
        return ()
    data = [value for name, value in option.attrib.items() if name.startswith("data-")]
    found = (each for each in (*option.get("class", "").split(), *data) if each)
    return tuple(each for each in found if len(each) <= _LONGEST_MARK)[:_MAX_MARKS]


def _rows(menu: HtmlElement) -> int:
    """How many options are visible at once; where it is one, one is always chosen."""
    size = menu.get("size", "").strip()
    return int(size) if size.isdecimal() and len(size) < 9 and int(size) else 1


def _in_range(control: HtmlElement, written: str) -> str:
    """The position of the handle of a range."""
    least = _number(control.get("min", ""))
    most = _number(control.get("max", ""))
    low, high = 0.0 if least is None else least, 100.0 if most is None else most
    at = _number(written)
    if at is None:
        at = low + (high - low) / 2 if high > low else low
    at = max(low, min(at, high)) if high > low else low
    step = _step(control)
    if step and not (at == low or at == high == low):
        steps = int((at - low) / step + 0.5)
        steps -= low + steps * step > high
        at = low + steps * step
    return f"{at:.12g}"


def _step(control: HtmlElement) -> float:
    written = control.get("step", "")
    if written.lower() == "any":
        return 0.0
    step = _number(written)
    return step if step is not None and step > 0 else 1.0


def _number(text: str) -> float | None:
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if isfinite(number) else None
