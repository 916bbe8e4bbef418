"""The rivals of ISIT, counted by hand (002, section 4.4)."""

import pytest

from benchmarks.surfacing_baselines import cp, one_t, tp, tpl

pytestmark = pytest.mark.benchmarks


@pytest.mark.parametrize(
    ("values", "counts"),
    [
        ([7], (7, 7, 7, 7)),
        ([3, 4], (12, 12, 12, 7)),
        ([3, 4, 5], (60, 60, 60, 12)),
        ([2, 3, 4, 5], (120, 24 + 30 + 40 + 60, 24 + 30 + 40 + 60, 14)),
        ([50, 50, 50, 1], (125_000, 125_000 + 3 * 2500, 3 * 2500, 151)),
        ([100, 100, 100], (1_000_000, 1_000_000, 0, 300)),
    ],
)
def test_urls(values: list[int], counts: tuple[int, int, int, int]) -> None:
    assert (cp(values), tp(values), tpl(values), one_t(values)) == counts
