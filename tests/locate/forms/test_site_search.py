"""Searches of a site's own pages, and searches of databases."""

from __future__ import annotations

import pytest

from deepweb.locate.forms.site_search import is_site_search
from deepweb.store.resources import exploring_words
from tests.samples import form_of

OWN = exploring_words().own_pages
BOX = '<input name="q" placeholder="{}"><button>Go</button>'


@pytest.mark.parametrize(
    "html",
    [
        f"<form action=/find>{BOX.format('Search this site')}</form>",
        f"<form action=/find>{BOX.format('Search our website')}</form>",
        f"<form action=/find>Search our pages {BOX.format('')}</form>",
        f"<form action=/site-search.php>{BOX.format('')}</form>",
        f"<form action=/siteSearch>{BOX.format('')}</form>",
        f"<form action=/suche>{BOX.format('Webseite durchsuchen')}</form>",
        f"<form action=/cerca>{BOX.format('Cerca nel sito')}</form>",
        f"<form action=/poisk>{BOX.format('Поиск по сайту')}</form>",
        f"<form action=/s>{BOX.format('搜索本站')}</form>",
        "<form action=/s><label>Terms <input name=s></label><input type=submit "
        "value='Search site'></form>",
    ],
)
def test_what_says_that_it_searches_the_site_does(html: str) -> None:
    assert is_site_search(form_of(html), OWN)


@pytest.mark.parametrize(
    "html",
    [
        f"<form action=/find>{BOX.format('Title, author or ISBN')}</form>",
        f"<form action=/search>{BOX.format('')}</form>",
        # Where a page lies says nothing of what it searches.
        f"<form action=/site/find.php>{BOX.format('Job title')}</form>",
        # Who can choose what to search for searches more than pages.
        f"<form action=/find>{BOX.format('Search this site')}<select name=make><option>Any"
        "<option>Ford<option>Fiat</select></form>",
        f"<form action=/find>{BOX.format('Building site')}<input name=town></form>",
        "<form action=/find><select name=site><option>This site<option>All</select></form>",
    ],
)
def test_others_do_not(html: str) -> None:
    assert not is_site_search(form_of(html), OWN)
