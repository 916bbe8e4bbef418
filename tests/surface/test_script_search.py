"""Search boxes that belong to no form."""

import pytest

from deepweb.surface.form import forms
from tests.read.pages import page_of

SEARCHES = {
    "type": "<input type=search>",
    "name": "<input name=q>",
    "class": "<input class='header-search__input'>",
    "placeholder": "<input placeholder='Поиск по каталогу'>",
    "Japanese": "<input placeholder=キーワードで検索>",
    "German": "<input id=suchbegriff>",
    "label for listeners": "<input aria-label='Rechercher'>",
    "role around": "<div role=search><span><input name=x></span></div>",
    "form= that leads nowhere": "<form id=a></form><input type=search form=b>",
    "behind a whole form": "<form action=/x><input name=m><button></button></form><input name=q>",
}  # fmt: skip


@pytest.mark.parametrize("html", SEARCHES.values(), ids=SEARCHES)
def test_searches_without_a_form(html: str) -> None:
    *others, search = forms(page_of(f"<header><div>{html}</div></header>"))
    assert [form.index for form in others] == list(range(len(others)))
    assert search.index is None
    assert search.unusable == "it is no form, but driven by script"
    assert (search.action, search.method) == ("http://site.example/", "GET")
    assert [box.role for box in search.inputs] == ["text"]


@pytest.mark.parametrize(
    "html",
    [
        "<input name=email>",
        "<input type=password name=q>",
        "<input type=checkbox class=search>",
        "<textarea name=q></textarea>",
        "<input type=text placeholder='Your name'>",
        "<select name=q></select>",
        "<input name=arabic>",
    ],
)
def test_other_boxes_without_a_form(html: str) -> None:
    assert forms(page_of(f"<p>{html}</p>")) == []


def test_it_is_named_by_its_id_where_it_has_no_name() -> None:
    (search,) = forms(page_of("<label for=s>Find</label><input type=search id=s>"))
    assert [(box.name, box.label) for box in search.text_boxes] == [("s", "Find")]


def test_it_is_the_same_on_every_page() -> None:
    here, there = (
        forms(page_of("<input name=q>", url))[0]
        for url in ("http://site.example/a", "http://site.example/b/c?d=e")
    )
    assert here.id == there.id


def test_a_sheet_of_boxes_is_no_search() -> None:
    assert len(forms(page_of("<input name=q>" * 100))) == 10
