"""What links do, by the shape of their addresses."""

import pytest

from deepweb.page.effects.shape import MIN_NAMES, LinkShapes
from deepweb.store.resources import effects

HOST = "http://a.example"


def acting(url: str, *others: tuple[str, str], text: str = "x") -> str:
    links = [(f"{HOST}{url}", text), *((f"{HOST}{each}", said) for each, said in others)]
    return LinkShapes(links, effects()).acting(f"{HOST}{url}")


@pytest.mark.parametrize("url", ["/d/18/golive", "/n/9/erl", "/w/81?x=0", "/m/3001?flag=junk"])
def test_what_stands_behind_the_number_of_a_thing_may_be_an_order(url: str) -> None:
    assert acting(url)


@pytest.mark.parametrize(
    "url",
    ["/book/18/reviews", "/book/18?lang=en", "/2019/05/golive", "/news/2024/golive", "/d/golive",
     "/book/18/the-old-man-and-the-sea", "/book/18/Dune", "/item/4?hash=8f3b2c1d9e7a65"],
)  # fmt: skip
def test_parts_of_a_thing_dates_and_titles_are_none(url: str) -> None:
    assert not acting(url)


def test_records_look_alike_but_have_texts_of_their_own() -> None:
    others = [(f"/rulings/{n}/volltext", f"Ruling of {n} judges") for n in range(2, 5)]
    assert not acting("/rulings/1/volltext", *others, text="Ruling of a judge")
    same = [(f"/tasks/{n}/erl", "Fertig") for n in range(2, 9)]
    assert acting("/tasks/1/erl", *same, text="Fertig")


def test_names_of_records_behind_their_numbers() -> None:
    others = [(f"/people/{n}/{name}", name) for n, name in enumerate(("anna", "bob", "carl"), 2)]
    assert not acting("/people/1/dora", *others, text="dora")


def test_a_step_that_many_links_say_is_a_name() -> None:
    named = [(f"{HOST}/{name}/", name) for name in "abcdefghij"[: MIN_NAMES - 1]]
    shapes = LinkShapes([*named, (f"{HOST}/adduser/", "adduser")], effects())
    assert shapes.is_name(f"{HOST}/adduser/")
    few = LinkShapes([*named[:2], (f"{HOST}/adduser/", "adduser")], effects())
    assert not few.is_name(f"{HOST}/adduser/")


@pytest.mark.parametrize(
    "url", ["/find?dog=rex&adopt=1", "/cha?cai=tudou&jin=5", "/a/7?x=1&kari=1"]
)
def test_an_argument_that_others_are_the_same_without_may_be_an_order(url: str) -> None:
    bare = url.rpartition("&")[0]
    assert acting(url, (bare, "Rex"))
    assert acting(url, (f"{bare}2", "Another"))
    assert acting(f"{url}&day=tuesday", (bare, "Rex")), "so may several"
    same = [(f"{url}{number}", f"Further {number}") for number in range(2)]
    assert not acting(url, (bare, "Rex"), *same), "other links have it, too"


@pytest.mark.parametrize(
    "url", ["/find?q=rex&page=2", "/find?q=rex&sort=year", "/find?q=rex&lang=en"]
)
def test_arguments_that_only_show_are_no_orders(url: str) -> None:
    assert not acting(url, (url.rpartition("&")[0], "Rex"))
    assert not acting("/find?q=rex&kind=dog"), "nothing says that it is further"
