"""Kinds of addresses; the cases are written after addresses of forums, wikis, shops and logs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.address.kind import (
    AddressKinds,
    codes,
    folders,
    is_of_kind,
    is_other_scope,
    kind_of,
    may_be_of_kind,
    view_of,
    wider_kinds,
)

SHA = "9cebb7beb42994253e8d8d01a3dfa776a8fab7f7"
OTHER = "2d6ff0c5c0a84b7fb0a10e9bb45e0e7d0c3a2b19"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("http://h/", "/"),
        ("http://h/ticket/17", "/ticket/0"),
        ("http://h/issue17", "/issue0"),
        ("http://h/topic/17-some-title", "/topic/0-*"),
        ("http://h/man?8+mount", "/man?0-*"),
        ("http://h/topic/17/two-words", "/topic/0/*"),
        ("http://h/topic/17/edit", "/topic/0/edit"),
        ("http://h/a-title-of-many-words", "/*"),
        ("http://h/wiki/Abdomen", "/wiki/abdomen"),
        (f"http://h/apt/commit/?id={SHA}", "/apt/commit/?id=*"),
        (f"http://h/g.cgi?p=apt.git;a=commit;h={SHA}", "/g.cgi?a=commit?h=*?p=apt.git"),
        # The id of a record escapes what joins its arguments.
        (f"http://h/g.cgi?p=apt.git%3Ba%3Dcommit%3Bh%3D{SHA}", "/g.cgi?a=commit?h=*?p=apt.git"),
        # Folders that are called by the beginning, or the reversed end, of a code.
        ("http://h/people/e/d/105352a0da406b23c669b731d1de.html", "/people/0/0/*"),
        ("http://h/people/6/4/105352a0da406b23c669b731d146.html", "/people/0/0/*"),
        (f"http://h/objects/9c/{SHA}", "/objects/0/*"),
        (f"http://h/d/{SHA}", "/d/*"),
        ("http://h/object/1a2b3c4d.html", "/object/*"),
        ("http://h/list?page=3&sort=name", "/list?page=0?sort=name"),
        ("http://h/wiki.pl?HomePage", "/wiki.pl?homepage"),
        ("http://h/wiki.pl?HomePage=", "/wiki.pl?homepage"),
    ],
)
def test_the_kind_of_one_address(url: str, kind: str) -> None:
    assert kind_of(url) == kind


def test_a_title_may_be_one_word() -> None:
    assert may_be_of_kind("http://h/topic/17/hello", ["/topic/0/*"])
    assert not is_of_kind("http://h/topic/17/hello", ["/topic/0/*"])
    assert not may_be_of_kind("http://h/user/17/hello", ["/topic/0/*"])
    assert may_be_of_kind("http://h/card/two-words-40.htm", ["/card/*"])
    assert not may_be_of_kind("http://h/card/40", ["/card/*"])


def test_names_are_learnt_from_examples() -> None:
    kinds = AddressKinds()
    for name in ("Abdomen", "Abatis", "Dog", "Cat", "Mouse", "Zebra"):
        kinds.add(f"http://h/wiki/{name}")
    assert kinds.kinds == ("/wiki/+",)
    assert kinds.holds("http://h/wiki/Elephant")
    assert not kinds.holds("http://h/wiki/Elephant/history")
    assert not kinds.holds("http://h/user/Elephant")


def test_names_may_end_in_numbers_of_their_own() -> None:
    kinds = AddressKinds()
    for number, name in enumerate(("old-town", "two-rivers", "mill", "red-hill", "ford", "abbey")):
        kinds.add(f"http://h/card/{name}-{number}.htm")
        kinds.add(f"http://h/card/{name}-by-the-sea-side-{number}.htm")
    assert kinds.holds("http://h/card/new-bridge-170.htm")
    for page in range(9):
        kinds.add(f"http://h/lists/page-{page}")
    assert not kinds.holds("http://h/lists/letter-3")


def test_a_few_words_that_are_used_often_are_no_names() -> None:
    kinds = AddressKinds()
    for project in ("apt", "dpkg", "lintian", "adduser", "debhelper", "aptitude"):
        for number in range(10):
            kinds.add(f"http://h/{project}/issue/{number}")
    assert "/apt/issue/0" in kinds.kinds
    assert not kinds.holds("http://h/other/issue/5")


def test_few_examples_make_no_kind() -> None:
    kinds = AddressKinds()
    kinds.add("http://h/book/1")
    kinds.add("http://h/book/2")
    kinds.add("http://h/book/2")
    assert kinds.kinds == ()


@pytest.mark.parametrize(
    ("kind", "known", "is_scope"),
    [
        ("/dpkg/commit/?id=*", "/apt/commit/?id=*", True),
        ("/g.cgi?a=commit?h=*?p=dpkg.git", "/g.cgi?a=commit?h=*?p=apt.git", True),
        ("/authors/0", "/books/0", False),
        ("/shop/authors/0", "/shop/books/0", False),
        ("/dpkg/commit", "/apt/commit", False),
        ("/dpkg/tree/?id=*", "/apt/commit/?id=*", False),
    ],
)
def test_another_part_of_the_site(kind: str, known: str, *, is_scope: bool) -> None:
    assert is_other_scope(kind, known) == is_scope


def test_a_view_of_a_record_is_a_view_in_every_part_of_the_site() -> None:
    there = ("/apt", "/commit", "/changes", "?id=*")
    view = view_of("/apt/commit/?id=*", there)
    assert is_of_kind(f"http://h/dpkg/commit/CHANGES?id={SHA}", [view])
    assert not is_of_kind(f"http://h/dpkg/commit/?id={SHA}", [view])


def test_codes_are_what_nobody_writes_twice_by_chance() -> None:
    assert list(codes(f"http://h/apt/{OTHER}?id={SHA}&n=17&q=word")) == [OTHER, SHA]


def test_an_argument_may_say_the_same_on_any_page() -> None:
    assert "?sortby=+" in {*wider_kinds("http://h/a/b/?sortby=rev")}
    assert {*wider_kinds("http://h/c?sortby=age")} & {*wider_kinds("http://h/a/b/?sortby=rev")}


def test_folders_whose_files_are_records() -> None:
    assert folders(["/src/bin/+", "/src/lib/+", "/src/+?rev=0", "/item/0"]) == {
        "/src/bin",
        "/src/lib",
    }
    assert not folders(["/wiki/+", "/item/0"]), "one is no tree of folders"


def test_records_are_files_where_most_lie_in_folders() -> None:
    records = AddressKinds()
    for name in ("ash", "beech", "elm", "larch", "oak", "yew"):
        records.add(f"http://h/src/bin/{name}")
        records.add(f"http://h/src/lib/{name}")
        records.add(f"http://h/{name}")
    assert records.are_files
    for number in range(20):
        records.add(f"http://h/commit/{number}")
    assert not records.are_files


def test_codes_tell_records_apart_where_nearly_all_have_one() -> None:
    records = AddressKinds()
    for number in range(299):
        records.add(f"http://h/commit/{number}")
    assert not records.kinds or not records.are_coded, "these are few"
    for number in range(299, 400):
        records.add(f"http://h/commit/{number}")
    assert list(records.kinds) == ["/commit/0"]
    assert records.are_coded
    for number in range(100):
        records.add(f"http://h/wiki/{'abcdefghij'[number // 10]}{'klmnopqrst'[number % 10]}")
    assert list(records.kinds) == ["/commit/0", "/wiki/+"]
    assert not records.are_coded


def test_records_are_parts_of_pages_where_each_page_holds_several() -> None:
    terms, mixed, posts = AddressKinds(), AddressKinds(), AddressKinds()
    for page in range(4):
        for part in range(5):
            for each in (terms, mixed):
                each.add(f"http://h/2005-0{page}.html#{part}")
            posts.add(f"http://h/topic/{5 * page + part}#post-{part}")
    assert terms.are_parts
    assert not terms.kinds
    assert not posts.are_parts, "one on each page"
    for number in range(10):
        mixed.add(f"http://h/book/{number}")
    assert not mixed.are_parts
    assert mixed.holds("http://h/book/17")


@given(st.text(max_size=60))
def test_any_address_is_of_its_own_kind(text: str) -> None:
    url = f"http://h/{text}"
    first, *_ = wider_kinds(url)
    assert first == kind_of(url)
    assert is_of_kind(url, [first])
