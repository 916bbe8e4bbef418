"""The walk that everything else goes by: the same elements and texts as the tree has."""

from __future__ import annotations

from hypothesis import given
from lxml import html

from deepweb.page.page import own_texts, seen_elements, text_pieces
from deepweb.page.walk import MAX_LETTERS, MAX_NODES, subject_texts, walk, walked
from tests.read.pages import broken_html, page_of


def test_texts_belong_to_the_element_that_they_stand_in() -> None:
    page = walk(page_of("<body><p> one <b>two</b>\n three<!-- x --> four</p><p>five").root)
    assert page.tags == ["html", "body", "p", "b", "p"]
    assert page.parents == [-1, 0, 1, 2, 1]
    assert page.pieces == ["one", "three", "four", "two", "five"]
    assert page.owners == [2, 2, 2, 3, 4]
    assert page.texts() == ["", "", "one three four", "two", "five"]


def test_what_nobody_sees_is_left_out_but_not_what_follows_it() -> None:
    page = walk(page_of("<body>a<script>b</script>c<template><p>d</p>e</template>f").root)
    assert (page.tags, page.pieces) == (["html", "body"], ["a", "c", "f"])


def test_lengths_are_those_of_the_page() -> None:
    assert walk(page_of("<body> a \n b ").root).lengths == [5]


def test_a_page_is_walked_once() -> None:
    page = page_of("<body>x")
    assert page.once(walked) is page.once(walked)


def test_elements_have_the_classes_of_lxml() -> None:
    markup = (
        "<body><form><label>a<input></label><select></select><textarea></textarea></form><!--x-->"
    )
    root = page_of(markup).root
    plain = [type(node) for node in html.document_fromstring(markup).iter()]
    walk(root)
    assert [type(node) for node in root.iter()] == plain


def test_of_a_huge_page_the_beginning() -> None:
    assert len(walk(page_of("<body>" + "<p>x" * (MAX_NODES + 10)).root).tags) == MAX_NODES


@given(broken_html)
def test_agrees_with_the_tree(markup: str) -> None:
    root = page_of(f"<body>{markup}</body>").root
    page = walk(root)
    elements = list(seen_elements(root))
    assert page.elements == elements
    assert page.pieces == list(text_pieces(root))
    whole = [" ".join(" ".join(own_texts(element)).split()) for element in elements]
    assert page.texts() == whole


def test_what_stands_between_elements_is_known_by_its_place() -> None:
    page = walk(page_of("<body><p>a</p>b<script>x</script>c<!-- y -->d<p>e</p>").root)
    assert [page.said[n] for n in page.heads.values()] == ["a", "e"]
    assert [page.said[n] for n in page.tails.values()] == ["b"]
    script, comment = page.loose[-2:]
    assert (script.before, script.owner, page.said[script.text], script.cuts) == (3, 1, "c", True)
    assert (page.said[comment.text], comment.cuts) == ("d", False)


SUBJECT = "Letters, coins and maps of the seventeenth century"


def test_forms_and_navigation_say_nothing_of_the_subject() -> None:
    page = page_of(
        f"<nav><a>Contact</a></nav><h1>Archive</h1><p>{SUBJECT}</p>"
        '<form>Your e-mail <label>Name <input name="n"></label><button>Subscribe</button></form>'
        "<footer>Imprint</footer>"
    )
    assert subject_texts(page) == ["Archive", SUBJECT]


def test_what_a_menu_offers_is_what_there_is() -> None:
    menu = "<select><option>Coins</option><option>Maps</option></select>"
    page = page_of(f"<p>{SUBJECT}</p><form>Kind {menu}</form>")
    assert subject_texts(page) == [SUBJECT, "Coins", "Maps"]


def test_a_page_that_is_all_form() -> None:
    page = page_of(f"<form><h1>Archive</h1><p>{SUBJECT}</p></form>")
    assert subject_texts(page) == ["Archive", SUBJECT]


def test_of_more_text_than_the_maximum_the_rest_is_left_out() -> None:
    half = "word " * (MAX_LETTERS // 10)
    page = walk(page_of(f"<p>{half}<p>{half}<p>{half}<p>end").root)
    assert [len(text) for text in page.said] == [len(half) - 1, len(half) - 1, 1, 1]
