"""What narrows a search on a page without sending it: menus, boxes to tick, ends of sliders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

_DIGITS = re.compile(r"[\d.,()\s]+")


@dataclass(frozen=True, slots=True)
class PageFilter:
    """A menu, a box to tick, or one end of a slider, on a page."""

    place: int
    label: str
    options: tuple[tuple[str, str], ...]
    """Values and labels of a menu that can be chosen; empty for a box to tick."""
    chosen: int
    """The option that is chosen, by its number; -1 for a box to tick."""
    value: str
    is_on: bool
    kind: str
    """``menu``, ``tick``, ``radio``, or ``slider`` for one of its ends, as a menu."""

    @property
    def key(self) -> tuple[str, str, int]:
        """What stays when the page draws it again; the label may tell a number of records."""
        is_named = not self.options and self.value not in {"", "on", "true", "1"}
        label = "" if is_named else _DIGITS.sub("", self.label)
        is_slider = self.kind == "slider"
        value = self.options[0][0] if is_slider else "" if self.options else self.value
        return label, value, len(self.options)

    @property
    def is_open(self) -> bool:
        """Is it a menu that stands at an option without a value?"""
        return self.kind == "menu" and self.chosen >= 0 and not self.options[self.chosen][0]

    @property
    def other(self) -> int | None:
        """The number of an option that is not chosen and says something; None if there is none."""
        if not self.options:
            return None if self.is_on and self.kind == "radio" else 0
        told = (n for n, (value, label) in enumerate(self.options) if value and label)
        return next((n for n in told if n != self.chosen), None)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        options = tuple((value, label) for value, label in told["options"])
        return cls(
            told["place"],
            told["label"],
            options,
            told["chosen"],
            told["value"],
            told["isOn"],
            told["kind"],
        )
