"""When do two pages count as the same?"""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.signature import jaccard, page_words, signature

_WORDS = st.text(string.ascii_lowercase + "äßжи", min_size=1, max_size=4)
_SETS = st.frozensets(_WORDS, max_size=8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param((["Red car", "blue bus"], []), (["blue", "BUS red", "car"], []), id="order"),
        pytest.param((["Red car"], []), (["red, car!"], []), id="formatting"),
        pytest.param((["Red car 12"], []), (["Red car 7"], []), id="numbers"),
        pytest.param((["Red car for you"], ["you"]), (["Red car for me"], ["me"]), id="query"),
        pytest.param((["Red car"], []), (["Red red car"], []), id="repetition"),
    ],
)
def test_same_signature(
    one: tuple[list[str], list[str]], other: tuple[list[str], list[str]]
) -> None:
    assert signature(page_words(*one)) == signature(page_words(*other))


@pytest.mark.parametrize(
    ("one", "other"), [(["red car"], ["red"]), (["redcar"], ["red car"]), ([], ["x"])]
)
def test_other_signature(one: list[str], other: list[str]) -> None:
    assert signature(page_words(one, ())) != signature(page_words(other, ()))


def test_a_signature_is_short_and_the_same_in_every_run() -> None:
    assert signature(frozenset({"car", "red"})) == "1f725077dbc1aff7"


@given(st.lists(_WORDS, max_size=10))
@settings(max_examples=100, deadline=None)
def test_order_does_not_matter(found: list[str]) -> None:
    other = sorted(found, key=lambda word: (word[::-1], word))
    assert signature(page_words(found, ())) == signature(page_words(other, ()))
    assert signature(page_words([" ".join(found)], ())) == signature(page_words(found, ()))


@given(_SETS, _SETS)
@settings(max_examples=100, deadline=None)
def test_signatures_differ_where_sets_do(one: frozenset[str], other: frozenset[str]) -> None:
    assert (signature(one) == signature(other)) == (one == other)


@given(_SETS, _SETS)
@settings(max_examples=100, deadline=None)
def test_jaccard_is_a_likeness(one: frozenset[str], other: frozenset[str]) -> None:
    alike = jaccard(one, other)
    assert alike == jaccard(other, one)
    assert 0 <= alike <= 1
    assert (alike == 1) == (one == other)
    assert (alike == 0) == (not one & other and one != other)


def test_jaccard_counts_what_is_common() -> None:
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 0.5
