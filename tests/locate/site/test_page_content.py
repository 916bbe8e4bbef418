"""A form seen on every page is one form."""

from __future__ import annotations

from parsel import Selector

from deepweb.form.model import Form, forms
from deepweb.locate.site.page_content import KnownForms
from deepweb.page.page import Page

SEARCH = "<form action='{action}'><input name=q><button>Search</button></form>"


def form(path: str, action: str, template: str = SEARCH) -> Form:
    url = f"http://example.org{path}"
    root = Selector(template.format(action=action), base_url=url).root
    (found,) = forms(Page(url, root, "utf-8", 100))
    return found


def test_the_search_in_the_header() -> None:
    known = KnownForms()
    pages = ["/", "/about", "/news/1"]
    new = [known.is_new(form(path, "/search"), is_home=path == "/") for path in pages]
    assert new == [True, False, False]


def test_one_that_sends_to_its_own_page_as_the_home_page_does() -> None:
    known = KnownForms()
    pages = ["/", "/about", "/news/1"]
    assert [known.is_new(form(p, ""), is_home=p == "/") for p in pages] == [True, False, False]


def test_databases_with_pages_of_their_own() -> None:
    known = KnownForms()
    for path in ("/plants", "/stones"):
        assert known.is_new(form(path, path), is_home=False)


def test_one_that_sends_to_its_own_page_everywhere_but_at_home() -> None:
    known = KnownForms()
    new = [known.is_new(form(f"/p{n}", ""), is_home=False) for n in range(6)]
    assert new == [True] * 3 + [False] * 3


def test_another_form_is_another() -> None:
    known = KnownForms()
    known.is_new(form("/", ""), is_home=True)
    advanced = SEARCH.replace("<button>", "<input name=author><button>")
    assert known.is_new(form("/advanced", "", advanced), is_home=False)
    assert known.is_new(form("/x", "/other"), is_home=False)


def test_what_it_sends_unseen_makes_no_other_form() -> None:
    known = KnownForms()
    known.is_new(form("/packages", "/packages"), is_home=False)
    chosen = SEARCH.replace("<button>", "<input type=hidden name=section value=games><button>")
    assert not known.is_new(form("/packages?section=games", "/packages", chosen), is_home=False)
