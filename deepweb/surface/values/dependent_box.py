"""Which menu must be set for a text box to find anything?

Left open by Madhavan et al. (PVLDB 2008): a box for a city may count for nothing, or be refused,
while the menu beside it names no state. A box that expects a type by all its words, but whose
values find nothing alone, is tried again with an option of a menu set: first the menus of places
for boxes of places, and then with the cities of that very state or country.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deepweb.form.model import Input
from deepweb.surface.answer import AskAll, NotAskedError, Question
from deepweb.surface.values.box_answers import PURPOSE
from deepweb.surface.values.type_hint import type_hint
from deepweb.surface.values.typed_box import (
    SoFar,
    TypedBoxLimits,
    TypeKnowledge,
    TypeVerdict,
    typed_box,
)
from deepweb.surface.values.value_type import FAMILIES, cities_in

LIMITS = TypedBoxLimits(hinted=1, most=12)
# Menus and options of each that are tried.
_MENUS, _OPTIONS = 2, 2
# There are not more countries and states than this.
_MOST = 400
_PLACES = frozenset({"state", "country", "city"})


@dataclass(frozen=True, slots=True)
class Dependence:
    """A menu without which a box finds nothing, and what the box expects with it."""

    menu: str
    option: str
    """The value of the menu that it was tried with."""
    verdict: TypeVerdict


async def dependent_box(
    box: Input, menus: Sequence[Input], ask: AskAll, knowledge: TypeKnowledge, so_far: SoFar
) -> Dependence | None:
    """The menu on which a box of a known type depends; None where none is found."""
    if not type_hint(box, knowledge.names).types:
        return None
    for menu, option, label in _choices(box, menus, knowledge):
        along = ((menu.name, option),)
        try:
            alone = await ask([Question(PURPOSE, along)])
        except NotAskedError:
            return None
        places = cities_in(label, knowledge.lists)
        texts = places or so_far.texts
        answers = (*so_far.answers, *alone)
        with_menu = replace(so_far, along=along, texts=texts, answers=answers, words=())
        verdict = await typed_box(box, ask, knowledge, with_menu, LIMITS)
        if verdict.is_typed:
            return Dependence(menu.name, option, verdict)
    return None


def _choices(
    box: Input, menus: Sequence[Input], knowledge: TypeKnowledge
) -> Iterator[tuple[Input, str, str]]:
    """Menus with the options worth trying: of places those whose cities are known."""
    wanted = type_hint(box, knowledge.names).types[0]
    is_place = FAMILIES[wanted] == "place" or wanted == "zip"
    usable = [menu for menu in menus if menu.role == "selection" and len(menu.options) > 1]
    ranked = sorted(usable, key=lambda menu: is_place and not _names_places(menu, knowledge))
    for menu in ranked[:_MENUS]:
        offered = [each for each in menu.options[:_MOST] if each[0] not in {"", menu.wildcard}]
        offered.sort(key=lambda each: -len(cities_in(each[1], knowledge.lists)))
        for value, label in offered[:_OPTIONS]:
            yield menu, value, label


def _names_places(menu: Input, knowledge: TypeKnowledge) -> bool:
    return bool(_PLACES.intersection(type_hint(menu, knowledge.names).weights))
