"""Which paths are one column?"""

import pytest

from deepweb.read.fields.parts import Part
from deepweb.read.fields.same_column import MOST_COLUMNS, ending, numbered_columns, unique_endings


def column_numbers(*rows: list[str]) -> list[list[int]]:
    keyed = [[(key, Part(key, "text", "word")) for key in row] for row in rows]
    columns, _ = numbered_columns(keyed)
    return [[columns[key] for key in row] for row in rows]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("li/p.price|text", "li/div/p.price|text", True),
        ("li/p.price|text", "li/p.price.sale|text", True),
        ("li/p|text", "li/p.price|text", True), ("li/p.author|text", "li/p.place|text", False),
        ("li/p.price|text", "li/p.price|title", False), ("=colour", "=kind", False),
        ("li/p|text#0", "li/p|text#1", False),
    ],
)  # fmt: skip
def test_paths_that_never_meet(one: str, other: str, is_same: bool) -> None:
    (a,), (b,) = column_numbers([one], [other])
    assert (a == b) is is_same


def test_paths_that_meet_are_two() -> None:
    (row,) = column_numbers(["li/p.price|text", "li/p.price.sale|text"])
    assert len(set(row)) == 2


def test_columns_are_numbered_as_they_stand() -> None:
    assert column_numbers(["b.x|text", "a.y|text"], ["b.x|text", "a.y|text"]) == [[0, 1]] * 2


def test_too_many_paths_are_not_learnt() -> None:
    rows = [
        [(f"p.{chr(0x4E00 + n)}|text", Part("p", "text", "x")) for n in range(MOST_COLUMNS * 2)]
    ]
    columns, size = numbered_columns(rows)
    assert len(columns) == size == MOST_COLUMNS


def test_endings() -> None:
    assert ending("li/div.card/p/b|text#1") == "div.card/p/b|text#1"
    assert ending("li/p|text") == "li/p|text"
    assert unique_endings({"a/p.x|text": 0, "b/p.x|text": 0, "a/p.y|text": 1, "b/p.y|text": 2}) == {
        "p.x|text": 0
    }
