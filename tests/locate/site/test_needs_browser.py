"""Which pages need a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deepweb.form.model import BY_SCRIPT, Form, forms
from deepweb.locate.site.needs_browser import (
    SHELL,
    SearchOfPage,
    drawn_table,
    has_scripts,
    needs_browser,
)
from tests.read.pages import page_of


def form(html: str) -> Form:
    (found,) = forms(page_of(html))
    return found


BOX = form('<input type="search" id="q">')
PLAIN = form('<form action="/find"><input name="q"></form>')


def test_a_page_with_a_search_that_can_be_asked_needs_none() -> None:
    searches = [SearchOfPage(BOX, False), SearchOfPage(PLAIN, True)]
    assert needs_browser(searches, is_shell=True) == ("", "")


def test_a_box_that_a_script_drives() -> None:
    key, why = needs_browser([SearchOfPage(BOX, False)], is_shell=False)
    assert (bool(key), why) == (True, BY_SCRIPT)
    elsewhere = replace(BOX, url="http://x/other", action="http://x/other")
    assert needs_browser([SearchOfPage(elsewhere, False)], is_shell=False) == (key, why)


@pytest.mark.parametrize(
    "html",
    [
        '<form onsubmit="return false"><input name="q"></form>',
        '<form action="#" onsubmit="go(); return false;"><input name="q"></form>',
        '<form onsubmit="event.preventDefault()"><input name="q"></form>',
        '<form @submit.prevent="find"><input name="q"></form>',
        '<form ng-submit="find()"><input name="q"></form>',
        '<form action="javascript:find()"><input name="q"></form>',
        '<form action="/find"><input type="search" id="q"><button>Go</button></form>',
    ],
)
def test_a_form_that_goes_nowhere(html: str) -> None:
    found = form(html)
    assert needs_browser([SearchOfPage(found, False)], is_shell=False)[1] == found.unusable != ""


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/find" onsubmit="return check(this)"><input name="q"></form>',
        '<form action="?" onsubmit="return false"><input name="q"></form>',
        '<form><input name="q"></form>',
        '<form action=""><input name="q"></form>',
    ],
)
def test_a_form_that_can_be_sent(html: str) -> None:
    assert form(html).unusable == ""


def test_a_shell() -> None:
    assert needs_browser([], is_shell=True) == ("", SHELL)
    assert needs_browser([], is_shell=False) == ("", "")
    dropped = replace(PLAIN, unusable="it wants a captcha solved")
    assert needs_browser([SearchOfPage(dropped, False)], is_shell=False) == ("", "")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<script src="/a.js"></script>', True),
        ("<script>go()</script>", True),
        ('<script type="module">go()</script>', True),
        ("<script></script>", False),
        ('<script type="application/ld+json">{}</script>', False),
        ("<p>hello</p>", False),
    ],
)
def test_scripts_that_run(html: str, expected: bool) -> None:
    assert has_scripts(page_of(html)) == expected


def test_what_opens_a_search_where_there_is_none() -> None:
    opener = "a button 'Search'"
    told = f"{opener} opens a search by script"
    assert needs_browser([], is_shell=False, opener=opener) == ("", told)
    assert needs_browser([SearchOfPage(PLAIN, True)], is_shell=False, opener=opener) == ("", "")
    assert needs_browser([SearchOfPage(PLAIN, False)], is_shell=False, opener=opener) == ("", "")


HEADS = "<thead><tr><th>Title</th><th>Year</th></tr></thead>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<table id=books>{HEADS}</table>", True),
        (f"<table id=books>{HEADS}<tbody><tr><td>Dune<td>1965</table>", False),
        (f"<table id=books>{HEADS}<tbody><tr><td colspan=2>Loading ...</table>", True),
        (f"<table id=books>{HEADS}<tr><th>Dune<td>1965<tr><th>Solaris<td>1961</table>", False),
        ("<table id=log><tr><th>History<tr><th>Day<th>Who<tr><td>3 May<td>Ann</table>", False),
        (
            "<table id=notes><tr><th>From: Ann<th>Date: 3 May<th>Note 17<tr><td colspan=3>The lamp"
            " in the hall went out again last night, as it did in the week before.</table>",
            False,
        ),
        ("<div id=grid></div><script>new Tabulator('#grid', {ajaxURL: '/all'})</script>", True),
        ("<div id=g></div><script src='/lib/ag-grid-community.min.js'></script>", True),
        ("<p>Our tables show data</p><script src='/js/site.js'></script>", False),
    ],
)
def test_tables_that_scripts_fill(html: str, expected: bool) -> None:
    assert bool(drawn_table(page_of(html))) is expected
