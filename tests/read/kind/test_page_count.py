"""How many records are there behind a page that shows some of them?"""

from deepweb.read.kind.page_count import page_count
from deepweb.store.resources import page_words

NOUNS = page_words().counted


def test_a_page_shows_no_more_records_than_it_has() -> None:
    """The first number may be of something else: of what is shown, of those that are new."""
    assert page_count(["3 results new", "57 results"], 10, NOUNS) == 57
    assert page_count(["57 results"], 58, NOUNS) is None


def test_a_page_that_counts_nothing() -> None:
    assert page_count([], 0, NOUNS) is None
    assert page_count(["Search", "Since 1998"], 3, NOUNS) is None


def test_counts_below_a_long_text_are_those_of_the_records() -> None:
    assert page_count(["word " * 3000, "57 results"], 1, NOUNS) is None
