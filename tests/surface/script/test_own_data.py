"""From which request of an own page do its data come, and what in its address is the key?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from deepweb.crawl.html import rendered_page
from deepweb.read.details.own_data import ListedRecord
from deepweb.surface.script.exchange import LOAD, Exchange
from deepweb.surface.script.own_data import data_address

BOOK = {"title": "Cedar and fjord", "binding": "cloth", "printed": "Harbour"}
PAGE = "<h1>Cedar and fjord</h1><p>Bound in cloth, printed in Harbour</p>"
RECORD = ListedRecord("1", "http://h/books/cedar", "Cedar and fjord", {"id": 17, "type": "book"})
OTHERS = [ListedRecord("2", "http://h/books/delta", "Delta", {"id": 18, "type": "book"})]


def exchange(url: str, said: Any = BOOK, **more: Any) -> Exchange:
    return Exchange("GET", url, LOAD, answer=json.dumps(said).encode(), **more)


ADDRESSES = [
    ("http://h/api/books/17", "http://h/api/books/{key}", "field id"),
    ("http://h/api/books/cedar?v=1", "http://h/api/books/{key}?v=1", "4"),
    ("http://api.h/book?id=17&type=book", "http://api.h/book?id={key}&type=book", "field id"),
    ("http://h/rest/books?id=eq.17", "http://h/rest/books?id=eq.{key}", "field id"),
    ("http://h/odata/Books(17)", "http://h/odata/Books({key})", "field id"),
    ("http://h/q?v=%7B%22id%22%3A17%7D", "http://h/q?v=%7B%22id%22:{key}%7D", "field id"),
]  # fmt: skip


@pytest.mark.parametrize(("url", "pattern", "key"), ADDRESSES)
def test_how_the_data_of_records_are_addressed(url: str, pattern: str, key: str) -> None:
    page = rendered_page(PAGE, RECORD.url)
    assert page is not None
    made = data_address([exchange(url)], page, RECORD, OTHERS)
    assert made is not None
    assert (made.pattern, made.key) == (pattern, key)


NONE = {
    "no key in the address": exchange("http://h/api/books"),
    "only what all records have": exchange("http://h/api/books?type=book"),
    "data of another record": exchange("http://h/api/books/17", {"title": "Delta"}),
    "a refusal": exchange("http://h/api/books/17", status=403),
    "the page itself": exchange("http://h/api/books/17", is_page=True),
}


@pytest.mark.parametrize("case", NONE)
def test_what_tells_no_address(case: str) -> None:
    page = rendered_page(PAGE, RECORD.url)
    assert page is not None
    assert data_address([NONE[case]], page, RECORD, OTHERS) is None


def test_the_answer_that_says_most_of_what_is_shown() -> None:
    page = rendered_page(PAGE, RECORD.url)
    assert page is not None
    little = exchange("http://h/api/titles/17", {"title": "Cedar and fjord"})
    made = data_address([little, exchange("http://h/api/books/17")], page, RECORD, OTHERS)
    assert made is not None
    assert made.pattern == "http://h/api/books/{key}"
