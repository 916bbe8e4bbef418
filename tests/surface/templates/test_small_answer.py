"""What an input does to an answer whose records are all seen."""

import asyncio
import random

import pytest

from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.small_answer import small_answer_test
from tests.surface.menu_database import MenuDatabase, menu, table

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
    interview = Interview([MANY, choice], database, 100)
    asyncio.run(interview.answers(MANY.values))
    role = asyncio.run(small_answer_test(choice, interview, random.Random(0)))
    assert role is not None
    assert role.role == expected
    assert interview.requests <= len(MANY.values) + 3


def test_without_a_small_answer_it_tells_nothing() -> None:
    interview = Interview([SIX, ORDER], MenuDatabase(SMALL_ROWS, page=5, sort="s"), 100)
    asyncio.run(interview.answers([(), *SIX.values]))
    assert asyncio.run(small_answer_test(ORDER, interview, random.Random(0))) is None
    assert interview.requests == 1 + len(SIX.values)
