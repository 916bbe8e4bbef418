"""Boxes under the names that sites give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.model import Input
from deepweb.store.resources import type_names
from deepweb.surface.values.type_hint import KEYWORD, meant, type_hint, within

NAMES = type_names()


def first_hint(**attributes: str) -> str:
    box = Input(**{"name": "", "kind": "text"} | attributes)  # type: ignore[arg-type]
    weights = type_hint(box, NAMES).weights
    return max(weights, key=lambda name: weights[name], default="")


@pytest.mark.parametrize(
    ("name", "label", "expected"),
    [
        ("zip", "", "zip"),
        ("ctl00$txtPostalCode", "", "zip"),
        ("f", "Postleitzahl", "zip"),
        ("x", "郵便番号", "zip"),
        ("txtCity", "", "city"),
        ("x", "Ville", "city"),
        ("x", "Населённый пункт / город", "city"),
        ("where", "", "city"),
        ("x", "State", "state"),
        ("x", "País", "country"),
        ("startDate", "", "date"),
        ("enddate", "", "date"),
        ("x", "Geburtsdatum", "date"),
        ("fecha_desde", "", "date"),
        ("yearto", "", "year"),
        ("x", "Année de publication", "year"),
        ("x", "年份", "year"),
        ("minprice", "", "price"),
        ("priceMax", "", "price"),
        ("x", "Kaufpreis bis", "price"),
        ("x", "Цена до", "price"),
        ("x", "Bedrooms", "number"),
        ("isbn13", "", "isbn"),
        ("q", "", KEYWORD),
        ("x", "Stichwort", KEYWORD),
        ("author", "", KEYWORD),
        ("field_7", "", ""),
        ("update", "Candidate", ""),
    ],
)
def test_names_and_labels(name: str, label: str, expected: str) -> None:
    assert first_hint(name=name, label=label) == expected


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({"placeholder": "dd/mm/yyyy"}, "date"),
        ({"placeholder": "e.g. 90210"}, "zip"),
        ({"placeholder": "$ any"}, "price"),
        ({"placeholder": "978-0306406157"}, "isbn"),
        ({"default": "31.12.2020"}, "date"),
        ({"default": "2019"}, "year"),
        ({"placeholder": "mm/yyyy"}, "month"),
        ({"autocomplete": "postal-code"}, "zip"),
        ({"autocomplete": "shipping address-level2"}, "city"),
        ({"hints": "input-price large"}, "price"),
    ],
)
def test_examples_and_other_attributes(attributes: dict[str, str], expected: str) -> None:
    assert first_hint(**attributes) == expected


def test_a_shown_notation_is_kept() -> None:
    box = Input("d", "text", label="Von (TT.MM.JJJJ)")
    assert type_hint(box, NAMES).notations == ("d.m.Y",)


def test_a_box_may_hint_at_two_types() -> None:
    hint = type_hint(Input("loc", "text", label="City or ZIP"), NAMES)
    assert hint.types[:2] == ["city", "zip"]


def test_words_written_as_one_are_taken_apart() -> None:
    assert meant("maxprice", NAMES) == {"high", "price"}
    assert meant("datefrom", NAMES) == {"low", "date"}
    assert meant("candidate", NAMES) == frozenset()


@given(st.text(max_size=100), st.text(max_size=100))
def test_any_words_are_read(name: str, label: str) -> None:
    assert all(w > 0 for w in type_hint(Input(name, "text", label=label), NAMES).weights.values())


def test_long_texts_are_read_in_part() -> None:
    box = Input("x" * 1_000_000, "text", label="1/2/" * 250_000, default="9" * 5_000_000)
    assert type_hint(box, NAMES).weights == {}


# The values that min, max and step allow


@pytest.mark.parametrize(
    ("minimum", "maximum", "step", "expected"),
    [
        ("", "", "", ("5", "500")),
        ("1", "100", "50", ("5", "51", "1")),
        ("0", "1", "0.5", ("1", "0.5", "0")),
        ("nan", "inf", "x", ("5", "500")),
        ("9", "1", "", ()),
    ],
)
def test_bounds_of_an_input_are_kept(
    minimum: str, maximum: str, step: str, expected: tuple[str, ...]
) -> None:
    box = Input("n", "number", minimum=minimum, maximum=maximum, step=step)
    assert within(box, ("5", "500")) == expected


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("date", ("2026-01-31", "2026-02-01", "2027-01-01"), ("2026-02-01",)),
        ("text", ("a", "b", "a"), ("a", "b")),
    ],
)
def test_dates_are_bound_as_they_are_written(
    kind: str, values: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    bounds = {"minimum": "2026-02-01", "maximum": "2026-12-31"} if kind == "date" else {}
    assert within(Input("n", kind, **bounds), values) == expected  # type: ignore[arg-type]
