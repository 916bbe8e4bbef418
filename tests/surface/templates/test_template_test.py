"""One template asked until it is clear whether it is worth asking."""

import asyncio
import random

from deepweb.surface.templates.informativeness import Thresholds
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.template import Template
from deepweb.surface.templates.template_test import TemplateTests
from tests.surface.menu_database import MenuDatabase, menu, table

ROWS = table(1500, {"a": 30, "b": 6})
A, B = menu("a", [f"a{n}" for n in range(30)]), menu("b", [f"b{n}" for n in range(6)])
ORDERS = ("price", "-price", "id", "-id", "a", "-a", "b", "-b")
SORT = menu("s", ORDERS, looks_like="sort order")


def _tests(database: MenuDatabase, *templates: Template, most: int = 300) -> TemplateTests:
    choices = dict.fromkeys(choice for template in templates for choice in template.choices)
    interview = Interview(choices, database, 1000)
    tests = TemplateTests(interview, Thresholds(), random.Random(0), together=4)

    async def run() -> None:
        await interview.answers([()], "unrestricted")
        for template in templates:
            await tests.test(template, most)

    asyncio.run(run())
    return tests


def test_an_informative_template() -> None:
    tests = _tests(MenuDatabase(ROWS, pages_on=True), Template((A,)))
    verdict = tests.verdicts["a",]
    assert (verdict.informative, verdict.tested, verdict.distinctness) == (True, 8, 1)
    assert tests.role(A) == "selection"


def test_a_sort_order_is_given_up_as_soon_as_it_is_seen() -> None:
    database = MenuDatabase(ROWS[:1499], pages_on=True, sort="s")
    tests = _tests(database, Template((SORT,)))
    verdict = tests.verdicts["s",]
    assert not verdict.informative
    assert verdict.reason == "s: 1499 records, whatever is chosen"
    assert len(database.asked) == 5


def test_a_test_can_be_taken_up_again() -> None:
    tests = _tests(MenuDatabase(ROWS, pages_on=True), Template((A,)), Template((A,)), most=4)
    assert tests.verdicts["a",].tested == 8


def test_what_is_not_decided_in_the_end_is_decided_against() -> None:
    tests = _tests(MenuDatabase(ROWS, required=frozenset("x")), Template((A,)), most=4)
    assert tests.verdicts == {}
    tests.close("")
    assert tests.verdicts["a",].reason == "4 answers were all alike"


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
