"""What is each input of a form for, by what the page says of it?

[Madhavan08 §2, 3.1] tells selection from presentation inputs by asking. Before anything is asked,
the page says much: this module collects it for ``scrapy forms``. A role is one of

- ``keyword``, ``text`` (another box), ``range low`` and ``range high``,
- ``selection``, ``presentation`` (order, look, language), ``page size``,
- ``hidden scope`` (sent unseen, the same each time), ``token`` (valid for one visit),
- ``submit`` (the button that Enter presses), ``submit choice`` (another one), ``button``,
- ``trap`` and ``left alone`` (passwords, files and their like).

Types are those of ``value_type``, and besides ``person``, ``code`` and ``free text``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import Form, Input
from deepweb.page.concepts import Concepts
from deepweb.surface.templates.presentation import PAGE_SIZE, looks_like
from deepweb.surface.templates.template import Choice, candidate_inputs
from deepweb.surface.values.range_pair import ANY, menu_numbers, range_pairs
from deepweb.surface.values.type_hint import FIXED, KEYWORD, TypeHint, type_hint

FREE_TEXT = "free text"
# What the model of boxes says (``locate/forms``), where the words of a box hint at no type.
_BY_MODEL = {
    "name": "person", "username": "person", "place": "place", "date": "date", "number": "number",
    "code": "code", "e-mail": "e-mail", "phone": "phone",
}  # fmt: skip

_BY_KIND = {"email": "e-mail", "tel": "phone"}


@dataclass(frozen=True, slots=True)
class InputRole:
    """The role and the type of one input, and by what they were recognised."""

    role: str
    reason: str
    type: str = ""
    format: str = ""
    """The notation of dates that the box shows: ``d.m.Y``."""
    partner: str = ""
    """The other end of a range."""
    presses: tuple[tuple[str, str], ...] = ()
    """What a button sends if it is pressed."""


@dataclass(frozen=True, slots=True)
class FormRoles:
    """What is known about the inputs of one form before it is asked."""

    form: Form
    query_input: str
    boxes: Mapping[str, str]
    """Name of each text box to what the model of boxes says that it asks for."""
    names: Concepts
    presentation: Concepts

    def all(self) -> list[InputRole]:
        """The role of each input, in the order of the form."""
        pairs = range_pairs(self.form.inputs, self.names)
        ends = {id(p.low): ("range low", p.high.name, p.type) for p in pairs}
        ends |= {id(p.high): ("range high", p.low.name, p.type) for p in pairs}
        looks = {c.names[0]: c for c in candidate_inputs(self.form)}
        roles = self._roles(ends, looks)
        return [_with_option(r, i) for r, i in zip(roles, self.form.inputs, strict=True)]

    def _roles(
        self, ends: Mapping[int, tuple[str, str, str]], looks: Mapping[str, Choice]
    ) -> Iterator[InputRole]:
        pressed = self.form.pressed
        for control in self.form.inputs:
            if control.trap:
                yield InputRole("trap", control.trap)
            elif id(control) in ends:
                yield self._range_end(control, *ends[id(control)])
            elif control.role == "button":
                yield _button(control, is_pressed=control is pressed)
            elif control.role == "hidden":
                yield _hidden(control, self.form)
            elif control.role == "selection":
                yield self._selection(control, looks.get(control.name))
            elif control.role == "text":
                yield self._box(control)
            else:
                yield InputRole("left alone", f"of kind {control.kind}: nothing is filled in")

    def _range_end(self, control: Input, role: str, partner: str, type_: str) -> InputRole:
        hint = type_hint(control, self.names)
        known = type_ if type_ != ANY else self._type(control, hint)[0]
        return InputRole(
            role, f"the other end is {partner!r}", known, _shown(control, hint), partner
        )

    def _selection(self, control: Input, choice: Choice | None) -> InputRole:
        looks = looks_like(choice, self.presentation) if choice is not None else ""
        if looks:
            role = "page size" if looks == PAGE_SIZE else "presentation"
            return InputRole(role, f"looks like a {looks}")
        said = f"{len(control.options)} options"
        if control.wildcard is not None:
            said += f", {control.wildcard!r} restricts nothing"
        hint = type_hint(control, self.names).types
        is_number = bool(menu_numbers(control))
        type_ = hint[0] if hint and (is_number or hint[0] in _LISTED) else ""
        return InputRole("selection", said, type_ or ("number" if is_number else ""))

    def _box(self, control: Input) -> InputRole:
        hint = type_hint(control, self.names)
        type_, why = self._type(control, hint)
        if "page size" in self.presentation.said_in(f"{control.name} {control.label}"):
            return InputRole("page size", "it is called one", "number")
        is_query = bool(control.name) and control.name == self.query_input
        role = "keyword" if is_query else "text"
        if is_query:
            why = f"most likely takes a query; {why}"
        return InputRole(role, why, type_, _shown(control, hint))

    def _type(self, control: Input, hint: TypeHint) -> tuple[str, str]:
        """The type of a box, and by what it was recognised."""
        by_kind = FIXED[control.kind][0] if control.kind in FIXED else ""
        if control.kind in {"number", "range"} and not hint.types:
            by_kind = "number"
        if by_kind:
            return by_kind, f"of kind {control.kind}"
        by_model = _BY_KIND.get(control.kind) or _BY_MODEL.get(self.boxes.get(control.name, ""), "")
        if by_model in {"e-mail", "phone"}:  # "Phone number" is no number
            return by_model, "its kind or the model of boxes says so"
        if hint.types and hint.weights[hint.types[0]] >= hint.weights.get(KEYWORD, 0.0):
            return hint.types[0], "its words say so"
        if by_model in {"person", "code"} or (by_model and KEYWORD not in hint.weights):
            return by_model, "the model of boxes says so"
        asks = KEYWORD in hint.weights
        return FREE_TEXT, "its words ask for words" if asks else "nothing says what it takes"


# Types whose values menus list.
_LISTED = frozenset({"city", "state", "country", "place", "year", "date", "month", "price", "zip"})


def _shown(control: Input, hint: TypeHint) -> str:
    """The notation of dates that a box shows, or that HTML defines."""
    return FIXED[control.kind][1] if control.kind in FIXED else "".join(hint.notations[:1])


def _with_option(role: InputRole, control: Input) -> InputRole:
    """The role of an input; its reason says which option it needs to count."""
    if not control.only_with:
        return role
    name, value = control.only_with
    return replace(role, reason=f"{role.reason}; counts only with {name!r} at {value!r}")


def _hidden(control: Input, form: Form) -> InputRole:
    if control.name in form.tokens:
        return InputRole("token", "valid for one visit: taken from a fresh page")
    return InputRole("hidden scope", "sent as it is with every question")


def _button(control: Input, *, is_pressed: bool) -> InputRole:
    if control.kind not in SUBMITTING:
        return InputRole("button", f"of kind {control.kind}: sends nothing")
    presses = ((control.name, control.default),) if control.name else ()
    if is_pressed:
        return InputRole("submit", "the button that is pressed", presses=presses)
    return InputRole("submit choice", "another button: what it sends is a choice", presses=presses)


def input_roles(
    form: Form,
    query_input: str | None,
    boxes: Mapping[str, str],
    words: tuple[Concepts, Concepts],
) -> Sequence[InputRole]:
    """The roles of all inputs; ``words`` are those of types and of presentation inputs."""
    return FormRoles(form, query_input or "", boxes, *words).all()
