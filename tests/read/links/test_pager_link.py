"""Links that may lead to another page of the same list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links.pager_link import page_links, page_number, plain_label
from deepweb.store.resources import page_words
from tests.read.pages import page_of

WORDS = page_words().pager


@pytest.mark.parametrize(
    ("link", "label"),
    [
        ('<a href="?page=2">Next »</a>', "next »"),
        ('<a href="?page=2"><img alt="Next"></a>', "next"),
        ('<a href="?page=2" aria-label="Next page"></a>', "next page"),
        ('<a href="?page=2"><b>2</b></a>', "2"),
        ('<a href="/older" class="next">Elder things</a>', "elder things"),
        ('<a href="?page=2"><!-- x -->Suivant</a>', "suivant"),
    ],
)
def test_links_that_say_or_are_marked(link: str, label: str) -> None:
    assert [each.label for each in page_links(page_of(f"<p>{link} text</p>"), WORDS)] == [label]


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/about">About us</a>',
        '<a href="#top">Next</a>',
        "<a>Next</a>",
        '<a href="http://other.example/">Next</a>',
        '<a href="mailto:a@b.example">Next</a>',
        '<a href="http://[">Next</a>',
        f'<a href="/long" class="next">{"A title of some length. " * 3}</a>',
        '<noscript><a href="?page=2">Next</a></noscript>',
    ],
)
def test_links_that_do_not(link: str) -> None:
    assert not list(page_links(page_of(f"<p>{link}</p>"), WORDS))


@pytest.mark.parametrize(
    ("url", "number"),
    [
        ("http://s.example/?q=a&page=3", 3),
        ("http://s.example/?from=20", 20),
        ("http://s.example/list/page/4", 4),
        ("http://s.example/?year=1984", None),
        ("http://[", None),
    ],
)
def test_the_number_in_an_address(url: str, number: int | None) -> None:
    assert page_number(url) == number


@given(st.text(max_size=30))
def test_a_label_is_made_plain_once(label: str) -> None:
    assert plain_label(f"» {label} «".strip()) == plain_label(f"» {label} »")
