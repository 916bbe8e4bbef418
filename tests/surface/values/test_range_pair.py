"""Which inputs belong together as a range, in forms as sites have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.model import Input
from deepweb.store.resources import type_names
from deepweb.surface.values.range_pair import menu_numbers, range_pairs

NAMES = type_names()
AMOUNTS = (("", "Any"), ("0", "$0"), ("100", "$100"), ("500", "$500"), ("1000", "$1,000"))
YEARS = tuple((str(year), str(year)) for year in range(2026, 1990, -1))


def boxes(*named: tuple[str, str], kind: str = "text") -> list[Input]:
    return [Input(name, kind, label=label) for name, label in named]


def menus(options: tuple[tuple[str, str], ...], *named: tuple[str, str]) -> list[Input]:
    return [Input(name, "select", label, options=options, wildcard="") for name, label in named]


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (boxes(("price_from", ""), ("price_to", "")), "price_from price_to price"),
        (boxes(("minprice", ""), ("maxprice", "")), "minprice maxprice price"),
        (boxes(("maxPrice", ""), ("minPrice", "")), "minPrice maxPrice price"),
        (boxes(("year_start", ""), ("year_end", "")), "year_start year_end year"),
        (boxes(("date_from", "From"), ("date_to", "To")), "date_from date_to date"),
        (boxes(("startdate", ""), ("enddate", "")), "startdate enddate date"),
        (boxes(("pf", "Preis von"), ("pt", "bis")), "pf pt price"),
        (boxes(("a", "Prix mini"), ("b", "Prix maxi")), "a b price"),
        (boxes(("a", "Цена от"), ("b", "до")), "a b price"),
        (boxes(("fecha_desde", ""), ("fecha_hasta", "")), "fecha_desde fecha_hasta date"),
        (boxes(("data_od", ""), ("data_do", "")), "data_od data_do date"),
        (boxes(("r", "Rent"), ("x", "to")), "r x price"),
        (boxes(("y1", "Year"), ("y2", "")), "y1 y2 year"),
        (boxes(("price[0]", ""), ("price[1]", "")), "price[0] price[1] price"),
        (boxes(("price[]", ""), ("price[]", "")), "price[] price[] price"),
        (boxes(("f[year][gte]", ""), ("f[year][lte]", "")), "f[year][gte] f[year][lte] year"),
        (
            boxes(("ratinghigh", "Rating above"), ("ratinglow", "Rating below"), kind="number"),
            "ratinghigh ratinglow number",
        ),
        (boxes(("lo", "Min"), ("hi", "Max")), "lo hi number"),
        (boxes(("pmin", "from"), ("pmax", "to")), "pmin pmax number"),
        (boxes(("from", "From"), ("to", "To")), "from to any"),
        (boxes(("size_min", ""), ("size_max", ""), kind="number"), "size_min size_max number"),
        (boxes(("in", "Check-in"), ("out", "Check-out"), kind="date"), "in out date"),
        (menus(AMOUNTS, ("a", "Min price"), ("b", "Max price")), "a b price"),
        (menus(YEARS, ("yf", "Year from"), ("yt", "Year to")), "yf yt year"),
    ],
)
def test_ranges_are_recognised(inputs: list[Input], expected: str) -> None:
    (pair,) = range_pairs(inputs, NAMES)
    assert f"{pair.low.name} {pair.high.name} {pair.type}" == expected


@pytest.mark.parametrize(
    "inputs",
    [
        boxes(("from", "From city"), ("to", "To city")),
        boxes(("address1", "Address"), ("address2", "")),
        boxes(("title", "Title"), ("author", "Author")),
        boxes(("data1", "Title"), ("data2", "First name")),
        boxes(("age[0]", "Child 1"), ("age[1]", "Child 2")),
        boxes(("no", ""), ("mail", "Mail address (used to log in)")),
        boxes(("q", "Search"), ("zip", "Zip"), ("city", "City")),
        boxes(("min_price", ""), ("max_rooms", "")),
        boxes(("price", "Price"), ("year", "Year")),
        menus((("a", "Red"), ("b", "Blue"), ("c", "Green")), ("c1", "From"), ("c2", "To")),
        [*boxes(("price_from", "")), *menus(AMOUNTS, ("price_to", ""))],
        boxes(("price_from", "")),
        [],
    ],
    ids=lambda inputs: " ".join(i.name for i in inputs),
)
def test_what_is_no_range(inputs: list[Input]) -> None:
    assert range_pairs(inputs, NAMES) == []


def test_ranges_may_be_interleaved_or_have_a_menu_between() -> None:
    crossed = boxes(("priceFrom", ""), ("yearFrom", ""), ("priceTo", ""), ("yearTo", ""))
    assert {p.type for p in range_pairs(crossed, NAMES)} == {"price", "year"}
    currency = Input("currency", "select", options=(("e", "EUR"), ("u", "USD")))
    low, high = boxes(("prix_min", ""), ("prix_max", ""))
    assert len(range_pairs([low, currency, high], NAMES)) == 1


def test_numbers_of_menus() -> None:
    menu = Input("m", "select", options=AMOUNTS, wildcard="")
    assert menu_numbers(menu) == {0: "0", 100: "100", 500: "500", 1000: "1000"}
    words = Input("m", "select", options=(("1", "Red"), ("2", "Blue"), ("3", "Green")))
    assert menu_numbers(words) == {}
    bands = Input("m", "select", options=(("1", "0-100"), ("2", "100-200"), ("3", "200-300")))
    assert menu_numbers(bands) == {}
    points = Input("m", "select", options=(("a", "250.000 €"), ("b", "1 Mio"), ("c", "2.50")))
    assert menu_numbers(points) == {1: "b", 2.5: "c", 250000: "a"}


INPUTS = st.builds(
    Input,
    st.text(max_size=8),
    st.sampled_from(["text", "select", "number", "date"]),
    st.sampled_from(["", "from", "to", "Price", "Min", "Max year"]),
    options=st.lists(st.tuples(st.text(max_size=3), st.text(max_size=5)), max_size=4).map(tuple),
)


@given(st.lists(INPUTS, max_size=8))
def test_no_input_is_in_two_ranges(inputs: list[Input]) -> None:
    ends = [end for pair in range_pairs(inputs, NAMES) for end in (pair.low, pair.high)]
    assert len({id(end) for end in ends}) == len(ends)


def test_forms_of_thousands_of_inputs_are_looked_at_in_part() -> None:
    many = boxes(*((f"price_{n}_from" * 50, "from " * 16) for n in range(5000)))
    named = boxes(*((f"price_{n}_from", "") for n in range(5000)))
    assert range_pairs(many, NAMES) == range_pairs(named, NAMES) == []
    options = tuple((str(n), str(n)) for n in range(100_000))
    assert len(range_pairs(menus(options, ("a", "Year from"), ("b", "to")), NAMES)) == 1


def hidden(*named: tuple[str, str]) -> list[Input]:
    return [Input(name, "hidden", default=default) for name, default in named]


@pytest.mark.parametrize(
    ("inputs", "kinds"),
    [
        (hidden(("price_from", "100"), ("price_to", "300")), ["price"]),
        (hidden(("year_min", "1990"), ("year_max", "2026")), ["year"]),
        (hidden(("from", "0"), ("to", "20")), []),
        (hidden(("page_start", "0"), ("page_end", "20")), []),
        (hidden(("price_from", "x1"), ("price_to", "x2")), []),
        ([*hidden(("price_from", "100")), *boxes(("price_to", ""))], []),
    ],
)
def test_hidden_inputs_are_a_slider_if_they_say_so(inputs: list[Input], kinds: list[str]) -> None:
    assert [pair.type for pair in range_pairs(inputs, NAMES)] == kinds


def test_counts_behind_options_are_no_numbers_of_theirs() -> None:
    makes = (("a", "Ford (213)"), ("b", "Opel (17)"), ("c", "Volvo (1.004)"))
    assert menu_numbers(Input("make", "select", options=makes)) == {}
    rooms = (("a", "2 rooms (213)"), ("b", "3 rooms (17)"), ("c", "4 rooms (4)"))
    assert list(menu_numbers(Input("rooms", "select", options=rooms))) == [2, 3, 4]
