"""The values that ship or are counted out for each type."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.store.resources import value_lists
from deepweb.surface.values.value_type import (
    FAMILIES,
    is_isbn,
    isbn10,
    isbn13,
    spread,
    value_types,
)

YEAR = 2026
TYPES = value_types(value_lists(), YEAR)


def values_of(name: str, notation: str = "") -> tuple[str, ...]:
    return next(t.values for t in TYPES if t.name == name and t.notation == notation)


def test_every_type_has_a_family_and_distinct_values() -> None:
    for kind in TYPES:
        assert kind.family == FAMILIES[kind.name]
        assert len(set(kind.values)) == len(kind.values)
        # Prices to the cent cannot be guessed; all else can be tried at least ten times.
        assert len(kind.values) >= 10 or kind.notation == "exact"


@pytest.mark.parametrize(
    ("name", "notation", "pattern"),
    [
        ("zip", "", r"\d{5}"),
        ("city", "", r"[^\W\d_][\w .'-]+"),
        ("state", "code", r"[A-Z]{2}"),
        ("state", "name", r"[A-Z][A-Za-z ]+"),
        ("country", "code", r"[A-Z]{2}"),
        ("country", "code3", r"[A-Z]{3}"),
        ("country", "name", r"[A-Z]\D+"),
        ("date", "Y-m-d", r"20[12]\d-[01]\d-[123]\d"),
        ("date", "F j, Y", r"[JFMASOND][a-z]+ \d\d, 20\d\d"),
        ("year", "", r"(?:19|20)\d\d"),
        ("price", "small", r"[1-9]\d{0,3}"),
        ("price", "large", r"[1-9]\d{4,6}"),
        ("number", "", r"\d+"),
        ("isbn", "13", r"978\d{10}"),
        ("isbn", "10", r"\d{9}[\dX]"),
        ("month", "Y-m", r"20\d\d-[01]\d"),
        ("week", "Y-Ww", r"20\d\d-W[0-5]\d"),
        ("datetime", "Y-m-dT00:00", r"20\d\d-\d\d-\d\dT00:00"),
        ("time", "", r"[012]\d:00"),
    ],
)
def test_values_have_the_shape_of_their_type(name: str, notation: str, pattern: str) -> None:
    assert all(re.fullmatch(pattern, value) for value in values_of(name, notation))


def test_days_cannot_be_read_two_ways() -> None:
    assert all(int(value[-2:]) > 12 for value in values_of("date", "Y-m-d"))


def test_isbns_that_ship_are_valid() -> None:
    assert all(map(is_isbn, (*values_of("isbn", "10"), *values_of("isbn", "13"))))


@pytest.mark.parametrize("text", ["0306406153", "9780306406158", "12345", "030640615a", ""])
def test_what_is_no_isbn(text: str) -> None:
    assert not is_isbn(text)


def test_both_forms_of_an_isbn() -> None:
    assert isbn13("080442957X") == "9780804429573"
    assert isbn10("9780804429573") == "080442957X"
    assert isbn10("9791034300000") == ""


def test_the_first_values_lie_far_apart() -> None:
    years = sorted(map(int, values_of("year")[:4]))
    assert all(b - a >= 4 for a, b in pairwise(years))
    assert len({zip_code[0] for zip_code in values_of("zip")[:10]}) >= 8


@given(st.lists(st.integers(), unique=True, max_size=200).map(sorted))
def test_spreading_keeps_all_values(values: list[int]) -> None:
    assert sorted(spread(values)) == values


@given(st.integers(8, 500))
def test_a_few_spread_values_cover_the_whole(size: int) -> None:
    first = sorted(spread(range(size))[:3])
    assert first[0] <= size / 2 <= first[2] + 1
    assert first[0] >= size // 8
