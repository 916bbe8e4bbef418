"""The inputs that a search form can have beside its box for keywords."""

from dataclasses import dataclass
from typing import Literal

from tests.site.typed import ISO, Type

Shown = Literal["menu", "radios"]
PresentsWhat = Literal["sort", "per_page", "view"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an attribute, or several where boxes are ticked."""

    name: str
    attribute: str
    label: str = ""
    shown: Literal["menu", "radios", "checkboxes"] = "menu"
    any_label: str | None = "Any"  # None: nothing stands for all, and the first value is preset
    any_value: str = ""
    codes: bool = False  # numbers as values, not the words shown
    after: str = ""  # the input without which it counts for nothing, as a city without a state


@dataclass(frozen=True, slots=True)
class Flag:
    """A single box to tick: only the records with this value."""

    name: str
    attribute: str
    value: str
    label: str = ""
    sent: str = "on"


@dataclass(frozen=True, slots=True)
class Steps:
    """Each option holds all that the one before it held: at most, at least, the last days."""

    name: str
    attribute: str
    offered: tuple[int, ...]
    bound: Literal["most", "least", "days"] = "most"
    label: str = ""
    shown: Shown = "menu"
    any_label: str = "Any"


@dataclass(frozen=True, slots=True)
class Range:
    """A lowest and a highest value, typed into two boxes or chosen from two menus."""

    low: str
    high: str
    attribute: str
    kind: Type = "number"
    label: str = ""
    offered: tuple[str, ...] = ()  # of the menus; none for boxes
    written: str = ISO  # how dates are written
    input_type: Literal["text", "number", "date"] = "text"


@dataclass(frozen=True, slots=True)
class Typed:
    """A text box that expects a type."""

    name: str
    kind: Type
    label: str = ""  # "": nothing tells what is expected
    attribute: str = ""  # where not named as the type is
    test: Literal["equal", "least", "most", "near"] = "equal"  # near: zip codes that start alike
    written: str = ISO  # how dates are written
    wrong: Literal["refused", "empty", "ignored"] = "refused"  # what becomes of other values

    @property
    def selects(self) -> str:
        return self.attribute or self.kind


@dataclass(frozen=True, slots=True)
class Words:
    """A text box that searches one attribute, such as the author."""

    name: str
    attribute: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Presents:
    """Changes how results are shown, never which."""

    name: str
    what: PresentsWhat
    shown: Shown = "menu"
    label: str = ""


Control = Choice | Flag | Steps | Range | Typed | Words | Presents


def names_of(control: Control) -> tuple[str, ...]:
    """The inputs that it is made of."""
    return (control.low, control.high) if isinstance(control, Range) else (control.name,)
