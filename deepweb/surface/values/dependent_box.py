"""Which menu must be set for a text box to find anything?

The paper leaves correlated inputs open [Madhavan08 §3.1]: a box for a city may find nothing while
the menu beside it names no state. A box whose words hint at a type, but whose values find nothing
alone, is tried again with an option of a menu set. For boxes of places, menus of places come first,
and the values are the cities of that very state or country.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deepweb.form.model import Input
from deepweb.surface.answer import AskAll, NotAskedError, Question
from deepweb.surface.values.box_answers import PURPOSE
from deepweb.surface.values.type_hint import type_hint
from deepweb.surface.values.typed_box import SoFar, TypedBoxLimits, TypeVerdict, typed_box
from deepweb.surface.values.value_type import FAMILIES, TypeKnowledge, cities_in

LIMITS = TypedBoxLimits(hinted=1, max_questions=12)
MAX_MENUS = 2  # menus that are tried
OPTIONS = 2  # options of each that are tried
MAX_OPTIONS = 400  # options that are read; no menu of countries or states has more
_PLACES = frozenset({"state", "country", "city"})


@dataclass(frozen=True, slots=True)
class Dependence:
    """A menu without which a box finds nothing, and the type of the box with it."""

    menu: str
    option: str
    """The value of the menu that was tried."""
    verdict: TypeVerdict


async def dependent_box(
    box: Input, menus: Sequence[Input], ask: AskAll, knowledge: TypeKnowledge, so_far: SoFar
) -> Dependence | None:
    """The menu on which a box with a hint at its type depends; None if there is none."""
    if not type_hint(box, knowledge.names).types:
        return None
    for menu, option, label in _menus_to_try(box, menus, knowledge):
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


def _menus_to_try(
    box: Input, menus: Sequence[Input], knowledge: TypeKnowledge
) -> Iterator[tuple[Input, str, str]]:
    """The menus to try, each with its options; those whose cities are known first."""
    wanted = type_hint(box, knowledge.names).types[0]
    is_place = FAMILIES[wanted] == "place" or wanted == "zip"
    usable = [menu for menu in menus if menu.role == "selection" and len(menu.options) > 1]
    ranked = sorted(usable, key=lambda menu: is_place and not _names_places(menu, knowledge))
    for menu in ranked[:MAX_MENUS]:
        wild = {"", menu.wildcard}
        offered = [each for each in menu.options[:MAX_OPTIONS] if each[0] not in wild]
        offered.sort(key=lambda each: -len(cities_in(each[1], knowledge.lists)))
        for value, label in offered[:OPTIONS]:
            yield menu, value, label


def _names_places(menu: Input, knowledge: TypeKnowledge) -> bool:
    return bool(_PLACES.intersection(type_hint(menu, knowledge.names).weights))
