"""Where sites write the query, and which links carry one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links.arguments import MAX_URL
from deepweb.read.links.query_place import (
    PageLinks,
    QueryPlace,
    place_in_pages,
    with_paths,
)
from deepweb.store.resources import argument_words

WORDS = argument_words()
QUERIES = ("red shoes", "gps", "rice cooker", "opera", "harbour")
SITE = "https://e.org"


@pytest.mark.parametrize(
    ("link", "is_carried"),
    [
        ("https://e.org/search?q=gps&brand=garmin", True),
        ("https://e.org/other?page=2&q=gps", True),
        ("https://e.org/find?sort=1;q=gps", True),
        ("https://e.org/search?q=", True),
        ("https://e.org/search?faq=gps", False),
        ("https://e.org/item/17?ref=q", False),
        ("https://e.org/login", False),
        ("https://e.org/search?q=" + "x" * MAX_URL, False),
    ],
)
def test_the_filter_of_the_paper(link: str, is_carried: bool) -> None:
    assert QueryPlace("q").is_carried_by(link) == is_carried


def test_an_argument_whose_name_is_encoded() -> None:
    place = QueryPlace("c[q]")
    assert place.is_carried_by("http://e.org/s?c%5Bq%5D=a")
    assert place.is_carried_by("http://e.org/s?c[q]=a")
    assert place.query_of("http://e.org/s?c%5Bq%5D=a+b") == "a b"


def test_a_query_in_the_path() -> None:
    place = QueryPlace(before=("/search/",))
    assert place.query_of("https://e.org/search/red%20shoes/brand-x?page=2") == "red shoes"
    assert place.is_carried_by("https://e.org/search/gps")
    assert not place.is_carried_by("https://e.org/search/")
    assert not place.is_carried_by("https://e.org/item/gps")
    assert place.query_of("https://e.org/item/gps") is None


def asked(query: str, address: str) -> str:
    return address.format(query.replace(" ", "+"))


@pytest.mark.parametrize("name", ["q", "suche", "zzx1", "k"])
def test_pages_tell_where_it_stands(name: str) -> None:
    start = f"{SITE}/s?lang=en&sid=a1b2c3d4e5f6a7b8&{name}={{}}"
    pages = [
        PageLinks(asked(query, start), [asked(query, start) + f"&page={n}" for n in (2, 3)])
        for query in QUERIES
    ]
    found = place_in_pages(pages, WORDS)
    assert found is not None
    assert found.argument == name


def test_one_page_tells_by_the_name_only() -> None:
    assert place_in_pages([PageLinks(f"{SITE}/s?q=a&x=b", [])], WORDS) == QueryPlace("q")
    assert place_in_pages([PageLinks(f"{SITE}/s?u=a&x=b", [])], WORDS) is None
    assert place_in_pages([], WORDS) is None


def test_where_forms_post_the_links_tell_by_the_name() -> None:
    pages = [PageLinks(f"{SITE}/s", [f"{SITE}/s?q={q}&page=2", f"{SITE}/a?x=1"]) for q in "abc"]
    assert place_in_pages(pages, WORDS) == QueryPlace("q")
    pages = [PageLinks(f"{SITE}/s", [f"{SITE}/s?zz={q}"]) for q in "abc"]
    assert place_in_pages(pages, WORDS) is None


def test_codes_of_a_visit_are_no_query() -> None:
    pages = []
    for number, query in enumerate(QUERIES):
        url = f"{SITE}/s?z={number}f3a9c1b7e5d2a{number}4c&w={query.replace(' ', '+')}"
        pages.append(PageLinks(url, [f"{url}&page=2"]))
    found = place_in_pages(pages, WORDS)
    assert found is not None
    assert found.argument == "w"


def test_pages_with_the_query_in_their_path() -> None:
    pages = [
        PageLinks(
            f"{SITE}/find/{q}", [f"{SITE}/find/{q}/brand-a", f"{SITE}/about", f"{SITE}/item/1"]
        )
        for q in ("shoes", "gps", "rice", "opera")
    ]
    assert place_in_pages(pages, WORDS) == QueryPlace(before=("/find/",))


def test_links_that_write_into_the_path_what_the_form_sends_as_an_argument() -> None:
    pages = [
        PageLinks(
            asked(query, f"{SITE}/s?q={{}}"),
            [f"{SITE}/topic/{query.replace(' ', '-')}/{brand}" for brand in "ab"]
            + [f"{SITE}/item/{query[:3]}"],
        )
        for query in QUERIES
    ]
    place = with_paths(QueryPlace("q"), pages)
    assert place == QueryPlace("q", ("/topic/",))
    assert place.is_carried_by(f"{SITE}/topic/other-words")
    assert not place.is_carried_by(f"{SITE}/item/red")


def test_a_thing_that_is_called_like_one_query_teaches_nothing() -> None:
    pages = [PageLinks(f"{SITE}/s?q={q}", [f"{SITE}/item/gps"]) for q in ("gps", "a", "b", "c")]
    assert with_paths(QueryPlace("q"), pages) == QueryPlace("q")


@given(st.text(max_size=80), st.text(alphabet="qa[]/?&=;%", max_size=12))
def test_never_raises(url: str, name: str) -> None:
    place = QueryPlace(name, ("/s/",))
    place.is_carried_by(url)
    place.query_of(url)
    place_in_pages([PageLinks(url, [url])], WORDS)
