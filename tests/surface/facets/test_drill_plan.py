"""Attributes to take a query apart by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.surface.facets.drill_plan import Values, best_chain

BRAND, PRICE, COLOUR = ("Brand", 0), ("Price", 0), ("Colour", 0)


def test_attributes_are_taken_together_while_pages_stay_full() -> None:
    kinds = {BRAND: Values((500, 500), 1.0), PRICE: Values((250,) * 4, 1.0)}
    chain, gain = best_chain(1000, 10, kinds)
    assert chain == (BRAND, PRICE)
    assert gain > 15  # nearly two pairs for each of ten records a page


def test_not_where_pages_would_be_nearly_empty() -> None:
    kinds = {BRAND: Values((10,) * 10, 1.0), PRICE: Values((10,) * 10, 1.0)}
    chain, gain = best_chain(100, 10, kinds)
    assert len(chain) == 1
    assert gain == pytest.approx(10)


def test_what_is_known_is_not_asked() -> None:
    kinds = {BRAND: Values((500, 500), 0.0), PRICE: Values((250,) * 4, 1.0)}
    assert best_chain(1000, 10, kinds)[0] == (PRICE,)


def test_nothing_to_plan() -> None:
    assert best_chain(1000, 10, {}) == ((), 0.0)
    assert best_chain(1000, 10, {BRAND: Values((1000,), 0.0)}) == ((), 0.0)


def test_parts_of_a_value_come_after_it() -> None:
    kinds = {("Category", 1): Values((100,) * 10, 1.0), ("Category", 0): Values((50,) * 20, 1.0)}
    chain, _ = best_chain(1000, 5, kinds)
    assert [level for _, level in chain] == sorted(level for _, level in chain)


@given(
    st.integers(1, 10_000),
    st.integers(1, 100),
    st.dictionaries(
        st.sampled_from((BRAND, PRICE, COLOUR)),
        st.builds(
            Values,
            st.lists(st.integers(1, 10_000), min_size=1, max_size=30).map(tuple),
            st.floats(0, 1),
        ),
    ),
)
def test_no_plan_tells_less_than_its_best_attribute_alone(
    total: int, size: int, kinds: dict[tuple[str, int], Values]
) -> None:
    chain, gain = best_chain(total, size, kinds)
    assert len(set(chain)) == len(chain)
    for kind, values in kinds.items():
        alone = best_chain(total, size, {kind: values})[1]
        assert gain >= alone - 1e-9
