"""The catalogue of books: every kind of value, always the same."""

import time
from collections import Counter, defaultdict
from datetime import date

import pytest

from demosite.derived import LAST_DAY
from demosite.search import index_of
from tests.site import Site, Style, used_books
from tests.site.books import SUBJECTS
from tests.site.browser import get
from tests.site.isbn import KNOWN, isbn_of, read_isbn
from tests.site.places import STATES, US_PLACES

BOOKS = used_books(2000)


def test_the_same_books_every_time() -> None:
    first = [(e.id, e.title, dict(e.attributes)) for e in used_books(300).records]
    used_books.cache_clear()
    assert [(e.id, e.title, dict(e.attributes)) for e in used_books(300).records] == first
    longer = [(e.id, e.title, dict(e.attributes)) for e in used_books(400).records]
    assert longer[:300] == first


def test_values_are_well_formed() -> None:
    for entry in BOOKS.records:
        told = entry.attributes
        assert read_isbn(told["isbn"]) == told["isbn"]
        assert 1880 <= int(told["year"]) <= 2024
        assert 40 <= int(told["pages"]) <= 900
        assert 2 <= float(told["price"]) <= 4000
        assert date.fromisoformat(told["date"]) <= LAST_DAY
        assert told["topic"] in SUBJECTS[told["subject"]]


def test_places_are_told_apart() -> None:
    assert len(STATES) == 50
    assert len({place.zip for place in US_PLACES}) == len(US_PLACES)
    states = defaultdict(set)
    for place in US_PLACES:
        states[place.city].add(place.state)
    # As in the world, a name may be that of several cities.
    assert {city for city, held in states.items() if len(held) > 1} == {"Portland", "Charleston"}


@pytest.mark.parametrize("value", ["9780306406157", "978-0-306-40615-7", "0-306-40615-2"])
def test_isbn_of_either_length(value: str) -> None:
    assert read_isbn(value) == "9780306406157"


@pytest.mark.parametrize("value", ["9780306406158", "0306406153", "97803064061", "isbn", ""])
def test_what_is_no_isbn(value: str) -> None:
    assert read_isbn(value) is None


def test_some_books_are_widely_known() -> None:
    made = [isbn_of(number) for number in range(1, 601)]
    assert set(KNOWN) < set(made)
    assert sum(isbn in KNOWN for isbn in made) == 100


def test_words_are_spread_as_in_titles() -> None:
    held_by = Counter(word for entry in BOOKS.records for word in entry.words)
    assert sum(n == 1 for n in held_by.values()) > 100, "no rare words"
    assert sum(n > 50 for n in held_by.values()) > 30, "no frequent words"


def test_25000_books_are_answered_fast() -> None:
    style = Style(page_size=200, facets=("subject", "publisher", "language"), blank="all")
    books = used_books(25_000)
    index_of(books)
    with Site(books, style) as live:
        get(live, "/search", q="garden")
        started = time.process_time()
        for word in ("the", "paperback", "english", "", "zzz"):
            get(live, "/search", q=word)
        assert time.process_time() - started < 2
