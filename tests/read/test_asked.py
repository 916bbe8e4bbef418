"""Which query does a page say that it answers?"""

from deepweb.read.asked import any_of, asked_words, box_values
from tests.read.pages import page_of


def test_the_first_box_that_holds_something_is_the_query() -> None:
    root = page_of(
        '<input type="password" value="secret"><input name="empty">'
        '<input type="Search" name="q" value=" Brass pump of 12 "><input name="near" value="Rome">'
    ).root
    assert box_values(root) == {"q": "Brass pump of 12", "near": "Rome"}
    assert asked_words(root) == ["brass", "pump"]


def test_words_without_spaces_are_pairs_of_signs() -> None:
    assert asked_words(page_of('<input value="減肥方法">').root) == ["減肥", "肥方", "方法"]


def test_a_page_without_a_box_says_nothing() -> None:
    assert (asked_words(page_of("<p>pump</p>").root), any_of([])) == ([], None)


def test_words_are_found_in_any_case_and_are_no_patterns() -> None:
    wanted = any_of(["pump", "c++"])
    assert wanted is not None
    assert wanted.search("Brass PUMPS")
    assert wanted.search("C++ for all")
    assert not wanted.search("ccc")
