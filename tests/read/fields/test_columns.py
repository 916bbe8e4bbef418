"""Does a text with links in it say one thing, or several?"""

from __future__ import annotations

import pytest

from deepweb.read.fields.columns import (
    MAX_COLUMNS,
    ONE,
    cut,
    ending,
    learn_places,
    numbered_columns,
    shared_out,
    split_paths,
    unique_endings,
    whole_paths,
)
from deepweb.read.fields.parts import ElementNotes, RecordPart, parts_of
from tests.read.pages import body_of

NAMES = ["Ann", "Bea", "Cy", "Dan"]


@pytest.mark.parametrize(
    ("cards", "is_whole"),
    [
        pytest.param([f"<p>by <a>{n}</a></p>" for n in NAMES], False, id="a row of values"),
        pytest.param([f"<p>by <a>{n}</a>{' on <i class=d>3 May</i>' * (len(n) > 2)}</p>"
                      for n in NAMES], False, id="a row with an optional value"),
        pytest.param([f"<p>Long ago in a small town lived a man whose name was <a>{n}</a>.</p>"
                      for n in NAMES], True, id="prose"),
        pytest.param(["<p>a <i class=h>b</i></p>", "<p><i class=h>b</i> lost c d e</p>",
                      "<p>some f <i class=h>b</i> g <i class=h>b</i></p>"], True,
                     id="highlighting"),
        pytest.param([f"<p><i class=a>{n}</i><i class=b>x</i></p>" for n in NAMES], False,
                     id="no text of its own"),
    ],
)  # fmt: skip
def test_whole_elements(cards: list[str], is_whole: bool) -> None:
    seen = ElementNotes()
    for card in cards:
        parts_of([body_of(f"<div>{card}</div>")], frozenset(), seen)
    assert ("div/p" in whole_paths(seen)) is is_whole


def rows(*texts: str) -> list[list[RecordPart]]:
    return [[RecordPart("p", "text", text)] for text in texts]


def test_separators_cut_what_they_always_cut() -> None:
    found = rows("Ann | $5", "Bea | $6", "Cy | $7")
    assert split_paths(found) == {"p": 2}
    assert [part.text for part in cut(found[0], {"p": 2})] == ["Ann", "$5"]
    assert list(cut(rows("Ann")[0], {"p": 2})) == rows("Ann")[0]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["Ann | $5", "Bea", "Cy | $7"], id="not always"),
        pytest.param(["red | blue", "pink | grey", "teal | rose"], id="all of one kind"),
        pytest.param(["3 May 2015 | 10:18 AM", "4 May 2015 | 9:00 AM", "5 May 2015 | 1:00 PM"],
                     id="a moment"),
        pytest.param(["Ann | $5", "Bea | $6"], id="two are few"),
    ],
)  # fmt: skip
def test_other_separators_do_not(texts: list[str]) -> None:
    assert split_paths(rows(*texts)) == {}


# Which paths are one column?


def column_numbers(*rows: list[str]) -> list[list[int]]:
    keyed = [[(key, RecordPart(key, "text", "word")) for key in row] for row in rows]
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
        [
            (f"p.{chr(0x4E00 + n)}|text", RecordPart("p", "text", "x"))
            for n in range(MAX_COLUMNS * 2)
        ]
    ]
    columns, size = numbered_columns(rows)
    assert len(columns) == size == MAX_COLUMNS


def test_endings() -> None:
    assert ending("li/div.card/p/b|text#1") == "div.card/p/b|text#1"
    assert ending("li/p|text") == "li/p|text"
    assert unique_endings({"a/p.x|text": 0, "b/p.x|text": 0, "a/p.y|text": 1, "b/p.y|text": 2}) == {
        "p.x|text": 0
    }


def texts_as_rows(*lists: list[str]) -> list[list[RecordPart]]:
    return [[RecordPart("li/p", "text", text) for text in texts] for texts in lists]


def keys(texts: list[str], *lists: list[str]) -> list[str]:
    places = learn_places(texts_as_rows(*lists)).get("li/p|text", ONE)
    return [key.partition("#")[2] for key, _ in shared_out("k", texts_as_rows(texts)[0], places)]


DATED = [["Ann", "3 May 2015", "$5"], ["Bea", "4 May 2015", "$6"], ["Cy", "5 May 2015", "$7"]]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Dan", "6 May 2015", "$8"], ["0", "1", "2"]), (["Dan", "$8"], ["0", "2"]),
        (["6 May 2015", "$8"], ["1", "2"]), (["$8"], ["2"]), (["Dan"], ["0"]),
        (["Dan", "Eve", "6 May 2015", "$8"], ["0", "0", "1", "2"]),
    ],
)  # fmt: skip
def test_each_part_goes_to_the_place_of_its_kind(texts: list[str], expected: list[str]) -> None:
    assert keys(texts, *DATED) == expected


def test_values_of_one_sort_that_are_now_more_now_fewer_are_a_list() -> None:
    assert keys(["a", "b", "c"], ["red", "blue"], ["pink"], ["grey", "teal"]) == ["text"] * 3


def test_values_that_wander_are_a_list() -> None:
    assert keys(["a", "b"], ["red", "blue"], ["blue", "red"], ["red", "pink"]) == ["text"] * 2


def test_a_list_of_several_kinds_has_a_column_for_each() -> None:
    lists = [["red", "$5", "blue"], ["$6"], ["pink", "teal", "grey", "$7", "rose"]]
    assert keys(["a", "$1"], *lists) == ["text", "price"]


def test_what_stands_once_needs_no_places() -> None:
    assert learn_places(texts_as_rows(["a"], ["b"])) == {}
