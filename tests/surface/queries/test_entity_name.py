"""Queries and names are cut alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.queries.entity_name import name_key, spelled, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HP TouchPad reviews", ["hp", "touchpad", "reviews"]),
        ("  L'Aquila,  Italy ", ["l", "aquila", "italy"]),
        ("São Paulo", ["são", "paulo"]),
        ("東京タワー hotel", ["東", "京", "タ", "ワ", "ー", "hotel"]),
        ("iphone 4", ["iphone", "4"]),
        # A radical, which is another way to write the sign.
        ("0⼀", ["0", "一"]),
        ("!!!", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_signs_are_written_together_and_words_are_not() -> None:
    assert spelled(["東", "京", "hotel", "paris"]) == "東京 hotel paris"
    assert spelled([]) == ""


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_name_has_one_spelling(text: str) -> None:
    key = name_key(tokens(text))
    assert name_key(tokens(key)) == key
    assert name_key(tokens(spelled(tokens(text)))) == key
