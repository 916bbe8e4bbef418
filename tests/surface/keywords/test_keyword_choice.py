"""The paper's choice of keywords: clusters, new words, limits."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.keywords.keyword_choice import (
    FIRST_K,
    MAX_LIMIT,
    MIN_LIMIT,
    Probed,
    choose_keywords,
    keyword_limit,
    top_words,
)


def _probed(word: str, top: str, length: int = 100) -> Probed:
    return Probed(word, frozenset(top.split()), length)


def _chosen(*probed: Probed, most: int = 99, seed: int = 0) -> list[str]:
    return choose_keywords(probed, random.Random(seed), most=most)


def test_top_words_are_frequent_and_no_stop_words() -> None:
    texts = ["the pump and the valve", "the valve", "a pump, a valve"]
    found = top_words(texts, stop_words=frozenset({"the", "a", "and"}), most=1)
    assert found == {"valve"}
    assert top_words(texts, most=2) == {"the", "valve"}
    assert top_words([]) == frozenset()


def test_one_keyword_of_a_cluster_is_chosen() -> None:
    same = [_probed(word, "a b c d e f") for word in ("one", "two", "three")]
    other = _probed("other", "p q r s t u")
    for seed in range(5):
        found = _chosen(*same, other, seed=seed)
        assert len(found) == 2
        assert "other" in found
    assert {_chosen(*same, other, seed=seed)[-1] for seed in range(20)} > {"other"}


def test_longer_pages_come_first() -> None:
    short, long = _probed("short", "a b c d e", 10), _probed("long", "p q r s t", 500)
    assert _chosen(short, long) == ["long", "short"]


def test_many_new_words_come_before_few() -> None:
    first = _probed("first", "a b c d e f g h", 900)
    few = _probed("few", "a b c d x y z", 800)  # three new words
    many = _probed("many", "k l m n o p", 100)
    assert _chosen(first, few, many) == ["first", "many", "few"]
    assert _chosen(first, few, many, most=2) == ["first", "many"]


def test_a_keyword_that_brings_no_new_word_is_left_out() -> None:
    one, two = _probed("one", "a b c d e f g h", 900), _probed("two", "p q r s t u v w", 800)
    both = _probed("both", "a b c p q r", 700)
    assert _chosen(one, two, both) == ["one", "two"]


def test_keywords_that_found_nothing_are_left_out() -> None:
    assert _chosen(_probed("nothing", ""), _probed("some", "a b")) == ["some"]
    assert _chosen() == []


_WORDS = st.sampled_from("abcdefghij")
_PROBED = st.lists(
    st.tuples(st.frozensets(_WORDS, max_size=8), st.integers(0, 5)), max_size=12
).map(lambda pages: [Probed(f"w{n}", top, length) for n, (top, length) in enumerate(pages)])


@given(_PROBED, st.integers(0, 12), st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_every_choice_brings_a_new_word(probed: list[Probed], most: int, seed: int) -> None:
    found = choose_keywords(probed, random.Random(seed), most=most)
    assert found == choose_keywords(probed, random.Random(seed), most=most)
    assert len(found) == len(set(found)) <= most
    top = {probe.word: probe.top for probe in probed}
    known: set[str] = set()
    steps = []
    for word in found:
        steps.append(len(top[word] - known))
        known |= top[word]
    assert all(step > 0 for step in steps)
    # Once k has gone down, nothing is left that would bring FIRST_K or more.
    fewer = [step < FIRST_K for step in steps]
    assert fewer == sorted(fewer)


@pytest.mark.parametrize(
    ("records", "page_size", "expected"),
    [
        (0, 20, MIN_LIMIT),
        (100, 20, MIN_LIMIT),
        (1_700, 25, 136),
        (21_200, 10, MAX_LIMIT),
        (10, 0, MIN_LIMIT),
    ],
)
def test_larger_databases_deserve_more_keywords(
    records: int, page_size: int, expected: int
) -> None:
    assert keyword_limit(records, page_size) == expected
