"""The inputs of a form, as a browser and a person understand them.

Which controls belong to a form is told by ``controls``, what they are called by ``label``, what
they send untouched by ``defaults``, which of them are there to catch machines by ``traps``, and
which option restricts nothing by ``wildcard``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from lxml.html import HtmlElement

from deepweb.form.controls import (
    BUTTON_KINDS,
    NOT_FILLED_IN,
    SUBMITTING,
    TYPED_KINDS,
    FormControls,
    kind,
)
from deepweb.form.defaults import Option, chosen, is_ticked, options, value
from deepweb.form.label import MAX_LABEL, Labels, unit_behind
from deepweb.form.traps import HIDDEN, trap
from deepweb.form.wildcard import named_by, says_any, wildcard

TEXT_KINDS = frozenset({"text", "search"})
"""Kinds of input into which a keyword can be written."""

ROLES = (
    dict.fromkeys(("select", "radio", "checkbox"), "selection")
    | dict.fromkeys(TYPED_KINDS, "text")
    | dict.fromkeys(BUTTON_KINDS, "button")
    | {"hidden": "hidden"}
)
MAX_MARKS = 2_000  # marks of the options of a menu; more are data
MAX_COUNTED = 20  # options of a menu that are read for what they count
_NUMBERS = re.compile(r"[\d.,]+")
MIN_YEARS = 3  # options of a menu of years, at least
YEARS = 1500, 2100
MAX_HINTS = 200  # characters kept of each attribute


@dataclass(frozen=True, slots=True)
class Input:
    """A control of a form, or all its checkboxes or radio buttons of one name."""

    name: str
    kind: str
    label: str = ""
    default: str = ""
    """What is sent if nobody touches it; of a button, what is sent if it is pressed."""
    options: tuple[tuple[str, str], ...] = ()
    """Value and label of each choice of a menu, of checkboxes or of radio buttons."""
    sections: tuple[tuple[str, str], ...] = ()
    """Value of a choice and the label of its ``optgroup``, if it has one."""
    marks: tuple[tuple[str, str], ...] = ()
    """Value of a choice of a menu and one of its classes or data, if these tell choices apart."""
    multiple: bool = False
    """May several values be sent?"""
    required: bool = False
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    suggestions: tuple[str, ...] = ()
    """Values that the page's own list proposes for a text box."""
    autocomplete: str = ""
    placeholder: str = ""
    hints: str = ""
    """Its id and class, which often tell its purpose."""
    trap: str = ""
    """Why a person would leave it empty, so that it may be there to catch machines."""
    wildcard: str | None = None
    """The value of a menu or radio group that restricts nothing."""
    group: str = ""
    """The heading of the group of inputs that it stands in; "" if that is its label."""
    unit: str = ""
    """The unit behind a box: "km"."""
    min_length: int = 0
    """Characters that a text must have."""
    max_length: int = 0
    """Characters that a text may have; 0 if there is no limit."""
    says_any: bool = False
    """Does the label of that value say so in words ("All makes")?"""
    only_with: tuple[()] | tuple[str, str] = ()
    """The menu or radio group, and its option, without which what is filled in does not count."""

    @property
    def role(self) -> str:
        """``selection``, ``text``, ``hidden``, ``button`` or ``other``, as in [Madhavan08 §2]."""
        return ROLES.get(self.kind, "other")

    @property
    def is_calendar(self) -> bool:
        """Is it a menu of the twelve months, or of years? Then it selects, whatever its label."""
        offered = [value for value, _ in self.options if value and value != self.wildcard]
        numbers = [int(value) for value in offered if value.isdecimal() and len(value) <= 4]
        if self.kind != "select" or len(numbers) != len(offered) or len(numbers) < MIN_YEARS:
            return False
        are_years = all(YEARS[0] <= number <= YEARS[1] for number in numbers)
        labels = {label for _, label in self.options}
        are_months = sorted(numbers) == list(range(1, 13)) and labels.isdisjoint(offered)
        return are_years or are_months


