"""The forms of a site take turns by what they bring."""

from __future__ import annotations

import asyncio
from itertools import groupby

from deepweb.surface.harvest.turns import LEAST_TURN, Turn, Turns

Log = list[str]


async def asked(turn: Turn, name: str, brings: list[int], log: Log) -> None:
    async with turn:
        for new in brings:
            await turn.before_questions(1)
            log.append(name)
            await asyncio.sleep(0)
            turn.after_answer(new)


def played(*forms: tuple[str, list[int]], late: str = "") -> list[tuple[str, int]]:
    """Which form asked how many questions in a row."""

    async def play() -> Log:
        turns, log = Turns(), Log()
        joined = [(turns.join(is_late=name == late), name, brings) for name, brings in forms]
        tasks = [asyncio.create_task(asked(turn, n, b, log)) for turn, n, b in joined]
        await asyncio.sleep(0)
        turns.explored.set()
        await asyncio.gather(*tasks)
        return log

    return [(name, len(list(each))) for name, each in groupby(asyncio.run(play()))]


def test_a_form_that_finds_nothing_gives_way_soon() -> None:
    order = played(("poor", [0] * 60), ("rich", [5] * 40))
    assert order[:2] == [("poor", LEAST_TURN), ("rich", 40)]


def test_a_form_that_brings_records_keeps_its_turn() -> None:
    assert played(("rich", [10] * 40), ("other", [10] * 5)) == [("rich", 40), ("other", 5)]


def test_the_form_that_brings_more_goes_on() -> None:
    order = played(("a", [3] * 12 + [0] * 88), ("b", [2] * 100))
    assert [name for name, _ in order] == ["a", "b", "a"]
    assert order[1] == ("b", 100)


def test_a_form_that_exploring_did_not_find_waits_for_the_others() -> None:
    order = played(("late", []), ("poor", [0] * 30), ("late", [9] * 3), late="late")
    assert order == [("poor", 30), ("late", 3)]


def test_no_form_gives_way_before_exploring_has_ended() -> None:
    """Otherwise the order would depend on when a form was found."""

    async def play() -> Log:
        turns, log = Turns(), Log()
        first = asyncio.create_task(asked(turns.join(), "first", [0] * 20, log))
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(log) == LEAST_TURN
        second = asyncio.create_task(asked(turns.join(), "second", [5] * 3, log))
        await asyncio.sleep(0)
        turns.explored.set()
        await asyncio.gather(first, second)
        return log

    log = asyncio.run(play())
    assert log[LEAST_TURN:] == ["second"] * 3 + ["first"] * 8
