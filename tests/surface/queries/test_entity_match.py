"""The longest names in queries; [He13, Example 1]."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.queries.entity_match import (
    Segments,
    mentions,
    name_key,
    segments,
    spelled,
    tokens,
)


class NameSet(set[str]):
    """Names as the matcher needs them."""

    @property
    def longest(self) -> int:
        return max((name.count(" ") + 1 for name in self), default=0)


FREEBASE = NameSet({"where to", "new york", "hyatt", "seattle", "review", "york"})


def cut(query: str) -> list[tuple[str, str, str]]:
    found = segments(query.split(), FREEBASE)
    return [(each.prefix, each.entity, each.suffix) for each in found]


def test_all_of_the_greatest_length_are_kept() -> None:
    assert cut("where to stay in new york") == [
        ("", "where to", "stay in new york"),
        ("where to stay in", "new york", ""),
    ]


def test_each_token_may_be_a_name() -> None:
    assert cut("hyatt seattle review") == [
        ("", "hyatt", "seattle review"),
        ("hyatt", "seattle", "review"),
        ("hyatt seattle", "review", ""),
    ]


def test_no_name_no_segments() -> None:
    assert cut("cheap flights") == cut("") == []


def test_texts_hold_many_names_the_longest_at_each_place() -> None:
    text = "a hyatt in new york or york and new york"
    assert list(mentions(text.split(), FREEBASE)) == ["hyatt", "new york", "york", "new york"]


words = st.lists(st.sampled_from("abc"), max_size=6)


@settings(deadline=None)
@given(words, st.sets(st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(" ".join)))
def test_segments_agree_with_brute_force(parts: list[str], known: set[str]) -> None:
    runs = [(i, j) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)]
    hits = [(i, j) for i, j in runs if " ".join(parts[i:j]) in known]
    longest = max((j - i for i, j in hits), default=0)
    expected = [
        Segments(" ".join(parts[:i]), " ".join(parts[i:j]), " ".join(parts[j:]))
        for i, j in hits
        if j - i == longest
    ]
    assert segments(parts, NameSet(known)) == sorted(expected, key=lambda s: len(s.prefix))


# Tokens


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
