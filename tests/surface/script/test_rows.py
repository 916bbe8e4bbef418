"""Rows without links, whose addresses clicks tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml.html import document_fromstring, tostring

from deepweb.page.page import Page
from deepweb.surface.script.exchange import CLICK, SEARCH, Exchange
from deepweb.surface.script.observed_request import observed_search, row_address
from deepweb.surface.script.rows import row_texts, unlinked_rows, with_links
from deepweb.surface.script.shown_records import SearchPages, ShownClick

HERE = "http://x/films"
FILMS = {7: "Alien", 12: "Brazil", 31: "Contact"}
CLICKS = tuple(ShownClick(title, f"http://x/film/{n}") for n, title in [*FILMS.items()][:2])


def page(body: str) -> Page:
    root = document_fromstring(f"<body><h1>Films</h1>{body}</body>", base_url=HERE)
    return Page(HERE, root, "utf-8", 0)


def rows(row: str) -> str:
    made = (row.format(n=n, title=title) for n, title in FILMS.items())
    return f"<table>{''.join(made)}</table>"


def seen(row: str, *clicks: ShownClick) -> SearchPages:
    return SearchPages(page("<p>No films"), page(rows(row)), "film", clicks=clicks)


@pytest.mark.parametrize(
    "row",
    [
        "<tr data-id={n}><td>{title}<td>a film",
        "<tr id=row-{n}><td>{title}<td>a film",
        "<tr onclick=\"show('film', {n})\"><td><b>{title}</b><td>a film",
        "<tr data-to=/film/{n}><td>{title}<td>a film",
        "<tr><td><button value={n}>{title}</button><td>a film",
    ],
)
def test_what_a_click_opens_stands_in_the_row(row: str) -> None:
    assert row_texts(unlinked_rows(seen(row))) == tuple(FILMS.values())
    pattern, unaddressed = row_address(seen(row, *CLICKS), [])
    assert not unaddressed
    later = document_fromstring(rows(row).replace("31", "99").replace("Contact", "Dune"))
    with_links(later, pattern)
    assert [each.get("href") for each in later.iter("a")][-1] == "http://x/film/99"
    assert b">Dune</a>" in tostring(later)


def test_rows_that_tell_nothing_of_the_address_stay_as_they_are() -> None:
    pattern, unaddressed = row_address(seen("<tr><td>{title}", *CLICKS), [])
    assert (pattern, unaddressed) == ("", tuple(FILMS.values()))


def test_rows_with_links_are_not_clicked_on() -> None:
    row = "<tr data-id={n}><td><a href=/film/{n}>{title}</a><td>a film"
    assert row_address(seen(row), []) == ("", ())


def test_a_window_is_filled_from_an_address_of_the_record() -> None:
    read = [
        Exchange("GET", f"http://x/part/{n}", CLICK, answer_type="text/html", answer=b"<p>")
        for n in (7, 12)
    ]
    opened = tuple(replace(click, url=HERE) for click in CLICKS)
    found = seen("<tr data-id={n}><td>{title}<td>a film", *opened)
    assert row_address(found, read)[0] == "http://x/part/{tr@data-id}"


def test_a_search_that_is_answered_by_such_rows_knows_their_addresses() -> None:
    row = "<tr data-id={n}><td>{title}<td>a film"
    answer = Exchange(
        "GET", "http://x/part?q=film", SEARCH, answer_type="text/html", answer=rows(row).encode()
    )
    search = observed_search([answer], seen(row, *CLICKS))
    assert search is not None
    assert search.form.script is not None
    assert search.form.script.record_url == "http://x/film/{tr@data-id}"
    asked = observed_search([answer], seen(row))
    assert asked is not None
    assert asked.unaddressed == tuple(FILMS.values())
