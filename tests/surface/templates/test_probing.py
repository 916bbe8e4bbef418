"""Questions about inputs, and the decision on one template."""

from __future__ import annotations

import asyncio
import random

import pytest

from deepweb.surface.answer import NotAskedError
from deepweb.surface.templates.informative import InformativenessLimits
from deepweb.surface.templates.probing import Probe, ProbingStoppedError, TemplateTests
from deepweb.surface.templates.template import Template
from tests.surface.menu_database import MenuDatabase, menu, table

ASKED_ROWS = table(300, {"a": 6, "b": 5})
ASKED_A, ASKED_B = menu("a", [f"a{n}" for n in range(6)]), menu("b", [f"b{n}" for n in range(5)])


def test_nothing_is_asked_twice() -> None:
    database = MenuDatabase(ASKED_ROWS)
    probe = Probe([ASKED_A, ASKED_B], database, 10)
    first = asyncio.run(probe.answers(ASKED_A.values[:3]))
    again = asyncio.run(probe.answers(ASKED_A.values[1:4]))
    assert len(database.asked) == probe.requests == 4
    assert again[:2] == first[1:]


def test_the_share_is_not_exceeded() -> None:
    database = MenuDatabase(ASKED_ROWS)
    probe = Probe([ASKED_A], database, 4)
    with pytest.raises(ProbingStoppedError, match="share of 4 requests"):
        asyncio.run(probe.answers(ASKED_A.values[:5]))
    assert database.asked == []


def test_errors_end_it() -> None:
    probe = Probe([ASKED_A, ASKED_B], MenuDatabase(ASKED_ROWS, broken=True), 100)
    with pytest.raises(ProbingStoppedError, match="12 errors in a row"):
        asyncio.run(probe.answers([(), *ASKED_A.values, *ASKED_B.values]))


def test_what_was_not_asked_does_not_count() -> None:
    probe = Probe([ASKED_A], MenuDatabase(ASKED_ROWS, refused_after=2), 100)
    with pytest.raises(NotAskedError):
        asyncio.run(probe.answers(ASKED_A.values))
    assert probe.requests == 0


def test_which_answers_belong_to_a_template() -> None:
    probe = Probe([ASKED_A, ASKED_B], MenuDatabase(ASKED_ROWS, page=5), 100)
    pair = (*ASKED_A.values[0], *ASKED_B.values[0])
    asyncio.run(probe.answers([(), *ASKED_A.values[:2], *ASKED_B.values[:1], pair]))
    assert [bound for bound, _ in probe.answers_to(Template((ASKED_A,)))] == [*ASKED_A.values[:2]]
    assert [bound for bound, _ in probe.answers_to(Template((ASKED_A, ASKED_B)))] == [pair]
    assert [bound for bound, _ in probe.answers_without(ASKED_A)] == [(), *ASKED_B.values[:1]]
    assert probe.finds_alone(ASKED_A)
    assert probe.share_cut_off(Template((ASKED_A,))) == 1
    assert probe.times_too_large(Template((ASKED_A,))) > 1


def test_whether_the_form_reacts() -> None:
    for database, reacts in (
        (MenuDatabase(ASKED_ROWS), True),
        (MenuDatabase(ASKED_ROWS, same=True), False),
    ):
        probe = Probe([ASKED_A], database, 100)
        asyncio.run(probe.answers([(), *ASKED_A.values]))
        assert probe.reacts == reacts


# One template, asked until it is decided

ROWS = table(1500, {"a": 30, "b": 6})
A, B = menu("a", [f"a{n}" for n in range(30)]), menu("b", [f"b{n}" for n in range(6)])
ORDERS = ("price", "-price", "id", "-id", "a", "-a", "b", "-b")
SORT = menu("s", ORDERS, looks_like="sort order")


def _tests(database: MenuDatabase, *templates: Template, most: int = 300) -> TemplateTests:
    choices = dict.fromkeys(choice for template in templates for choice in template.choices)
    probe = Probe(choices, database, 1000)
    tests = TemplateTests(probe, InformativenessLimits(), random.Random(0), together=4)

    async def run() -> None:
        await probe.answers([()], "unrestricted")
        for template in templates:
            await tests.test(template, most)

    asyncio.run(run())
    return tests


def test_an_informative_template() -> None:
    tests = _tests(MenuDatabase(ROWS, pages_on=True), Template((A,)))
    verdict = tests.outcomes["a",]
    assert (verdict.informative, verdict.tested, verdict.distinctness) == (True, 8, 1)
    assert tests.role(A) == "selection"


def test_a_sort_order_is_given_up_as_soon_as_it_is_seen() -> None:
    database = MenuDatabase(ROWS[:1499], pages_on=True, sort="s")
    tests = _tests(database, Template((SORT,)))
    verdict = tests.outcomes["s",]
    assert not verdict.informative
    assert verdict.reason == "s: 1499 records, whatever is chosen"
    assert len(database.asked) == 5


def test_a_test_can_be_taken_up_again() -> None:
    tests = _tests(MenuDatabase(ROWS, pages_on=True), Template((A,)), Template((A,)), most=4)
    assert tests.outcomes["a",].tested == 8


def test_what_is_not_decided_in_the_end_is_decided_against() -> None:
    tests = _tests(MenuDatabase(ROWS, required=frozenset("x")), Template((A,)), most=4)
    assert tests.outcomes == {}
    tests.close("")
    assert tests.outcomes["a",].reason == "4 answers were all alike"


def test_pairs_are_sampled_where_answers_are_cut_off() -> None:
    rows = [row for row in ROWS if row["a"] in {"a0", "a1"} or row["id"].endswith("7")]
    database = MenuDatabase(rows, page=10)
    menu_a = menu("a", [f"a{n}" for n in range(8)])
    tests = _tests(database, Template((menu_a,)), Template((menu_a, B)))
    alone = {q.values[0][1] for q in database.asked if len(q.values) == 1 and q.values[0][0] == "a"}
    counts = {a: sum(row["a"] == a for row in rows) for a in alone}
    refined = {dict(q.values)["a"] for q in database.asked if len(q.values) == 2}
    assert refined
    assert all(counts[a] > 10 for a in refined)
    assert tests.is_informative(Template((menu_a, B)))
