"""Each stop criterion fires alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.stop_criteria import StopCriteria, StopLimits

ANY = 10_000
NONE = StopLimits(ANY, ANY, ANY, ANY, ANY)


def stops(limits: StopLimits, pages: Sequence[tuple[int, int]]) -> list[str | None]:
    """What is said before each page, of which depth and forms are given; refused ones are not
    looked at."""
    criteria, told = StopCriteria(limits), []
    for depth, forms in pages:
        stop = criteria.stop(depth)
        told.append(stop.criterion if stop else None)
        if stop is None:
            criteria.visit(depth)
            criteria.explored(depth, forms)
    return told


# Limits, pages as (depth, new forms), and what is said of each page.
ALONE = {
    "SC1": (replace(NONE, max_depth=2), [(0, 1), (2, 0), (3, 1), (2, 0)], [2]),
    "SC2": (replace(NONE, max_pages_per_depth=2), [(1, 1), (1, 0), (1, 0), (2, 0)], [2]),
    "SC3": (replace(NONE, max_forms_per_depth=3), [(1, 2), (1, 1), (1, 0), (2, 0)], [2]),
    "SC4": (replace(NONE, max_barren_per_depth=2), [(1, 0), (1, 1), (1, 0), (1, 1), (2, 0)], [3]),
    "SC5": (replace(NONE, max_barren=3), [(1, 0), (2, 0), (1, 1), (3, 0), (1, 0), (2, 0)], [4, 5]),
}


@pytest.mark.parametrize("criterion", ALONE)
def test_each_alone(criterion: str) -> None:
    limits, pages, refused = ALONE[criterion]
    expected = [criterion if n in refused else None for n in range(len(pages))]
    assert stops(limits, pages) == expected


@pytest.mark.parametrize("criterion", ALONE)
def test_without_limits_none_fires(criterion: str) -> None:
    assert not any(stops(NONE, ALONE[criterion][1]))


def test_the_reason_has_the_figure() -> None:
    criteria = StopCriteria(replace(NONE, max_barren=1))
    criteria.explored(0, 0)
    stop = criteria.stop(1)
    assert stop is not None
    assert stop.reason == "1 pages without a new search form"


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=200),
    st.builds(StopLimits, *(st.integers(0, 6) for _ in range(5))),
)
def test_the_limits_hold(pages: list[tuple[int, int]], limits: StopLimits) -> None:
    looked = [p for p, stop in zip(pages, stops(limits, pages), strict=True) if stop is None]
    assert all(depth <= limits.max_depth for depth, _ in looked)
    for depth in {depth for depth, _ in looked}:
        forms = [found for at, found in looked if at == depth]
        assert len(forms) <= limits.max_pages_per_depth
        assert forms.count(0) <= limits.max_barren_per_depth
        assert sum(forms[:-1]) < limits.max_forms_per_depth
    assert sum(not found for _, found in looked) <= limits.max_barren
