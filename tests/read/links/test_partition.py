"""URLs that select the same, and URLs that do not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links.partition import KnownArguments, partitions

ROLES = {
    "qu": "query",
    "sort": "presentation",
    "from": "tracking",
    "mfgid": "selection",
    "page": "page",
    "rh": "selection",
    "rh:ref": "tracking",
    "/sort": "presentation",
    "o": "presentation",
}
KNOWN = KnownArguments(ROLES, frozenset({"brand", "color", "sort"}))
SITE = "http://www.buy.com/sr/searchresults.aspx?"


def test_table_7_of_the_paper() -> None:
    gps = [
        *(f"{SITE}qu=gps&sort={sort}&from=7&mfgid=-652&page=1" for sort in (4, 1, 2, 3)),
        *(f"{SITE}qu=gps&sort=4&from={source}&mfgid=-652&page=1" for source in (1, 2, 3)),
        *(f"{SITE}qu=gps&sort=4&from=7&mfgid=-652&page={page}" for page in (2, 3)),
    ]
    others = [f"{SITE}qu=gps&sort=4&from=7&mfgid={maker}&page=1" for maker in (-1755, -1001)]
    assert partitions([*gps, *others], KNOWN) == [gps, [others[0]], [others[1]]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/s?qu=a&mfgid=1", "http://e.org/s?mfgid=1&qu=a"),
        ("http://e.org/s?qu=a&mfgid=1", "https://e.org/s/?mfgid=1&qu=a&sort=2&from=3#top"),
        ("http://e.org/s?qu=a&mfgid=1&mfgid=2", "http://e.org/s?qu=a&mfgid=2&mfgid=1&mfgid=2"),
        ("http://e.org/s?qu=a&mfgid=", "http://e.org/s?qu=a"),
        ("http://e.org/s?qu=a&rh=n:1,p:2", "http://e.org/s?qu=a&rh=p:2,n:1"),
        ("http://e.org/s?qu=a&rh=n:1,ref:2", "http://e.org/s?qu=a&rh=n:1"),
        ("http://e.org/rice,stews?qu=a", "http://e.org/stews,rice?qu=a"),
        ("http://e.org/brand-x/color-y?qu=a", "http://e.org/color-y/brand-x?qu=a"),
        ("http://e.org/brand-x/sort-price?qu=a", "http://e.org/brand-x?qu=a"),
        ("http://e.org/s?qu=a&o=price:asc", "http://e.org/s?qu=a&o=name:desc"),
        ("http://e.org/s;jsessionid=A?qu=a", "http://e.org/s?qu=a"),
    ],
)
def test_these_select_the_same(one: str, other: str) -> None:
    assert KNOWN.partition_key(one) == KNOWN.partition_key(other)
    assert KNOWN.page_key(one) == KNOWN.page_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://e.org/s?qu=a", "http://e.org/s?qu=b"),
        ("http://e.org/s?qu=a&mfgid=1", "http://e.org/s?qu=a&mfgid=2"),
        ("http://e.org/s?qu=a&mfgid=1", "http://e.org/s?qu=a&mfgid=1&mfgid=2"),
        ("http://e.org/s?qu=a&new=1", "http://e.org/s?qu=a"),
        ("http://e.org/s?qu=a&rh=n:1", "http://e.org/s?qu=a&rh=n:1,p:2"),
        ("http://e.org/rice?qu=a", "http://e.org/rice,stews?qu=a"),
        ("http://e.org/london/paris?qu=a", "http://e.org/paris/london?qu=a"),
        ("http://e.org/s?qu=a", "http://f.org/s?qu=a"),
        ("http://e.org/s?qu=a:1,b:2", "http://e.org/s?qu=a:1"),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert KNOWN.partition_key(one) != KNOWN.partition_key(other)


def test_pages_of_one_selection_are_one_partition_and_several_pages() -> None:
    first, second = (f"http://e.org/s?qu=a&page={page}" for page in (1, 2))
    assert KNOWN.partition_key(first) == KNOWN.partition_key(second)
    assert KNOWN.page_key(first) != KNOWN.page_key(second)


def test_urls_come_back_as_they_were_found_and_once() -> None:
    urls = ["http://e.org/s?b=2&a=%31", "http://e.org/s?a=1&b=2", "http://e.org/s?b=2&a=%31"]
    assert partitions(urls, KnownArguments()) == [urls[:2]]


@given(
    st.lists(st.sampled_from([f"{n}={v}" for n in ROLES for v in "12"]), max_size=8), st.integers()
)
def test_the_order_of_arguments_does_not_count(segments: list[str], seed: int) -> None:
    other = random.Random(seed).sample(segments, len(segments))
    one, two = (f"http://e.org/s?{'&'.join(each)}" for each in (segments, other))
    assert KNOWN.partition_key(one) == KNOWN.partition_key(two)
