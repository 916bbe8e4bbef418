"""Which addresses are one page, and which are pages of one kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.address.same_page import (
    differing_argument,
    directories,
    is_endless,
    page_key,
    shape,
    stepped,
    without_argument,
)

ONE_PAGE = [
    ("http://example.org/", "https://www.example.org"),
    ("http://example.org/a/", "http://example.org/a"),
    ("http://example.org/a/index.html", "http://example.org/a"),
    ("http://example.org/Default.aspx", "http://example.org/"),
    ("http://example.org/a#top", "http://example.org/a"),
    ("http://example.org/a;jsessionid=0A1B2C3D", "http://example.org/a"),
    ("http://example.org/a?PHPSESSID=0a1b&page=2", "http://example.org/a?page=2"),
    ("http://example.org/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "http://example.org/a.aspx"),
    ("http://example.org/a?utm_source=x&utm_medium=y", "http://example.org/a"),
    ("http://example.org/a?ref=home", "http://example.org/a"),
]


@pytest.mark.parametrize(("one", "other"), ONE_PAGE)
def test_one_page(one: str, other: str) -> None:
    assert page_key(one) == page_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://example.org/a", "http://example.org/b"),
        ("http://example.org/?page=search", "http://example.org/?page=about"),
        ("http://example.org/indexed", "http://example.org/"),
        ("http://example.org/a?ref_id=1", "http://example.org/a?ref_id=2"),
    ],
)
def test_two_pages(one: str, other: str) -> None:
    assert page_key(one) != page_key(other)


@given(st.text(max_size=60))
def test_a_key_is_the_key_of_itself(rest: str) -> None:
    key = page_key(f"http://example.org/{rest}")
    assert page_key(key) == page_key(f"http://{key}")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.org/", ()),
        ("http://example.org/about.html", ()),
        ("http://example.org/books/search.html", ("books",)),
        ("http://example.org/2024/05/17/story", ("0", "0", "0")),
        ("http://example.org/page.php?name=about", ("page.php",)),
        ("http://example.org/x/9f86d081884c7d659a2feaa0c55ad015/a", ("x", "*")),
    ],
)
def test_directories(url: str, expected: tuple[str, ...]) -> None:
    assert directories(url) == expected


def test_pages_of_a_kind_have_one_shape() -> None:
    calendar = [f"http://example.org/calendar?month={m}&view=week" for m in ("2024-01", "1999-12")]
    records = [f"http://example.org/item/{n}.html" for n in (7, 4711)]
    for alike in (calendar, records):
        assert len({shape(url) for url in alike}) == 1
    assert shape(calendar[0]) != shape("http://example.org/calendar?year=2024")
    assert shape(records[0]) != shape("http://example.org/items/7.html")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.org/a/b/c/d", False),
        ("http://example.org/a/b/a/b/a/b/a/b/a/b", True),
        ("http://example.org/" + "x/" * 40, True),
        ("http://example.org/" + "x" * 5000, True),
        ("http://example.org/a?q=" + "x" * 500, False),
    ],
)
def test_endless_addresses(url: str, expected: bool) -> None:
    assert is_endless(url) is expected


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        ("/s?q=a&page=9", "/s?q=a&page=10", "/s?q=a&page=11"),
        ("/s?start=80&n=20", "/s?start=100&n=20", "/s?start=120&n=20"),
        ("/list/4/", "/list/5/", "/list/6/"),
        ("/s?page=3", "/s?page=2", ""),
        ("/s?page=2&from=20", "/s?page=3&from=40", ""),
        ("/s?q=a", "/s?q=b", ""),
        ("/s?page=2", "/s?page=2", ""),
        ("/s", "/s?page=2", ""),
    ],
)
def test_the_address_that_follows_two_others(first: str, second: str, third: str) -> None:
    assert stepped(first, second) == third


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("http://h/log", "http://h/log?ofs=50", {"ofs"}),
        ("http://h/log?ofs=50", "http://h/log?ofs=100", {"ofs"}),
        ("http://h/g?p=a;a=log", "http://h/g?p=a;a=log;pg=1", {"pg"}),
        ("http://h/log?a=1", "http://h/log?b=2", set()),
        ("http://h/log", "http://h/log/2", set()),
        ("http://h/log?ofs=50", "http://h/log", set()),
    ],
)
def test_the_argument_that_turns_pages(first: str, second: str, expected: set[str]) -> None:
    assert differing_argument(first, second) == expected


def test_an_address_without_an_argument() -> None:
    assert without_argument("http://h/g?p=a;a=log;pg=0", "pg") == "http://h/g?p=a;a=log"
    assert without_argument("http://h/log?ofs=0", "ofs") == "http://h/log"
    assert without_argument("http://h/log?x=1&y", "ofs") == "http://h/log?x=1&y"
