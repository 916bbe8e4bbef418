"""A site's links, learnt page by page."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.read.links import site_urls
from deepweb.read.links.query_place import PageLinks, QueryPlace
from deepweb.read.links.roles import ArgumentRole
from deepweb.read.links.site_urls import SAMPLE, KnownArguments, SiteUrls, partitions
from deepweb.store.resources import argument_words
from tests.read.second_level import SHOP, shop_pages

OFFERED = {"sort": ["1", "2", "3"], "condition": ["new", "used"]}


def learnt(pages: list[PageLinks], place: QueryPlace | None = None) -> SiteUrls:
    known = SiteUrls(argument_words(), place)
    for page in pages:
        known.add_page(*page)
    known.learn()
    return known


def test_only_links_with_a_query_are_second_level() -> None:
    known = learnt(shop_pages(OFFERED))
    assert known.place == QueryPlace("q")
    assert known.is_second_level(f"{SHOP}?q=lamp&sort=1")
    assert not known.is_second_level("https://shop.example/thing/17?list=1")
    assert SiteUrls(argument_words()).is_second_level("https://shop.example/anything")


def test_what_other_links_say_does_not_count_for_second_level_ones() -> None:
    """A menu of categories on all pages would make the category prevalent."""
    pages = shop_pages(OFFERED, local=("zk",))
    menu = [f"https://shop.example/browse?zk=zk{n}&only=menu" for n in range(200)]
    pages = [page._replace(links=[*page.links, *menu]) for page in pages]
    roles = {role.argument: role for role in learnt(pages).roles()}
    assert roles["zk"].role == "selection"
    assert roles["zk"].prevalence < 0.1
    assert roles["only"].prevalence == 1


def test_second_level_arguments_are_told_first_and_each_once() -> None:
    names = [role.argument for role in learnt(shop_pages(OFFERED)).roles()]
    assert names == ["q", "sort", "condition", "brand", "page", "list"]


def test_prevalence_is_that_of_the_definition() -> None:
    roles = {role.argument: role for role in learnt(shop_pages(OFFERED)).roles()}
    assert roles["sort"].prevalence == roles["condition"].prevalence == 1
    assert roles["q"].prevalence == pytest.approx(1 / 16)


def test_one_url_of_a_partition() -> None:
    pages = shop_pages(OFFERED, on_all={"sid": lambda rng, n: f"{rng.getrandbits(64):x}"})
    known = learnt(pages)
    links = [url for url in pages[3].links if known.is_second_level(url)]
    # Of each page: all sort orders and pages are one, each condition and each brand is another.
    brands = {url.partition("brand=")[2].partition("&")[0] for url in links if "brand=" in url}
    assert len(partitions(links, known.known())) == 1 + 2 + len(brands)


def test_a_settled_role_outweighs_the_signs() -> None:
    known = learnt(shop_pages({"zz": ["k", "l"]}))
    one, other = f"{SHOP}?q=lamp&zz=k", f"{SHOP}?q=lamp&zz=l"
    assert known.known().partition_key(one) == known.known().partition_key(other)
    settled = known.known([ArgumentRole("zz", 1.0, "selection", "other records")])
    assert settled.partition_key(one) != settled.partition_key(other)


def test_the_whole_tells_of_packed_sort_orders_and_the_parts_of_packed_facets() -> None:
    pages = shop_pages({"sort": ["price:asc", "price:desc"], "rh": ["brand:1,sort:2", "sort:3"]})
    roles = {role.argument: role.role for role in learnt(pages).roles()}
    assert roles["sort"] == "presentation"
    assert "sort:price" not in roles
    assert roles["rh"] == roles["rh:brand"] == "selection"
    assert roles["rh:sort"] == "presentation"


def test_names_in_paths_are_learnt_and_all_pages_counted_anew() -> None:
    pages = []
    for at in range(12):
        start = f"https://shop.example/find/maker/m{at}"
        links = [f"{start}/hue/h{n}?q=w{at}" for n in range(3)]
        links += [f"https://shop.example/find/hue/h{n}/maker/m{at}?q=w{at}" for n in range(3)]
        pages.append(PageLinks(f"{start}?q=w{at}", links))
    known = learnt(pages)
    assert {"maker", "hue"} <= known.names
    one, other = pages[0].links[0], pages[0].links[3]
    assert known.known().partition_key(one) == known.known().partition_key(other)
    roles = {role.argument: role for role in known.roles()}
    assert roles["/maker"].prevalence == pytest.approx(1 / 12)


def test_a_place_that_is_known_stays() -> None:
    known = learnt(shop_pages(OFFERED), QueryPlace("sort"))
    assert known.place == QueryPlace("sort")
    assert {r.argument: r.role for r in known.roles()}["sort"] == "query"


def test_the_same_pages_teach_the_same() -> None:
    pages = shop_pages(OFFERED)
    assert learnt(pages).roles() == learnt(pages).roles()


def test_theta_decides_where_nothing_else_does() -> None:
    pages = shop_pages({}, local=("zz",))
    told = {}
    for theta in (0.001, 0.1):
        known = SiteUrls(argument_words(), QueryPlace("q"), theta=theta)
        for page in pages:
            known.add_page(*page)
        told[theta] = {r.argument: r for r in known.roles()}["zz"]
    assert told[0.1].role == "selection"
    assert told[0.001].reason != told[0.1].reason


def test_memory_is_bounded() -> None:
    known = SiteUrls(argument_words(), QueryPlace("q"))
    (page, *_) = shop_pages(OFFERED)
    for at in range(3 * SAMPLE):
        known.add_page(f"{page.url}{at}", page.links)
    assert len(known._sample) == SAMPLE
    assert known._second.pages == 3 * SAMPLE


def test_pages_without_links_and_links_without_sense() -> None:
    known = learnt([PageLinks("", []), PageLinks("http://[", ["", "javascript:x", "http://[?q=1"])])
    assert {role.argument for role in known.roles()} == {"q"}
    assert site_urls.SAMPLE > 0


# URLs that select the same, and URLs that do not.

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
