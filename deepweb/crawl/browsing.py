"""Pages of the site that are opened without any form, as if a form had answered with them."""

from __future__ import annotations

from deepweb.form.model import Form
from deepweb.items import SearchForm
from deepweb.page.address_kind import kind_of
from deepweb.surface.answer import Question

HOME = "the home page"
BROWSED = "browsed"


def browsed_form(site: str, home: str, question: Question) -> SearchForm:
    """What stands for the form: the pages of one kind are read alike."""
    what = kind_of(question.link) if question.is_browsing else HOME
    return SearchForm(site, _form(home, what))


def is_browsed(item: SearchForm) -> bool:
    """Does it stand for pages of the site, and for no form?"""
    return item.form.hints == BROWSED


def _form(home: str, what: str) -> Form:
    return Form(home, None, what, "GET", "utf-8", (), (), BROWSED)


HOME_FORM = _form("", HOME).id
"""The home page is what a site shows where nothing was asked: what stands there and on another page
is no answer of that page."""
