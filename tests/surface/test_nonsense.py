"""Words that no database holds."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.nonsense import nonsense
from tests.site import Catalogue, unicode_characters, world_cities


def test_the_same_seed_gives_the_same_words() -> None:
    assert nonsense(random.Random("site"), 6) == nonsense(random.Random("site"), 6)
    assert nonsense(random.Random("site"), 6) != nonsense(random.Random("other"), 6)


def test_fewer_words_are_the_first_of_more() -> None:
    assert nonsense(random.Random(7), 6)[:3] == nonsense(random.Random(7), 3)


@given(st.integers(), st.integers(0, 30))
@settings(max_examples=100, deadline=None)
def test_words_are_long_distinct_and_of_letters(seed: int, number: int) -> None:
    found = nonsense(random.Random(seed), number)
    assert len(found) == len(set(found)) == number
    assert all(len(word) >= 12 and word.isascii() and word.isalpha() for word in found)


def test_words_have_different_shapes() -> None:
    consonants, syllables, _ = nonsense(random.Random(3), 3)
    assert not set(consonants) & set("aeiouy")
    assert set(syllables[1::2]) <= set("uoiy")


@pytest.mark.parametrize("catalogue_of", [unicode_characters, world_cities])
def test_real_catalogues_hold_none_of_them(catalogue_of: Callable[[int], Catalogue]) -> None:
    held = {word for entry in catalogue_of(2000).records for word in entry.words}
    assert not held.intersection(nonsense(random.Random(5), 300))
