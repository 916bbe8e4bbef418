"""Joined addresses are those that urljoin gives, only sooner."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.address import Base, base

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
