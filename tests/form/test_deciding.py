"""Inputs that count only with an option of another."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from deepweb.form.submission import submission
from tests.samples import form_of

ROWS = """<p><input type=radio name=by value=no checked> Number <input name=number></p>
<p><input type=radio name=by value=ti> Title <input name=title></p>"""
FLAT = """<input type=radio name=by value=no checked> Number <input name=number><br>
<input type=radio name=by value=ti> Title <input name=title><br>Year <input name=year>"""
NAMED = """<select name=by><option value=no>Number<option value=ti>Title</select>
Number <input name=number><label>Title <input name=title></label>"""
DATES = """<div><input type=radio name=by value=no checked> any day</div>
<div><input type=radio name=by value=ti> from <input name=title> to <input name=to></div>"""


@pytest.mark.parametrize(
    ("fields", "box", "sent"),
    [
        pytest.param(ROWS, "title", "ti", id="a row for each"),
        pytest.param(ROWS, "number", "no", id="the one that is chosen at first"),
        pytest.param(FLAT, "title", "ti", id="all in one block"),
        pytest.param(FLAT, "year", "no", id="behind all of them"),
        pytest.param(NAMED, "title", "ti", id="options of a menu with the labels of boxes"),
        pytest.param(DATES, "to", "ti", id="one of two has boxes"),
    ],
)
def test_an_input_is_sent_with_the_option_that_makes_it_count(
    fields: str, box: str, sent: str
) -> None:
    form = form_of(f"<form action=/s>{fields}<button>Search</button></form>")
    asked = dict(parse_qsl(urlsplit(submission(form, {box: "x"}).url).query))
    assert asked["by"] == sent


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(
            """<input name=title><input name=to>
            <label><input type=radio name=by value=all checked> all words</label>
            <label><input type=radio name=by value=any> any word</label>""",
            id="radio buttons beside no box of their own",
        ),
        pytest.param(
            """<select name=by><option value=title>Title<option value=date>Date</select>
            <input name=title><input name=to>""",
            id="a sort order of which only one option is called like a box",
        ),
    ],
)
def test_options_that_decide_about_nothing(fields: str) -> None:
    form = form_of(f"<form action=/s>{fields}<button>Search</button></form>")
    assert {each.only_with for each in form.inputs} == {()}


def test_what_is_chosen_is_sent_as_chosen() -> None:
    form = form_of(f"<form action=/s>{ROWS}<button>Search</button></form>")
    asked = dict(parse_qsl(urlsplit(submission(form, {"title": "x", "by": "no"}).url).query))
    assert asked["by"] == "no"
