"""Inputs whose answers are distinct, but prove nothing."""

import asyncio
import random

import pytest

from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.doubt import Doubts
from deepweb.surface.templates.informativeness import Thresholds
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.presentation import LANGUAGE, SORT
from deepweb.surface.templates.role import SELECTION, Role
from deepweb.surface.templates.template import Template
from deepweb.surface.templates.template_test import TemplateTests
from tests.surface.menu_database import MenuDatabase, menu, table

ROWS = table(2000, {"a": 6, "z": 200})
ORDERS = ("price", "-price", "id", "-id", "a", "-a")
A = menu("a", [f"a{n}" for n in range(6)])
UNNAMED, NAMED = menu("s", ORDERS), menu("s", ORDERS, looks_like=SORT)
Z = menu("z", [f"z{n}" for n in range(200)])


def _settled(
    choice: Choice, known: dict[Choice, Role] | None = None, *, small_answers: bool = False
) -> tuple[Doubts, TemplateTests, MenuDatabase]:
    database = MenuDatabase(ROWS, page=10, counts=False, pages_on=True, sort="s")
    interview = Interview([choice, Z], database, 100)
    tests = TemplateTests(interview, Thresholds(), random.Random(0), together=4)
    tests.roles.update(known or {})
    doubts = Doubts(tests, interview, random.Random(0), few=5)

    async def run() -> None:
        await interview.answers([(), *(Z.values[::10] if small_answers else ())])
        await tests.test(Template((choice,)), 50)
        await doubts.settle([Template((choice,))])

    asyncio.run(run())
    return doubts, tests, database


def test_a_name_speaks_against_an_input() -> None:
    _, tests, _ = _settled(NAMED)
    assert tests.roles[NAMED].reason == (
        "looks like a sort order, and nothing shows that it selects"
    )
    assert tests.informative == []


def test_others_that_are_proven_speak_against_it() -> None:
    _, tests, _ = _settled(UNNAMED, {A: Role(SELECTION, "proven")})
    assert tests.roles[UNNAMED].reason == "nothing shows that it selects, as others do"


def test_nothing_speaks_against_it() -> None:
    _, tests, _ = _settled(UNNAMED)
    assert tests.roles[UNNAMED] == Role(SELECTION, "its answers are distinct")
    assert [each.binding for each in tests.informative] == [("s",)]


def test_a_small_answer_settles_it() -> None:
    _, tests, _ = _settled(UNNAMED, small_answers=True)
    assert tests.role(UNNAMED) == "presentation"
    assert tests.roles[UNNAMED].reason.startswith("leaves ")


def test_it_is_settled_once() -> None:
    doubts, tests, database = _settled(UNNAMED, small_answers=True)
    asked = len(database.asked)
    asyncio.run(doubts.settle([Template((UNNAMED,))]))
    assert len(database.asked) == asked
    assert tests.informative == []


@pytest.mark.parametrize(
    ("choice", "first", "proof", "hides"),
    [
        (A, True, False, False),
        (NAMED, False, True, False),
        (menu("c", ["1", "2"]), False, True, False),
        (menu("c", ["1", "2"], default=(("c", "1"),)), True, True, True),
        (menu("s", ORDERS, looks_like=SORT, default=(("s", "id"),)), False, True, False),
        (menu("l", ["en", "de"], looks_like=LANGUAGE, default=(("l", "en"),)), True, True, True),
    ],
    ids=["plain", "sort", "few", "few without a wild card", "sort by default", "language"],
)
def test_what_is_tried_first_and_what_needs_proof(
    choice: Choice, first: bool, proof: bool, hides: bool
) -> None:
    doubts, _, _ = _settled(A)
    assert doubts.is_tried_first(choice) == first
    assert doubts.must_prove(choice) == proof
    assert doubts.may_hide(choice) == hides
