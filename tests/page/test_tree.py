"""Text of a page to its tree."""

import pytest
from hypothesis import given
from lxml.html import HtmlElement, tostring
from parsel import Selector

from deepweb.page.tree import tree
from tests.read.pages import broken_html

URL = "http://site.example/a/"


def test_all_elements_are_of_one_class_and_know_their_base() -> None:
    root = tree("<form action='x'><input name='q'><select></select></form>", URL)
    assert {type(element) for element in root.iter()} == {HtmlElement}
    assert root.base_url == URL


@pytest.mark.parametrize("text", ["", " \n", "\0\0", "<!-- only", "<?php", "<!doctype html>"])
def test_what_is_no_page_has_nothing_in_it(text: str) -> None:
    root = tree(text, URL)
    assert isinstance(root, HtmlElement)
    assert not root.text_content().strip()


def test_half_a_letter_is_no_reason_to_fail() -> None:
    assert tree("<p>one \udc80 two", URL).text_content() == "one ? two"


@given(broken_html)
def test_a_page_is_parsed_as_parsel_does(text: str) -> None:
    expected = Selector(text, base_url=URL).root
    if isinstance(expected, HtmlElement):
        assert tostring(tree(text, URL)) == tostring(expected)
