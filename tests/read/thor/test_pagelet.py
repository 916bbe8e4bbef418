"""Which part of a page answers the query; on made-up pages, and on the test site."""

import json
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.page import visible_text
from deepweb.read.thor.pagelet import (
    Answered,
    Pagelet,
    PageletPlace,
    pagelet_at,
    pagelet_place,
    pagelet_places,
)
from tests.read.pages import broken_html, page_of
from tests.site import STYLES, Site, unicode_characters
from tests.site.browser import submit

_COLOURS = ("red", "blue", "green", "white", "black", "grey", "pink", "brown", "gold", "teal")
_THINGS = ("car", "bus", "van", "boat", "train", "bike", "plane", "sledge", "tram", "truck")


def _entry(number: int) -> str:
    colour, thing = _COLOURS[number % 10], _THINGS[(number // 10 + number) % 10]
    text = f"{colour}{number} {thing}{number}"
    return f'<li><a href="/{number}">{text}</a><p>{thing} from town{number}</p></li>'


def _page(numbers: Sequence[int], *, beside: str = "", note: str = "") -> str:
    rows = "".join(map(_entry, numbers))
    return f"""<body><div class="nav"><a>Home</a><a>About us</a><a>Contact</a></div>
        <div class="main"><form><input name="q"><button>Go</button></form><p>{note}</p>
        <ol class="hits">{rows}</ol><div class="side">{beside}</div></div>
        <div class="foot"><p>All rights reserved</p><p>Terms of use</p></div></body>"""


def _pagelets(answers: Sequence[Answered]) -> list[Pagelet]:
    """The answering part of each page of one cluster."""
    place = pagelet_place(answers, random.Random(1))
    nothing = Pagelet(None, "nothing on the pages varies")
    return [pagelet_at(answer.page, place) if place else nothing for answer in answers]


def _found(*htmls: str, query: Sequence[str] = ()) -> list[Pagelet]:
    answers = [Answered(page_of(html), query) for html in htmls]
    return _pagelets(answers)


def _classes(found: Sequence[Pagelet]) -> list[str | None]:
    return [None if p.element is None else p.element.get("class") for p in found]


_LISTS = ([1, 2, 3], [14, 15, 16, 17, 18], [27, 28], [31, 33, 35, 37])


def test_the_list_of_matches_is_the_pagelet() -> None:
    found = _found(*map(_page, _LISTS))
    assert _classes(found) == ["hits"] * 4
    assert found[0].reason == "100% of what varies is at html/body/div.main/ol.hits"


def test_a_page_with_one_match_is_read_like_the_others() -> None:
    found = _found(*map(_page, [*_LISTS, [52]]))
    assert _classes(found) == ["hits"] * 5


def test_facets_that_vary_too_are_beside_the_point() -> None:
    pages = [
        _page(numbers, beside="".join(f"<a>{_COLOURS[n % 10]} shade{n}</a>" for n in numbers))
        for numbers in _LISTS
    ]
    assert _classes(_found(*pages)) == ["hits"] * 4


def test_counts_and_echoes_of_the_query_are_no_answers() -> None:
    words = ("pump", "valve", "gear", "wheel")
    pages = [_page([], note=f"{n} hits for {word}") for n, word in enumerate(words)]
    answers = [Answered(page_of(html), (word,)) for html, word in zip(pages, words, strict=True)]
    assert pagelet_place(answers, random.Random(1)) is None


def test_a_page_without_matches_has_no_pagelet() -> None:
    *full, empty = _found(*map(_page, [*_LISTS, []]))
    assert _classes(full) == ["hits"] * 4
    assert empty == Pagelet(None, "nothing at html/body/div.main/ol.hits")


def test_one_page_alone_has_nothing_to_compare_with() -> None:
    assert pagelet_place([Answered(page_of(_page([1, 2])))], random.Random(1)) is None
    assert pagelet_place([], random.Random(1)) is None


def test_a_plain_list_of_lines() -> None:
    pages = [
        "<body><ul>" + "".join(f"<li>{_COLOURS[n % 10]}{n} {_THINGS[n % 10]}{n}</li>" for n in ns)
        + "</ul><p>Imprint and terms</p></body>"
        for ns in _LISTS
    ]  # fmt: skip
    assert [p.element is not None and p.element.tag for p in _found(*pages)] == ["ul"] * 4


def test_the_place_can_be_stored_and_applied_to_later_pages() -> None:
    answers = [Answered(page_of(_page(numbers))) for numbers in _LISTS]
    place = pagelet_place(answers, random.Random(1))
    assert place is not None
    assert place.fanout == pytest.approx(14 / 4)
    again = PageletPlace.from_json(json.loads(json.dumps(place.to_json())))
    assert again == place
    later = pagelet_at(page_of(_page([77])), again)
    assert later.element is not None
    assert visible_text(later.element) == "brown77 train77 train from town77"


def test_clusters_of_a_site_share_a_place() -> None:
    """Pages with one match each tell nothing of the list around it."""
    many = [Answered(page_of(_page(numbers))) for numbers in _LISTS]
    one = [Answered(page_of(_page([n]))) for n in (52, 63, 74)]
    other = [Answered(page_of(f"<body><h1>{_COLOURS[n]}{n} car</h1></body>")) for n in range(3)]
    alone = pagelet_place(one, random.Random(1))
    assert alone is not None
    assert alone.path[-1] == "li"
    first, second, third = pagelet_places([many, one, other], random.Random(1))
    assert first is not None
    assert first.path[-1] == "ol.hits"
    assert second == first
    assert third is not None
    assert third.path == ("html", "body", "h1")


def test_of_two_regions_at_one_path_the_one_of_the_usual_size() -> None:
    place = PageletPlace(("html", "body", "ul"), fanout=10, share=1)
    long = "".join(f"<li>{n}</li>" for n in range(9))
    page = page_of(f"<body><ul><li>a</li></ul><ul>{long}</ul></body>")
    found = pagelet_at(page, place).element
    assert found is not None
    assert len(found) == 9


@pytest.mark.parametrize(
    ("style", "wrapper"),
    [
        ("plain", "r-hits"),
        ("shop", "product-grid"),
        ("faceted", "r-hits"),
        ("faceted-post", "r-entries"),
        ("noisy", "r-entries"),
        ("promoting-tracked", "r-grid"),
    ],
)
def test_on_the_test_site(style: str, wrapper: str) -> None:
    words = ("letter", "sign", "arrow", "theta", "hook", "greek", "latin", "omega")
    with Site(unicode_characters(600), STYLES[style]) as site:
        replies = [submit(site, **{site.style.query_name: word}) for word in words]
    pages = [page_of(reply.text) for reply in replies if reply.ids]
    found = _pagelets([Answered(page) for page in pages])
    for page, pagelet in zip(pages, found, strict=True):
        (gold,) = page.root.find_class(wrapper)
        assert pagelet.element is not None
        assert visible_text(pagelet.element) == visible_text(gold)


@given(st.lists(broken_html, max_size=4))
@settings(max_examples=60, deadline=None)
def test_any_pages_have_an_outcome(htmls: list[str]) -> None:
    found = _found(*htmls)
    assert len(found) == len(htmls)
    assert all(pagelet.reason for pagelet in found)
    assert [p.reason for p in _found(*htmls)] == [p.reason for p in found]
