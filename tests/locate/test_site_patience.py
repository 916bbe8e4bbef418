"""When a site is left for others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site_patience import SitePatience


def test_at_first_promises_are_believed() -> None:
    patience = SitePatience()
    assert not patience.is_enough(0.9, before=False)
    assert not patience.is_enough(0.04, before=False)
    assert patience.is_enough(0.005, before=False)


def test_links_that_lead_nowhere_are_soon_left_alone_those_that_lead_to_forms_are_not() -> None:
    patience = SitePatience()
    for _ in range(30):
        patience.looked(0.04, found=False, before=False)
        patience.looked(0.6, found=True, before=False)
    assert patience.is_enough(0.04, before=False)
    assert not patience.is_enough(0.6, before=False)
    # Of sites that had a form before, nothing was learnt by that.
    assert not patience.is_enough(0.04, before=True)


def test_the_less_other_sites_bring_the_longer_one_is_looked_at() -> None:
    rich, poor = SitePatience(), SitePatience()
    for patience, is_deep in ((rich, True), (poor, False)):
        for _ in range(50):
            patience.visited(5, is_deep=is_deep)
    assert rich.is_enough(0.06, before=False)
    assert not poor.is_enough(0.06, before=False)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans())), st.floats(0, 1))
def test_what_is_expected_is_a_probability(
    looked: list[tuple[float, bool, bool]], promise: float
) -> None:
    patience = SitePatience()
    for each, found, before in looked:
        patience.looked(each, found=found, before=before)
    assert 0 <= patience.expected(promise, before=True) <= 1


@pytest.mark.parametrize("before", [False, True])
def test_a_find_raises_what_is_expected(before: bool) -> None:
    patience = SitePatience()
    at_first = patience.expected(0.1, before=before)
    patience.looked(0.1, found=True, before=before)
    assert patience.expected(0.1, before=before) > at_first
