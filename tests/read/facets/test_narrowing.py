"""How addresses of links differ from that of their page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.facets.narrowing import Here, presents

HERE = "http://shop.example/search?q=gps&page=2"


@pytest.mark.parametrize(
    ("url", "changed"),
    [
        ("http://shop.example/search?q=gps&brand=3", {("brand", "3")}),
        ("http://www.shop.example/search?brand=3;q=gps", {("brand", "3")}),
        ("http://shop.example/garmin/search?q=gps", {("/", "/garmin/search")}),
        ("http://shop.example/search?q=gps&brand=3&ref=nav_1&utm_source=x", {("brand", "3")}),
        ("http://shop.example/search?q=gps&rh=n%3A1%2Cp%3A2", {("rh", "n:1,p:2")}),
    ],
)
def test_a_link_that_names_more_narrows(url: str, changed: set[tuple[str, str]]) -> None:
    step = Here(HERE, {"q": "gps"}).step(url)
    assert step and step.carries and step.changed == changed and not step.undoes


@pytest.mark.parametrize(
    "url",
    ["http://other.example/search?q=gps&brand=3", HERE, "http://shop.example/search?q=gps&page=3",
     "http://shop.example/search?q=gps", "http://shop.example/search?q=gps&page=2&ref=x"],
)  # fmt: skip
def test_other_hosts_pages_and_tracking_are_no_step(url: str) -> None:
    assert Here(HERE, {"q": "gps"}).step(url) is None


@pytest.mark.parametrize(
    ("here", "url", "undone"),
    [
        ("/search?q=gps&brand=3", "/search?q=gps", "brand"),
        ("/search?q=gps&rh=n:1,p:2", "/search?q=gps&rh=n:1", "rh"),
        ("/browse/brand/3/new/1?q=gps", "/browse/brand/3?q=gps", "/"),
    ],
)
def test_a_link_that_names_less_undoes(here: str, url: str, undone: str) -> None:
    site = "http://shop.example"
    step = Here(site + here, {"q": "gps"}).step(site + url)
    assert step and step.undoes and step.undone == {undone}


def test_another_value_is_no_part_of_the_one_in_force() -> None:
    here = Here("http://shop.example/search?q=gps&brand=12", {"q": "gps"})
    step = here.step("http://shop.example/search?q=gps&brand=1")
    assert step and step.changed == {("brand", "1")}


@pytest.mark.parametrize(
    ("url", "carries"),
    [
        ("http://shop.example/b/tools/small-business/N-5", True),
        ("http://shop.example/b/tools?Ntt=small+business", True),
        ("http://shop.example/search?q=small+business+tools", False),
        ("http://shop.example/search?q=tools", False),
        ("http://shop.example/about", False),
    ],
)
def test_the_query_is_handed_on(url: str, carries: bool) -> None:
    step = Here("http://shop.example/search?q=small+business", {"q": "small business"}).step(url)
    assert step and step.carries is carries


def test_the_query_is_handed_on_in_the_encoding_of_the_page() -> None:
    here = Here("http://shop.example/s?q=k%E4se", {"q": "käse"}, "iso-8859-1")
    step = here.step("http://shop.example/s?q=k%E4se&brand=3")
    assert step and step.carries


@pytest.mark.parametrize("name", ["sort", "sortBy", "order_by", "view", "per_page", "items.sort"])
def test_arguments_that_only_present(name: str) -> None:
    assert presents(name)


@pytest.mark.parametrize("name", ["brand", "size", "category", "border", "/", "colour"])
def test_arguments_that_may_select(name: str) -> None:
    assert not presents(name)


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_any_address_is_compared(here: str, there: str, query: str) -> None:
    Here(here, {"q": query}, query).step(there)
