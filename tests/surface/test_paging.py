"""Chains of next pages: which are promising, and where they end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.paging import MAX_BARREN, SORTED_ANEW, NextPages, PageReach

ASKED = Question("keyword", (("q", "ant"),))


def page(*ids: int, following: str = "", count: int | None = None) -> Answer:
    found = tuple(Found(str(each), "", "") for each in ids)
    return Answer("results", "-".join(map(str, ids)), found, next_url=following, count=count)


def test_the_next_page_goes_on_from_its_question() -> None:
    pages = NextPages()
    answer = page(1, 2, following="/?q=ant&page=2")
    pages.take(ASKED, answer, answer.found)
    assert pages.promise() == 2
    assert pages.next() == Question("next", (("q", "ant"),), "/?q=ant&page=2")
    assert (pages.next(), pages.promise()) == (None, 0)


def test_what_brought_more_goes_first() -> None:
    pages = NextPages()
    poor, rich = page(1, 2, 3, following="/poor"), page(4, 5, 6, following="/rich")
    pages.take(ASKED, poor, poor.found[:1])
    pages.take(ASKED, rich, rich.found)
    assert [pages.next(), pages.next()] == [
        Question("next", ASKED.values, "/rich"),
        Question("next", ASKED.values, "/poor"),
    ]


@pytest.mark.parametrize(
    ("stated", "then", "least", "most"),
    [
        (25, 25, 3, 6),  # as stated: 20 and 5, so 3 of the next 23 are left
        (21, 41, 15, 40),  # "21 results" on each page that has a next one
        (21, 21, 15, 40),  # more is shown than there is said to be
    ],
)
def test_a_stated_total_is_believed_once_it_held(
    stated: int, then: int, least: float, most: float
) -> None:
    pages = NextPages()
    first = page(*range(20), following="/2", count=stated)
    pages.take(ASKED, first, first.found)
    assert 15 <= pages.promise() <= 40, "not yet"
    followed = pages.next()
    assert followed is not None
    second = page(*range(20, 25 if then == 25 else 40), following="", count=then)
    pages.take(followed, second, second.found)
    other = page(*range(100, 120), following="/other/2", count=23)
    pages.take(ASKED, other, other.found)
    assert least <= pages.promise() <= most


def test_an_answer_with_more_records_than_are_known_must_bring_new_ones() -> None:
    pages = NextPages()
    long = page(*range(10), following="/the/2", count=2000)
    pages.take(ASKED, long, ())  # its first page was known
    first = page(*range(10, 20), following="/rare/2", count=14)
    pages.take(ASKED, first, first.found)
    followed = pages.next()
    assert followed is not None
    assert followed.link == "/rare/2", "totals are not believed yet"
    last = page(*range(20, 24), count=14)
    pages.take(followed, last, last.found)
    assert pages.promise() > 10


def test_the_next_pages_of_what_another_answer_showed_are_not_followed() -> None:
    pages = NextPages()
    again = replace(page(1, 2, following="/again/2"), kind="duplicate")
    pages.take(ASKED, again, ())
    assert pages.promise() == 0


def test_what_next_pages_brought_lately_tempers_the_promise() -> None:
    pages = NextPages()
    for number in range(10):
        answer = page(2 * number, 2 * number + 1, following=f"/{number}")
        pages.take(Question("next", (), f"/{number - 1}"), answer, answer.found[:1])
    fresh = page(100, 101, 102, 103, following="/fresh")
    pages.take(ASKED, fresh, fresh.found)
    assert 2 < pages.promise() < 4


def test_a_page_without_records_or_next_page_ends_a_chain() -> None:
    pages = NextPages()
    pages.take(ASKED, Answer("empty", "", next_url="/2"), ())
    pages.take(ASKED, page(1), page(1).found)
    assert pages.promise() == 0


def test_answers_to_nonsense_are_not_followed() -> None:
    pages = NextPages()
    answer = page(1, following="/2")
    pages.take(Question("background"), answer, answer.found)
    assert pages.promise() == 0


def test_a_chain_that_leads_back_ends() -> None:
    pages = NextPages()
    first, second = page(1, following="/2"), page(2, following="/2")
    pages.take(ASKED, first, first.found)
    pages.take(pages.next() or ASKED, second, second.found)
    assert pages.promise() == 0
    assert pages.outcome() == {"leads back": 1}


def test_the_same_further_values_of_two_posts_are_two_pages() -> None:
    pages = NextPages()
    for word, first in (("a", 1), ("b", 7)):
        answer = page(first, first + 1, following="/api#page=2")
        pages.take(Question("seed", (("q", word),)), answer, answer.found)
    asked = [pages.next() or ASKED, pages.next() or ASKED]
    assert {question.values for question in asked} == {(("q", "a"),), (("q", "b"),)}


def test_a_last_page_that_repeats_itself_ends_the_chain() -> None:
    pages = NextPages()
    first, again = page(1, 2, following="/2"), page(2, following="/3")
    pages.take(ASKED, first, first.found)
    pages.take(pages.next() or ASKED, again, ())
    assert pages.outcome() == {"shows the same again": 1}


def test_an_endless_chain_ends_where_it_stops_earning() -> None:
    pages = NextPages()
    question, asked = ASKED, 0
    for number in range(100):
        answer = page(number, following=f"/{number}")
        pages.take(question, answer, answer.found if number < 10 else ())
        following = pages.next()
        if following is None:
            break
        question, asked = following, asked + 1
    assert asked == 10 + MAX_BARREN - 1
    assert pages.outcome() == {"brings nothing new": 1}


def test_pages_that_are_sorted_anew_in_between_are_noticed() -> None:
    pages = NextPages()
    # 9 is promoted: it stands on every page.
    chain = [page(1, 2, 3, 9, following="/2", count=9), page(4, 5, 9, following="/3", count=9)]
    chain += [page(2, 6, 9, following="/4", count=9), page(7, 1, 9, following="/5", count=9)]
    asked = [ASKED, *(Question("next", ASKED.values, f"/{n}") for n in (2, 3, 4))]
    noticed = []
    for question, answer in zip(asked, chain, strict=True):
        assert pages.next() == (question if question.link else None)
        pages.take(question, answer, answer.found)
        noticed.append(pages.outcome()[SORTED_ANEW])
    assert noticed == [0, 0, 1, 2]
    # One is left that no page has shown; by the number of records shown, none would be.
    assert 0 < pages.promise() <= 2


# PageReach: answers that can be read to their end, and answers that are cut off


def shown(*ids: int, following: str = "", count: int | None = None) -> Answer:
    found = tuple(Found(str(each), "", "") for each in ids)
    return Answer("results", "x", found, next_url=following, count=count)


def asked(word: str, link: str = "") -> Question:
    return Question("next" if link else "keyword", (("q", word),), link)


def test_pages_that_lead_to_all_that_is_counted() -> None:
    reach = PageReach()
    reach.take(asked("a"), shown(1, 2, following="/2", count=3), ())
    assert reach.has_pages
    reach.take(asked("a", "/2"), shown(3, count=3), ())
    assert (reach.ended, reach.cut_off, reach.is_whole) == (1, 0, True)


def test_pages_that_end_too_soon() -> None:
    reach = PageReach()
    told: list[tuple[tuple[tuple[str, str], ...], int]] = []
    reach.on_cut_off(lambda values, count: told.append((values, count)))
    reach.take(asked("a"), shown(1, 2, following="/2", count=50), ())
    reach.take(asked("a", "/2"), shown(3, 4, count=50), ())
    assert (reach.cut_off, reach.longest, reach.is_whole) == (1, 4, False)
    assert told == [((("q", "a"),), 50)]


def test_first_pages_only_show_by_their_like_lengths() -> None:
    reach = PageReach()
    for number in range(0, 50, 10):
        reach.take(asked(str(number)), shown(*range(number, number + 10)), ())
    assert reach.cut_off == 3  # the first two could have been all there is
    assert not reach.is_whole


def test_short_pages_are_whole() -> None:
    reach = PageReach()
    for number in range(10):
        reach.take(asked(str(number)), shown(*range(number)), ())
    assert (reach.cut_off, reach.is_whole) == (0, True)


def test_nonsense_and_empty_answers_say_nothing() -> None:
    reach = PageReach()
    reach.take(Question("background"), shown(1, 2, count=99), ())
    reach.take(asked("a"), Answer("empty", ""), ())
    assert (reach.ended, reach.has_pages) == (0, False)
    assert (reach.promise(), reach.next()) == (0, None)


def chain(pages: NextPages, length: int, *, number: int = 6) -> Question | None:
    """Follow a chain of linked pages; returns what is asked behind the last one."""
    question: Question | None = ASKED
    for at in range(number):
        assert question is not None
        following = f"/?q=ant&page={at + 2}" if at < number - 1 else ""
        answer = page(*range(at * length, (at + 1) * length), following=following)
        pages.take(question, answer, answer.found)
        question = pages.next()
    return question


def test_the_page_behind_the_last_one_is_tried_once() -> None:
    pages = NextPages()
    beyond = chain(pages, 10)
    assert beyond == Question("next", ASKED.values, "/?q=ant&page=7")
    assert beyond is not None
    pages.take(beyond, page(), ())
    assert chain(NextPages(), 10, number=3) is None, "a short chain"
    other = page(*range(100, 110))
    pages.take(replace(beyond, link="/?q=bee&page=6"), other, other.found)
    assert pages.next() is None


def test_pages_behind_the_last_one_that_bring_records_are_followed() -> None:
    pages = NextPages()
    beyond = chain(pages, 10)
    assert beyond is not None
    more = page(*range(60, 70))
    pages.take(beyond, more, more.found)
    assert pages.next() == Question("next", ASKED.values, "/?q=ant&page=8")


@pytest.mark.parametrize(
    ("answers", "cut_off"),
    [
        ([range(100), range(50, 150)], 2),
        ([range(100), range(100)], 0),
        ([range(100), range(50, 150), range(140, 160)], 2),
        ([range(100), range(120)], 0),
        ([range(37), range(20, 57)], 0),
        ([range(37), range(20, 57), range(50, 87)], 3),
        ([range(10), range(5, 15)], 0),
    ],
)
def test_answers_that_end_at_one_length_are_cut_off(answers: list[range], cut_off: int) -> None:
    reach = PageReach()
    for number, ids in enumerate(answers):
        first = shown(*ids[:-1], following=f"/{number}")
        reach.take(asked(f"w{number}"), first, ())
        reach.take(asked(f"w{number}", f"/{number}"), shown(ids[-1]), ())
    assert reach.cut_off == cut_off
