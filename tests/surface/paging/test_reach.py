"""Answers that can be had to their end, and such as are cut off."""

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.paging.reach import Reach


def shown(*ids: int, following: str = "", count: int | None = None) -> Answer:
    found = tuple(Found(str(each), "", "") for each in ids)
    return Answer("results", "x", found, next_url=following, count=count)


def asked(word: str, link: str = "") -> Question:
    return Question("next" if link else "keyword", (("q", word),), link)


def test_pages_that_lead_to_all_that_is_counted() -> None:
    reach = Reach()
    reach.take(asked("a"), shown(1, 2, following="/2", count=3), ())
    assert reach.paged
    reach.take(asked("a", "/2"), shown(3, count=3), ())
    assert (reach.ended, reach.cut_off, reach.is_whole) == (1, 0, True)


def test_pages_that_end_too_soon() -> None:
    reach = Reach()
    told: list[tuple[tuple[tuple[str, str], ...], int]] = []
    reach.on_cut_off.append(lambda values, count: told.append((values, count)))
    reach.take(asked("a"), shown(1, 2, following="/2", count=50), ())
    reach.take(asked("a", "/2"), shown(3, 4, count=50), ())
    assert (reach.cut_off, reach.most, reach.is_whole) == (1, 4, False)
    assert told == [((("q", "a"),), 50)]


def test_first_pages_only_show_by_their_like_lengths() -> None:
    reach = Reach()
    for number in range(0, 50, 10):
        reach.take(asked(str(number)), shown(*range(number, number + 10)), ())
    assert reach.cut_off == 3  # the first two could have been all there is
    assert not reach.is_whole


def test_short_pages_are_whole() -> None:
    reach = Reach()
    for number in range(10):
        reach.take(asked(str(number)), shown(*range(number)), ())
    assert (reach.cut_off, reach.is_whole) == (0, True)


def test_nonsense_and_empty_answers_say_nothing() -> None:
    reach = Reach()
    reach.take(Question("background"), shown(1, 2, count=99), ())
    reach.take(asked("a"), Answer("empty", ""), ())
    assert (reach.ended, reach.paged) == (0, False)
    assert (reach.promise(), reach.next()) == (0, None)
