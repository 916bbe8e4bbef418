"""A form is a search once two of its answers show different records."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.record_numbers import TextNumbers
from deepweb.surface.trial import QUESTIONS, Trial


def answer(*ids: int) -> Answer:
    found = tuple(Found(str(n), f"title {n}", f"text {n}") for n in ids)
    return Answer("results" if found else "empty", f"{ids}", found)


def tried(answers: Sequence[Answer], known: TextNumbers | None = None) -> Trial:
    async def run() -> Trial:
        given = iter(answers)

        async def ask(question: Question) -> Answer:
            return next(given)

        trial = Trial(ask, known=known)
        for _ in answers:
            await trial.question(Question("menu"))
        return trial

    return asyncio.run(run())


def test_different_records_prove_a_search() -> None:
    assert tried([answer(), answer(1, 2, 3), answer(4, 5)]).has_succeeded
    many = [answer(1, 2), answer(3, 4)] * QUESTIONS
    assert tried(many).asked == len(many), "then everything may be asked"


@pytest.mark.parametrize("same", [answer(), answer(1, 2, 3)])
def test_a_form_that_always_answers_alike_is_left(same: Answer) -> None:
    assert not tried([same] * QUESTIONS).has_succeeded
    with pytest.raises(NotAskedError, match="do not select records"):
        tried([same] * (QUESTIONS + 1))


def test_a_further_form_must_add_to_what_is_known() -> None:
    known = TextNumbers("12")
    assert tried([answer(1, 3), *[answer()] * QUESTIONS], known).has_succeeded
    with pytest.raises(NotAskedError, match="show nothing new"):
        tried([answer(1), answer(2)] * QUESTIONS, known)
