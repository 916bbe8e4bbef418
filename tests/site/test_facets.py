"""Facets: every way to write them narrows alike."""

from collections import Counter
from typing import get_args
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest

from demosite.search import Bound, Selection
from tests.site import Site, Style, used_books
from tests.site.browser import Reply, all_pages, fetch, submit
from tests.site.bruteforce import expected_ids
from tests.site.style import FacetStyle

BOOKS = used_books(600)
WRITTEN = [style for style in get_args(FacetStyle) if style != "fragment"]
_MUSIC = ("subject", "Music")
_FRENCH = ("language", "French")


def _chosen(reply: Reply, *labels: str) -> Reply:
    for label in labels:
        href = reply.find(f"//div[@class='facet']//a[starts-with(., '{label}')]/@href").get()
        assert href, label
        reply = fetch(urljoin(reply.url, href))
    return reply


@pytest.mark.parametrize("written", WRITTEN)
def test_facets_narrow(written: FacetStyle) -> None:
    style = Style(facets=("subject", "language"), facet_style=written)
    with Site(BOOKS, style) as live:
        first = submit(live, q="the")
        expected = expected_ids(BOOKS, Selection("the", equal=(_MUSIC, _FRENCH)))
        assert len(expected) > 1
        both = _chosen(first, "Music", "French"), _chosen(first, "French", "Music")
        assert all_pages(live, both[0]) == all_pages(live, both[1]) == expected
        assert both[0].url != both[1].url, "the order is that of choosing"
        assert {hit.kind for hit in live.hits} == {"home", "search", "facet"}


_ADDRESSES = {
    "query": "/search?q=the&f.subject=Music&f.language=French",
    "path": "/browse/subject/Music/language/French?q=the",
    "packed": "/search?q=the&rh=n%3A6%2Cp_36%3A2",
    "slugs": "/search/music,french?q=the",
    "repeated": "/search?q=the&f=subject%3AMusic&f=language%3AFrench",
}


@pytest.mark.parametrize("written", WRITTEN)
def test_how_facets_are_written(written: FacetStyle) -> None:
    with Site(BOOKS, Style(facets=("subject", "language"), facet_style=written)) as live:
        reply = _chosen(submit(live, q="the"), "Music", "French")
        assert reply.url.removeprefix(live.url.rstrip("/")) == _ADDRESSES[written]


def test_facets_without_a_prefix() -> None:
    with Site(BOOKS, Style(facets=("subject",), facet_prefix="")) as live:
        reply = _chosen(submit(live, q="the"), "Music")
        assert parse_qsl(urlsplit(reply.url).query) == [("q", "the"), _MUSIC]
        assert reply.ids == expected_ids(BOOKS, Selection("the", equal=(_MUSIC,)))[:20]


def test_fragments_are_for_scripts_only() -> None:
    with Site(BOOKS, Style(facets=("subject",), facet_style="fragment")) as live:
        first = submit(live, q="the")
        href = first.find("//div[@class='facet']//a[starts-with(., 'Music')]/@href").get("")
        assert href == "/search?q=the#subject=Music"
        assert fetch(live.url + href.partition("#")[0][1:]).ids == first.ids


def test_facets_below_others() -> None:
    style = Style(facets=("subject", "topic"), below={"topic": "subject"}, removes=True)
    with Site(BOOKS, style) as live:
        first = submit(live, q="the")
        assert first.find("//h5/text()").getall() == ["Subject"]
        music = _chosen(first, "Music")
        assert music.find("//h5/text()").getall() == ["Subject", "Topic"]
        opera = _chosen(music, "Opera")
        expected = expected_ids(BOOKS, Selection("the", equal=(_MUSIC, ("topic", "Opera"))))
        assert all_pages(live, opera) == expected
        # What lies below goes with what it lies below of.
        assert fetch(opera.link("Remove")).ids == first.ids


def test_several_values_of_one_facet_add_up() -> None:
    style = Style(facets=("language", "format"), several=("language",), facet_prefix="")
    with Site(BOOKS, style) as live:
        french = _chosen(submit(live, q="the"), "French")
        assert "Italian" in french.visible, "others stay on offer"
        both = _chosen(french, "Italian")
        assert parse_qsl(urlsplit(both.url).query)[1:] == [_FRENCH, ("language", "Italian")]
        either = (("language", ("French", "Italian")),)
        assert all_pages(live, both) == expected_ids(BOOKS, Selection("the", among=either))
        taken_back = both.find("//a[starts-with(., '\u2611 French')]/@href").get("")
        left = expected_ids(BOOKS, Selection("the", equal=(("language", "Italian"),)))
        assert all_pages(live, fetch(urljoin(live.url, taken_back))) == left


def test_counts_of_a_facet_with_several_values_are_of_what_it_would_add() -> None:
    style = Style(facets=("language",), several=("language",))
    with Site(BOOKS, style) as live:
        french = _chosen(submit(live, q="the"), "French")
        italian = expected_ids(BOOKS, Selection("the", equal=(("language", "Italian"),)))
        assert french.link(f"Italian ({len(italian)})")


@pytest.mark.parametrize("written", WRITTEN)
def test_ranges(written: FacetStyle) -> None:
    style = Style(facets=("subject", "price"), ranges={"price": (10, 50)}, facet_style=written)
    with Site(BOOKS, style) as live:
        first = submit(live, q="the")
        labels = first.find("//div[h5='Price']//a/text()").getall()
        assert [label.rpartition(" ")[0] for label in labels] == [
            "Under 10",
            "10 to 50",
            "50 and above",
        ]
        for label, bound in (
            ("Under 10", Bound("price", high="10")),
            ("10 to 50", Bound("price", "10", "50")),
            ("50 and above", Bound("price", "50")),
        ):
            expected = expected_ids(BOOKS, Selection("the", bounds=(bound,)))
            assert all_pages(live, _chosen(first, label)) == expected
            assert f"{label} ({len(expected)})" in labels


def test_counts_inside_beside_or_none() -> None:
    held = Counter(e.attributes["subject"] for e in BOOKS.records if "the" in e.words)
    for counts, shown in (
        ("inside", f"Music ({held['Music']})"),
        ("beside", f"Music {held['Music']}"),
        ("none", "Music"),
    ):
        style = Style(facets=("subject",), facet_counts=counts)  # type: ignore[arg-type]
        with Site(BOOKS, style) as live:
            items = submit(live, q="the").find("//div[@class='facet']//li")
            assert shown in [item.xpath("string(.)").get() for item in items]


def test_facets_as_a_list_of_terms() -> None:
    with Site(BOOKS, Style(facets=("subject",), facet_markup="dl", removes=True)) as live:
        first = submit(live, q="the")
        assert first.find("//dl[@class='refinements']/dt/text()").get() == "Subject"
        music = fetch(first.link("Music"))
        assert music.find("//dl/dd/p/text()").get() == "Music"
        assert fetch(music.link("Remove")).ids == first.ids


def test_as_many_values_as_wanted() -> None:
    with Site(BOOKS, Style(facets=("publisher",), facet_values=3)) as live:
        assert len(submit(live, q="the").find("//div[@class='facet']//a")) == 3
