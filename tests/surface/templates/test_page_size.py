"""Pages made to show more."""

import asyncio

import pytest

from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.page_size import widened_pages
from deepweb.surface.templates.presentation import PAGE_SIZE
from tests.surface.menu_database import MenuDatabase, menu, table

SIZE_ROWS = table(300, {"a": 6})
SIZES = menu("n", ["10", "50", "200", "1000"], looks_like=PAGE_SIZE)


def _widened(database: MenuDatabase, choice: Choice) -> tuple[object, Interview]:
    interview = Interview([choice], database, 10)

    async def run() -> object:
        await interview.answers([()], "unrestricted")
        return await widened_pages(choice, interview)

    return asyncio.run(run()), interview


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("pages_on", [True, False])
def test_the_largest_reasonable_size_is_fixed(counts: bool, pages_on: bool) -> None:
    database = MenuDatabase(SIZE_ROWS, counts=counts, pages_on=pages_on, size="n")
    role, interview = _widened(database, SIZES)
    assert role is not None
    assert interview.wording.fixed == (("n", "200"),)
    assert interview.requests == 2
    base = interview.unrestricted
    assert base is not None
    assert len(base.ids) == 200


@pytest.mark.parametrize(
    ("database", "choice"),
    [
        pytest.param(MenuDatabase(SIZE_ROWS), SIZES, id="it is ignored"),
        pytest.param(MenuDatabase(SIZE_ROWS[:8], size="n"), SIZES, id="nothing more to show"),
        pytest.param(MenuDatabase(SIZE_ROWS, required=frozenset("a"), size="n"), SIZES, id="no page"),
        pytest.param(MenuDatabase(SIZE_ROWS, size="n"), menu("n", ["10", "50"]), id="no name for it"),
        pytest.param(MenuDatabase(SIZE_ROWS, size="n"), menu("n", ["9999"], looks_like=PAGE_SIZE),
                     id="too large"),
    ],
)  # fmt: skip
def test_else_nothing_is_fixed(database: MenuDatabase, choice: Choice) -> None:
    role, interview = _widened(database, choice)
    assert role is None
    assert interview.wording.fixed == ()
