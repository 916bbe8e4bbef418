"""Roles of arguments, with names that say them and without."""

from __future__ import annotations

import random

import pytest

from deepweb.read.links.query_place import PageLinks
from deepweb.read.links.roles import ArgumentRole, ComparedPage, settled
from deepweb.read.links.site_urls import SiteUrls
from deepweb.store.resources import argument_words
from tests.read.second_level import QUERIES, shop_pages


def roles(pages: list[PageLinks]) -> dict[str, ArgumentRole]:
    known = SiteUrls(argument_words())
    for page in pages:
        known.add_page(*page)
    known.learn()
    return {role.argument: role for role in known.roles()}


def told(pages: list[PageLinks], *names: str) -> list[str]:
    found = roles(pages)
    return [found[name].role for name in names]


def test_names_say_it() -> None:
    pages = shop_pages({"sort": ["1", "2"], "condition": ["new", "used"], "view": ["a", "b"]})
    expected = ["query", "presentation", "selection", "presentation", "selection", "page"]
    assert told(pages, "q", "sort", "condition", "view", "brand", "page") == expected


def test_without_names_prevalence_and_values_say_it() -> None:
    pages = shop_pages(
        {"z1": ["price_asc", "price_desc"], "z2": ["0-25", "25-50"], "z3": ["24", "48", "96"]},
        local=("z4",),
        page="z5",
    )
    expected = ["presentation", "selection", "presentation", "selection", "page"]
    assert told(pages, "z1", "z2", "z3", "z4", "z5") == expected


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lambda rng, n: f"{rng.getrandbits(64):016x}", id="a code for each click"),
        pytest.param(lambda rng, n: f"c{rng.randrange(10**6)}", id="new in each link"),
        pytest.param(lambda rng, n: str(n), id="the place of the link"),
        pytest.param(lambda rng, n: "16332" + str(n + 47577), id="a time"),
        pytest.param(lambda rng, n: f"/search/{n % 3}", id="where from"),
        pytest.param(lambda rng, n: "nav" + str(n % 4), id="a part of the page"),
        pytest.param(lambda rng, n: "x", id="always the same"),
    ],
)
def test_tracking(made: object) -> None:
    assert callable(made)
    pages = shop_pages({"sort": ["1", "2", "3"]}, local=("zb",), on_all={"zz": made})
    assert told(pages, "zz", "sort", "zb", "page") == [
        "tracking",
        "presentation",
        "selection",
        "page",
    ]


def test_a_code_for_each_page_is_a_visit() -> None:
    pages = [
        page._replace(
            links=[f"{url}&zz={random.Random(page.url).getrandbits(40)}" for url in page.links]
        )
        for page in shop_pages({"sort": ["1", "2"]})
    ]
    assert told(pages, "zz") == ["tracking"]


def test_what_repeats_the_query_tracks() -> None:
    pages = []
    for page in shop_pages({"sort": ["1", "2"]}):
        asked = page.url.partition("q=")[2]
        pages.append(page._replace(links=[f"{url}&zo={asked}" for url in page.links]))
    assert told(pages, "zo") == ["tracking"]


def test_the_pager_says_which_argument_is_the_page() -> None:
    start = "https://shop.example/search?q={}&zc={}"
    pages = []
    for query in ("lamp", "desk", "sofa", "clock"):
        link = start.format(query, query[::-1] + "Qx7")
        pages.append(PageLinks(f"https://shop.example/search?q={query}", [link], link))
    found = roles(pages)["zc"]
    assert found.role == "page"
    assert "next page" in found.reason


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("language", ["en", "de", "fr"], "presentation"),
        ("language", ["English", "German", "Latin"], "selection"),
        ("size", ["24", "48", "96"], "presentation"),
        ("size", ["S", "M", "L", "XL"], "selection"),
        ("format", ["rss", "json"], "presentation"),
        ("format", ["Hardcover", "Paperback"], "selection"),
        ("page", ["about", "contact"], "presentation"),
    ],
)
def test_values_outweigh_names_that_mean_two_things(
    name: str, values: list[str], role: str
) -> None:
    assert told(shop_pages({name: values}, page="pg"), name) == [role]


def test_a_reason_tells_what_was_seen() -> None:
    found = roles(shop_pages({"sort": ["asc", "desc"], "zz": ["k", "l"]}))
    assert found["sort"].reason.startswith(
        "its name says presentation; its values are ways to sort"
    )
    assert "prevalence 1.00 is above 0.1" in found["zz"].reason
    assert found["brand"].reason.startswith("its name says selection")


def test_what_pages_offer_everywhere_without_a_name_is_doubtful() -> None:
    found = roles(shop_pages({"zz": ["k", "l"], "sort": ["1", "2"]}))
    assert found["zz"].doubtful
    assert not found["sort"].doubtful
    assert found["zz"].settle is not None
    page, link = found["zz"].settle
    assert link == f"{page}&zz=k"


def test_few_pages_leave_few_mistakes() -> None:
    pages = shop_pages({"sort": ["1", "2"]}, queries=QUERIES[:3])
    assert told(pages, "q", "sort", "brand", "page") == [
        "query",
        "presentation",
        "selection",
        "page",
    ]


DOUBTFUL = ArgumentRole(
    "x", 0.12, "presentation", "near", True, ("http://e.org/1", "http://e.org/2")
)


@pytest.mark.parametrize(
    ("first", "second", "role"),
    [
        pytest.param(ComparedPage("abc"), ComparedPage("abc"), "presentation", id="the same"),
        pytest.param(
            ComparedPage("abc"), ComparedPage("cba"), "presentation", id="in another order"
        ),
        pytest.param(ComparedPage("abc"), ComparedPage("ab"), "selection", id="fewer"),
        pytest.param(ComparedPage("abc"), ComparedPage("xyz"), "selection", id="others"),
        pytest.param(ComparedPage("abc"), ComparedPage(""), "selection", id="none"),
        pytest.param(
            ComparedPage("abc", 90, True),
            ComparedPage("xyz", 90, True),
            "presentation",
            id="the first of as many",
        ),
        pytest.param(
            ComparedPage("abc", 90, True),
            ComparedPage("abx", 12, True),
            "selection",
            id="the first of fewer",
        ),
        pytest.param(
            ComparedPage("abcde", None, True),
            ComparedPage("bcexy", None, True),
            "selection",
            id="as narrowed",
        ),
        pytest.param(
            ComparedPage("abcde", None, True),
            ComparedPage("xecby", None, True),
            "presentation",
            id="as sorted",
        ),
    ],
)
def test_records_of_two_pages_settle_a_doubt(
    first: ComparedPage, second: ComparedPage, role: str
) -> None:
    found = settled(DOUBTFUL, first, second)
    assert (found.role, found.doubtful, found.settle) == (role, False, None)
    assert "records on two pages" in found.reason


def test_what_selects_is_unmasked_as_tracking_or_presentation() -> None:
    selects = ArgumentRole("x", 0.09, "selection", "near", True)
    assert settled(selects, ComparedPage("abc"), ComparedPage("abc")).role == "tracking"
    assert settled(selects, ComparedPage("abc"), ComparedPage("bca")).role == "presentation"


def test_some_pages_settle_nothing() -> None:
    assert settled(DOUBTFUL, ComparedPage(""), ComparedPage("")) == DOUBTFUL
    assert (
        settled(DOUBTFUL, ComparedPage("abc", None, True), ComparedPage("xyz", None, True))
        == DOUBTFUL
    )
