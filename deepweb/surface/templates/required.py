"""Which menus must be chosen before a form answers, and with which option?

A list of several choices, radio buttons or a menu without a wild card, of which nothing is chosen,
may be required: by its HTML, or by what the answers demand (``read/kind/demands``). The paper
leaves required inputs to the informativeness test [Madhavan08 §4]; that finds them where they
answer by themselves, but not where a word is required as well. So a form that must be told what to
search is asked as if it were several forms, one for each option (a *scope*), and where several
options may be sent, first with all of them together.

A menu at "Please choose …" reads as if it restricted nothing, and so do boxes to tick of which none
is ticked. If answers demand a choice and nothing else is open, an option of such a menu is chosen,
or all such boxes are ticked together.

A menu that stands at one of its options, and has none for all ("search in: News"), restricts every
answer without a word; so its other options are scopes as well. Boxes that are ticked at first
("Available now") are a scope with none of them ticked.

What a button sends is such an option, too: "Search articles" beside "Search books". Another button
than the one that is pressed makes a scope if the server can tell the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from deepweb.form.model import Form, Input
from deepweb.page.words import terms
from deepweb.read.kind.demands import CHOOSE
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.genuine import shows
from deepweb.surface.templates.template import Choice

MAX_BUTTONS = 5  # other buttons of a form that are tried
MAX_CHOICES = 8  # options of a menu that restricts by its default
MAX_SCOPES = 24  # scopes of a form; of more options, the first is sent and the others are templates


@dataclass(frozen=True, slots=True)
class Scope:
    """A form with the choices made that it requires."""

    form: Form
    chosen: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The inputs and their values."""

    @property
    def is_whole(self) -> bool:
        """Are several options sent together?"""
        return any(len(values) > 1 for _, values in self.chosen)

    @property
    def told(self) -> str:
        return ", ".join(f"{name} = {' + '.join(values) or 'none'}" for name, values in self.chosen)


