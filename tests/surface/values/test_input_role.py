"""Inputs as shops, courts, libraries and estate agents have them; written for this test."""

from __future__ import annotations

import pytest

from deepweb.form.model import forms
from deepweb.locate.forms.form_type import form_types
from deepweb.store.resources import any_words, form_model, presentation_words, type_names
from deepweb.surface.values.input_role import InputRole, input_roles
from tests.read.pages import page_of


def roles(html: str) -> dict[str, InputRole]:
    (form,) = forms(page_of(f"<form action=/find>{html}</form>"), any_words())
    (kind,) = form_types([form], form_model())
    words = type_names(), presentation_words()
    told = input_roles(form, kind.query_input, kind.boxes, words)
    return {i.name or i.label: role for i, role in zip(form.inputs, told, strict=True)}


BOX = "<input name=q placeholder='Search'><button>Search</button>"


@pytest.mark.parametrize(
    ("html", "name", "role", "type_"),
    [
        ("<label>Price from <input name=lo></label><label>to <input name=hi></label>", "lo",
         "range low", "price"),
        ("<label>Price from <input name=lo></label><label>to <input name=hi></label>", "hi",
         "range high", "price"),
        ("<label>City <input name=c></label>", "c", "text", "city"),
        ("<label>Year of publication <input name=y></label>", "y", "text", "year"),
        ("<input type=date name=d>", "d", "text", "date"),
        ("<select name=sort><option>Newest first<option>Oldest first</select>", "sort",
         "presentation", ""),
        ("<select name=per_page><option>10<option>20<option>50</select>", "per_page", "page size",
         ""),
        ("<label>Items per page <input name=max value=50></label>", "max", "page size", "number"),
        ("<select name=languages multiple><option>Deutsch<option>English</select>", "languages",
         "selection", ""),
        ("<label>Group by <select name=g><option>Owner<option>Status</select></label>", "g",
         "presentation", ""),
        ("<label>Make <select name=m><option value=''>All<option>Ford<option>Fiat</select></label>",
         "m", "selection", ""),
        ("<input type=hidden name=site value=books>", "site", "hidden scope", ""),
        ("<input type=hidden name=csrf_token value=8f2b3a90c1d2e3f4>", "csrf_token", "token", ""),
        ("<input type=password name=p>", "p", "left alone", ""),
        ("<input name=url2 style='display:none'>", "url2", "trap", ""),
        ("<button name=last value=hour>Last hour</button>", "last", "submit choice", ""),
        ("<button type=reset name=r>Clear</button>", "r", "button", ""),
    ],
)  # fmt: skip
def test_role_and_type(html: str, name: str, role: str, type_: str) -> None:
    told = roles(BOX + html)[name]
    assert (told.role, told.type) == (role, type_)
    assert told.reason


def test_the_box_for_the_query_and_the_button_that_enter_presses() -> None:
    told = roles(BOX)
    assert (told["q"].role, told["q"].type) == ("keyword", "free text")
    assert told["Search"].role == "submit"


def test_a_box_shows_how_it_wants_a_date() -> None:
    told = roles(BOX + "<label>Date (TT.MM.JJJJ) <input name=d></label>")["d"]
    assert (told.type, told.format) == ("date", "d.m.Y")


def test_what_a_button_sends() -> None:
    told = roles(BOX + "<button name=last value=hour>Last hour</button>")["last"]
    assert told.presses == (("last", "hour"),)
