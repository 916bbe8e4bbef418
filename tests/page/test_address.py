"""Joined addresses are those that urljoin gives, only sooner."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.address import Base, base, directories, is_endless, page_key, shape

PAGE = "http://site.example/dir/page?a=1"
BASES = (PAGE, "https://s.example", "http://s.example/a/b/", "http://s.example/a;p?x#f", "",
         "http://s.example:80/x/../y/z", "http://s.example/a//b", "file:///x/y.html", "x/y",
         "http://[", "https://u:p@h.example/a?b=/c/d", "http://h?q=/a",
         "http://h/./a/")  # fmt: skip
PIECES = ("/", "//", "a", ".", "..", "a.b", "?", "q=1", "&", "#", "f", ":", ";", "http://", " ",
          "https://", "h.example", "%20", "é", "\t", "@", "x-y", "HTTP://", "mailto:", "[", "]",
          "~", "?x=http://a/b")  # fmt: skip


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("item/1?b=2", "http://site.example/dir/item/1?b=2"),
        ("/item/1", "http://site.example/item/1"),
        ("//cdn.example/x", "http://cdn.example/x"),
        ("?b=2", "http://site.example/dir/page?b=2"),
        ("../x", "http://site.example/x"),
        ("https://o.example/a/../b", "https://o.example/a/../b"),
        ("javascript:x()", "javascript:x()"),
    ],
)
def test_joined(href: str, address: str) -> None:
    assert base(PAGE).joined(href) == address


@given(st.sampled_from(BASES), st.lists(st.sampled_from(PIECES), max_size=7).map("".join))
def test_as_urljoin_has_it(url: str, href: str) -> None:
    try:
        wanted = urljoin(url, href)
    except ValueError:
        with pytest.raises(ValueError, match=r".*"):
            Base(url).joined(href)
    else:
        assert Base(url).joined(href) == wanted


# --- merged from test_page_address.py; rewrite or remove this note ---
# Which addresses are one page, and which are pages of one kind.

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
