"""Which object of some data tells of a record, and what may be the record's key."""

from __future__ import annotations

from typing import Any

import pytest

from deepweb.read.details.own_data import DataAddress, ListedRecord, keys, own_fields

BOOK = {"id": 7, "title": "Cedar and fjord", "pages": 90, "author": {"name": "Ada Winter"}}
OTHER = {"id": 8, "title": "Delta and ember", "pages": 80}
SAID = {"id": 7, "title": "Cedar and fjord", "pages": 90, "author_name": "Ada Winter"}

FOUND: dict[str, tuple[Any, dict[str, Any]]] = {
    "the object itself": (BOOK, SAID),
    "in a wrapper": ({"ok": True, "status": 200, "data": {"book": BOOK}}, SAID),
    "beside others": ({"book": BOOK, "related": [OTHER, OTHER | {"author": "Ada Winter"}]}, SAID),
    "a list of one": ([BOOK], SAID),
    "a member of a list": ({"hits": [OTHER, BOOK]}, SAID),
    "another record": ({"book": OTHER}, {}),
    "others by the same author": ([OTHER | {"author": "Ada Winter"}, OTHER], {}),
    "an error": ({"error": "not found", "code": 404}, {}),
    "nothing": ([], {}),
    "a text": ("Cedar and fjord", {}),
}


@pytest.mark.parametrize("case", FOUND)
def test_the_object_that_tells_of_a_record(case: str) -> None:
    data, said = FOUND[case]
    assert own_fields(data, ["Cedar and fjord", "Ada Winter"]) == said


def test_a_record_is_known_by_other_texts_if_its_title_is_not_there() -> None:
    data = {"book": {"name": "Cedar & fjord", "writer": "Ada Winter"}}
    assert own_fields(data, ["Cedar and fjord", "Ada Winter"])["name"] == "Cedar & fjord"


def test_keys_are_the_parts_of_the_address_and_the_values_of_the_list() -> None:
    record = ListedRecord("x", "http://h/#/book/cedar%20fjord", "", {"id": 7, "by": "Ada Winter"})
    assert list(keys(record)) == [
        ("6", "cedar fjord"), ("5", "book"), ("field id", "7"),
    ]  # fmt: skip


def test_the_address_of_data_is_made_of_the_key_and_survives_the_store() -> None:
    made = DataAddress("http://h/api/{key}?full=1", "field id", (("accept", "application/json"),))
    assert DataAddress.from_json(made.to_json()) == made
    assert (
        made.of(ListedRecord("x", "http://h/b", "", {"id": "7/8"})) == "http://h/api/7%2F8?full=1"
    )
    assert made.of(ListedRecord("x", "http://h/b", "", {})) == ""
