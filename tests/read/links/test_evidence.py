"""What links show of their arguments, counted by hand."""

from __future__ import annotations

import pytest

from deepweb.read.links.evidence import (
    UrlView,
    evidence,
    examples,
    is_address,
    is_code,
    is_label,
    is_locale,
    is_page_size,
    is_range,
    is_time,
    note_choices,
)
from deepweb.read.links.query_place import PageLinks, QueryPlace

NO_NAMES: frozenset[str] = frozenset()
HERE = "http://e.org/s?q=a"
PAGE = PageLinks(
    HERE,
    [
        f"{HERE}&page=2&t=1",
        f"{HERE}&page=3&t=2",
        f"{HERE}&page=4&t=3",
        f"{HERE}&sort=up&t=4",
        "http://e.org/s?q=other&rel=1&t=5",
        f"{HERE}&oq=a&t=6",
    ],
    f"{HERE}&page=2",
)


def test_what_one_page_shows() -> None:
    found = evidence([PAGE], QueryPlace("q"), NO_NAMES)
    assert found["page"].runs == 1
    assert found["page"].run_ends == {4}
    assert (found["page"].led_on, found["page"].paged) == (1, 1)
    assert found["t"].in_order == 1
    assert found["t"].link_share == 1
    assert found["t"].values_a_page == 6
    assert found["rel"].elsewhere == 1
    assert found["sort"].elsewhere == 0
    assert found["oq"].echoes == 1
    assert list(found["sort"].values) == ["up"]


def test_what_links_change_alone_shows_behind_tracking() -> None:
    found = evidence([PAGE], QueryPlace("q"), NO_NAMES)
    note_choices(found, [PAGE], UrlView(NO_NAMES))
    assert found["page"].alone == 0
    note_choices(found, [PAGE], UrlView(NO_NAMES, frozenset({"t"})))
    assert (found["page"].alone, found["page"].alone_pages, found["sort"].alone) == (3, 1, 1)


def test_pairs_of_addresses_that_differ_in_one_argument() -> None:
    view = UrlView(NO_NAMES, frozenset({"t"}))
    assert examples([PAGE], view)["sort"] == (HERE, f"{HERE}&sort=up&t=4")
    assert examples([PAGE], view)["page"] == (HERE, f"{HERE}&page=2&t=1")
    assert examples([PAGE], UrlView(NO_NAMES)) == {}


def test_a_packed_argument_is_compared_by_its_parts() -> None:
    page = PageLinks("http://e.org/s?f=a:1", ["http://e.org/s?f=a:1,b:2"])
    assert set(examples([page], UrlView(NO_NAMES))) == {"f:b", "f"}


def test_what_links_only_take_away() -> None:
    page = PageLinks("http://e.org/s?q=a&brand=x", [HERE])
    found = evidence([page], QueryPlace("q"), NO_NAMES)
    note_choices(found, [page], UrlView(NO_NAMES))
    assert "brand" not in found


@pytest.mark.parametrize(
    ("numbers", "is_run"),
    [
        ((2, 3, 4), True),
        ((1, 2, 3, 57), False),
        ((2, 3, 4, 5, 57), True),
        ((20, 40, 60), True),
        ((0, 10), True),
        ((11, 21, 31), True),
        ((10, 20, 50, 100), False),
        ((100, 101, 102), False),
        ((3, 5, 7), False),
    ],
)
def test_numbers_that_count_up(numbers: tuple[int, ...], is_run: bool) -> None:
    page = PageLinks(HERE, [f"{HERE}&n={n}" for n in numbers])
    assert evidence([page], None, NO_NAMES)["n"].runs == is_run


@pytest.mark.parametrize(
    ("kind", "yes", "no"),
    [
        (is_time, ("1633247577", "1647190256633"), ("163324757", "20210101", "x")),
        (is_code, ("af298c70a1d01987", "9f20a69b", "7cf4d3e2-1f2a-4b3c-8d9e-0a1b2c3d4e5f"),
         ("electronics", "4931670031", "price-asc-rank", "")),
        (is_address, ("https://e.org/", "/search/x?y", "www.e.org", "e.org"), ("garden", "a/b")),
        (is_range, ("0-25", "100..200", "[10 TO *]", "$25-$50", "-10", "100-"), ("25", "red", "")),
        (is_page_size, ("10", "48", "100"), ("7", "17", "all", "")),
        (is_label, ("Leather bound", "Hardcover", "küche"), ("price_asc", "grid", "SR20", "2")),
        (is_locale, ("en", "en-US", "pt_BR", "EUR"), ("English", "1", "")),
    ],
)  # fmt: skip
def test_kinds_of_values(kind: object, yes: tuple[str, ...], no: tuple[str, ...]) -> None:
    assert callable(kind)
    assert [value for value in yes if not kind(value)] == []
    assert [value for value in no if kind(value)] == []
