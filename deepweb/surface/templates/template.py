"""A query template: some choices that are binding, and the questions that it stands for.

Madhavan et al. (PVLDB 2008), section 3.1: binding inputs are given values, all others are free. A
free input keeps its default, or is given its wild card where its default is another value.
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


@dataclass(frozen=True, slots=True)
class Template:
    """The choices that are binding."""

    choices: tuple[Choice, ...]

    @property
    def binding(self) -> tuple[str, ...]:
        """The inputs that it fills in."""
        return tuple(name for choice in self.choices for name in choice.names)

    @property
    def size(self) -> int:
        """How many questions it stands for."""
        return prod(len(choice.values) for choice in self.choices)

    def values(self) -> Iterator[Pairs]:
        """All that it may fill in."""
        for values in product(*(choice.values for choice in self.choices)):
            yield tuple(pair for pairs in values for pair in pairs)


@dataclass(frozen=True, slots=True)
class Wording:
    """How a question of a form is put: what is filled in beside what is asked for."""

    choices: tuple[Choice, ...]
    fixed: Pairs = ()
    """Filled in with every question: a page size, a bound at its widest."""

    def bound(self, question: Question) -> Pairs:
        """What a question asks for, less what is filled in beside it."""
        beside = {*self.fixed, *(pair for choice in self.choices for pair in choice.free)}
        return tuple(pair for pair in question.values if pair not in beside)

    def question(self, bound: Pairs, purpose: str = "menu") -> Question:
        names = {name for name, _ in (*bound, *self.fixed)}
        free = (pair for c in self.choices if names.isdisjoint(c.names) for pair in c.free)
        said = {name for name, _ in bound}
        fixed = (pair for pair in self.fixed if pair[0] not in said)
        return Question(purpose, (*bound, *fixed, *free))


# --- merged from choices.py; rewrite or remove this note ---
# Which inputs of a form could be filled in from a list, and with what?
#
# GetCandidateInputs of Madhavan et al., *Google's Deep-Web Crawl* (PVLDB 2008), Figure 2: the menus,
# and the text boxes whose values are known. Here also radio buttons and boxes to tick, and ranges,
# which fill in two boxes at once. Each is a ``Choice``: what it may fill in, one thing at a time.
#
# Left out of a menu are its wild card (``wildcard``), options without a value and lines that only
# divide it. Left alone altogether are traps, hidden inputs and buttons, menus that lead elsewhere
# (their values are addresses), and menus that share their name with a text box.
#
# Of inputs of one name the values are taken together: on wide and on narrow screens they are often
# one menu twice, else one list in several parts. Of several values that may be sent at once, one is
# sent at a time: two together show what each shows alone. Boxes to tick that are named alike
# (``cat_1``, ``cat_2``) are one choice too: one of them is ticked at a time.

Pairs = tuple[tuple[str, str], ...]
"""Names of inputs and what is filled in."""

MOST_VALUES = 10_000
"""Values of a choice; a template of more questions is not asked (002, section 4.3)."""
LONGEST_VALUE = 500
# Defaults of these values restrict nothing, whatever else the menu has for a wild card.
_NO_CHOICE = frozenset({"", "0", "-1", "*", "all", "any"})
SELECTS = frozenset({"select", "radio", "checkbox"})
# Boxes to tick that are named alike, so that one of them at a time is a choice.
LEAST_ROW = 3

_LINE = re.compile(r"[\s\-_=.·•\u2010-\u2015\u2500-\u257f]+")
_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,9}://|javascript:|mailto:|//\w)"
    r"|[^\s?]*\.(?:html?|php\d?|aspx?|jsp|cgi)(?:[?#].*)?$"
    r"|[^\s?]*\?[^\s=]+=",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<grouped>\d{1,3}(?:[.,'\u00a0\u202f ]\d{3}){1,4}(?!\d))|\d{1,15}(?:[.,]\d{1,9})?"
)
_COUNTED = re.compile(r"[(\[](\d{1,3}(?:[.,\u00a0 ]?\d{3})*)[)\]]\s*$")
_KEY = re.compile(r"\d+|\[[^\]]*\]$")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Something to fill in, and the values that it may be given."""

    names: tuple[str, ...]
    """The inputs that it fills in: one, or the two of a range, or a row of boxes to tick."""
    values: tuple[Pairs, ...]
    kind: str
    """``select``, ``radio``, ``checkbox``, ``text`` or ``range``."""
    label: str = ""
    texts: tuple[str, ...] = ()
    """What the page calls each value."""
    default: Pairs = ()
    """What is sent where nothing is filled in."""
    free: Pairs = ()
    """What to fill in where it is not binding: its wild card, if its default is another value."""
    required: bool = False
    """Does the form say that it must be filled in?"""
    typed: str = ""
    """Of what type the values are, where they came from a list of that type."""
    looks_like: str = ""
    """What it seems to change of how results are shown, by what it is called (``presentation``)."""

    @property
    def name(self) -> str:
        return ", ".join(self.names)

    @property
    def restricts_untouched(self) -> bool:
        """Is what it sends untouched one of its values, with no wild card to send instead?"""
        return self.default in self.values and not self.free

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The number in each value, if each has one: in what is shown, else in what is sent."""
        for texts in (self.texts, [" ".join(v for _, v in pairs) for pairs in self.values]):
            found = [number for text in texts if (number := _number(text)) is not None]
            if found and len(found) == len(self.values):
                return tuple(found)
        return None

    @property
    def promised(self) -> tuple[int | None, ...]:
        """How many records each value has by what the page says ("Ford (213)"); None if it does
        not say so of most."""
        said = [_counted(text) for text in self.texts]
        if 2 * sum(count is not None for count in said) > len(self.values):
            return tuple(said)
        return (None,) * len(self.values)


def choices(form: Form, *, most: int = MOST_VALUES) -> tuple[Choice, ...]:
    """The menus, radio buttons and boxes to tick that could be binding, in the form's order."""
    made = [_choice(form, own, most) for own in _by_name(form).values() if not _why_not(own)]
    offered = [choice for choice in made if choice.values]
    return tuple(_with_rows(offered))


