"""Where buttons lead that turn pages, and links that post their page."""

from __future__ import annotations

import pytest

from deepweb.read.links.pager import next_link
from deepweb.read.links.pager_button import next_by_button, next_by_post
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


def test_a_form_that_repeats_the_question_is_posted_with_its_next_button() -> None:
    button = '<input type="submit" name="n" value="Next"><input type="submit" name="d" value="Buy">'
    html = FORM.format(button).replace("<form", '<form method="post"')
    page = page_of(html, url="http://example.org/")
    found = next_by_button(page, pager_words(), ACTION, {"q": "ant"})
    assert found == f"{ACTION}#post:q=ant&db=x&n=Next"
    assert next_by_button(page, pager_words(), ACTION, {"q": "bee"}) == ""


PAGER = """<form method={} action="/cgi-bin/search"><input type="hidden" name="q" value="ant">
<input type="hidden" name="{}" value="3"><input type="submit" value="{}"></form>"""


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_form_that_holds_nothing_but_the_next_page_is_sent(method: str) -> None:
    form = PAGER.format(method, "page", "Next")
    page = page_of(PAGER.format(method, "page", "Previous") + form, url="http://example.org/")
    mark = "#post:" if method == "post" else "?"
    found = next_by_button(page, pager_words(), ACTION, {"q": "ant"})
    assert found == f"{ACTION}{mark}q=ant&page=3"


STATE = '<input type="hidden" name="__VIEWSTATE" value="s/1=">'
EVENT = '<input type="hidden" name="__EVENTTARGET"><input type="hidden" name="__EVENTARGUMENT">'
JSF = '<input type="hidden" name="f" value="f"><input type="hidden" name="javax.faces.ViewState">'
POST_BACKS = {
    "numbers": (
        STATE + EVENT,
        """1 <a href="javascript:__doPostBack('g','Page$2')">2</a>
        <a href="javascript:__doPostBack('g','Page$3')">3</a>""",
        "__VIEWSTATE=s%2F1%3D&__EVENTTARGET=g&__EVENTARGUMENT=Page%242&ctl%24txt=",
    ),
    "with options": (
        STATE + EVENT,
        """<a href='javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions("p$next",
        "", true, "", "", false, true))'>Next</a>""",
        "__VIEWSTATE=s%2F1%3D&__EVENTTARGET=p%24next&__EVENTARGUMENT=&ctl%24txt=",
    ),
    "JSF": (
        JSF,
        """<a href="#" onclick="mojarra.jsfcljs(document.getElementById('f'),{'f:n':'f:n'},'');
        return false">Next</a>""",
        "f=f&javax.faces.ViewState=&ctl%24txt=&f%3An=f%3An",
    ),
    "a row is deleted": (
        STATE + EVENT,
        "<a href=\"javascript:__doPostBack('g','Delete$2')\">2</a>",
        "",
    ),
    "no state": (EVENT, "<a href=\"javascript:__doPostBack('g','Page$2')\">Next</a>", ""),
}


@pytest.mark.parametrize("name", POST_BACKS)
def test_a_link_that_posts_its_page(name: str) -> None:
    hidden, links, body = POST_BACKS[name]
    shown = '<input name="ctl$txt"><input type="submit" name="ctl$btn" value="Search">'
    html = f'<form method="post" action="/list.aspx">{hidden}{links}{shown}</form>'
    page = page_of(html, url="http://example.org/list.aspx")
    found = next_link(page, pager_words())
    posted = next_by_post(page, found) if found else ""
    assert posted == (body and f"http://example.org/list.aspx#post:{body}")


def test_a_button_that_posts_the_number_of_a_page_to_the_address_of_the_answer() -> None:
    url = f"{ACTION}?q=ant&kind=a"
    button = "<button name=page value={}>Next &gt;</button>"
    form = "<form method=post action='{}'>Page 1 of 2 {}</form>"
    page = page_of(form.format(url, button.format(2)), url)
    assert next_by_button(page, pager_words(), ACTION) == f"{url}#post:page=2"
    for action, value in ((url, "all"), (ACTION, "2"), (f"{ACTION}?q=bee", "2")):
        other = page_of(form.format(action, button.format(value)), url)
        assert next_by_button(other, pager_words(), ACTION) == ""
    filled = page_of(form.format(url, f"{button.format(2)}<input name=name>"), url)
    assert next_by_button(filled, pager_words(), ACTION) == ""
