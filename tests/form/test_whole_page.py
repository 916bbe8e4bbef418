"""Forms that are a whole page: which part of them is the search, and what is sent with it."""

from __future__ import annotations

import pytest

from deepweb.form.model import Form, forms
from deepweb.form.submission import posted_again, submission
from deepweb.form.whole_page import other_page, post_back
from tests.read.pages import page_of

STATE = """<input type="hidden" name="__VIEWSTATE" value="s1"><input type="hidden"
name="__EVENTTARGET" value=""><input type="hidden" name="lang" value="en">"""
LOGIN = """<div><input name="user"><input type="password" name="pass"><input type="submit"
name="in" value="Log in"></div>"""
SEARCH = """<div id="find"><select name="kind"><option>All<option>Books</select><input
name="txtSearch"><input type="submit" name="go" value="Search"></div>"""
JOIN = """<div>E-mail <input name="mail"><input type="submit" name="join" value="Join"></div>"""


def parts(inside: str) -> list[Form]:
    page = page_of(
        f'<form method="post" action="/d.aspx">{inside}</form>', "http://a.example/d.aspx"
    )
    whole, *found = forms(page)
    assert whole.index == 0
    return found


def test_the_search_is_cut_out_and_all_else_is_sent_as_it_stands() -> None:
    (search,) = parts(STATE + LOGIN + SEARCH + JOIN)
    shown = [i.name for i in search.inputs if i.kind != "hidden"]
    assert (search.index, shown) == (None, ["kind", "txtSearch", "go"])
    assert search.tokens == ("__VIEWSTATE", "__EVENTTARGET")
    sent = dict(submission(search, {"txtSearch": "ant"}).values)
    assert sent == {
        "__VIEWSTATE": "s1", "__EVENTTARGET": "", "lang": "en", "user": "", "pass": "",
        "kind": "All", "txtSearch": "ant", "go": "Search", "mail": "",
    }  # fmt: skip


def test_a_link_in_the_place_of_a_button_sends_its_event() -> None:
    link = "<a href=\"javascript:__doPostBack('lnk','')\">Search</a>"
    box = '<div><input name="q">'
    (search,) = parts(f"{STATE}{LOGIN}{box}{link}</div>{JOIN}")
    assert search.pressed is not None
    assert search.pressed.label == "Search"
    sent = dict(submission(search, {"q": "ant"}).values)
    assert sent["__EVENTTARGET"] == "lnk"
    assert not {"in", "join"} & {*sent}


@pytest.mark.parametrize(
    "inside",
    [
        LOGIN + SEARCH,  # no state: the form is no whole page
        STATE + SEARCH,  # the search is all there is: the form itself is asked
        STATE + LOGIN + JOIN,  # no search
        # The postcode of an address is looked up.
        f"{STATE}<div><p><input name=postcodeSearch><input type=submit name=f value=Find></p><p>"
        f"<input name=street><input name=city><input name=country></p></div>{LOGIN}",
    ],
)
def test_nothing_is_cut_out(inside: str) -> None:
    assert parts(inside) == []


def test_the_part_is_the_same_form_on_another_page() -> None:
    (one,) = parts(STATE + LOGIN + SEARCH)
    (other,) = parts(STATE.replace("s1", "s2") + SEARCH + JOIN)
    assert one.id == other.id


def test_links_and_buttons_that_post() -> None:
    page = page_of(
        """<a href="javascript:__doPostBack(&#39;a$b&#39;,&#39;&#39;)">x</a>
        <a href="#" onclick="return oamSubmitForm('f','f:more')">x</a><a href="/x">x</a>
        <input type="submit" onclick='javascript:WebForm_DoPostBackWithOptions(new
        WebForm_PostBackOptions("b", "", false, "", "Find.aspx", false, false))'>"""
    )
    one, two, three = page.root.iter("a")
    assert post_back(one) == (("__EVENTTARGET", "a$b"), ("__EVENTARGUMENT", ""))
    assert post_back(two) == (("f:_idcl", "f:more"),)
    assert post_back(three) == ()
    assert other_page(next(page.root.iter("input"))) == "Find.aspx"


def test_an_address_that_is_posted() -> None:
    sent = posted_again("http://a.example/d.aspx#post:a=1&b=2", (("q", "ant"),))
    assert sent is not None
    assert (sent.url, sent.method, sent.body) == ("http://a.example/d.aspx", "POST", b"a=1&b=2")
    assert posted_again("http://a.example/d.aspx#top", ()) is None


def test_a_search_of_many_boxes_is_cut_out_by_its_button() -> None:
    fields = "".join(f"<tr><td>{name}<td><input name={name}>" for name in ("court", "text", "year"))
    clear, find = (
        f"<input type=submit name={name} value={said}>"
        for name, said in (("clear", "Clear"), ("go", "Find"))
    )
    (search,) = parts(f"{STATE}{LOGIN}{JOIN}<table>{fields}<tr><td>{clear}{find}</table>")
    shown = [i.name for i in search.inputs if i.kind != "hidden"]
    assert shown == ["court", "text", "year", "go"]
    assert "clear" not in dict(submission(search, {"text": "ant"}).values)
