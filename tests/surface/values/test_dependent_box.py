"""Boxes that find nothing while a menu is not set."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from deepweb.form.model import Input
from deepweb.store.resources import type_knowledge
from deepweb.surface.answer import Answer, NotAskedError, Question
from deepweb.surface.values.dependent_box import Dependence, dependent_box
from deepweb.surface.values.typed_box import SoFar
from deepweb.surface.values.value_type import cities_in
from tests.surface.typed_boxes import PLACES, SHOWN, TypedSite, catalogue

KNOWLEDGE = type_knowledge(2026)
STATES = tuple(dict.fromkeys((code, state) for _, code, state, _ in PLACES))
STATE = Input("st", "select", "State", options=(("", "Any"), *STATES), wildcard="")
COLOUR = Input("c", "select", "Colour", options=(("r", "Red"), ("b", "Blue")))
CITY = Input("city", "text", label="City")


@dataclass
class Shops:
    """A city is looked for in a state only."""

    needs_state: bool = True
    asked: list[dict[str, str]] = field(default_factory=list)

    async def __call__(self, questions: Sequence[Question]) -> list[Answer]:
        await asyncio.sleep(0)
        return [self.answer(dict(question.values)) for question in questions]

    def answer(self, filled: dict[str, str]) -> Answer:
        self.asked.append(filled)
        state, city = filled.get("st", ""), filled.get("city", "")
        entries = catalogue(0, 400, SHOWN, "%Y-%m-%d")
        site = TypedSite(entries, str, str)
        if not state and self.needs_state:
            return Answer("background", "choose a state")
        found = [e for e in entries if e.values["code"] == state or not self.needs_state]
        return site.listed([e for e in found if not city or e.values["city"] == city])


def found(
    site: Shops, box: Input = CITY, menus: Sequence[Input] = (COLOUR, STATE)
) -> Dependence | None:
    so_far = SoFar(nonsense="xqzvkw")
    return asyncio.run(dependent_box(box, menus, site, KNOWLEDGE, so_far))


def test_the_menu_that_a_box_needs_is_found() -> None:
    site = Shops()
    dependence = found(site)
    assert dependence is not None
    assert (dependence.menu, dependence.verdict.type) == ("st", "city")
    # The cities of the state that was chosen are those that are tried.
    assert dependence.option in {"TX", "CA"}
    assert dependence.verdict.values[0] in cities_in(dependence.option, KNOWLEDGE.lists)
    assert len(site.asked) <= 15


def test_menus_that_do_not_help_are_given_up() -> None:
    site = Shops()
    assert found(site, menus=(COLOUR,)) is None
    assert len(site.asked) <= 26


def test_boxes_that_hint_at_nothing_are_left_alone() -> None:
    site = Shops()
    assert found(site, Input("f1", "text")) is None
    assert not site.asked


def test_a_spent_budget_ends_the_search() -> None:
    async def ask(questions: Sequence[Question]) -> list[Answer]:
        raise NotAskedError("budget spent")

    assert asyncio.run(dependent_box(CITY, (STATE,), ask, KNOWLEDGE, SoFar())) is None


@pytest.mark.parametrize(
    ("place", "city"),
    [("Texas", "Houston"), ("TX", "Dallas"), ("germany", "Berlin"), ("DEU", "Munich")],
)
def test_cities_of_a_place(place: str, city: str) -> None:
    assert city in cities_in(place, KNOWLEDGE.lists)


def test_no_cities_are_known_of_other_words() -> None:
    assert cities_in("Red", KNOWLEDGE.lists) == cities_in("", KNOWLEDGE.lists) == []
