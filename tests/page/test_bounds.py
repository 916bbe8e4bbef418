"""Hostile pages are cut before they are parsed; honest ones stay as they are."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import document_fromstring

from deepweb.page.bounds import (
    MAX_ATTRIBUTES,
    MAX_BYTES,
    MAX_LINKS,
    MAX_TAGS,
    BoundedSource,
    bounded,
)

ITEM = b'<li class="item big" data-n=1><a href="/item?a=1&b=\'2\'">An item</a> of 5 > 4</li>\n'
STATE = b'<script>{"state": "' + b"a long < text without tags " * 20_000 + b'"}</script>'

# Quotes that open nothing: in a comment for old browsers, and behind a value.
COMMENT = b'<p><!--[if IE]><div class="old>' + b'<a id="it is it">old' * 7_000 + b"<![endif]-->"
STRAY = b'<div class="old "">' + b'<a id="it is it">old' * 7_000


@pytest.mark.parametrize("page", [b"", ITEM, ITEM * 7_000, STATE, COMMENT, STRAY, b"x" * 1_000_000])
def test_honest_pages_stay_as_they_are(page: bytes) -> None:
    assert bounded(page) == (page, ())


def test_the_rest_of_a_page_of_too_many_tags_is_left() -> None:
    read = bounded(b"<td>" * 1_000_000)
    assert read.source == b"<td>" * MAX_TAGS
    assert read.reasons == ("over 40,000 tags",)


def test_the_rest_of_a_page_of_too_many_links_is_left() -> None:
    read = bounded(b'<A href="/a">' * (MAX_LINKS + 1_000))
    assert read.source == b'<A href="/a">' * MAX_LINKS
    assert read.reasons == ("over 8,000 links",)


def test_the_rest_of_a_page_of_too_many_bytes_is_left() -> None:
    read = bounded(b"x" * (MAX_BYTES + 1))
    assert len(read.source) == MAX_BYTES
    assert read.reasons == ("over 10,000,000 bytes",)


@pytest.mark.parametrize("value", ["", "=1", '=">"', "='<'", '="a b c"'])
def test_attributes_above_the_maximum_are_left(value: str) -> None:
    attributes = " ".join(f"a{number}{value}" for number in range(30_000))
    read = bounded(f"<p>before<div {attributes}>inside</div><p id=after>after".encode())
    assert read.reasons == ("over 500 attributes in a tag",)
    root = document_fromstring(read.source)
    assert len(next(root.iter("div")).attrib) == MAX_ATTRIBUTES
    assert root.get_element_by_id("after").text == "after"


def test_what_only_looks_like_a_comment_or_a_value_hides_no_attributes() -> None:
    attributes = " ".join(f"a{number}" for number in range(30_000))
    for before in ("<!-->", '<p ">', '<p =">', "<p a'>"):
        read = bounded(f"{before}<div {attributes}>inside</div>-->\"'".encode())
        assert read.reasons == ("over 500 attributes in a tag",)


@pytest.mark.parametrize(
    "piece",
    [
        b'<a "',
        b"<a '",
        b"<a b='\"",
        b"<a ",
        b'"',
        b"<",
        b'<a b="<" ',
        b"<!--",
        b"<a\n\n ",
        b"=",
        b"<a b = ",
    ],
)
def test_the_time_is_linear(piece: bytes) -> None:
    """Four times the page take less than sixteen times as long: no quadratic time."""
    short, long = (_seconds(piece * (times * 100_000)) for times in (1, 4))
    assert long < 16 * max(short, 0.01)


def _seconds(page: bytes) -> float:
    start = time.process_time()
    bounded(page)
    return time.process_time() - start


@given(st.binary(max_size=2_000))
def test_what_is_read_is_the_beginning(page: bytes) -> None:
    assert page.startswith(bounded(page).source)


def test_what_follows_a_sign_in_a_program_is_no_tag() -> None:
    """TiddlyWiki compares by "<" in a program of 40,000 characters, which was cut there."""
    program = "for (i = 0; i <arguments.length; i++) {\n" + "x = y + z;\n" * 20_000
    source = f"<p>before<SCRIPT type=module>{program}</script><p id=after>after".encode()
    assert bounded(source) == BoundedSource(source)
