"""Forms of all types, as the shipped model tells them apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from deepweb.form.model import forms
from deepweb.locate.forms.form_type import TYPES, FormType, form_types
from deepweb.store.resources import form_model
from tests.read.pages import broken_html, page_of
from tests.samples import form_of

MODEL = form_model()


def type_of(html: str) -> FormType:
    (kind,) = form_types([form_of(html)], MODEL)
    return kind


# Type: forms of it.
FORMS = {
    "search": (
        """<form action="/search" role="search"><input type="search" name="q"
        placeholder="Search"><button>Search</button></form>""",
        """<form action="/katalog"><label>Titel <input name="t"></label><label>Autor <input
        name="a"></label><select name="jahr"><option>2001<option>2002</select>
        <button>Suchen</button></form>""",
        """<form action="/flights/find"><input name="from" placeholder="From"><input name="to"
        placeholder="To"><button>Search flights</button></form>""",
    ),
    "login": (
        """<form action="/login" method="post"><label>Username <input name="username"></label>
        <label>Password <input type="password" name="password"></label><label><input type="checkbox"
        name="remember"> Remember me</label><button>Log in</button></form>""",
        """<form method="post" action="/anmelden"><input name="benutzer" placeholder="Benutzername">
        <input type="password" name="kennwort" placeholder="Kennwort"><button>Anmelden</button>
        </form>""",
    ),
    "registration": (
        """<form action="/register" method="post"><label>First name <input name="first_name">
        </label><label>Last name <input name="last_name"></label><label>E-mail <input type="email"
        name="email"></label><label>Password <input type="password" name="password"></label>
        <label>Confirm password <input type="password" name="password2"></label><button>Create
        account</button></form>""",
    ),
    "password recovery": (
        """<form action="/forgot-password" method="post"><h2>Forgot your password?</h2><label>E-mail
        <input name="email"></label><button>Reset password</button></form>""",
    ),
    "contact or comment": (
        """<form action="/contact" method="post"><label>Your name <input name="name"></label>
        <label>E-mail <input type="email" name="email"></label><label>Subject <input
        name="subject"></label><label>Message <textarea name="message"></textarea></label>
        <button>Send message</button></form>""",
        """<form action="/wp-comments-post.php" method="post" id="commentform"><label>Comment
        <textarea name="comment"></textarea></label><label>Name <input name="author"></label>
        <label>E-mail <input name="email"></label><label>Website <input name="url"></label><button>
        Post Comment</button></form>""",
    ),
    "newsletter": (
        """<form action="/newsletter/subscribe" method="post"><p>Sign up for our newsletter</p>
        <input type="email" name="email" placeholder="Your e-mail address"><button>Subscribe
        </button></form>""",
    ),
    "order": (
        """<form action="/cart/add" method="post"><label>Quantity <input name="qty" value="1">
        </label><input type="hidden" name="product_id" value="17"><button>Add to cart</button>
        </form>""",
    ),
    "poll": (
        """<form action="/poll" method="post"><p>Who will win?</p><label><input type="radio"
        name="choice" value="1"> We</label><label><input type="radio" name="choice" value="2"> They
        </label><button>Vote</button></form>""",
    ),
    "display options": (
        """<form><label>Sort by <select name="sort"><option>Newest</option><option>Price</option>
        </select></label></form>""",
        '<form action="/lang"><select name="lang"><option>English<option>Deutsch</select></form>',
    ),
    "navigation": (
        """<form action="/go"><select name="page"><option>Page 1</option><option>Page 2</option>
        </select><button>Go to page</button></form>""",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("type_", "html"), [(type_, html) for type_, all_ in FORMS.items() for html in all_]
)
def test_types(type_: str, html: str) -> None:
    kind = type_of(html)
    assert kind.type == type_, kind
    assert kind.type in TYPES
    assert (kind.search >= 0.5) == (type_ == "search")
    assert kind.otherwise != "search"


def test_types_of_boxes() -> None:
    kind = type_of(
        """<form action="/search"><label>Keywords <input name="words"></label><label>E-mail <input
        name="mail"></label><label>Enter the code from the image <input name="captcha"></label>
        <button>Search</button></form>"""
    )
    assert kind.boxes == {"words": "query", "mail": "e-mail", "captcha": "captcha"}
    assert kind.query_input == "words"


def test_boxes_that_nobody_may_fill_in_are_not_asked() -> None:
    kind = type_of('<form><input name="q" class="honeypot"><input name="x"><input></form>')
    assert "q" not in kind.boxes
    assert kind.query_input == "x"


def test_a_box_that_holds_a_number_is_asked_only_if_no_other_is_there() -> None:
    limit = '<label>Search size limit <input name="limit" value="50"></label>'
    entry = '<label>Entry <input name="e"></label>'
    form = '<form action="/search">{}<button>Search</button></form>'
    assert type_of(form.format(limit + entry)).query_input == "e"
    assert type_of(form.format(limit)).query_input == "limit"


@pytest.mark.parametrize(
    "html",
    [
        "<form></form>",
        "<form><button>Search</button></form>",
        '<form><input type="number" name="n"></form>',
    ],
)
def test_no_box_to_ask(html: str) -> None:
    assert type_of(html).query_input is None


def test_many_at_once_are_judged_as_each_alone() -> None:
    every = [form_of(html) for all_ in FORMS.values() for html in all_]
    together = form_types(every, MODEL)
    alone = [form_types([form], MODEL)[0] for form in every]
    assert [kind.type for kind in together] == [kind.type for kind in alone]
    assert [kind.search for kind in together] == pytest.approx([kind.search for kind in alone])
    assert form_types([], MODEL) == []


def test_where_a_form_was_found_does_not_matter() -> None:
    form = form_of(FORMS["search"][0])
    (one, other) = form_types([form, replace(form, url="http://other.example/", index=9)], MODEL)
    assert one == other


@settings(deadline=None)
@given(broken_html)
def test_broken_forms_never_raise(html: str) -> None:
    found = forms(page_of(f"<form>{html}"))
    for kind in form_types(found, MODEL):
        assert kind.type in TYPES
        assert 0 <= kind.search <= 1
