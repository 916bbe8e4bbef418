"""Two patterns of addresses are one only where the same records stand behind them."""

from __future__ import annotations

import re

from deepweb.read.links.address_patterns import SeenAddress, same_records


def sight(page: int, path: str, title: str, text: str = "") -> SeenAddress:
    return SeenAddress(page, f"http://x.example{path}", title, frozenset((text or title).split()))


def sights(pattern: str, pages: range, text: str = "book {n}") -> list[SeenAddress]:
    return [
        sight(page, pattern.format(n=n), f"title {n}", text.format(n=n))
        for page in pages
        for n in range(5 * (page % 4), 5 * (page % 4) + 8)
    ]


def test_the_rarer_pattern_takes_the_form_of_the_other() -> None:
    seen = sights("/item/{n}", range(8)) + sights("/view?id={n}", range(8, 12))
    ((pattern, form),) = same_records(seen).items()
    found = re.fullmatch(pattern, "http://x.example/view?id=77")
    assert found is not None
    assert form.replace("{}", found[1]) == "http://x.example/item/77"
    assert not re.fullmatch(pattern, "http://x.example/view?id=77&edit=1")


def test_a_title_beside_the_number_does_not_matter() -> None:
    seen = sights("/node/{n}", range(8)) + sights("/about-book-{n}.html", range(8, 12))
    ((pattern, form),) = same_records(seen).items()
    found = re.fullmatch(pattern, "http://x.example/about-book-9.html")
    assert found is not None
    assert form.replace("{}", found[1]) == "http://x.example/node/9"


def test_patterns_of_other_records_stay_two() -> None:
    listed = sights("/item/{n}", range(8))
    others = [
        each._replace(title=f"other {each.title}") for each in sights("/view?id={n}", range(8))
    ]
    assert same_records(listed + others) == {}


def test_records_that_stand_on_one_answer_are_two() -> None:
    """A topic and its discussion have one name and one number."""
    assert same_records(sights("/item/{n}", range(8)) + sights("/talk/{n}", range(8))) == {}


def test_records_that_say_something_else_are_two() -> None:
    """Two tables with rows 1 to 20."""
    rows = sights("/a/{n}", range(8), "river {n} long") + sights(
        "/b/{n}", range(8, 16), "stone tall"
    )
    assert same_records(rows) == {}


def test_names_tell_enough_where_texts_are_snippets() -> None:
    names = ("elm", "oak", "ash", "fir", "yew", "box", "bay", "fig")
    listed = [
        sight(page, f"/item/{n}", f"{name} {n}", f"{page} a")
        for page in range(4)
        for n, name in enumerate(names)
    ]
    viewed = [
        sight(page, f"/view?id={n}", f"{name} {n}", f"{page} b")
        for page in range(4, 8)
        for n, name in enumerate(names)
    ]
    assert len(same_records(listed + viewed)) == 1


def test_numbers_that_differ_are_two() -> None:
    seen = sights("/item/{n}", range(8)) + sights("/view?id={n}0", range(8, 12))
    assert same_records(seen) == {}


def test_one_pattern_has_one_form() -> None:
    assert same_records(sights("/item/{n}", range(12))) == {}
    assert same_records([]) == {}