class InputReader:
    """Makes inputs from the controls of one page."""

    def __init__(
        self, labels: Labels, disabled: Collection[HtmlElement], any_words: frozenset[str]
    ) -> None:
        self._labels = labels
        self._disabled = disabled
        self._any_words = any_words
        self._listed: dict[str, tuple[str, ...]] = {}

    def all(self, owned: FormControls, pressed: HtmlElement | None) -> Iterator[Input]:
        """Inputs in document order, but the pressed button before the others; a group is one."""
        groups: dict[tuple[str, str], list[HtmlElement]] = {}
        for control in owned.controls:
            if is_ticked(control) and control.get("name") and control not in self._disabled:
                groups.setdefault((kind(control), control.get("name", "")), []).append(control)
        done: HtmlElement | None = None
        for control in owned.controls:
            said = kind(control)
            if said in SUBMITTING and pressed is not None:
                yield self.one(pressed, owned.element)
                done, pressed = pressed, None
            if control is done or (control in self._disabled and said not in SUBMITTING):
                continue
            members = groups.get((said, control.get("name", "")), [control])
            if not is_ticked(control):
                yield self.one(control, owned.element)
            elif members[0] is control:
                yield self._group(members, owned.element)

    def one(self, control: HtmlElement, form: HtmlElement) -> Input:
        said = kind(control)
        label = "" if said == "hidden" else self._labels.of(control, form)
        made = _input(control, label, value(control) if said != "select" else "")
        if said not in NOT_FILLED_IN:
            group = self._labels.heading_of(control, form)
            unit = unit_behind(control) if said in TYPED_KINDS else ""
            made = replace(_grouped(made, group), unit=unit)
        if said == "select":
            return self._menu(control, made)
        if made.role == "text" or said == "textarea":
            return replace(
                made,
                suggestions=self._suggestions(control),
                trap=trap(control, label, made.hints),
            )
        return made

    def _menu(self, control: HtmlElement, made: Input) -> Input:
        choices = options(control)
        offered = tuple((o.value, o.label) for o in choices if not o.is_disabled)
        # An option such as "Category", shown but not to be chosen, names the menu.
        shown = next((o.label for o in choices if o.is_selected and o.is_disabled), "")
        wild = wildcard(offered, self._any_words, required=made.required)
        if not made.label and offered and offered[0][0] in {"", wild}:
            # "Select a brand": the first option names a menu without a label; "Any" does not.
            made = replace(made, label=named_by(offered[0][1], self._any_words)[:MAX_LABEL])
        if not made.label:
            made = replace(made, label=_counted(offered))
        return replace(
            made,
            default=next((o.value for o in chosen(control, choices)), ""),
            options=offered,
            sections=tuple((o.value, o.section) for o in choices if o.section),
            marks=_marks(choices),
            placeholder=made.placeholder or shown,
            wildcard=wild,
            says_any=says_any(offered, wild, self._any_words),
        )

    def _group(self, members: Sequence[HtmlElement], form: HtmlElement) -> Input:
        first, is_radio = members[0], kind(members[0]) == "radio"
        names = self._labels.of_choices(members, form)
        offered = tuple(zip(map(value, members), names, strict=True))
        checked = [value(each) for each in members if "checked" in each.attrib]
        is_single = len(members) == 1 and not is_radio
        label = names[0] if is_single else self._labels.of_group(members, form)
        made = _input(first, label, "".join(checked[-1:] if is_radio else checked[:1]))
        group = self._labels.heading_of(first, form)
        made = _grouped(made, group)
        return replace(
            made,
            options=offered,
            multiple=not is_radio and len(members) > 1,
            trap=trap(first, label, made.hints) if is_single else "",
            wildcard=wildcard(offered, self._any_words) if is_radio else None,
        )

    def _suggestions(self, control: HtmlElement) -> tuple[str, ...]:
        named = control.get("list", "")
        if named and named not in self._listed:
            listed = self._labels.element(named)
            choices = options(listed) if listed is not None and listed.tag == "datalist" else []
            proposed = (o.value for o in choices if o.value and not o.is_disabled)
            self._listed[named] = tuple(proposed)
        return self._listed.get(named, ())


def _marks(choices: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    """The marks of options by value, without those that most of them share."""
    times = Counter(mark for each in choices for mark in each.marks)
    few = {mark for mark, number in times.items() if number < len(choices) / 2 + 1}
    if not 1 < len(few) <= MAX_MARKS:
        return ()
    return tuple((o.value, mark) for o in choices for mark in o.marks if mark in few)


def _counted(offered: Sequence[tuple[str, str]]) -> str:
    """What the options of a menu count: "items per page" of "20 items per page" and its like."""
    words = {" ".join(_NUMBERS.sub(" ", label).split()) for _, label in offered[:MAX_COUNTED]}
    return words.pop()[:MAX_LABEL] if len(words) == 1 < len(offered) else ""


def _grouped(made: Input, heading: str) -> Input:
    """The input with the heading of its group, which is its label if it has no other."""
    if not made.label and made.kind != "select":
        return replace(made, label=heading)
    return replace(made, group="" if heading == made.label else heading)


def _input(control: HtmlElement, label: str, default: str) -> Input:
    get = control.get
    return Input(
        name=get("name", ""),
        kind=kind(control),
        label=label,
        default=default,
        multiple="multiple" in control.attrib,
        required="required" in control.attrib or get("aria-required") == "true",
        minimum=get("min", ""),
        maximum=get("max", ""),
        step=get("step", ""),
        autocomplete=get("autocomplete", ""),
        placeholder=" ".join(get("placeholder", "")[:MAX_HINTS].split()),
        hints=hints_of(control, "id", "class"),
        min_length=_length(get("minlength", "")),
        max_length=_length(get("maxlength", "")),
    )


def _length(said: str) -> int:
    return int(said) if said.isdecimal() and len(said) < 6 else 0


def hints_of(element: HtmlElement, *attributes: str) -> str:
    """The values of some attributes, cut to a length."""
    said = " ".join(element.get(a, "")[:MAX_HINTS] for a in attributes)
    return " ".join(said.split())


def without_false_traps(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """A hidden text box opens on a click where the form has no other."""
    boxes = [i for i in inputs if i.kind in TEXT_KINDS]
    if all(box.trap for box in boxes):
        return tuple(replace(i, trap="") if i.trap == HIDDEN else i for i in inputs)
    return inputs
