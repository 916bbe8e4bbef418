"""Search boxes that belong to no form."""

import pytest

from deepweb.form.model import forms
from deepweb.form.script import names_search, opens_search
from tests.read.pages import page_of

SEARCHES = {
    "type": "<input type=search>",
    "name": "<input name=q>",
    "class": "<input class='header-search__input'>",
    "placeholder": "<input placeholder='Поиск по каталогу'>",
    "Japanese": "<input placeholder=キーワードで検索>",
    "German": "<input id=suchbegriff>",
    "label for listeners": "<input aria-label='Rechercher'>",
    "label": "<label for=t>Search the library</label><input id=t>",
    "label around": "<label>Search: <input></label>",
    "filter": "<input id=quick placeholder='Filter the list…'>",
    "filter in Chinese": "<input aria-label=筛选>",
    "suggestions": "<input aria-autocomplete=list placeholder='Type a name'><button>X</button>",
    "button beside": "<div><input id=t></div><button>Search</button>",
    "behind a menu": f"<input id=t><select>{'<option>a' * 40}</select><button>Search</button>",
    "button in French": "<input id=t><button>Chercher</button></span>",
    "icon beside": "<input id=t><span role=button aria-label='Suchen'></span>",
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
    # Only a button that says that it searches belongs to the box.
    has_button = html.endswith(("<button>Search</button>", "</span>")) and "role=search" not in html
    assert [each.role for each in search.inputs] == ["text", *["button"] * has_button]


@pytest.mark.parametrize(
    "html",
    [
        "<input name=email>",
        "<input class=filter-from placeholder='from'>",
        "<input type=password name=q>",
        "<input type=checkbox class=search>",
        "<textarea name=q></textarea>",
        "<input type=text placeholder='Your name'>",
        "<select name=q></select>",
        "<input name=arabic>",
        "<label>Your name <input></label>",
        "<input id=t><button>Send</button><button>Search</button>",
    ],
)
def test_other_boxes_without_a_form(html: str) -> None:
    assert forms(page_of(f"<p>{html}</p>")) == []


def test_it_is_named_by_its_id_where_it_has_no_name() -> None:
    (search,) = forms(page_of("<label for=s>Find</label><input type=search id=s>"))
    assert [(box.name, box.label) for box in search.text_boxes] == [("s", "Find")]


@pytest.mark.parametrize(
    ("html", "opener"),
    [
        ("<button aria-label=Search><kbd>Ctrl K</kbd></button>", "a button 'Search Ctrl K'"),
        ("<div role=button title='Rechercher'></div>", "a button 'Rechercher'"),
        ("<div contenteditable role=searchbox></div>", "an editor"),
        ("<site-search></site-search>", "an element of its own, 'site-search'"),
        ("<button>Send</button>", ""),
        ("<a href=/search>Search</a>", ""),
        ("<div contenteditable aria-label='Your comment'></div>", ""),
        ("<button>How our search for better coffee began in 1922</button>", ""),
    ],
)
def test_what_opens_a_search(html: str, opener: str) -> None:
    assert opens_search(page_of(f"<p>Hello</p>{html}").root) == opener


def test_it_is_the_same_on_every_page() -> None:
    here, there = (
        forms(page_of("<input name=q>", url))[0]
        for url in ("http://site.example/a", "http://site.example/b/c?d=e")
    )
    assert here.id == there.id


def test_a_sheet_of_boxes_is_no_search() -> None:
    assert len(forms(page_of("<input name=q>" * 100))) == 10


@pytest.mark.parametrize(
    ("label", "expected"),
    [("検索を開く", True), ("Open search", True), ("Suche öffnen", True), ("詳細検索", False),
     ("ご利用案内", False), ("Menu", False)],
)  # fmt: skip
def test_what_a_label_names(label: str, expected: bool) -> None:
    assert names_search(label) == expected
