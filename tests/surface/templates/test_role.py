"""What the answers to the values of an input prove, case by case."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.surface.templates.informative import AnswerSummary
from deepweb.surface.templates.role import (
    MONOTONIC,
    PRESENTATION,
    SELECTION,
    Comparison,
    Role,
    proven_role,
)

NOTHING = AnswerSummary("empty", "nothing")
ERROR = AnswerSummary("error", "")


def shown(ids: Sequence[object], count: int | None = None, *, more: bool = False) -> AnswerSummary:
    said = tuple(map(str, ids))
    return AnswerSummary("results", f"says {sorted(said)}", said, count, 100 * len(said), more)


def role(
    without: AnswerSummary | None,
    *options: AnswerSummary,
    values: int | None = None,
    numbers: Sequence[float] | None = None,
    suspect: bool = False,
    full_page: int | None = None,
    counts_are_true: bool = True,
) -> Role | None:
    return proven_role(
        Comparison(
            without,
            dict(enumerate(options)),
            values or len(options),
            numbers,
            full_page,
            counts_are_true,
            suspect,
        )
    )


def kind(*args: AnswerSummary | None, **more: object) -> str:
    found = role(*args, **more)  # type: ignore[arg-type]
    return found.role if found else ""


def test_the_same_records_in_another_order() -> None:
    base = shown(range(8))
    assert kind(base, shown(range(8)), shown([*range(7, -1, -1)]), shown(range(8))) == PRESENTATION


def test_too_few_answers_prove_nothing() -> None:
    assert kind(shown(range(8)), shown(range(8)), values=9) == ""
    assert kind(None, values=9) == kind(shown("a"), values=9) == ""
    assert kind(shown("ab"), ERROR, ERROR, ERROR) == ""


def test_the_same_number_whatever_is_chosen() -> None:
    orders = [shown(range(n, n + 9), 777, more=True) for n in (0, 100, 200, 300, 400, 500)]
    base = shown(range(0, 9), 777, more=True)
    assert kind(base, *orders) == PRESENTATION
    assert kind(base, *orders[:3], values=6, suspect=True) == PRESENTATION
    assert kind(base, *orders[:3], values=6) == ""  # its name does not support it
    living = [shown(range(n, n + 9), 777 + n // 100, more=True) for n in (0, 100, 200, 300)]
    assert kind(base, *living) == PRESENTATION


def test_a_number_at_which_sites_stop_counting_needs_more_proof() -> None:
    full = [shown(range(n, n + 9), 1000, more=True) for n in range(0, 600, 100)]
    base = shown(range(600, 609), 1000, more=True)
    assert kind(base, *full[:3], values=6, suspect=True) == ""
    assert kind(base, *full, suspect=True) == PRESENTATION


def test_a_number_that_is_not_that_of_the_answers() -> None:
    orders = [shown(range(n, n + 9), 777, more=True) for n in (0, 100, 200, 300, 400, 500)]
    base = shown(range(9), 777, more=True)
    assert kind(base, *orders, counts_are_true=False) == ""
    divided = [shown([n, 10 * n + 100, 10 * n + 101], 777, more=True) for n in range(9)]
    assert kind(base, *divided) == SELECTION


def test_other_numbers() -> None:
    base = shown(range(9), 777, more=True)
    parts = [
        shown(range(n, n + 9), count, more=True) for n, count in ((10, 50), (20, 9), (30, 300))
    ]
    assert kind(base, *parts) == SELECTION
    assert kind(None, *parts) == SELECTION


def test_values_that_find_nothing_or_little() -> None:
    base = shown(range(20), more=True)
    full = [shown(range(n, n + 20), more=True) for n in (100, 200, 300)]
    assert kind(base, *full) == ""
    assert kind(base, *full, NOTHING) == SELECTION
    assert kind(base, *full, shown(range(400, 405))) == SELECTION


def test_records_are_divided_in_their_order() -> None:
    base = shown(range(12), more=True)
    parts = [shown([*range(n, 12, 4), *range(100 * n, 100 * n + 9)], more=True) for n in range(4)]
    assert kind(base, *parts) == SELECTION
    scattered = [
        shown([*range(100 * n, 100 * n + 9), *range(n, 12, 4)], more=True) for n in range(4)
    ]
    assert kind(base, *scattered) == ""


def test_page_sizes() -> None:
    base = shown(range(20), 777, more=True)
    sizes = [shown(range(n), 777, more=True) for n in (10, 50, 100)]
    found = role(base, *sizes)
    assert found is not None
    assert (found.role, found.widest) == (PRESENTATION, 2)
    silent = [shown(range(n)) for n in (10, 50, 100)]
    assert kind(shown(range(20)), *silent, numbers=(10, 50, 100)) == PRESENTATION
    adverts = [shown([*range(n), f"advert{n}"]) for n in (10, 50, 100)]
    assert kind(shown(range(20)), *adverts, numbers=(10, 50, 100)) == PRESENTATION


def test_bounds() -> None:
    nested = [shown(range(n), n) for n in (3, 9, 40)]
    found = role(shown(range(50), 50), *nested, numbers=(1, 2, 3))
    assert found is not None
    assert (found.role, found.widest) == (MONOTONIC, 2)
    base = shown(range(9), 500, more=True)
    counted = [
        shown([*range(6 - n), *range(50 * n, 50 * n + 4)], 100 * n, more=True) for n in (1, 2, 3, 4)
    ]
    assert kind(base, *counted, numbers=(10, 20, 30, 40)) == MONOTONIC
    assert kind(base, *counted, numbers=(40, 30, 20, 10)) == MONOTONIC
    assert kind(base, *counted, numbers=(20, 10, 30, 40)) == SELECTION
    years = [shown(range(50 * n, 50 * n + 9), 40 * n, more=True) for n in (1, 2, 3, 4)]
    assert kind(base, *years, numbers=(2001, 2002, 2003, 2004)) == SELECTION  # by chance
    one_of_them = shown(range(50, 59), 40, more=True)
    assert kind(one_of_them, *years, numbers=(2001, 2002, 2003, 2004)) == SELECTION


def test_the_papers_own_test_where_no_record_was_read() -> None:
    pages = [AnswerSummary("results", f"s{n}", (), None, 1000 * n) for n in (1, 2, 3, 5, 9)]
    numbers = (10, 20, 30, 50, 90)
    assert kind(None, *pages, numbers=numbers) == MONOTONIC
    assert kind(None, *pages, numbers=(10, 20, 90, 50, 30)) == ""


def test_what_finds_records_where_there_are_none_without_it() -> None:
    full = [shown(range(n, n + 20), more=True) for n in (100, 200, 300)]
    assert kind(NOTHING, *full) == SELECTION
    assert kind(NOTHING, *full, suspect=True) == ""


@pytest.mark.parametrize("counts", [True, False])
@given(data=st.data())
def test_a_partition_is_never_called_presentation(data: st.DataObject, counts: bool) -> None:
    """Any table cut by any attribute, shown by pages of any length, in one order."""
    rows = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=80))
    page = data.draw(st.integers(2, 30))

    def answer(found: list[int]) -> AnswerSummary:
        count = len(found) if counts else None
        return shown(found[:page], count, more=len(found) > page) if found else NOTHING

    options = [answer([n for n, value in enumerate(rows) if value == v]) for v in range(6)]
    assert kind(answer([*range(len(rows))]), *options) in {"", SELECTION} or len(set(rows)) == 1


@pytest.mark.parametrize("counts", [True, False])
@given(st.lists(st.permutations(range(30)), min_size=6, max_size=6), st.integers(2, 40))
def test_sort_orders_are_never_called_selections_or_bounds_with_numbers(
    counts: bool, orders: list[list[int]], page: int
) -> None:
    answers = [shown(o[:page], 30 if counts else None, more=page < 30) for o in orders]
    base = shown(range(page if page < 30 else 30), 30 if counts else None, more=page < 30)
    if counts or page >= 30:
        assert kind(base, *answers, suspect=True) in {PRESENTATION, ""}
    if page >= 30:
        assert kind(base, *answers) == PRESENTATION