def left_out(form: Form) -> dict[str, str]:
    """Of menus, radio buttons and boxes to tick that are no choices, why not."""
    reasons = {name: _why_not(own) for name, own in _by_name(form).items()}
    chosen = {name for choice in choices(form) for name in choice.names}
    return {
        name: reason or "offers nothing to choose"
        for name, reason in reasons.items()
        if name not in chosen
    }


def menu_values(form: Form) -> dict[tuple[str, str], tuple[str, str]]:
    """What the page calls each menu and each of its values, by what is sent."""
    return {
        pair: (choice.label or choice.names[0], text)
        for choice in choices(form)
        for pairs, text in zip(choice.values, choice.texts, strict=True)
        for pair in pairs
    }


def text_choice(box: Input, values: Iterable[str], typed: str = "") -> Choice:
    """A text box with values from elsewhere: keywords, or values of a type."""
    given = dict.fromkeys(value for value in values if value and len(value) <= LONGEST_VALUE)
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
    """Menus and boxes to tick with whatever else has their name."""
    named: defaultdict[str, list[Input]] = defaultdict(list)
    for control in form.inputs:
        if 0 < len(control.name) <= LONGEST_VALUE:
            named[control.name].append(control)
    return {n: own for n, own in named.items() if any(each.kind in SELECTS for each in own)}


def _why_not(own: Sequence[Input]) -> str:
    """Why the inputs of a name are no choice, or nothing."""
    selects = [control for control in own if control.kind in SELECTS]
    if any(control.trap for control in own):
        return f"a trap: {next(control.trap for control in own if control.trap)}"
    if any(control.role == "text" for control in own):
        return "a text box has the same name"
    values = [value for control in selects for value, _ in control.options if value]
    addresses = sum(bool(_ADDRESS.match(value[:LONGEST_VALUE])) for value in values)
    return "its values are addresses: it leads elsewhere" if 2 * addresses > len(values) else ""


def _choice(form: Form, own: Sequence[Input], most: int) -> Choice:
    selects = [control for control in own if control.kind in SELECTS]
    first = selects[0]
    default = tuple(pair for pair in form.defaults if pair[0] == first.name)
    offered = {v: t for v, t in _offered(selects) if (first.name, v) not in _unrestricting(default)}
    step = -(-len(offered) // most)  # of a longer menu, values from all over it
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
    )


def _offered(controls: Iterable[Input]) -> Iterator[tuple[str, str]]:
    for control in controls:
        for value, label in control.options:
            is_line = _LINE.fullmatch(label or value) and _LINE.fullmatch(value)
            if value and value != control.wildcard and len(value) <= LONGEST_VALUE and not is_line:
                yield value, label or value


def _unrestricting(default: Pairs) -> set[tuple[str, str]]:
    return {pair for pair in default if pair[1].lower() in _NO_CHOICE}


def _free(default: Pairs, controls: Sequence[Input]) -> Pairs:
    """The wild card, where what is sent untouched is another value that restricts."""
    wild = next((each.wildcard for each in controls if each.wildcard is not None), None)
    restricts = any(value != wild for _, value in set(default) - _unrestricting(default))
    return ((controls[0].name, wild),) if wild is not None and restricts else ()


def _with_rows(offered: Sequence[Choice]) -> Iterator[Choice]:
    """Boxes to tick that are named alike become one choice, where the first of them stands."""
    rows: defaultdict[str, list[Choice]] = defaultdict(list)
    for choice in offered:
        if stem := _row_of(choice):
            rows[stem].append(choice)
    for choice in offered:
        row = rows.get(_row_of(choice), [])
        if len(row) < LEAST_ROW:
            yield choice
        elif row[0] is choice:
            yield replace(
                choice,
                names=tuple(each.names[0] for each in row),
                values=tuple(each.values[0] for each in row),
                texts=tuple(each.label or each.texts[0] for each in row),
                label="",
            )


def _row_of(choice: Choice) -> str:
    """What a lone box to tick that stands in a row is called, less its number."""
    is_lone = choice.kind == "checkbox" and len(choice.values) == 1 and not choice.default
    name = choice.names[0]
    return _KEY.sub("#", name) if is_lone and _KEY.search(name) else ""


def _number(text: str) -> float | None:
    """The first number in a text, whatever separates its thousands."""
    found = _NUMBER.search(text[:LONGEST_VALUE])
    if not found:
        return None
    grouped = found["grouped"]
    return float(re.sub(r"\D", "", grouped) if grouped else found[0].replace(",", "."))


def _counted(text: str) -> int | None:
    found = _COUNTED.search(text[-30:])
    return int(re.sub(r"\D", "", found[1])) if found else None


# --- merged from outcome.py; rewrite or remove this note ---
# Whether a template of a form was worth asking, whoever found out.


@dataclass(frozen=True, slots=True)
class TemplateOutcome:
    """Some inputs to fill in (002, section 3.1), and whether that is worth it, and why."""

    binding: tuple[str, ...]
    informative: bool
    tested: int
    distinctness: float | None
    reason: str
