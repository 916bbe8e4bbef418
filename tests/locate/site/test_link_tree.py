"""How links are drawn in balance from the directories of a site."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deepweb.locate.site.link_tree import LinkTree
from deepweb.page.address.same_page import directories

SITE = "http://example.org/"


def steps(path: str) -> tuple[str, ...]:
    return directories(SITE + path)


def grown(*paths: str) -> LinkTree:
    tree = LinkTree()
    for path in paths:
        tree.add(steps(path))
    return tree


BOOKS = [f"books/{n}.html" for n in range(20)]
DOCS = [f"docs/{n}.html" for n in range(5)]
SMALL = ["about/team", "what-is-an-isbn", "help/faq"]


def test_before_any_visit_all_are_worth_the_same() -> None:
    tree = grown(*BOOKS, *DOCS, *SMALL)
    assert {tree.balance(steps(path)) for path in (*BOOKS, *DOCS, *SMALL)} == {1.0}


def test_a_directory_that_had_its_turn_gives_way() -> None:
    tree = grown(*BOOKS, *DOCS)
    tree.visit(steps(BOOKS[0]), found=0)
    assert tree.balance(steps(BOOKS[1])) < tree.balance(steps(DOCS[1])) == 1.0
    assert (tree.turns(steps(BOOKS[1])), tree.turns(steps(DOCS[1]))) == (1, 0)


def test_a_find_makes_up_for_it() -> None:
    tree = grown(*BOOKS, *DOCS)
    tree.visit(steps(BOOKS[0]), found=2)
    assert tree.balance(steps(BOOKS[1])) == 1.0


def test_small_directories_are_merged() -> None:
    tree = grown(*BOOKS, *SMALL)
    tree.visit(steps("about/team"), found=0)
    assert tree.turns(steps("help/faq")) == 1, "they do not share their turns"
    assert tree.turns(steps(BOOKS[0])) == 0
    # The pages of a merged node have little in common.
    large = grown(*BOOKS)
    large.visit(steps(BOOKS[0]), found=0)
    assert large.balance(steps(BOOKS[1])) < tree.balance(steps("help/faq")) < 1


def test_a_merged_directory_that_grows_is_one_of_its_own() -> None:
    tree = grown("about/team", *SMALL, *BOOKS)
    tree.visit(steps("help/faq"), found=0)
    for name in ("a", "b", "c"):
        tree.add(steps(f"about/{name}"))
    assert tree.turns(steps("about/a")) == 0
    assert tree.turns(steps("help/x")) == 1


def test_pages_that_differ_in_arguments_are_one_directory() -> None:
    months = [f"calendar?month={n}" for n in range(12)]
    tree = grown(*months, *BOOKS)
    tree.visit(steps(months[0]), found=0)
    assert tree.balance(steps(months[5])) < 1.0 == tree.balance(steps(BOOKS[5]))


def test_directories_below_a_barren_one_are_worth_less() -> None:
    tree = grown(*(f"a/{s}/{n}" for s in ("x", "y") for n in range(5)), *BOOKS)
    for n in range(3):
        tree.visit(steps(f"a/x/{n}"), found=0)
    below, beside, elsewhere = (tree.balance(steps(p)) for p in ("a/x/4", "a/y/4", BOOKS[0]))
    assert below < beside < elsewhere == 1.0


PATHS = st.lists(st.sampled_from("ab"), max_size=3).map(tuple)


@given(st.lists(PATHS, max_size=30), st.lists(st.tuples(PATHS, st.integers(0, 2)), max_size=30))
def test_balance_is_a_share(
    links: list[tuple[str, ...]], visits: list[tuple[tuple[str, ...], int]]
) -> None:
    tree = LinkTree()
    for link in links:
        tree.add(link)
    for link, found in visits:
        tree.visit(link, found)
    assert all(0 < tree.balance(link) <= 1 for link in [*links, ("z",), ()])
