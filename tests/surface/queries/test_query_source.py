"""Queries known beforehand compete with words, and sink when they bring nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.queries.query_source import (
    BARREN,
    FIRST_MATCH,
    LOG_BARREN,
    KnownQueries,
    QuerySource,
)
from deepweb.surface.queries.type_match import Commonness
from tests.surface.queries.test_entity_match import NameSet

TOWNS = [f"town{n}" for n in range(200)]


class Towns(NameSet):
    """A knowledge base of one type."""

    def types_of(self, key: str) -> tuple[int, ...]:
        return (0,) if key in self else ()

    def names(self, number: int) -> Iterator[str]:
        return iter(TOWNS)

    def type_name(self, number: int) -> str:
        return "location/town"


def towns() -> Towns:
    return Towns(TOWNS)


def common() -> Commonness:
    return Commonness(100, {})


def answer(question: Question, source: QuerySource, texts: list[str], ids: Iterator[int]) -> None:
    new = [Found(str(next(ids)), text, text) for text in texts]
    source.take(question, Answer("results" if new else "empty", "", tuple(new)), new)


def asked(source: QuerySource) -> str:
    question = source.next()
    assert question is not None
    ((_, query),) = question.values
    answer(question, source, [], count())
    return query


def test_log_first_in_its_order_and_none_twice() -> None:
    source = QuerySource("q", KnownQueries(log=["new york", "berlin", "Berlin "]), lambda: "")
    assert source.promise() > 0
    assert [asked(source), asked(source)] == ["new york", "berlin"]
    assert source.next() is None
    assert source.promise() == 0


def test_what_words_asked_is_not_asked_again() -> None:
    source = QuerySource("q", KnownQueries(log=["berlin", "rome"]), lambda: "")
    answer(Question("keyword", (("q", "berlin"),)), source, [], count())
    assert asked(source) == "rome"


def test_purposes_tell_the_source() -> None:
    known = KnownQueries(types=[(0, "why")], knowledge=towns)
    question = QuerySource("q", known, lambda: "").next()
    assert question == Question("knowledge", (("q", "town0"),))


def test_a_list_that_brings_nothing_is_left_and_says_so() -> None:
    source = QuerySource("q", KnownQueries(types=[(0, "why")], knowledge=towns), lambda: "")
    promises = []
    while source.promise():
        promises.append(source.promise())
        asked(source)
    assert promises == sorted(promises, reverse=True)
    (outcome,) = source.outcome()
    assert (outcome.asked, outcome.found) == (BARREN, 0)
    assert outcome.reason == f"why; left after {BARREN} that brought nothing"


def test_a_log_has_longer_to_bring_something() -> None:
    source = QuerySource("q", KnownQueries(log=TOWNS), lambda: "")
    while source.promise():
        asked(source)
    assert source.outcome()[0].asked == LOG_BARREN > BARREN


def test_a_list_promises_what_it_brings() -> None:
    source = QuerySource("q", KnownQueries(log=TOWNS), lambda: "")
    ids = count()
    for _ in range(30):
        answer(Question("keyword", (("q", "x"),)), source, ["a"], ids)  # words bring one each
    before = source.promise()
    for _ in range(5):
        question = source.next()
        assert question is not None
        answer(question, source, ["a", "b", "c", "d", "e"], ids)
    assert before < 2
    assert source.promise() > 4


def test_own_words_match_types_once_words_were_tried() -> None:
    known = KnownQueries(knowledge=towns, common=common)
    source, ids = QuerySource("q", known, lambda: ""), count()
    for number in range(FIRST_MATCH):
        assert source.promise() == 0
        texts = [f"hotel in town{2 * number}", f"inn in town{2 * number + 1}"]
        answer(Question("keyword", (("q", f"word{number}"),)), source, texts, ids)
    assert source.promise() > 0
    # Towns that records mention are asked for by their words.
    assert asked(source) == f"town{2 * FIRST_MATCH}"
    assert source.outcome()[0].reason.startswith("100% of the records mention")


def test_names_promise_less_where_most_were_seen() -> None:
    """Of 20 towns a record is the only one to mention four: a name not seen is likely in none."""
    known = KnownQueries(knowledge=towns, common=common)
    source, ids = QuerySource("q", known, lambda: ""), count()
    for number in range(FIRST_MATCH):
        texts = [f"hotel in town{number}", f"inn in town{number % 16}"]
        answer(Question("keyword", (("q", f"word{number}"),)), source, texts, ids)
    assert 0 < source.promise() < 0.3 * 2  # words bring two each


def test_nothing_is_loaded_where_nothing_is_needed() -> None:
    def fail() -> Towns:
        raise AssertionError("loaded")

    source = QuerySource("q", KnownQueries(knowledge=fail, common=common), lambda: "")
    assert source.promise() == 0


def test_a_closed_box_and_no_box_are_not_asked() -> None:
    known = KnownQueries(log=["berlin"])
    assert QuerySource("q", known, lambda: "not worth asking").promise() == 0
    assert QuerySource("", known, lambda: "").next() is None


def test_errors_say_nothing_of_a_list() -> None:
    source = QuerySource("q", KnownQueries(log=TOWNS), lambda: "")
    for _ in range(3 * BARREN):
        question = source.next()
        assert question is not None
        source.take(question, Answer("error", ""), [])
    assert source.promise() > 0
