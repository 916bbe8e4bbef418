"""What a filled-in box shows; values as applications preset them, written for this test."""

import pytest

from deepweb.surface.keywords.query_shape import PLAIN, example, short_queries


@pytest.mark.parametrize(
    ("value", "written", "word"),
    [
        ("objectClass=*", "objectClass=*fox*", ""),
        ("(cn=*)", "(cn=*fox*)", ""),
        ("*", "*fox*", ""),
        ("%", "%fox%", ""),
        ("*word*", "*fox*", "word"),
        ("word*", "fox*", "word"),
        ("%word%", "%fox%", "word"),
        ("title:foo", "title:fox", "foo"),
        ("title: foo", "title: fox", "foo"),
        ('"foo"', '"fox"', "foo"),
        ("dc.title=", "dc.title=fox", ""),
        ("fulltext~goethe", "fulltext~fox", "goethe"),
        ("goethe", "fox", "goethe"),
        ("名前:東京*", "名前:fox*", "東京"),
    ],
)
def test_the_value_shows_the_shape(value: str, written: str, word: str) -> None:
    shown = example(value)
    assert shown is not None
    assert (shown.shape.written("fox"), shown.word) == (written, word)


@pytest.mark.parametrize(
    "value", ["", "  ", "http://example.org/a", "12:30", "a, b", "x" * 200, "(" * 60, "* " * 40]
)
def test_other_values_are_no_examples(value: str) -> None:
    assert example(value) is None


def test_a_plain_word_shows_the_plain_shape() -> None:
    shown = example("Suchbegriff")
    assert shown is not None
    assert shown.shape == PLAIN


def test_short_queries_are_beginnings_and_numbers() -> None:
    assert short_queries(["sample", "samples", "search"]) == ["s", "sam", "sea", "1", "10"]


def test_single_signs_where_no_spaces_part_words() -> None:
    assert short_queries(["東京", "東海"])[:2] == ["東", "京"]
