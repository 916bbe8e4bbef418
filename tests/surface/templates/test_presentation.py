"""Inputs that only present: by their words, by a small answer, by all their values."""

# ruff: noqa: RUF001 (labels in many alphabets)

from __future__ import annotations

import asyncio
import random

import pytest

from deepweb.store.resources import presentation_words
from deepweb.surface.templates.informative import InformativenessLimits
from deepweb.surface.templates.presentation import (
    LANGUAGE,
    LOOK,
    PAGE_SIZE,
    SORT,
    UnprovenRoles,
    looks_like,
    small_answer_test,
    use_largest_pages,
    with_looks,
)
from deepweb.surface.templates.probing import Probe, TemplateTests
from deepweb.surface.templates.role import SELECTION, Role
from deepweb.surface.templates.template import Choice, Template
from tests.surface.menu_database import MenuDatabase, menu, table

CITIES = ("Bern", "Uri", "Zug", "Wallis", "Genf")


def _choice(name: str, label: str, texts: tuple[str, ...] = CITIES, kind: str = "select") -> Choice:
    values = tuple(((name, f"v{n}"),) for n in range(len(texts)))
    return Choice((name,), values, kind, label=label, texts=texts)


PRESENTING = [
    ("sort", "", CITIES, SORT),
    ("sortBy", "", CITIES, SORT),
    ("order_by", "", CITIES, SORT),
    ("x", "Sort by", CITIES, SORT),
    ("x", "Sortieren nach", CITIES, SORT),
    ("x", "Trier par :", CITIES, SORT),
    ("x", "Ordenar por", CITIES, SORT),
    ("x", "Ordina per", CITIES, SORT),
    ("x", "Sorteer op", CITIES, SORT),
    ("x", "Sortera efter", CITIES, SORT),
    ("x", "Sortuj według", CITIES, SORT),
    ("x", "Řazení", CITIES, SORT),
    ("x", "Rendezés", CITIES, SORT),
    ("x", "Сортировать по", CITIES, SORT),
    ("x", "Сортувати", CITIES, SORT),
    ("x", "Sıralama", CITIES, SORT),
    ("x", "並び替え", CITIES, SORT),
    ("x", "排序方式", CITIES, SORT),
    ("x", "정렬", CITIES, SORT),
    ("x", "", ("Relevance", "Newest first", "Oldest first", "Price: low to high"), SORT),
    ("x", "", ("Title A to Z", "Title Z to A", "Lowest price", "Newest first"), SORT),
    ("x", "", ("Preis aufsteigend", "Preis absteigend", "Neueste"), SORT),
    ("x", "", ("Prix croissant", "Prix décroissant", "Pertinence"), SORT),
    ("x", "", ("Сначала дешевые", "Сначала дорогие", "По популярности"), SORT),
    ("x", "", ("新着順", "安い順", "高い順"), SORT),
    ("x", "", ("价格从低到高", "价格从高到低", "最新发布"), SORT),
    ("per_page", "", ("10", "25", "50"), PAGE_SIZE),
    ("x", "Results per page", ("10", "17", "33"), PAGE_SIZE),
    ("x", "", ("10", "20", "50", "100"), PAGE_SIZE),
    ("n", "Show", ("10", "20", "50", "100"), PAGE_SIZE),
    ("x", "", ("12 per page", "24 per page", "48 per page"), PAGE_SIZE),
    ("view", "", ("List", "Grid"), LOOK),
    ("x", "Ansicht", ("Liste", "Kacheln"), LOOK),
    ("styleid", "", ("-- Fixed", "-- Wide"), LOOK),
    ("lang", "", ("A", "B"), LANGUAGE),
    ("x", "Sprache", ("A", "B"), LANGUAGE),
    ("x", "", ("English", "Deutsch", "Français"), LANGUAGE),
]

SELECTING = [
    ("category", "Category", CITIES),
    ("make", "Marke", ("Ford", "Opel", "Fiat")),
    ("year", "Year", ("2008", "2009", "2010")),
    ("price", "Price up to", ("1000", "2000", "5000", "10000")),
    ("maxprice", "", ("5", "10", "20", "50", "100")),
    ("x", "Distance", ("10", "20", "50", "100")),
    ("border", "Bordering on", CITIES),
    ("beds", "Bedrooms", ("1", "2", "3", "4", "5")),
    ("month", "", ("January", "February", "March")),
]


@pytest.mark.parametrize(("name", "label", "texts", "expected"), PRESENTING)
def test_presentation(name: str, label: str, texts: tuple[str, ...], expected: str) -> None:
    assert looks_like(_choice(name, label, texts), presentation_words()) == expected


@pytest.mark.parametrize(("name", "label", "texts"), SELECTING)
def test_selection(name: str, label: str, texts: tuple[str, ...]) -> None:
    assert looks_like(_choice(name, label, texts), presentation_words()) == ""


def test_neither_long_menus_nor_text_boxes_look_like_it() -> None:
    long = _choice("sort", "Sort by", tuple(f"option {n}" for n in range(60)))
    box = _choice("sort", "Sort by", kind="text")
    assert [c.looks_like for c in with_looks([long, box], presentation_words())] == ["", ""]


def test_looks_are_noted() -> None:
    marked = with_looks([_choice("sort", ""), _choice("city", "")], presentation_words())
    assert [choice.looks_like for choice in marked] == [SORT, ""]


# The small answer test

