"""Values of types in the texts of records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.store.resources import value_lists
from deepweb.surface.values.calendar_day import Day
from deepweb.surface.values.seen_values import MAX_TEXTS, SeenValues
from deepweb.surface.values.value_type import FAMILIES, ValueType, value_types

LISTS = value_lists()
TYPES = value_types(LISTS, 2026)


def seen(name: str, *texts: str) -> set[str | int | float | Day]:
    return set(SeenValues(texts, LISTS).values(name))


def written(name: str, notation: str, *texts: str) -> tuple[str, ...]:
    kind = next(t for t in TYPES if (t.name, t.notation) == (name, notation))
    return SeenValues(texts, LISTS).written(kind)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("zip", "Austin, TX 73301", {"73301"}),
        ("zip", "Austin, TX 73301-0021 · 512-555-0199", {"73301"}),
        ("zip", "$12345 and 123456 and 12345.60", set()),
        ("city", "Flat in new york, near the park", {"New York"}),
        ("city", "Store: Ely, NV 89301", {"Ely"}),
        ("city", "Nothing of the kind", set()),
        ("state", "Ely, NV 89301 · Texas", {"NV", "TX"}),
        ("country", "Made in Germany · France", {"DE", "FR"}),
        ("date", "Posted 2019-03-14 by A", {(2019, 3, 14)}),
        ("date", "March 5, 2018 to 25 Dec 2011", {(2018, 3, 5), (2011, 12, 25)}),
        ("date", "am 31.12.2020 erschienen", {(2020, 12, 31)}),
        ("date", "25/12/2011", {(2011, 12, 25)}),
        ("date", "Room 2019, floor 3", set()),
        ("year", "First published 1987, again 2004", {1987, 2004}),
        ("year", "19875 or $1987", set()),
        ("price", "$1,234.50 or 99 €", {1234.5, 99.0}),
        ("price", "1.234,50 EUR", {1234.5}),
        ("price", "250 000 kr", {250000.0}),
        ("price", "Greek · 283.58", {283.58}),
        ("price", "version 2.10.3, 12:30", set()),
        ("number", "320 pages, 2 kg", {320, 2}),
        ("isbn", "ISBN 978-0-306-40615-7", {"9780306406157"}),
        ("isbn", "0-306-40615-2, call 0306406153", {"9780306406157"}),
    ],
)
def test_values_are_found_in_texts(
    name: str, text: str, expected: set[str | int | float | Day]
) -> None:
    assert seen(name, text) == expected


def test_the_dates_of_all_records_tell_which_part_is_the_day() -> None:
    assert seen("date", "3/4/2020", "25/4/2020") == {(2020, 4, 3), (2020, 4, 25)}
    assert seen("date", "3/4/2020", "4/25/2020") == {(2020, 3, 4), (2020, 4, 25)}


def test_values_are_written_as_the_notation_has_them() -> None:
    assert written("date", "d.m.Y", "2019-03-14") == ("14.03.2019",)
    assert written("state", "name", "Ely, NV") == ("Nevada",)
    assert written("country", "code3", "Germany") == ("DEU",)
    assert written("isbn", "10", "9780306406157") == ("0306406152",)
    assert written("price", "small", "$9.50 and $250,000") == ("10",)
    assert written("price", "large", "$9.50 and $250,000") == ("250000",)
    assert set(written("price", "exact", "$9.50")) == {"9.50"}


def test_places_that_many_records_show_come_first() -> None:
    texts = ["Boston", "Denver", "Denver", "Boston", "Denver", "Miami"]
    assert written("city", "", *texts) == ("Denver", "Boston", "Miami")


def test_the_notation_of_the_site_is_told_from_the_others() -> None:
    shown = SeenValues(["14.03.2019", "15.04.2020"], LISTS)
    dates = [t for t in TYPES if t.name == "date"]
    assert max(dates, key=shown.uses).notation == "d.m.Y"


def test_share_of_records_that_show_a_type() -> None:
    texts = ["Boston", "nothing", "Denver", "nothing"]
    assert SeenValues(texts, LISTS).share("city") == 0.5
    assert SeenValues([], LISTS).share("city") == 0.0


@given(st.lists(st.text(max_size=120), max_size=4), st.sampled_from(sorted(FAMILIES)))
def test_any_text_is_read(texts: list[str], name: str) -> None:
    for kind in (t for t in TYPES if t.name == name):
        assert all(isinstance(value, str) for value in SeenValues(texts, LISTS).written(kind))


def test_long_texts_are_read_in_part() -> None:
    texts = ["1 " * 1_000_000] * (MAX_TEXTS + 50)
    assert SeenValues(texts, LISTS).values("number")[1] == MAX_TEXTS


def test_an_unknown_type_is_seen_nowhere() -> None:
    assert SeenValues(["12"], LISTS).written(ValueType("listed", "", ("12",))) == ()
