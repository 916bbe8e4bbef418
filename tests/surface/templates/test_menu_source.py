"""The questions of informative templates, the most promising first."""

from __future__ import annotations

import asyncio
import random

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.templates.informative import AnswerSummary
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.menu_source import MenuSource, TemplateQuestions
from deepweb.surface.templates.template import FreeInputs, Template
from tests.surface.menu_database import MenuDatabase, menu, submissions, table

ROWS = table(900, {"a": 20, "b": 8})
A, B = menu("a", [f"a{n}" for n in range(20)]), menu("b", [f"b{n}" for n in range(8)])


async def _search(database: MenuDatabase, known: KnownAnswers | None = None) -> IsitOutcome:
    return await informative_templates([A, B], database, IsitLimits(200), random.Random(0), known)


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
    database, known = MenuDatabase(ROWS, page=20, pages_on=True), KnownAnswers()
    first = asyncio.run(_search(database, known))
    assert max(len(template.choices) for template in first.informative) == 1
    source, asked = MenuSource(first), len(database.asked)
    last = Answer("results", "last", (Found("r", "r", "r"),))
    filled = max(known.answers(), key=lambda each: each[1].count or 0 if each[0] else 0)[0]
    source.take(Question("next", tuple(filled), "/next"), last, last.found)
    assert known.reachable == 21
    second = asyncio.run(_search(database, known))
    assert ("a", "b") in [template.binding for template in second.informative]
    assert len({question.values for question in database.asked}) == len(database.asked)
    assert second.requests == len(database.asked) - asked


def test_no_template_no_promise() -> None:
    source = _source(MenuDatabase(ROWS, same=True))
    assert source.promise() == 0
    assert source.next() is None


# The order of the questions of one template

MENU_A, MENU_B = menu("a", ["1", "2", "3"]), menu("b", ["x", "y"])
FREE_INPUTS = FreeInputs((MENU_A, MENU_B))
NOTHING = AnswerSummary("empty", "")


def shown(count: int, start: int = 0) -> AnswerSummary:
    ids = tuple(f"r{n}" for n in range(start, start + min(count, 10)))
    return AnswerSummary("results", f"{ids}", ids, count)


def _order(template: Template, known: KnownAnswers) -> list[str]:
    asked = submissions(template, FREE_INPUTS, known)
    return ["".join(value for _, value in question.values) for question in asked]


def test_all_questions_come_once_in_the_order_of_the_form() -> None:
    assert _order(Template((MENU_A,)), KnownAnswers()) == ["1", "2", "3"]
    assert _order(Template((MENU_A, MENU_B)), KnownAnswers()) == [
        "1x",
        "1y",
        "2x",
        "2y",
        "3x",
        "3y",
    ]


def test_what_the_page_promises_comes_first() -> None:
    counted = menu("a", ["1", "2", "3"], texts=("One (2)", "Two (0)", "Three (9)"))
    assert _order(Template((counted,)), KnownAnswers()) == ["3", "1"]


def test_larger_answers_are_refined_first_and_small_ones_not_at_all() -> None:
    known = KnownAnswers()
    known.add((("a", "1"),), shown(40))
    known.add((("a", "2"),), shown(400, 100))
    known.add((("a", "3"),), shown(4, 500))
    known.add((("b", "x"),), shown(40))
    known.add((("b", "y"),), shown(30))
    assert _order(Template((MENU_A, MENU_B)), known) == ["2x", "2y", "1x", "1y"]


def test_questions_answered_meanwhile_are_passed_over() -> None:
    known = KnownAnswers()
    known.add((("b", "x"),), shown(40))
    asked = submissions(Template((MENU_A, MENU_B)), FREE_INPUTS, known)
    next(asked)
    known.add((("a", "2"),), NOTHING)
    known.add((("a", "1"),), shown(3))
    known.add((("a", "3"), ("b", "y")), shown(12))
    assert [question.values for question in asked] == [(("a", "3"), ("b", "x"))]


def test_what_was_seen_of_a_part_lowers_the_promise() -> None:
    known = KnownAnswers()
    known.add((("a", "1"),), shown(20))
    known.add((("b", "x"),), shown(20, 50))
    queue = TemplateQuestions(Template((MENU_A, MENU_B)), FREE_INPUTS, known)
    before = queue.promise()
    known.add((("a", "1"), ("b", "x")), shown(9, 100))
    known.add((("a", "2"),), NOTHING)
    known.add((("a", "3"),), NOTHING)
    assert 0 < queue.promise() < before
    known.add((("a", "1"), ("c", "z")), shown(10, 200))
    assert queue.promise() == 0  # all 20 were seen
    assert queue.next() is None
