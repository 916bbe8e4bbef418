"""How many answers does a page say that it has? Sentences of widely used search software."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.phrases import spelt
from deepweb.read.kind.result_count import page_count, result_counts
from deepweb.store.resources import page_words

NOUNS = page_words().counted


def counts(text: str) -> list[int]:
    return [count.number for count in result_counts(spelt(text), NOUNS)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("About 1,234 results", [1234]),
        ("1-10 of 57", [57]),
        ("Showing 1 to 20 of 345 results", [345]),
        ("Treffer: 12", [12]),
        ("1.234.567 Ergebnisse", [1234567]),
        ("約 1,600 件", [1600]),
        ("Results (8)", [8]),
        ("0 results for 12 results", [0, 12]),
    ],
)
def test_numbers_of_answers(text: str, numbers: list[int]) -> None:
    assert counts(text) == numbers


@pytest.mark.parametrize(
    "text",
    ["12/05/2019 results", "3.5 results", "v2 results", "12:30 results", "call 555 now", "1984",
     "1234567890123456 results"],
)  # fmt: skip
def test_what_is_no_number_of_answers(text: str) -> None:
    assert counts(text) == []


@given(st.text(max_size=200))
def test_places_are_in_order(text: str) -> None:
    places = [count.place for count in result_counts(spelt(text), NOUNS)]
    assert places == sorted(places)


def test_a_page_shows_no_more_records_than_it_has() -> None:
    """The first number may be of something else: of what is shown, of those that are new."""
    assert page_count(["3 results new", "57 results"], 10, NOUNS) == 57
    assert page_count(["57 results"], 58, NOUNS) is None


def test_numbers_of_several_elements_are_not_one() -> None:
    assert page_count(["Show", "50", "100", "200", "568 results"], 10, NOUNS) == 568
    assert page_count(["1 568 results"], 10, NOUNS) == 1568


def test_a_page_that_counts_nothing() -> None:
    assert page_count([], 0, NOUNS) is None
    assert page_count(["Search", "Since 1998"], 3, NOUNS) is None


def test_counts_below_a_long_text_are_those_of_the_records() -> None:
    assert page_count(["word " * 3000, "57 results"], 1, NOUNS) is None
