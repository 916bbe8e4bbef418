"""What typed boxes take, and what they do not."""

from datetime import date

import pytest

from demosite.search import Bound, Selection
from tests.site import Site, Style, used_books
from tests.site.browser import all_pages, get, submit
from tests.site.bruteforce import expected_ids
from tests.site.controls import Typed
from tests.site.typed import DATE_FORMATS, Type, read_typed

BOOKS = used_books(400)
_DAY = date(2021, 11, 5)


def test_dates_are_written_in_twelve_ways() -> None:
    assert len(DATE_FORMATS) == 12
    for written, directive in DATE_FORMATS.items():
        assert date(2024, 5, 31).strftime(directive) == written
        assert read_typed("date", _DAY.strftime(directive), written) == "2021-11-05"


@pytest.mark.parametrize("written", DATE_FORMATS)
def test_a_box_takes_dates_in_one_way(written: str) -> None:
    day = date(2021, 11, 25)  # no month has that number
    taken = {w for w, d in DATE_FORMATS.items() if read_typed("date", day.strftime(d), written)}
    assert taken == {written}


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        ("zip", "10001", "10001"),
        ("zip", "1000", None),
        ("state", "tx", "Texas"),
        ("state", "Texas", "Texas"),
        ("state", "12", None),
        ("city", "St. Louis", "St. Louis"),
        ("country", "France", "France"),
        ("country", "1", None),
        ("year", "1999", "1999"),
        ("year", "99", None),
        ("price", "$ 12.50", "12.50"),
        ("price", "cheap", None),
        ("number", "120", "120"),
        ("number", "1.5", None),
        ("isbn", "0-306-40615-2", "9780306406157"),
        ("date", "2021-02-30", None),
    ],
)
def test_values_of_each_type(kind: Type, value: str, read: str | None) -> None:
    assert read_typed(kind, value) == read


_SELECTED: list[tuple[Typed, str, Selection]] = [
    (Typed("b", "state"), "tx", Selection(equal=(("state", "Texas"),))),
    (Typed("b", "city"), "Boston", Selection(equal=(("city", "Boston"),))),
    (Typed("b", "country"), "France", Selection(equal=(("country", "France"),))),
    (Typed("b", "year", test="most"), "1900", Selection(bounds=(Bound("year", high="1900"),))),
    (Typed("b", "price", test="most"), "9", Selection(bounds=(Bound("price", high="9"),))),
    (
        Typed("b", "number", attribute="pages", test="least"),
        "700",
        Selection(bounds=(Bound("pages", "700"),)),
    ),
    (
        Typed("b", "date", test="least", written="31.05.2024"),
        "01.02.2024",
        Selection(bounds=(Bound("date", "2024-02-01"),)),
    ),
    (
        Typed("b", "isbn"),
        BOOKS.records[7].attributes["isbn"],
        Selection(equal=(("isbn", BOOKS.records[7].attributes["isbn"]),)),
    ),
    # The centre of Los Angeles: other zip codes of the city start alike.
    (Typed("b", "zip", test="near"), "90012", Selection(equal=(("zip", "90001"),))),
]


@pytest.mark.parametrize(("control", "value", "selection"), _SELECTED)
def test_typed_boxes_select(control: Typed, value: str, selection: Selection) -> None:
    with Site(BOOKS, Style(query_name="", controls=(control,))) as live:
        expected = expected_ids(BOOKS, selection)
        assert 0 < len(expected) < len(BOOKS)
        assert all_pages(live, submit(live, b=value)) == expected


def test_wrong_values() -> None:
    for wrong, found, said in (("refused", 0, True), ("empty", 0, False), ("ignored", 20, False)):
        box = Typed("b", "year", wrong=wrong)  # type: ignore[arg-type]
        with Site(BOOKS, Style(query_name="", controls=(box,), blank="all")) as live:
            reply = submit(live, b="long ago")
            assert len(reply.ids) == found
            assert ("Invalid value in the field b: expected a year" in reply.visible) == said


def test_a_box_may_tell_nothing() -> None:
    with Site(BOOKS, Style(query_name="", controls=(Typed("b", "zip"),))) as live:
        form = get(live, "/").search_form
        assert form.xpath("string(.)").get("").split() == ["Search"]
        assert form.xpath(".//input/@*").getall() == ["text", "b", "b", ""]
