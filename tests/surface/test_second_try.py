"""Questions that failed, and when they are asked again."""

from deepweb.surface.answer import Answer, Question
from deepweb.surface.second_try import MOST_TRIES, WAIT, SecondTry
from deepweb.surface.source import OPTIMISM

FAILED = Answer("error", "", is_final=False)
GOOD = Answer("results", "x")
QUESTION = Question("keyword", (("q", "ant"),))


def after(again: SecondTry, answers: int) -> None:
    for _ in range(answers):
        again.take(Question("keyword"), GOOD, ())


def test_it_waits_for_other_answers() -> None:
    again = SecondTry()
    again.take(QUESTION, FAILED, ())
    assert 0 < again.promise() < 1
    after(again, WAIT)
    assert again.promise() == OPTIMISM
    assert again.next() == QUESTION
    assert (again.promise(), again.next()) == (0, None)


def test_the_second_time_it_waits_longer_and_then_gives_up() -> None:
    again = SecondTry()
    for tries in range(MOST_TRIES):
        again.take(QUESTION, FAILED, ())
        after(again, WAIT * 2**tries - 1)
        assert again.promise() < 1
        after(again, 1)
        assert again.next() == QUESTION
    again.take(QUESTION, FAILED, ())
    assert again.promise() == 0


def test_what_would_fail_again_is_not_asked_again() -> None:
    again = SecondTry()
    again.take(QUESTION, Answer("error", ""), ())
    again.take(QUESTION, Answer("empty", ""), ())
    assert again.promise() == 0
