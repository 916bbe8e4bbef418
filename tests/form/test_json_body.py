"""Bodies in JSON as names and values, and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.json_body import MAX_VALUES, json_body, json_pairs

KEYS = st.text(min_size=1, max_size=8)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=10)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def test_names_tell_where_a_value_stands() -> None:
    body = {"query": "query Q { a }", "variables": {"text": "dune", "page": 1, "tags": []}}
    assert json_pairs(body) == (
        ("/query", "query Q { a }"),
        ("/variables/text", "dune"),
        ("=/variables/page", "1"),
        ("=/variables/tags", "[]"),
    )


def test_what_is_filled_in_keeps_its_type() -> None:
    body = json_body([("/q", "7"), ("=/page", "2"), ("/sort/0/by", "date")])
    assert json.loads(body) == {"q": "7", "page": 2, "sort": [{"by": "date"}]}


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_there_and_back(body: dict[str, object]) -> None:
    pairs = json_pairs(body)
    assert pairs is not None
    again = json.loads(json_body(pairs))
    # An object whose keys count from 0 looks like a list.
    assert json_pairs(again) == pairs


@pytest.mark.parametrize("body", [list(range(MAX_VALUES + 2)), {"a": ["x"] * 1000}])
def test_what_is_too_large_is_no_question(body: object) -> None:
    assert json_pairs(body) is None


def test_names_that_contradict_each_other_do_not_raise() -> None:
    assert json.loads(json_body([("/a", "1"), ("/a/b", "2"), ("=/c", "{")])) == {
        "a": {"b": "2"},
        "c": "{",
    }
