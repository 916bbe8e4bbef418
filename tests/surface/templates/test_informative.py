"""The share of distinct answers, and when it is known well enough."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.answer import Answer, Found
from deepweb.surface.templates.informative import (
    AnswerSummary,
    DistinctAnswers,
    InformativenessLimits,
    InformativenessTest,
    contains,
    is_alike,
    is_hopeless,
)

ERROR = AnswerSummary("error", "")
NOTHING = AnswerSummary("empty", "nothing for x")


def shown(*ids: str, signature: str = "", count: int | None = None) -> AnswerSummary:
    return AnswerSummary("results", signature or f"says {ids}", ids, count)


def many(prefix: str, number: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{n}" for n in range(number))


def distinctness(answers: list[AnswerSummary]) -> float:
    """The distinctness fraction as the paper defines it (Definition 1); 0 without answers."""
    distinct = DistinctAnswers()
    for answer in answers:
        distinct.add(answer)
    return len(distinct) / len(answers) if answers else 0.0


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], 0),
        ([ERROR, ERROR], 0),
        ([shown("a"), shown("b"), shown("c"), shown("c")], 0.75),
        ([shown("a", "b"), shown("b", "a", signature="other")], 0.5),
        ([shown("a", signature="x"), shown("b", signature="x")], 0.5),
        ([NOTHING, AnswerSummary("empty", "for y"), AnswerSummary("background", "z")], 1 / 3),
        ([shown("a"), ERROR, NOTHING, NOTHING], 0.5),
        ([shown(*many("a", 10)), shown(*many("a", 9), "advert")], 0.5),
        ([shown(*many("a", 10)), shown(*many("a", 5), *many("b", 5))], 1),
        ([AnswerSummary("results", "x"), AnswerSummary("results", "y")], 1),
    ],
    ids=["none", "errors", "plain", "order", "signature", "empty", "mixed", "advert", "half",
         "unread"],
)  # fmt: skip
def test_distinctness(answers: list[AnswerSummary], expected: float) -> None:
    assert distinctness(answers) == expected


def test_what_is_kept_of_an_answer() -> None:
    found = tuple(Found(each, each, each) for each in "aba")
    seen = AnswerSummary.of(Answer("results", "s", found, 100, "/next", 7))
    assert (seen.ids, seen.count, seen.has_next, seen.length) == (("a", "b"), 7, True, 100)
    number_of_something_else = Answer("results", "s", tuple(Found(c, c, c) for c in "abcdef"))
    assert AnswerSummary.of(number_of_something_else).count is None
    assert not AnswerSummary.of(Answer("blocked", "")).has_records


def test_alike_and_held() -> None:
    assert is_alike(shown("a", "b"), shown("b", "a", signature="y"))
    assert not is_alike(AnswerSummary("results", "x"), AnswerSummary("results", "y"))
    assert contains(shown("a", "b", "c"), shown("c"))
    assert not contains(shown("c"), shown("a", "b", "c"))


def _run(
    answers: list[AnswerSummary], known: DistinctAnswers | None = None, size: int | None = None
) -> InformativenessTest:
    test = InformativenessTest(size or len(answers), known or DistinctAnswers())
    for seen in answers:
        if test.verdict():
            break
        test.add(seen)
    return test


def test_all_alike_costs_a_dozen() -> None:
    test = _run([shown("a")] * 500)
    assert test.tested <= 12
    assert test.verdict() == (False, "distinctness 0.09 < 0.25")


def test_errors_only() -> None:
    test = _run([ERROR] * 100)
    assert test.tested <= 12
    assert test.verdict() == (False, "distinctness 0.00 < 0.25; all answers were errors")


def test_clearly_good_ones_are_accepted_early() -> None:
    test = _run([shown(f"r{n}") for n in range(300)])
    assert test.tested == 6
    assert test.verdict() == (True, "distinctness 1.00 of 6 answers")


def test_answers_without_records_are_not_enough() -> None:
    test = _run([NOTHING, *(shown(f"r{n}") for n in range(4)), *[NOTHING] * 5], size=100)
    assert test.verdict() is None


def test_small_menus_are_decided_by_what_cannot_change() -> None:
    test = _run([shown("a"), shown("b"), shown("c"), shown("d"), shown("e")])
    assert test.tested == 2  # two of five are over a quarter, whatever comes
    test = _run([NOTHING] * 4 + [shown("a")])
    assert test.verdict() == (True, "distinctness 0.40 of 5 answers")


def test_what_another_template_showed_is_not_new() -> None:
    known = DistinctAnswers()
    answers = [shown(f"r{n}") for n in range(20)]
    for seen in answers:
        known.add(seen)
    test = _run(answers, known)
    assert test.verdict() == (False, "form-wide distinctness 0.00 < 0.2")
    assert test.distinctness == 1


def test_no_more_than_the_sample_is_needed() -> None:
    assert InformativenessTest(5000, DistinctAnswers()).total == 200
    assert (
        InformativenessTest(5000, DistinctAnswers(), InformativenessLimits(sample=50)).total == 50
    )
    assert InformativenessTest(7, DistinctAnswers()).total == 7


@given(st.integers(1, 200), st.floats(0.05, 0.5), st.randoms(use_true_random=False))
def test_hopeless_only_gets_truer_with_more_of_the_same(
    total: int, share: float, _: random.Random
) -> None:
    verdicts = [is_hopeless(1, tested, total, share) for tested in range(1, total + 1)]
    assert verdicts == sorted(verdicts)


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 300), st.integers(0, 2**32))
def test_a_template_of_the_threshold_is_rarely_given_up(size: int, seed: int) -> None:
    """The one that is hardest to tell: three quarters alike, the rest all different."""
    rng = random.Random(seed)
    given_up = 0
    for _ in range(20):
        answers = [NOTHING if n >= -(-size * 3 // 10) else shown(f"r{n}") for n in range(size)]
        rng.shuffle(answers)
        test = _run(answers[:200], size=size)
        verdict = test.verdict()
        given_up += verdict is not None and not verdict[0]
    assert given_up <= 8


@given(st.lists(st.sampled_from([ERROR, NOTHING, *(shown(f"r{n}") for n in range(12))]), min_size=1,
                max_size=60))  # fmt: skip
def test_the_verdict_on_all_answers_is_the_definition(answers: list[AnswerSummary]) -> None:
    test = InformativenessTest(len(answers), DistinctAnswers())
    for seen in answers:
        test.add(seen)
    verdict = test.verdict()
    assert verdict is not None
    assert verdict[0] == (distinctness(answers) >= 0.25)
    assert test.distinctness == distinctness(answers)


def test_what_few_values_find_is_proven_where_no_more_may_be_asked() -> None:
    test = InformativenessTest(500, DistinctAnswers())
    for n in range(30):
        test.add(shown(*many(f"r{n}-", 3)) if n % 3 == 0 else NOTHING)
    assert test.verdict() is None
    assert test.has_proven
    for _ in range(20):
        test.add(NOTHING)
    assert not test.has_proven, "11 of 50 are distinct"
