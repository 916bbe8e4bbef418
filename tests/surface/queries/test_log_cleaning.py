"""What people put around names is found and removed; [He13, Tables 2 and 3]."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.store.resources import prepositions
from deepweb.surface.queries.entity_match import Segments
from deepweb.surface.queries.log_cleaning import (
    PREFIX,
    PREPOSITION,
    SUFFIX,
    Pattern,
    PatternCounts,
    Patterns,
    log_site,
    names_site,
)


def counted(*found: tuple[str, str]) -> PatternCounts:
    counts = PatternCounts()
    for prefix, suffix in found:
        counts.add([Segments(prefix, "x", suffix)])
    return counts


def test_the_most_frequent_of_three_lists() -> None:
    counts = counted(
        *[("", "lyrics")] * 4, *[("pictures of", "")] * 3, *[("watch", "")] * 2, ("once", "")
    )
    assert counts.top(prepositions()) == [
        Pattern(SUFFIX, "lyrics", 4),
        Pattern(PREPOSITION, "pictures of", 3),
        Pattern(PREFIX, "watch", 2),
    ]
    assert [each.text for each in counts.top(prepositions(), most=1)] == ["lyrics"]


@pytest.mark.parametrize("suffix", ["in us", "in london", "à paris", "für kinder", "в москве"])
def test_suffixes_with_a_preposition_stay(suffix: str) -> None:
    assert counted(*[("", suffix)] * 9).top(prepositions()) == []


@pytest.mark.parametrize("prefix", ["hotels in", "photos de", "bilder von", "карта для"])
def test_prefixes_with_a_preposition_are_a_list_of_their_own(prefix: str) -> None:
    (pattern,) = counted(*[(prefix, "")] * 2).top(prepositions())
    assert pattern.kind == PREPOSITION


def test_a_query_counts_once_for_a_pattern() -> None:
    counts = PatternCounts()
    for _ in range(2):
        counts.add([Segments("best", "a", "b"), Segments("best", "b", "a")])
    assert Pattern(PREFIX, "best", 2) in counts.top(frozenset())


def test_rare_patterns_are_forgotten_when_there_are_too_many() -> None:
    counts = PatternCounts(most=10)
    for number in range(100):
        counts.add([Segments("watch", "x", f"rare {number}")])
    assert [(each.text, each.queries) for each in counts.top(frozenset())] == [("watch", 100)]


PATTERNS = Patterns(
    Pattern(kind, text, 9)
    for kind, text in [
        (PREFIX, "cheap"),
        (PREPOSITION, "where to stay in"),
        (PREFIX, "where to"),
        (PREFIX, "free"),
        (SUFFIX, "reviews"),
        (SUFFIX, "download"),
    ]
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("hp touchpad reviews", "hp touchpad"),
        ("where to stay in new york", "new york"),
        ("cheap iphone 4 reviews", "iphone 4"),
        ("lenovo x61", "lenovo x61"),
        ("reviews", "reviews"),  # alone it may be a name
        ("free download", ""),  # nothing but patterns
    ],
)
def test_patterns_are_removed(query: str, expected: str) -> None:
    assert " ".join(PATTERNS.clean(query.split())) == expected


def test_a_name_stays_whole() -> None:
    assert PATTERNS.clean(["cheap", "trick"], is_name=True) == ["cheap", "trick"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["cheap", "free", "reviews", "where", "to", "x", "y"]), max_size=8))
def test_what_is_left_is_a_part_of_the_query(parts: list[str]) -> None:
    left = PATTERNS.clean(parts)
    runs = [parts[i:j] for i in range(len(parts) + 1) for j in range(i, len(parts) + 1)]
    assert left in runs
    assert {"x", "y"} & set(left) == {"x", "y"} & set(parts)


# The filter


@pytest.mark.parametrize(
    ("query", "site", "expected"),
    [
        ("ebay uk", "ebay.com", True),
        ("e bay", "ebay.co.uk", True),
        ("barnesandnoble locations", "barnesandnoble.com", True),
        ("barnes and noble", "www.barnesandnoble.com", True),
        ("iphone 4", "ebay.com", False),
        ("shopping cart", "shop.example.org", False),
        ("anything", "127.0.0.1:8000", False),
        ("", "ebay.com", False),
    ],
)
def test_navigational_queries(query: str, site: str, expected: bool) -> None:
    assert names_site(query, site) is expected


def test_www_makes_no_other_site() -> None:
    assert log_site("WWW.Example.org.") == log_site("example.org") == "example.org"
