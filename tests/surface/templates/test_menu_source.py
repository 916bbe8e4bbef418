"""The templates of a form harvested, the most promising question first."""

import asyncio
import random

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.templates.heard import Heard
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.menu_source import MenuSource
from tests.surface.menu_database import MenuDatabase, menu, table

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
