"""The classifier under forms and topics, and its file."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.forms.linear_model import LinearModel, ModelError, train


def learnt() -> LinearModel:
    """Three classes, each of which says a word of its own; "noise" is said by all."""
    chance = random.Random(0)
    examples, classes, sites = [], [], []
    for number in range(60):
        kind = ("red", "green", "blue")[number % 3]
        examples.append({kind: 1.0, "noise": chance.random(), f"only{number}": 1.0})
        classes.append(f"class {kind}")
        sites.append(f"site{number}")
    return train(examples, classes, sites)


MODEL = learnt()
FILE = MODEL.to_bytes()


@pytest.mark.parametrize("kind", ["red", "green", "blue"])
def test_a_class_is_told_by_its_word(kind: str) -> None:
    (row,) = MODEL.probabilities([{kind: 1.0, "never seen": 5.0}])
    assert MODEL.classes[int(row.argmax())] == f"class {kind}"


def test_what_only_one_site_has_is_left_out() -> None:
    assert set(MODEL.columns) == {"red", "green", "blue", "noise"}


def test_pages_of_one_site_are_no_two_sites() -> None:
    model = train([{"a": 1.0, "b": 1.0}, {"a": 1.0, "c": 1.0}, {"b": 1.0, "c": 1.0}],
                  ["x", "x", "y"], ["one", "one", "two"])  # fmt: skip
    assert set(model.columns) == {"b", "c"}


def test_two_classes_have_a_column_each() -> None:
    model = train([{"a": 1.0}, {"a": 1.0}, {"b": 1.0}, {"b": 1.0}], ["n", "n", "y", "y"], "1234")
    assert model.classes == ("n", "y")
    (row,) = model.probabilities([{"b": 1.0}])
    assert row[1] > 0.5
    assert model.weights.shape == (2, 2)


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["red", "green", "blue", "noise", "?"]), st.floats(-1e3, 1e3)
        )
    )
)
def test_probabilities_sum_to_one(examples: list[dict[str, float]]) -> None:
    shares = MODEL.probabilities(examples)
    assert shares.shape == (len(examples), 3)
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)


def test_the_file_holds_the_whole_model() -> None:
    back = LinearModel.from_bytes(FILE)
    examples = [{"red": 1.0}, {"green": 2.0, "noise": 0.5}, {}]
    assert np.array_equal(back.probabilities(examples), MODEL.probabilities(examples))
    assert back.to_bytes() == FILE


def test_training_twice_gives_the_same_bytes() -> None:
    assert learnt().to_bytes() == FILE


def archive(**members: bytes) -> bytes:
    """The file with some of its members replaced."""
    with zipfile.ZipFile(io.BytesIO(FILE)) as good:
        held = {name: good.read(name) for name in good.namelist()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, data in (held | {f"{n}.npy": d for n, d in members.items()}).items():
            made.writestr(name, data)
    return file.getvalue()


def array(values: object) -> bytes:
    file = io.BytesIO()
    np.save(file, np.array(values))
    return file.getvalue()


def header(shape: str, kind: str) -> bytes:
    """An array that says how large it is, and holds nothing."""
    said = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(said)) + said


BAD = {
    "nothing": b"",
    "text": b"no model at all",
    "a bare array": array([1, 2]),
    "an empty archive": b"PK\x05\x06" + bytes(18),
    "cut short": FILE[: len(FILE) // 2],
    "another version": archive(format=array([2])),
    "a row too few": archive(weights=array(np.zeros((3, 3)))),
    "a class too many": archive(bias=array([0.0] * 4)),
    "not a number": archive(bias=array([0.0, np.nan, 0.0])),
    "infinite": archive(weights=array(np.full((4, 3), np.inf))),
    "names that are numbers": archive(features=array([1.0, 2.0])),
    "names that are no UTF-8": archive(features=array(np.full(7, 255, dtype=np.uint8))),
    "an object": archive(weights=header("(4, 3)", "|O") + b"cos\nsystem\n(S'true'\ntR."),
    "9 TB": archive(features=header("(10000000000000,)", "|u1")),
    "less than nothing": archive(features=header("(-1,)", "|u1")),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_a_file_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(ModelError, match="no model of this version"):
        LinearModel.from_bytes(data)


def test_what_would_unpack_to_too_much_is_not_unpacked() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made, made.open("a.npy", "w") as bomb:
        for _ in range(600):
            bomb.write(bytes(1_000_000))
    with pytest.raises(ModelError, match="too large"):
        LinearModel.from_bytes(file.getvalue())


@given(st.lists(st.tuples(st.integers(0, len(FILE) - 1), st.integers(0, 255)), min_size=1))
def test_a_damaged_file_is_a_model_or_refused(damage: list[tuple[int, int]]) -> None:
    data = bytearray(FILE)
    for place, byte in damage:
        data[place] = byte
    with suppress(ModelError):
        LinearModel.from_bytes(bytes(data)).probabilities([{"red": 1.0}])
