"""Which texts are labels of others?"""

import pytest

from deepweb.read.fields.labels import label_key, labelled, labels_of, own_label
from deepweb.read.fields.parts import RecordPart

COLOURS = ["red", "blue", "green", "pink"]


def texts(*pairs: tuple[str, str]) -> list[RecordPart]:
    return [RecordPart(path, "text", text) for path, text in pairs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Price: 12", ("Price", "12")), ("Prix : 80", ("Prix", "80")),
        ("Open: 9:00", ("Open", "9:00")),
        ("http://a.example", None), ("12: 30", None), ("Price:", None), (": 12", None),
        ("A sentence that is far too long to be a label: it is none", None),
    ],
)  # fmt: skip
def test_label_and_value_in_one_text(text: str, expected: tuple[str, str] | None) -> None:
    assert own_label(RecordPart("li/p", "text", text)) == expected


def test_titles_have_colons_too() -> None:
    assert own_label(RecordPart("li/h3/a", "text", "Rivers: a history")) is None
    assert own_label(RecordPart("li/a.title", "text", "Rivers: a history")) is None


def test_a_word_before_a_colon_is_a_label_if_it_recurs() -> None:
    rows = [texts(("li/p", f"Colour: {c}"), ("li/i", f"{c}: seen")) for c in COLOURS]
    assert labels_of(rows) == {"colour"}


def test_a_text_that_all_repeat_before_something_else_is_a_label() -> None:
    rows = [texts(("li/b.k", "Colour"), ("li/b.v", c)) for c in COLOURS]
    labels = labels_of(rows)
    assert labels == {"li/b.k|colour"}
    assert list(labelled(rows[0], labels)) == [RecordPart("li/b.v", "text", "red", "Colour")]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([texts(("li/b", "New"), ("li/h3", c)) for c in COLOURS], id="over a heading"),
        pytest.param([texts(("li/a", "Buy"), ("li/b", c)) for c in COLOURS], id="a link"),
        pytest.param([texts(("li/b", "In stock"), ("li/i", "today")) for c in COLOURS],
                     id="before what is always the same"),
        pytest.param([texts(("li/b", "in"), ("li/p", c)) for c in COLOURS[:2]], id="two are few"),
        pytest.param([texts(("li/p/b", "in"), ("li/i", c)) for c in COLOURS], id="somewhere else"),
    ],
)  # fmt: skip
def test_no_labels(rows: list[list[RecordPart]]) -> None:
    assert labels_of(rows) == frozenset()


def test_a_label_goes_to_all_values_of_its_list() -> None:
    parts = texts(("p", "By:"), ("p/a", "Ann"), ("p/a", "Bea"), ("p/i", "1990"))
    assert [(p.text, p.label) for p in labelled(parts, frozenset())] == [
        ("Ann", "By:"), ("Bea", "By:"), ("1990", "")
    ]  # fmt: skip


def test_a_label_without_a_value_is_not_lost() -> None:
    parts = texts(("div/p", "By:"), ("div/p", "Of:"), ("ul/li", "x"), ("div/p", "In:"))
    assert [p.text for p in labelled(parts, frozenset())] == ["By:", "Of:", "x", "In:"]


def test_folding() -> None:
    assert label_key("  \uff30rice \n of\uff1a") == "price of"
