"""A site's links, learnt page by page."""

from __future__ import annotations

import pytest

from deepweb.read.links import site_urls
from deepweb.read.links.partition import partitions
from deepweb.read.links.query_place import PageLinks, QueryPlace
from deepweb.read.links.roles import ArgumentRole
from deepweb.read.links.site_urls import SAMPLE, SiteUrls
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
