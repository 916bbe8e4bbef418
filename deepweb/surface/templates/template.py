"""Which inputs of a form can be binding, and which questions does a query template stand for?

A query template makes some inputs binding and leaves the others free [Madhavan08 §3.1]. A
``Choice`` is a candidate for a binding input together with its values; ``candidate_inputs`` finds
those of a form (GetCandidateInputs in Figure 2).

Departures:

- Besides menus and text boxes with known values, radio buttons, checkboxes and ranges are
  candidates. A range fills in two inputs at once. Checkboxes with numbered names (``cat_1``,
  ``cat_2``) are one choice, of which one box is checked at a time.
- A free input keeps its default as in the paper, unless the default is a restricting value and the
  menu has a wild card: then the wild card is sent.
- Menus whose values are addresses, traps, and menus that share their name with a text box are no
  candidates. Inputs with the same name are one choice: sites often repeat a menu for narrow
  screens.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from deepweb.form.model import Form, Input
from deepweb.surface.answer import Question

Pairs = tuple[tuple[str, str], ...]
"""Names of inputs with the values to fill in."""

MAX_VALUES = 10_000  # values of a choice: a template of more submissions is never tested [§4.3]
MAX_LENGTH = 500  # characters of a name or a value
MIN_ROW = 3  # checkboxes with numbered names that make one choice
SELECTS = frozenset({"select", "radio", "checkbox"})
# Default values that restrict nothing, whatever wild card the menu has.
_NO_RESTRICTION = frozenset({"", "0", "-1", "*", "all", "any"})

_SEPARATOR = re.compile(r"[\s\-_=.·•\u2010-\u2015\u2500-\u257f]+")
_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,9}://|javascript:|mailto:|//\w)"
    r"|[^\s?]*\.(?:html?|php\d?|aspx?|jsp|cgi)(?:[?#].*)?$"
    r"|[^\s?]*\?[^\s=]+=",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<grouped>\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,4}(?!\d))|\d{1,15}(?:[.,]\d{1,9})?"
)
_STATED_COUNT = re.compile(r"[(\[](\d{1,3}(?:[.,\u00a0 ]?\d{3})*)[)\]]\s*$")
_NUMBER_IN_NAME = re.compile(r"\d+|\[[^\]]*\]$")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A candidate for a binding input, and its values."""

    names: tuple[str, ...]
    """The inputs that it fills in: one, the two ends of a range, or a row of checkboxes."""
    values: tuple[Pairs, ...]
    kind: str
    """``select``, ``radio``, ``checkbox``, ``text`` or ``range``."""
    label: str = ""
    texts: tuple[str, ...] = ()
    """The label of each value on the page."""
    default: Pairs = ()
    """What a browser sends if the user leaves the input alone."""
    free: Pairs = ()
    """What to send when the input is free: its wild card, if its default restricts."""
    required: bool = False
    """Does the HTML say that the input is required?"""
    typed: str = ""
    """The type of the values, if they came from a list of that type."""
    multiple: bool = False
    """May several of its values be sent together?"""
    is_calendar: bool = False
    """Is it a menu of months or of years?"""
    looks_like: str = ""
    """The kind of presentation input that its words suggest (``presentation``)."""

    @property
    def name(self) -> str:
        return ", ".join(self.names)

    @property
    def restricts_by_default(self) -> bool:
        """Is its default one of its values, without a wild card to send instead?"""
        several = [(pair,) for pair in self.default] if self.kind == "select" else []
        are_values = bool(several) and set(several) <= set(self.values)
        return (self.default in self.values or are_values) and not self.free

    @property
    def tick(self) -> Pairs:
        """What the other option of a choice between two sends; () for other choices."""
        others = [pairs for pairs in self.values if pairs != self.default]
        is_tick = len(others) == 1 and not (self.looks_like or self.free or self.multiple)
        return others[0] if is_tick else ()

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The number in each value, by its label or else as it is sent; None if one has none."""
        for texts in (self.texts, [" ".join(v for _, v in pairs) for pairs in self.values]):
            found = [number for text in texts if (number := _number(text)) is not None]
            if found and len(found) == len(self.values):
                return tuple(found)
        return None

    @property
    def stated_counts(self) -> tuple[int | None, ...]:
        """The records of each value as its label states them ("Ford (213)"), if most labels do."""
        stated = [_stated_count(text) for text in self.texts]
        if 2 * sum(count is not None for count in stated) > len(self.values):
            return tuple(stated)
        return (None,) * len(self.values)


@dataclass(frozen=True, slots=True)
class Template:
    """The choices that are binding."""

    choices: tuple[Choice, ...]

    @property
    def binding(self) -> tuple[str, ...]:
        """The names of the binding inputs."""
        return tuple(name for choice in self.choices for name in choice.names)

    @property
    def size(self) -> int:
        """The number of submissions that it generates."""
        return prod(len(choice.values) for choice in self.choices)

    def values(self) -> Iterator[Pairs]:
        """The values of the binding inputs, one item for each submission."""
        for values in product(*(choice.values for choice in self.choices)):
            yield tuple(pair for pairs in values for pair in pairs)


@dataclass(frozen=True, slots=True)
class TemplateOutcome:
    """The verdict on a template, for the report."""

    binding: tuple[str, ...]
    informative: bool
    tested: int
    """Answers that were compared."""
    distinctness: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class FreeInputs:
    """What is sent for the inputs that are not binding."""

    choices: tuple[Choice, ...]
    fixed: Pairs = ()
    """Sent with every question: the largest page size, the widest value of a monotonic input."""

    def question(self, bound: Pairs, purpose: str = "menu") -> Question:
        """The question that binds some values."""
        binding = {name for name, _ in bound}
        fixed = tuple(pair for pair in self.fixed if pair[0] not in binding)
        taken = {name for name, _ in (*bound, *self.fixed)}
        free = (pair for c in self.choices if taken.isdisjoint(c.names) for pair in c.free)
        return Question(purpose, (*bound, *fixed, *free))

    def bound(self, question: Question) -> Pairs:
        """The values that a question binds; the inverse of ``question``."""
        others = {*self.fixed, *(pair for choice in self.choices for pair in choice.free)}
        return tuple(pair for pair in question.values if pair not in others)


def candidate_inputs(form: Form) -> tuple[Choice, ...]:
    """The menus, radio buttons and checkboxes that could be binding, in the order of the form."""
    made = [_choice(form, own) for own in _by_name(form).values() if not _why_not(own)]
    return tuple(_with_rows([choice for choice in made if choice.values]))


def left_out(form: Form) -> dict[str, str]:
    """The menus, radio buttons and checkboxes that are no candidates, with the reason."""
    reasons = {name: _why_not(own) for name, own in _by_name(form).items()}
    chosen = {name for choice in candidate_inputs(form) for name in choice.names}
    return {
        name: reason or "offers nothing to choose"
        for name, reason in reasons.items()
        if name not in chosen
    }


def menu_values(form: Form) -> dict[tuple[str, str], tuple[str, str]]:
    """The labels of each menu and of its value, by the name and the value that are sent."""
    return {
        pair: (choice.label or choice.names[0], text)
        for choice in candidate_inputs(form)
        for pairs, text in zip(choice.values, choice.texts, strict=True)
        for pair in pairs
    }


def text_choice(box: Input, values: Iterable[str], typed: str = "") -> Choice:
    """A text box with known values: keywords, or values of a type."""
    given = dict.fromkeys(value for value in values if value and len(value) <= MAX_LENGTH)
    return Choice(
        names=(box.name,),
        values=tuple(((box.name, value),) for value in given),
        kind="text",
        label=box.label,
        texts=tuple(given),
        default=((box.name, box.default),),
        free=((box.name, ""),) if box.default else (),
        required=box.required,
        typed=typed,
    )


def _by_name(form: Form) -> Mapping[str, list[Input]]:
    """All inputs of each name that a menu, a radio button or a checkbox has."""
    named: defaultdict[str, list[Input]] = defaultdict(list)
    for control in form.inputs:
        if 0 < len(control.name) <= MAX_LENGTH:
            named[control.name].append(control)
    return {n: own for n, own in named.items() if any(each.kind in SELECTS for each in own)}


def _why_not(own: Sequence[Input]) -> str:
    """Why the inputs of one name are no candidate; empty if they are one."""
    selects = [control for control in own if control.kind in SELECTS]
    if any(control.trap for control in own):
        return f"a trap: {next(control.trap for control in own if control.trap)}"
    if any(control.role == "text" for control in own):
        return "a text box has the same name"
    values = [value for control in selects for value, _ in control.options if value]
    addresses = sum(bool(_ADDRESS.match(value[:MAX_LENGTH])) for value in values)
    return "its values are addresses: it leads elsewhere" if 2 * addresses > len(values) else ""


def _choice(form: Form, own: Sequence[Input]) -> Choice:
    selects = [control for control in own if control.kind in SELECTS]
    first = selects[0]
    default = tuple(pair for pair in form.defaults if pair[0] == first.name)
    wild = _unrestricting(default, selects)
    offered = {v: text for v, text in _offered(selects) if (first.name, v) not in wild}
    step = -(-len(offered) // MAX_VALUES)  # a longer menu is thinned out evenly
    kept = list(offered.items())[::step] if step > 1 else list(offered.items())
    return Choice(
        names=(first.name,),
        values=tuple(((first.name, value),) for value, _ in kept),
        kind=first.kind,
        label=first.label or first.placeholder,
        texts=tuple(text for _, text in kept),
        default=default,
        free=_free(default, selects),
        required=any(control.required for control in selects),
        multiple=first.multiple,
        is_calendar=first.is_calendar,
    )


def _offered(controls: Iterable[Input]) -> Iterator[tuple[str, str]]:
    """Values with labels, without the wild card and lines that only divide the menu."""
    for control in controls:
        for value, label in control.options:
            is_line = _SEPARATOR.fullmatch(label or value) and _SEPARATOR.fullmatch(value)
            if value and value != control.wildcard and len(value) <= MAX_LENGTH and not is_line:
                yield value, label or value


def _unrestricting(default: Pairs, controls: Sequence[Input]) -> set[tuple[str, str]]:
    """What of the default restricts nothing; of options that are numbered from 0, 0 is the first.

    ``form/wildcard`` tells whether its label says otherwise.
    """
    first = controls[0]
    values = [value for value, _ in first.options]
    is_numbered = len(values) > 1 and values == [str(n) for n in range(len(values))]
    none = _NO_RESTRICTION - {"0"} if is_numbered and first.wildcard is None else _NO_RESTRICTION
    return {pair for pair in default if pair[1].lower() in none}


def _free(default: Pairs, controls: Sequence[Input]) -> Pairs:
    """The wild card, if the default is another value that restricts."""
    wild = next((each.wildcard for each in controls if each.wildcard is not None), None)
    restricts = any(value != wild for _, value in set(default) - _unrestricting(default, controls))
    return ((controls[0].name, wild),) if wild is not None and restricts else ()


def _with_rows(offered: Sequence[Choice]) -> Iterator[Choice]:
    """The choices, with each row of checkboxes as one, in the place of its first box."""
    rows: defaultdict[str, list[Choice]] = defaultdict(list)
    for choice in offered:
        if row_name := _row_name(choice):
            rows[row_name].append(choice)
    for choice in offered:
        row = rows.get(_row_name(choice), [])
        if len(row) < MIN_ROW:
            yield choice
        elif row[0] is choice:
            yield replace(
                choice,
                names=tuple(each.names[0] for each in row),
                values=tuple(each.values[0] for each in row),
                texts=tuple(each.label or each.texts[0] for each in row),
                label="",
            )


def _row_name(choice: Choice) -> str:
    """The name of a single checkbox without its number; empty if it has none."""
    is_single = choice.kind == "checkbox" and len(choice.values) == 1 and not choice.default
    name = choice.names[0]
    return _NUMBER_IN_NAME.sub("#", name) if is_single and _NUMBER_IN_NAME.search(name) else ""


def _number(text: str) -> float | None:
    """The first number in a text, with or without separators of thousands."""
    found = _NUMBER.search(text[:MAX_LENGTH])
    if not found:
        return None
    grouped = found["grouped"]
    return float(re.sub(r"\D", "", grouped) if grouped else found[0].replace(",", "."))


def _stated_count(text: str) -> int | None:
    found = _STATED_COUNT.search(text[-30:])
    return int(re.sub(r"\D", "", found[1])) if found else None
