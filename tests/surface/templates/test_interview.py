"""Questions about choices: none twice, none beyond the share."""

import asyncio

import pytest

from deepweb.surface.answer import NotAskedError
from deepweb.surface.templates.interview import BrokenOffError, Interview
from deepweb.surface.templates.template import Template
from tests.surface.menu_database import MenuDatabase, menu, table

ASKED_ROWS = table(300, {"a": 6, "b": 5})
ASKED_A, ASKED_B = menu("a", [f"a{n}" for n in range(6)]), menu("b", [f"b{n}" for n in range(5)])


def test_nothing_is_asked_twice() -> None:
    database = MenuDatabase(ASKED_ROWS)
    interview = Interview([ASKED_A, ASKED_B], database, 10)
    first = asyncio.run(interview.answers(ASKED_A.values[:3]))
    again = asyncio.run(interview.answers(ASKED_A.values[1:4]))
    assert len(database.asked) == interview.requests == 4
    assert again[:2] == first[1:]


def test_the_share_is_not_exceeded() -> None:
    database = MenuDatabase(ASKED_ROWS)
    interview = Interview([ASKED_A], database, 4)
    with pytest.raises(BrokenOffError, match="share of 4 requests"):
        asyncio.run(interview.answers(ASKED_A.values[:5]))
    assert database.asked == []


def test_errors_end_it() -> None:
    interview = Interview([ASKED_A, ASKED_B], MenuDatabase(ASKED_ROWS, broken=True), 100)
    with pytest.raises(BrokenOffError, match="12 errors in a row"):
        asyncio.run(interview.answers([(), *ASKED_A.values, *ASKED_B.values]))


def test_what_was_not_asked_does_not_count() -> None:
    interview = Interview([ASKED_A], MenuDatabase(ASKED_ROWS, refused_after=2), 100)
    with pytest.raises(NotAskedError):
        asyncio.run(interview.answers(ASKED_A.values))
    assert interview.requests == 0


def test_which_answers_belong_to_a_template() -> None:
    interview = Interview([ASKED_A, ASKED_B], MenuDatabase(ASKED_ROWS, page=5), 100)
    pair = (*ASKED_A.values[0], *ASKED_B.values[0])
    asyncio.run(interview.answers([(), *ASKED_A.values[:2], *ASKED_B.values[:1], pair]))
    assert [bound for bound, _ in interview.answers_to(Template((ASKED_A,)))] == [*ASKED_A.values[:2]]
    assert [bound for bound, _ in interview.answers_to(Template((ASKED_A, ASKED_B)))] == [pair]
    assert [bound for bound, _ in interview.answers_without(ASKED_A)] == [(), *ASKED_B.values[:1]]
    assert interview.finds_alone(ASKED_A)
    assert interview.share_cut_off(Template((ASKED_A,))) == 1
    assert interview.times_too_large(Template((ASKED_A,))) > 1


def test_whether_the_form_reacts() -> None:
    for database, reacts in ((MenuDatabase(ASKED_ROWS), True), (MenuDatabase(ASKED_ROWS, same=True), False)):
        interview = Interview([ASKED_A], database, 100)
        asyncio.run(interview.answers([(), *ASKED_A.values]))
        assert interview.reacts == reacts
