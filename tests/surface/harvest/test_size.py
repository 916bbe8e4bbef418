"""The size of a database, guessed from what answers show again."""

import random
from collections import Counter
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skbio.diversity.alpha import ace, chao1

from deepweb.surface.harvest.size import FEWEST, SEEN_AGAIN, Catches, Size


def caught(size: int, answers: int, page: int = 20, seed: int = 0) -> tuple[Catches, int]:
    """Answers drawn alike from a database of so many records."""
    rng, known, catches = random.Random(seed), set[int](), Catches()
    for _ in range(answers):
        shown = set(rng.sample(range(size), page))
        catches.take("keyword", len(shown), len(shown - known))
        known |= shown
    return catches, len(known)


@pytest.mark.parametrize("size", [200, 1_000, 5_000])
@pytest.mark.parametrize("share", [0.5, 1.0, 3.0])
def test_the_truth_is_in_the_interval(size: int, share: float) -> None:
    catches, known = caught(size, answers=max(FEWEST, int(share * size / 20)))
    guess = catches.size(known)
    assert guess is not None
    assert guess.low <= size <= guess.high
    assert guess.low <= guess.likely <= guess.high


def test_the_more_is_known_the_narrower_is_the_interval() -> None:
    widths = []
    for answers in (20, 50, 150, 400):
        catches, known = caught(1_000, answers)
        guess = catches.size(known)
        assert guess is not None
        widths.append(guess.high / guess.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 1.25


@pytest.mark.parametrize("answers", [100, 150, 250])
def test_where_all_catches_are_drawn_alike_chao1_and_ace_say_about_the_same(answers: int) -> None:
    rng, times, catches = random.Random(1), Counter[int](), Catches()
    for _ in range(answers):
        shown = rng.sample(range(1_000), 20)
        catches.take("keyword", len(shown), sum(n not in times for n in shown))
        times.update(shown)
    guess = catches.size(len(times))
    assert guess is not None
    for rival in (chao1, ace):
        told = rival(list(times.values()))
        assert guess.low <= told <= guess.high
        assert abs(log(guess.likely / told)) < 0.1


def test_what_the_site_says_is_believed() -> None:
    catches, known = caught(1_000, 10)
    catches.take("unrestricted", 20, 0, 1_234)
    assert catches.size(known) == Size(1_234, 1_234, 1_234, "the site says so")


def test_a_site_that_says_less_than_was_found_is_not_believed() -> None:
    catches, known = caught(1_000, 50)
    catches.take("unrestricted", 20, 0, known - 1)
    guess = catches.size(known)
    assert guess is not None
    assert guess.likely > known


def test_next_pages_say_nothing_of_what_is_left() -> None:
    catches, known = caught(1_000, 150)
    before = catches.size(known)
    for _ in range(50):
        catches.take("next", 20, 20)
    assert catches.size(known) == before


def test_new_records_on_next_pages_keep_a_crawl_from_stopping() -> None:
    catches, known = caught(1_000, 150)
    for _ in range(50):
        catches.take("next", 20, 20)
    told, cautious = catches.size(known), catches.cautious(known)
    assert told is not None
    assert cautious is not None
    assert told.likely < 1_100
    assert cautious.likely > 1_400


def test_a_question_with_a_larger_total_than_what_is_known_tells_that_more_is_missing() -> None:
    catches, known = caught(1_000, 150)
    before = catches.size(known)
    catches.take("menu", 20, 0, 2_000)
    guess = catches.size(known)
    assert before is not None
    assert guess is not None
    assert before.likely < 1_100
    assert guess.low == 2_000 < guess.likely < guess.high
    assert guess.reason == "the site states 2000 for a query"


def test_a_total_a_little_above_what_is_known_is_the_least_that_there_is() -> None:
    catches, known = caught(1_000, 150)
    catches.take("menu", 20, 0, known + 100)
    guess = catches.size(known)
    assert guess is not None
    assert guess.low <= guess.likely == known + 100 <= guess.high


def test_where_most_was_found_since_the_last_words_the_size_is_not_known() -> None:
    catches, known = caught(1_000, 20)
    assert catches.size(known) is not None
    for _ in range(100):
        catches.take("list", 20, 20)
    assert catches.size(known + 2_000) is None
    catches.take("list", 20, 0, 5_000)
    guess = catches.size(known + 2_000)
    assert guess is not None
    assert guess.low == 5_000


def test_addresses_of_records_that_were_seen_are_counted() -> None:
    size = Size(100, 110, 150, "few are new")
    assert size.joined(105, "5 more were seen") == size
    assert size.joined(130, "30 more") == Size(100, 130, 150, "few are new; 30 more")
    said = Size(100, 100, 100, "the site says so")
    assert said.joined(160, "60 more") == Size(100, 160, 160, "the site says so; 60 more")


def test_few_answers_tell_nothing() -> None:
    catches = Catches()
    for _ in range(FEWEST - 1):
        catches.take("keyword", SEEN_AGAIN, 10)
    catches.take("keyword", 0, 0)
    assert catches.size(70) is None
    catches.take("keyword", SEEN_AGAIN, 10)
    assert catches.size(80) is not None


def test_without_records_seen_again_nothing_is_told() -> None:
    catches = Catches()
    for _ in range(2 * FEWEST):
        catches.take("keyword", 10, 10)
    assert catches.size(20 * FEWEST) is None
    catches.take("keyword", SEEN_AGAIN, 0)
    assert catches.size(20 * FEWEST) is not None


def test_coverage() -> None:
    size = Size(80, 100, 200, "")
    assert size.coverage(50) == 0.5
    assert size.coverage(150) == 1.0
    assert Size(0, 0, 0, "").coverage(0) == 1.0


@given(st.lists(st.tuples(st.integers(0, 200), st.floats(0, 1)), max_size=60))
def test_never_fewer_than_are_known(answers: list[tuple[int, float]]) -> None:
    catches, known = Catches(), 0
    for shown, new in answers:
        catches.take("keyword", shown, int(shown * new))
        known += int(shown * new)
    guess = catches.size(known)
    assert guess is None or known <= guess.low <= guess.likely <= guess.high