SMALL_ROWS = table(400, {"a": 40, "b": 6})
MANY, SIX = menu("a", [f"a{n}" for n in range(40)]), menu("b", [f"b{n}" for n in range(6)])
ORDER = menu("s", ["price", "-price", "id", "-id"])
SIZE = menu("n", ["5", "10", "50"])
UP_TO = menu("p", ["300", "600", "900"])
TONGUE = menu("l", ["en", "de", "fr"])


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (SIX, "selection"),
        (ORDER, "presentation"),
        (SIZE, "presentation"),
        (TONGUE, "presentation"),
        (UP_TO, "monotonic"),
    ],
    ids=["selection", "sort", "size", "language", "bound"],
)
def test_what_it_tells(choice: Choice, expected: str, counts: bool) -> None:
    more = {"sort": "s", "size": "n", "most": "p", "language": "l"}
    database = MenuDatabase(SMALL_ROWS, page=15, counts=counts, pages_on=True, **more)  # type: ignore[arg-type]
    probe = Probe([MANY, choice], database, 100)
    asyncio.run(probe.answers(MANY.values))
    role = asyncio.run(small_answer_test(choice, probe, random.Random(0)))
    assert role is not None
    assert role.role == expected
    assert probe.requests <= len(MANY.values) + 3


def test_without_a_small_answer_it_tells_nothing() -> None:
    probe = Probe([SIX, ORDER], MenuDatabase(SMALL_ROWS, page=5, sort="s"), 100)
    asyncio.run(probe.answers([(), *SIX.values]))
    assert asyncio.run(small_answer_test(ORDER, probe, random.Random(0))) is None
    assert probe.requests == 1 + len(SIX.values)


# Inputs whose answers are distinct but prove no role

ROWS = table(2000, {"a": 6, "z": 200})
ORDERS = ("price", "-price", "id", "-id", "a", "-a")
A = menu("a", [f"a{n}" for n in range(6)])
UNNAMED, NAMED = menu("s", ORDERS), menu("s", ORDERS, looks_like=SORT)
Z = menu("z", [f"z{n}" for n in range(200)])


def _settled(
    choice: Choice, known: dict[Choice, Role] | None = None, *, small_answers: bool = False
) -> tuple[UnprovenRoles, TemplateTests, MenuDatabase]:
    database = MenuDatabase(ROWS, page=10, counts=False, pages_on=True, sort="s")
    probe = Probe([choice, Z], database, 100)
    tests = TemplateTests(probe, InformativenessLimits(), random.Random(0), together=4)
    for other, role in (known or {}).items():
        tests.set_role(other, role)
    unproven = UnprovenRoles(tests, probe, random.Random(0), few_values=5)

    async def run() -> None:
        await probe.answers([(), *(Z.values[::10] if small_answers else ())])
        await tests.test(Template((choice,)), 50)
        await unproven.settle([Template((choice,))])

    asyncio.run(run())
    return unproven, tests, database


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
    unproven, tests, database = _settled(UNNAMED, small_answers=True)
    asked = len(database.asked)
    asyncio.run(unproven.settle([Template((UNNAMED,))]))
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
    unproven, _, _ = _settled(A)
    assert unproven.is_tried_first(choice) == first
    assert unproven.must_prove(choice) == proof
    assert unproven.may_hide(choice) == hides


# The largest page size

PAGED = table(300, {"a": 6})
SIZES = menu("n", ["10", "50", "200", "1000"], looks_like=PAGE_SIZE)


def _widened(database: MenuDatabase, choice: Choice) -> tuple[object, Probe]:
    probe = Probe([choice], database, 10)

    async def run() -> object:
        await probe.answers([()], "unrestricted")
        return await use_largest_pages(choice, probe)

    return asyncio.run(run()), probe


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("pages_on", [True, False])
def test_the_largest_reasonable_size_is_fixed(counts: bool, pages_on: bool) -> None:
    database = MenuDatabase(PAGED, counts=counts, pages_on=pages_on, size="n")
    role, probe = _widened(database, SIZES)
    assert role is not None
    assert probe.free_inputs.fixed == (("n", "200"),)
    assert probe.requests == 2
    base = probe.unrestricted
    assert base is not None
    assert len(base.ids) == 200


@pytest.mark.parametrize(
    ("database", "choice"),
    [
        pytest.param(MenuDatabase(PAGED), SIZES, id="it is ignored"),
        pytest.param(MenuDatabase(PAGED[:8], size="n"), SIZES, id="nothing more to show"),
        pytest.param(MenuDatabase(PAGED, required=frozenset("a"), size="n"), SIZES, id="no page"),
        pytest.param(MenuDatabase(PAGED, size="n"), menu("n", ["10", "50"]), id="no name for it"),
        pytest.param(MenuDatabase(PAGED, size="n"), menu("n", ["9999"], looks_like=PAGE_SIZE),
                     id="too large"),
    ],
)  # fmt: skip
def test_else_nothing_is_fixed(database: MenuDatabase, choice: Choice) -> None:
    role, probe = _widened(database, choice)
    assert role is None
    assert probe.free_inputs.fixed == ()


@pytest.mark.parametrize(
    ("default", "free", "looks"),
    [("", (), ""), ("fr", (), "language"), ("fr", (("l", ""),), "")],
    ids=["stands at any", "stands at one", "has any"],
)
def test_a_language_menu_with_an_option_for_all_is_of_records(
    default: str, free: tuple[tuple[str, str], ...], looks: str
) -> None:
    values = tuple((("l", value),) for value in ("fr", "de", "en"))
    choice = Choice(
        ("l",), values, "select", "Language", ("French", "German", "English"),
        default=(("l", default),), free=free,
    )  # fmt: skip
    assert looks_like(choice, presentation_words()) == looks
