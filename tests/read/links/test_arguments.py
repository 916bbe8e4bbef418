"""Addresses as sites write them, and what they say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links.arguments import (
    MAX_ARGUMENTS,
    MAX_URL,
    Argument,
    arguments_of_url,
    pairs_of_urls,
    path_names,
)

NAMES = frozenset({"page", "brand", "color", "p"})


def pairs(url: str) -> list[tuple[str, str]]:
    return [(a.name, a.value) for a in arguments_of_url(url, NAMES).arguments]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://e.org/s?q=gps&sort=4", [("q", "gps"), ("sort", "4")]),
        ("http://e.org/s?q=deep+web%21&b=&c", [("q", "deep web!"), ("b", ""), ("?", "c")]),
        ("http://e.org/s?b=1&b=2", [("b", "1"), ("b", "2")]),
        ("http://e.org/s?q=1&amp;sort=2", [("q", "1"), ("sort", "2")]),
        ("http://e.org/find?q=Pulse;s=tt;ttype=ep", [("q", "Pulse"), ("s", "tt"), ("ttype", "ep")]),
        ("http://e.org/find?q=a;b&s=tt", [("q", "a;b"), ("s", "tt")]),
        ("http://e.org/s?f[0]=a&f[12]=b&f%5B3%5D=c", [("f[]", "a"), ("f[]", "b"), ("f[]", "c")]),
        ("http://e.org/s?q=%E4", [("q", "\udce4")]),
        ("http://e.org/s?q=1#top", [("q", "1")]),
        ("http://e.org/#!/s?q=1&p=2", [("q", "1"), ("p", "2")]),
        ("http://e.org/app?lang=en#/s?q=1", [("lang", "en"), ("q", "1")]),
        ("http://e.org/brand-garmin/color-red", [("/brand", "garmin"), ("/color", "red")]),
        ("http://e.org/color/red/brand/garmin", [("/brand", "garmin"), ("/color", "red")]),
        ("http://e.org/tv/page2", [("/page", "2")]),
        ("http://e.org/tv/page/2?q=1", [("/page", "2"), ("q", "1")]),
        ("http://e.org/tv/maker:sony/size=55", [("/maker", "sony"), ("/size", "55")]),
        ("http://e.org/new-york/fresh-bread", []),
        ("http://e.org/brand7/color12", []),
        ("http://e.org/tv/p3/P12345", [("/p", "3")]),
        ("http://e.org/s;color=red;size=m?q=1", [(";color", "red"), (";size", "m"), ("q", "1")]),
        ("http://e.org/s;jsessionid=A1?q=1", [("q", "1")]),
        ("http://e.org/(S(k3jd9))/s?q=1", [("q", "1")]),
        ("http://e.org/s", []),
        ("http://e.org/s?", []),
        ("", []),
    ],
)
def test_arguments(url: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(url) == expected


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://e.org/s?rh=n:1,p_36:2", [("rh:n", "1"), ("rh:p_36", "2")]),
        (
            "http://e.org/s?rh=n%3A1%2Cp_89%3AGarmin%7CBosch",
            [("rh:n", "1"), ("rh:p_89", "Bosch|Garmin")],
        ),
        ("http://e.org/s?fq=price:10,20,brand:x", [("fq:brand", "x"), ("fq:price", "10,20")]),
        ("http://e.org/s?f=brand%3D1%26color%3D2", [("f:brand", "1"), ("f:color", "2")]),
        ("http://e.org/s?f=brand:1;color:2", [("f:brand", "1"), ("f:color", "2")]),
        ("http://e.org/s?f[1]=brand:1", [("f[]:brand", "1")]),
        ("http://e.org/s?at=12:30", []),
        ("http://e.org/s?back=http://e.org/", []),
        ("http://e.org/s?l=Fremont, CA", []),
    ],
)
def test_predicates_packed_in_a_value(url: str, parts: list[tuple[str, str]]) -> None:
    (argument,) = arguments_of_url(url).arguments
    assert list(argument.parts) == parts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/s?rh=n:1,p_36:2", "http://e.org/s?rh=p_36:2,n:1"),
        ("http://e.org/s?brand=a,b", "http://e.org/s?brand=b,a"),
        ("http://e.org/s?brand=a|b", "http://e.org/s?brand=b%7Ca"),
        ("http://e.org/rice,stews", "http://e.org/stews,rice"),
        ("http://e.org/rice,stews/", "https://E.org:443/stews,rice"),
        ("http://e.org/brand-a/color-b", "http://e.org/color-b/brand-a"),
        ("http://e.org/s?q=a%20b", "http://e.org/s?q=a+b"),
        ("http://e.org/s;jsessionid=1?q=a", "http://e.org/s;jsessionid=2?q=a"),
    ],
)
def test_one_address_written_in_two_ways(one: str, other: str) -> None:
    assert arguments_of_url(one, NAMES) == arguments_of_url(other, NAMES)


def test_the_order_of_words_counts_in_text() -> None:
    one, other = (
        arguments_of_url(f"http://e.org/s?l={at}") for at in ("Rome, Italy", "Italy, Rome")
    )
    assert one != other


def test_routes_take_other_addresses_apart_than_marks() -> None:
    assert arguments_of_url("http://e.org/#!/a") != arguments_of_url("http://e.org/#!/b")
    assert arguments_of_url("http://e.org/#a") == arguments_of_url("http://e.org/#b")


def test_what_is_empty_is_no_predicate() -> None:
    found = arguments_of_url("http://e.org/s?brand=&q=a")
    assert list(found.pairs()) == [("q", "a")]
    assert found.value("brand") == ""
    assert found.value("color") is None


def test_pairs_tell_a_packed_value_and_its_parts() -> None:
    found = arguments_of_url("http://e.org/s?rh=b:2,a:1")
    assert found.arguments == (Argument("rh", "a:1,b:2", (("rh:a", "1"), ("rh:b", "2"))),)
    assert list(found.pairs()) == [("rh", "a:1,b:2"), ("rh:a", "1"), ("rh:b", "2")]


def test_too_long_an_address_and_too_many_arguments_are_data() -> None:
    assert arguments_of_url("http://e.org/s?q=" + "a" * MAX_URL).arguments == ()
    ends = ("&".join(f"a{n}={last}" for n in range(MAX_ARGUMENTS + 1)) for last in "12")
    one, other = (arguments_of_url(f"http://e.org/s?{end}") for end in ends)
    assert one.arguments == other.arguments == ()
    assert one != other


@given(
    st.lists(st.text(alphabet="ab=&;,:/?#%2[]{}()é.-", max_size=60).map("http://e.org/".__add__))
)
def test_never_raises_and_pages_say_what_their_links_say(urls: list[str]) -> None:
    each = {pair for url in urls for pair in arguments_of_url(url, NAMES).pairs()}
    together = list(pairs_of_urls(urls, NAMES))
    assert set(together) == each
    assert len(together) == len(each)


# Facets that sites write into paths.

VALUES = ("rice", "stews", "bread")


def test_names_that_come_at_several_depths() -> None:
    urls = [f"http://e.org/browse/kind/{a}/hue/{b}" for a in VALUES for b in ("red", "blue", "tan")]
    urls += [
        f"http://e.org/browse/hue/{b}/kind/{a}" for a in VALUES for b in ("red", "blue", "tan")
    ]
    assert path_names(urls) == {"kind", "hue"}


def test_keys_of_steps() -> None:
    urls = [
        f"http://e.org/s/maker-{a}/tint-{b}?q=1" for a in VALUES for b in ("red", "blue", "tan")
    ]
    urls += [f"http://e.org/s/tint-{b}?q=1" for b in ("red", "blue", "tan")]
    urls += [f"http://e.org/s/maker-{a}?q=1" for a in VALUES]
    assert path_names(urls) == {"tint"}
    urls += [f"http://e.org/s/x/maker-{a}?q=1" for a in VALUES]
    assert path_names(urls) == {"tint", "maker"}


def test_folders_stand_at_one_depth() -> None:
    urls = [f"http://e.org/shop/{a}/{n}" for a in VALUES for n in range(9)]
    assert path_names(urls) == frozenset()


@given(st.lists(st.text(max_size=60).map("http://e.org/".__add__), max_size=20))
def test_never_raises(urls: list[str]) -> None:
    path_names(urls)
