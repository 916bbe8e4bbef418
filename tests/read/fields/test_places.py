"""Several columns, or one of several values?"""

import pytest

from deepweb.read.fields.parts import Part
from deepweb.read.fields.places import ONE, learn_places, shared_out


def rows(*lists: list[str]) -> list[list[Part]]:
    return [[Part("li/p", "text", text) for text in texts] for texts in lists]


def keys(texts: list[str], *lists: list[str]) -> list[str]:
    places = learn_places(rows(*lists)).get("li/p|text", ONE)
    return [key.partition("#")[2] for key, _ in shared_out("k", rows(texts)[0], places)]


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
    assert learn_places(rows(["a"], ["b"])) == {}
