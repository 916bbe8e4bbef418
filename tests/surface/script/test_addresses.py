"""Addresses of records, learnt from what pages of many kinds show."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lxml.html import document_fromstring

from deepweb.page.page import Page
from deepweb.read.data.json_lists import JsonList
from deepweb.read.data.json_records import RecordShape, json_records
from deepweb.surface.script.addresses import guessed_addresses, record_address
from deepweb.surface.script.exchange import CLICK, GUESS, LOAD, SEARCH, Exchange
from deepweb.surface.script.observed_request import observed_search
from deepweb.surface.script.shown_records import SearchPages, ShownClick, ShownRecords

HERE = "http://x/app/"
BOOKS = [{"id": 40 + n, "slug": f"@a/b{n}", "name": f"Dune {n}", "lang": "en"} for n in range(6)]
LISTED = JsonList((), BOOKS)


def page(body: str) -> Page:
    return Page(HERE, document_fromstring(f"<body>{body}</body>", base_url=HERE), "utf-8", 0)


def linked(href: str, *more: str, books: Any = BOOKS) -> Page:
    def links(book: Any) -> str:
        others = "".join(f'<a href="{each.format(**book)}">Edit</a>' for each in more)
        return f'<li>{others}<a href="{href.format(**book)}">{book["name"]}</a> {book["lang"]}</li>'

    return page("".join(map(links, books)))


def seen(found: Page, **more: Any) -> SearchPages:
    return SearchPages(page("Nothing"), found, "dune", **more)


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        pytest.param("/book/{id}", "http://x/book/{id}", id="a number"),
        pytest.param("#item/{id}", "http://x/app/#item/{id}", id="a route"),
        pytest.param("#/item?id={id}&q=dune", "http://x/app/#/item?id={id}", id="without the word"),
        pytest.param("b{id}.html?h=dune#top", "http://x/app/b{id}.html", id="without the place"),
        pytest.param("/p/{slug}/v", "http://x/p/{+slug}/v", id="several steps"),
        pytest.param("javascript:show({id})", "", id="no address"),
        pytest.param("/lang/{lang}", "", id="one for all"),
    ],
)
def test_links_of_the_page(href: str, expected: str) -> None:
    assert record_address(LISTED, seen(linked(href)), []) == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        pytest.param("/book/{id}/{sign}", "http://x/book/{id}/{sign}", id="a number and a name"),
        pytest.param("/{kind}/{id}", "http://x/{kind}/{id}", id="a kind and a number"),
        pytest.param("/book/{id}-{spelt}", "http://x/book/{id}-{~name}", id="a number and a title"),
        pytest.param("/t/{spelt}", "http://x/t/{~name}", id="a title"),
        pytest.param("/en/book/{id}", "http://x/en/book/{id}", id="all have the same"),
        pytest.param("/show?n={number}", "http://x/show?n={:row}", id="the number of a row"),
    ],
)
def test_addresses_of_several_fields(href: str, expected: str) -> None:
    books = [
        {"id": 40 + n, "name": f"Élan {n}: à Paris", "kind": "ab"[n % 2] * 4, "sign": f"s{n}x"}
        | {"row": f"row_{700 + n}"}
        for n in range(6)
    ]
    shown = [
        book | {"spelt": f"elan-{n}-a-paris", "number": 700 + n} for n, book in enumerate(books)
    ]
    told = [book | {"lang": "en"} for book in books]
    rows = "".join(f'<li><a href="{href.format(**e)}">{e["name"]}</a>' for e in shown)
    assert record_address(JsonList((), told), seen(page(rows)), []) == expected
    [first, *_] = json_records(told, RecordShape((), expected, "name"), HERE, {})
    assert first.url == f"http://x{href.format(**shown[0])}"


def test_one_click_that_brings_the_record_is_enough() -> None:
    told = json.dumps(BOOKS[2] | {"about": "Sand"}).encode()
    shown = page("".join(f"<li>{each['name']}" for each in BOOKS))
    clicked = seen(shown, clicks=(ShownClick("Dune 2", HERE),))
    read = Exchange("GET", "http://x/api/books/42", CLICK, answer=told)
    assert record_address(LISTED, clicked, [read]) == "http://x/api/books/{id}"
    assert not record_address(LISTED, clicked, [Exchange("GET", read.url, CLICK, answer=b"{}")])


def test_the_link_that_names_the_record_is_preferred() -> None:
    found = seen(linked("/book/{id}", "/book/{id}/edit"))
    assert record_address(LISTED, found, []) == "http://x/book/{id}"


def test_links_of_the_page_before_the_search() -> None:
    """The search proposes names without links; the list on the first page has links."""
    all_of_them = Exchange("GET", "http://x/all", LOAD, answer=json.dumps(BOOKS).encode())
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS[4:]))
    found = seen(plain, others=(linked("/-/{slug}", books=BOOKS[:3]),))
    assert record_address(JsonList((), BOOKS[3:]), found, [all_of_them]) == "http://x/-/{+slug}"


def test_where_a_click_leads() -> None:
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS))
    clicks = tuple(ShownClick(f"Dune {n}", f"http://x/show/{40 + n}?q=dune") for n in (0, 2))
    assert record_address(LISTED, seen(plain, clicks=clicks), []) == "http://x/show/{id}"


def test_clicks_on_what_several_records_say() -> None:
    books = [{**book, "author": f"Author {n % 2}"} for n, book in enumerate(BOOKS * 9)]
    for n, book in enumerate(books):
        book["id"] = 40 + n
    plain = page("".join(f"<li>{book['author']}</li>" for book in books))
    clicks = tuple(ShownClick(f"Author {n % 2}", f"http://x/show/{40 + n}") for n in (51, 52))
    assert record_address(JsonList((), books), seen(plain, clicks=clicks), []) == (
        "http://x/show/{id}"
    )


def test_one_click_is_enough_where_the_address_holds_a_long_name() -> None:
    """The page marks the word in the titles, and says the kind of each."""
    books = [{"key": f"shelf.books.dune_{n}x", "kind": "book"} for n in range(6)]
    plain = page("".join(f"<li>sh<mark>elf</mark>{n}: book</li>" for n in range(6)))
    clicks = (ShownClick("book", "http://x/#!/read/shelf.books.dune_2x"),)
    made = record_address(JsonList((), books), seen(plain, clicks=clicks), [])
    assert made == "http://x/#!/read/{key}"


def test_one_click_proves_nothing() -> None:
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS))
    clicks = (ShownClick("Dune 0", "http://x/show/40"),)
    assert record_address(LISTED, seen(plain, clicks=clicks), []) == ""


def test_else_the_address_of_its_data() -> None:
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS))
    asked = [
        Exchange("GET", f"http://x/api/book/{40 + n}", CLICK, answer=b'{"id": 1, "about": "x"}')
        for n in (0, 1)
    ]
    clicks = (ShownClick("Dune 0", HERE), ShownClick("Dune 1", HERE))
    assert record_address(LISTED, seen(plain, clicks=clicks), asked) == "http://x/api/book/{id}"


@pytest.mark.parametrize("path", ["/api?q={}&page=1", "/find/{}"])
def test_an_answer_to_the_name_of_a_record_is_not_its_data(path: str) -> None:
    """One of the words that were asked may be the name of a record."""
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS))
    asked = [
        Exchange("GET", f"http://x{path.format(word)}", SEARCH, answer=b'[{"id": 40}]')
        for word in ("40", "41", "dune")
    ]
    assert record_address(LISTED, seen(plain), asked) == ""


# Indexes as Sphinx, MkDocs and a theme of Hugo write them.
SPHINX = b"""Search.setIndex({docnames:["a/intro","a/dune","end"],envversion:{x:1},
filenames:["a/intro.rst","a/dune.rst","end.rst"],objects:{"":[[0,0,1,"c.X","DUNE"],[1,0,1,"c.Y",
"DUNE_TWO"],[2,0,1,"c.Z","DUNE_THREE"]]},terms:{dune:[0,1],sand:2},
titles:["About dune","The dune itself","At the end"],})"""
MKDOCS = json.dumps(
    {
        "config": {"lang": ["en"]},
        "docs": [
            {"location": place, "title": title, "text": f"Text of {title}"}
            for place, title in [
                ("a/intro.html", "About dune"),
                ("a/intro.html#more", "More dune"),
                ("a/dune.html", "The dune itself"),
                ("end.html", "At the end"),
            ]
        ],
    }
).encode()
ASSIGNED = b"""var index = [{u:'a/intro.html',t:'About dune'},{u:'a/dune.html',t:'The dune itself'},
{u:'end.html',t:'At the end'}];"""


@pytest.mark.parametrize(
    "index",
    [
        pytest.param(SPHINX, id="columns"),
        pytest.param(MKDOCS, id="sections"),
        pytest.param(ASSIGNED, id="a script"),
    ],
)
def test_documents_of_an_index(index: bytes) -> None:
    shown = page(
        '<li><a href="a/intro.html?highlight=dune#x">About dune</a> (C, in DUNE DUNE_TWO)</li>'
        '<li><a href="a/dune.html?highlight=dune">The dune itself</a> and DUNE_THREE</li>'
    )
    exchange = Exchange("GET", "http://x/index.js", SEARCH, answer=index)
    search = observed_search([exchange], seen(shown))
    assert search is not None and search.form.script is not None and search.box == ""
    script = search.form.script
    shape = RecordShape(script.records, script.record_url, script.title)
    records = json_records(exchange.data, shape, HERE, {})
    assert [(record.url, record.title) for record in records] == [
        ("http://x/app/a/intro.html", "About dune"),
        ("http://x/app/a/dune.html", "The dune itself"),
        ("http://x/app/end.html", "At the end"),
    ]


@pytest.mark.parametrize(
    ("url", "first"),
    [
        ("http://x/books?q=dune", ["http://x/books/40", "http://x/books/41"]),
        ("http://x/item/query/dune", ["http://x/item/query/40", "http://x/item/query/41"]),
    ],
)
def test_addresses_that_an_interface_may_have(url: str, first: list[str]) -> None:
    guesses = guessed_addresses(LISTED, url, "dune")
    assert [*guesses[:2]] == first
    assert len(guesses) <= 4
    assert not guessed_addresses(JsonList((), [{"name": "Dune"}, {"name": "Arrakis"}]), url, "dune")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (lambda book: book, "http://x/books/{id}"),
        (lambda book: {"error": "unknown", "id": book["id"]}, ""),
        (lambda book: [book], ""),
    ],
)
def test_a_guess_must_be_answered_by_the_record(answer: Any, expected: str) -> None:
    plain = page("".join(f"<li>{book['name']}</li>" for book in BOOKS))
    guessed = [
        Exchange("GET", f"http://x/books/{book['id']}", GUESS, answer=json.dumps(said).encode())
        for book in BOOKS[:2]
        if (said := answer(book))
    ]
    assert record_address(LISTED, seen(plain), guessed) == expected


def test_a_place_in_an_answer_makes_no_other_record() -> None:
    """The same records come once more, with other cursors and marks."""
    twice = enumerate((*BOOKS, *reversed(BOOKS)))
    again = [{**book, "cursor": f"c{n}", "marked": f"<b>{n}</b>"} for n, book in twice]
    found = seen(linked("/book/{id}"))
    assert record_address(JsonList((), again), found, []) == "http://x/book/{id}"


def test_marks_inside_names_do_not_hide_them() -> None:
    items = [{"name": f"Sandy Dune {n}", "menu": "Sandhills"} for n in range(3)]
    rows = "".join(f"<li>San<b>dy</b> Dune {n}</li>" for n in range(3))
    menu = "<nav>Sand<b>hi</b>lls</nav>"
    found = SearchPages(page(f"{menu}Nothing"), page(menu + rows), "dy")
    names = ShownRecords(found).names(JsonList((), items), JsonList((), items))
    assert names == ("Sandy Dune 0", "Sandy Dune 1", "Sandy Dune 2")