@dataclass(slots=True)
class MissingChoices:
    """Notes which choices the answers of a form demand; a source without questions.

    What only an empty query is told ("Give a word or choose a subject") is no demand.
    """

    found: bool = False
    takes_words: bool = False
    said: str = ""
    """A sentence that demands a choice and stands beside no input."""
    _named: dict[str, None] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs to choose, "" for any; empty if words are answered without a choice."""
        return () if self.found or self.takes_words else tuple(self._named)

    def promise(self) -> float:
        return 0.0

    def next(self) -> Question | None:
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self.found = self.found or bool(answer.found)
        missing = [each for each in answer.demands if each.kind == CHOOSE]
        self._named.update((each.input, None) for each in missing)
        self.said = self.said or next((each.text for each in missing if not each.input), "")
        is_asked = answer.kind != "error" and any(value for _, value in question.values)
        self.takes_words = self.takes_words or (is_asked and not missing)


def scopes(form: Form, demanded: Collection[str] = (), said: str = "") -> list[Scope]:
    """The scopes of a form: all options together where that is possible, then one by one.

    Empty if nothing must be chosen. ``demanded`` are inputs that answers name, "" for any input,
    or the one whose label is ``said``.
    """
    if "" in demanded:
        demanded = _labelled(form, said) or demanded
    open_inputs = [i for i in form.inputs if _is_open(i, form)]
    must = [i for i in open_inputs if i.required or i.name in demanded]
    if not must and demanded:
        at_any = [i for i in form.inputs if _is_at_any(i, form)]
        named = [i for i in at_any if i.name in demanded]
        must = named or ("" in demanded and (open_inputs or at_any)) or []
    if not must:
        return [_scope(form, tuple(ticks.items()))] if (ticks := _ticks(form, demanded)) else []
    pinned, rest = _within(must)
    base = _chosen(form, {i.name: _values(i)[:1] for i in rest}, keep=True)
    together = {i.name: _values(i) for i in pinned if i.multiple}
    made = [_scope(base, tuple(each)) for each in product(*map(_options, pinned))]
    if together and len(together) == len(pinned):
        made.insert(0, _scope(base, tuple(together.items())))
    return made


def _labelled(form: Form, said: str) -> list[str]:
    """The inputs that a sentence names by their labels."""
    inputs = (each for each in form.inputs if each.name and each.role == "selection")
    return [each.name for each in inputs if terms(each.label) and shows(said, each.label)]


def button_scopes(form: Form, acts: Callable[[Input], bool]) -> list[Scope]:
    """A scope for each other button of a GET form that sends something of its own and acts not."""
    told = [i for i in form.inputs if i.kind == "submit" and i.name and i.default and not i.trap]
    pressed = form.pressed
    if form.method != "GET" or pressed is None:
        return []
    others = [i for i in told if i is not pressed and not acts(i)][:MAX_BUTTONS]
    return [_pressing(form, pressed, each) for each in others]


def other_choices(form: Form, choices: Sequence[Choice]) -> list[Scope]:
    """A scope for each option of the inputs that restrict by their default, but for the default.

    Not of inputs that seem to present, nor of numbers, which are bounds or parts of dates.
    """
    restricting = (
        choice
        for choice in choices
        if _restricts(choice) and not choice.looks_like and len(choice.names) == 1
        if len(choice.values) <= MAX_CHOICES and not all(map(_is_number, choice.texts))
    )
    return _unticked(form) + [
        _scope(form, ((choice.names[0], tuple(value for _, value in pairs)),))
        for choice in restricting
        for pairs in choice.values
        if pairs and pairs != choice.default
    ]


def _unticked(form: Form) -> list[Scope]:
    """The form with none of its boxes ticked that stand alone and are ticked at first."""
    alone = {i.name for i in form.inputs if i.kind == "checkbox" and len(i.options) == 1}
    ticked = sorted(alone & {name for name, _ in form.defaults})
    return [_scope(form, tuple((name, ()) for name in ticked))] if ticked else []


def _restricts(choice: Choice) -> bool:
    """Is one option chosen at first, and none that stands for all? Of check boxes: one ticked."""
    return choice.restricts_by_default or (choice.kind == "checkbox" and bool(choice.default))


def _is_number(text: str) -> bool:
    return text.strip().isdecimal()


def _pressing(form: Form, pressed: Input, button: Input) -> Scope:
    """The form with another button pressed, which comes first among the buttons."""
    unsent = {pressed.name, f"{pressed.name}.x", f"{pressed.name}.y"}
    kept = tuple(pair for pair in form.defaults if pair[0] not in unsent)
    inputs = (button, *(i for i in form.inputs if i is not button))
    sent = (button.name, button.default)
    return Scope(
        replace(form, inputs=inputs, defaults=(*kept, sent)), ((button.name, (button.default,)),)
    )


def _is_open(control: Input, form: Form) -> bool:
    """Is nothing chosen, and must a person choose one of several options?"""
    if control.role != "selection" or not control.name or control.trap:
        return False
    is_sent = any(name == control.name and value for name, value in form.defaults)
    return not is_sent and control.wildcard is None and len(_values(control)) > 1


def _is_at_any(control: Input, form: Form) -> bool:
    """Is a menu sent with the option that seems to restrict nothing?"""
    if control.kind != "select" or not control.name or control.trap or control.wildcard is None:
        return False
    return len(_values(control)) > 1 and (control.name, control.wildcard) in form.defaults


def _ticks(form: Form, demanded: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The boxes to tick of a form, if none is ticked and answers demand a choice of them."""
    boxes = [i for i in form.inputs if i.kind == "checkbox" and i.name and not i.trap]
    names = {i.name for i in boxes}
    is_ticked = any(name in names for name, _ in form.defaults)
    if is_ticked or len(names) < 2 or (names | {""}).isdisjoint(demanded):
        return {}
    return {i.name: _values(i) for i in boxes if _values(i)}


def _values(control: Input) -> tuple[str, ...]:
    """The values that choose something."""
    values = (value for value, _ in control.options if value and value != control.wildcard)
    return tuple(dict.fromkeys(values))


def _options(control: Input) -> Iterator[tuple[str, tuple[str, ...]]]:
    return ((control.name, (value,)) for value in _values(control))


def _within(must: Sequence[Input]) -> tuple[list[Input], list[Input]]:
    """The inputs whose options make few scopes together, and the others."""
    pinned: list[Input] = []
    number = 1
    for control in sorted(must, key=lambda each: len(each.options)):
        number *= len(_values(control))
        if number <= MAX_SCOPES:
            pinned.append(control)
    return pinned, [each for each in must if each not in pinned]


def _scope(form: Form, chosen: tuple[tuple[str, tuple[str, ...]], ...]) -> Scope:
    return Scope(_chosen(form, dict(chosen), keep=False), chosen)


def _chosen(form: Form, values: dict[str, tuple[str, ...]], *, keep: bool) -> Form:
    """The form with some values as defaults; inputs that are not kept are as if hidden."""
    if not values:
        return form
    others = tuple(pair for pair in form.defaults if pair[0] not in values)
    sent = tuple((name, value) for name, each in values.items() for value in each)
    return replace(
        form,
        defaults=(*others, *sent),
        inputs=tuple(
            _as_sent(i, "".join(values[i.name][:1]), keep=keep) if i.name in values else i
            for i in form.inputs
        ),
    )


def _as_sent(control: Input, value: str, *, keep: bool) -> Input:
    if not keep:
        return replace(control, default=value, kind="hidden")
    # It may be asked for its other options, but not for none.
    options = tuple(each for each in control.options if each[0] and each[0] != control.wildcard)
    return replace(control, default=value, wildcard=None, options=options)
