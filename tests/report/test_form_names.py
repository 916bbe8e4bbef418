"""Forms are called what people see on the page."""

from __future__ import annotations

import pytest

from deepweb.items import SearchForm
from deepweb.report.form_names import MAX_NAME, form_name, form_names, input_names
from tests.samples import form_of

BOX = "<label>Keywords <input name=q></label>"


@pytest.mark.parametrize(
    ("html", "name"),
    [
        (f"<form>{BOX}<button>Search</button></form>", "Search: Keywords"),
        (f"<form>{BOX}</form>", "Keywords"),
        ("<form action=/find><input name=q></form>", "form sent to /find"),
        (
            "<form><input name=a placeholder=Author><input name=b placeholder=Title>"
            "<input name=c placeholder=Year><input name=d placeholder=Place></form>",
            "Author, Title, Year …",
        ),
    ],
)
def test_the_name_of_a_form(html: str, name: str) -> None:
    assert form_name(form_of(html)) == name


def test_a_long_text_is_cut() -> None:
    assert len(form_name(form_of(f"<form>{BOX}<button>{'go ' * 99}</button></form>"))) <= MAX_NAME


def test_forms_of_one_name_are_told_apart_by_their_pages() -> None:
    forms = [
        SearchForm("s", form_of(f"<form action={n}>{BOX}</form>", f"http://site.example/{n}"), ())
        for n in "ab"
    ]
    assert sorted(form_names(forms).values()) == ["Keywords on /a", "Keywords on /b"]
    assert [each["q"] for each in input_names(forms).values()] == ["Keywords", "Keywords"]
