"""The templates of a form harvested, the most promising question first."""

from __future__ import annotations

import asyncio
import random

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.templates.informative import Seen
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.known_answers import Heard
from deepweb.surface.templates.menu_source import MenuSource, Promising
from deepweb.surface.templates.template import Template, Wording
from tests.surface.menu_database import MenuDatabase, menu, submissions, table

ROWS = table(900, {"a": 20, "b": 8})
A, B = menu("a", [f"a{n}" for n in range(20)]), menu("b", [f"b{n}" for n in range(8)])


async def _search(database: MenuDatabase, heard: Heard | None = None) -> IsitOutcome:
    return await informative_templates([A, B], database, IsitLimits(200), random.Random(0), heard)


def _source(database: MenuDatabase) -> MenuSource:
    return MenuSource(asyncio.run(_search(database)))


def _harvest(database: MenuDatabase, source: MenuSource) -> None:
    while question := source.next():
        before = set(database.seen)
        (answer,) = asyncio.run(database([question]))
        source.take(question, answer, [r for r in answer.found if r.id not in before])


def test_all_is_reached_though_single_answers_are_cut_off() -> None:
    database = MenuDatabase(ROWS, page=45)
    source = _source(database)
    _harvest(database, source)
    assert len(database.seen) == len(ROWS)
    assert len(database.asked) == len(set(database.asked)) < 28 + 160
    assert source.promise() == 0
    assert source.next() is None


def test_what_comes_late_promises_less() -> None:
    database = MenuDatabase(ROWS, page=20)
    source = _source(database)
    before = source.promise()
    for _ in range(60):
        question = source.next()
        assert question is not None
        (answer,) = asyncio.run(database([question]))
        source.take(question, answer, [])
    assert source.promise() < before / 4


def test_pages_that_end_early_make_it_worth_searching_again() -> None:
    database, heard = MenuDatabase(ROWS, page=20, pages_on=True), Heard()
    first = asyncio.run(_search(database, heard))
    assert max(len(template.choices) for template in first.informative) == 1
    source, asked = MenuSource(first), len(database.asked)
    last = Answer("results", "last", (Found("r", "r", "r"),))
    filled = max(heard.answers(), key=lambda each: each[1].count or 0 if each[0] else 0)[0]
    source.take(Question("next", tuple(filled), "/next"), last, last.found)
    assert heard.reachable == 21
    second = asyncio.run(_search(database, heard))
    assert ("a", "b") in [template.binding for template in second.informative]
    assert len({question.values for question in database.asked}) == len(database.asked)
    assert second.requests == len(database.asked) - asked


def test_no_template_no_promise() -> None:
    source = _source(MenuDatabase(ROWS, same=True))
    assert source.promise() == 0
    assert source.next() is None


# --- merged from test_promising.py; rewrite or remove this note ---
# The order in which the questions of a template come.

MENU_A, MENU_B = menu("a", ["1", "2", "3"]), menu("b", ["x", "y"])
WORDING = Wording((MENU_A, MENU_B))
NOTHING = Seen("empty", "")


def shown(count: int, start: int = 0) -> Seen:
    ids = tuple(f"r{n}" for n in range(start, start + min(count, 10)))
    return Seen("results", f"{ids}", ids, count)


def _order(template: Template, heard: Heard) -> list[str]:
    asked = submissions(template, WORDING, heard)
    return ["".join(value for _, value in question.values) for question in asked]


def test_all_questions_come_once_in_the_order_of_the_form() -> None:
    assert _order(Template((MENU_A,)), Heard()) == ["1", "2", "3"]
    assert _order(Template((MENU_A, MENU_B)), Heard()) == ["1x", "1y", "2x", "2y", "3x", "3y"]


def test_what_the_page_promises_comes_first() -> None:
    counted = menu("a", ["1", "2", "3"], texts=("One (2)", "Two (0)", "Three (9)"))
    assert _order(Template((counted,)), Heard()) == ["3", "1"]


def test_larger_answers_are_refined_first_and_small_ones_not_at_all() -> None:
    heard = Heard()
    heard.note((("a", "1"),), shown(40))
    heard.note((("a", "2"),), shown(400, 100))
    heard.note((("a", "3"),), shown(4, 500))
    heard.note((("b", "x"),), shown(40))
    heard.note((("b", "y"),), shown(30))
    assert _order(Template((MENU_A, MENU_B)), heard) == ["2x", "2y", "1x", "1y"]


def test_what_was_heard_meanwhile_is_passed_over() -> None:
    heard = Heard()
    heard.note((("b", "x"),), shown(40))
    asked = submissions(Template((MENU_A, MENU_B)), WORDING, heard)
    next(asked)
    heard.note((("a", "2"),), NOTHING)
    heard.note((("a", "1"),), shown(3))
    heard.note((("a", "3"), ("b", "y")), shown(12))
    assert [question.values for question in asked] == [(("a", "3"), ("b", "x"))]


def test_what_was_seen_of_a_part_lowers_the_promise() -> None:
    heard = Heard()
    heard.note((("a", "1"),), shown(20))
    heard.note((("b", "x"),), shown(20, 50))
    queue = Promising(Template((MENU_A, MENU_B)), WORDING, heard)
    before = queue.promise()
    heard.note((("a", "1"), ("b", "x")), shown(9, 100))
    heard.note((("a", "2"),), NOTHING)
    heard.note((("a", "3"),), NOTHING)
    assert 0 < queue.promise() < before
    heard.note((("a", "1"), ("c", "z")), shown(10, 200))
    assert queue.promise() == 0  # all 20 were seen
    assert queue.next() is None
