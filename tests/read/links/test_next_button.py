"""Pages that are turned by buttons."""

import pytest

from deepweb.read.links.next_button import next_by_button
from deepweb.store.resources import pager_words
from tests.read.pages import page_of

ACTION = "http://example.org/cgi-bin/search"
FORM = """<form action="/cgi-bin/search"><input name="q" value="ant">
<input type="hidden" name="db" value="x">{}</form>"""

CASES = {
    "button with a name": (
        '<input type="submit" name="&gt;" value="Next">',
        "?q=ant&db=x&%3E=Next",
    ),
    "button element": ('<button name="go" value="2">Next page</button>', "?q=ant&db=x&go=2"),
    "says it in its value": ('<button name="p" value="next">Go on</button>', "?q=ant&db=x&p=next"),
    "other language": ('<input type="submit" name="w" value="Weiter">', "?q=ant&db=x&w=Weiter"),
    "a search only": ('<input type="submit" name="s" value="Search">', ""),
    "back": ('<input type="submit" name="p" value="Previous">', ""),
    "without a name": ('<input type="submit" value="Next">', ""),
    "numbers only": ('<input type="submit" name="[" value="2">', ""),
    "a value with a tab": (
        '<input type="hidden" name="old" value="a\tb"><input type="submit" name="n" value="Next">',
        "?q=ant&db=x&n=Next",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_where_the_button_leads(name: str) -> None:
    button, expected = CASES[name]
    page = page_of(FORM.format(button), url="http://example.org/")
    assert next_by_button(page, pager_words(), ACTION) == (expected and ACTION + expected)


def test_a_form_of_another_action_or_by_post_is_left_alone() -> None:
    button = '<input type="submit" name="n" value="Next">'
    other = page_of(FORM.format(button), url="http://example.org/")
    assert next_by_button(other, pager_words(), "http://example.org/other") == ""
    posted = page_of(FORM.format(button).replace("<form", '<form method="post"'))
    assert next_by_button(posted, pager_words(), ACTION) == ""
