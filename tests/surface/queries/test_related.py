"""Other queries that answers propose, as a source of questions."""

from __future__ import annotations

import asyncio

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.harvest import Harvest, HarvestLimits
from deepweb.surface.queries.related import RelatedQueries
from deepweb.surface.record_numbers import KnownRecords
from tests.surface.facets.test_second_level import HOST, START, links_of_form

LIMITS = HarvestLimits(patience=10, failures=3, together=1, saturation=50, coverage=0.995)


def source() -> RelatedQueries:
    return RelatedQueries("q", links_of_form())


def proposing(*urls: str, word: str = "lamp", ids: str = "a") -> Answer:
    found = tuple(Found(each, f"a {word}", "") for each in ids)
    return Answer("results", "", found, url=START + word, links=urls)


def take(related: RelatedQueries, answer: Answer, word: str = "lamp") -> None:
    related.take(Question("keyword", (("q", word),)), answer, answer.found)


def asked(related: RelatedQueries) -> list[str]:
    questions = []
    while question := related.next():
        questions.append(question)
    assert {each.purpose for each in questions} <= {"related"}
    return [each.link for each in questions]


def test_another_query_is_asked_once_and_as_it_was_found() -> None:
    related = source()
    take(related, proposing(f"{START}Floor+Lamp", f"{START}floor%20lamp", f"{START}chair"))
    assert related.promise() > 0
    first = related.next()
    assert first is not None
    assert first.values[0][1] in {"Floor Lamp", "chair"}
    take(related, proposing(f"{START}floor+lamp", f"{START}chair"))
    assert len(asked(related)) == 1
    assert related.promise() == 0


def test_a_query_in_an_older_encoding_is_text() -> None:
    """Bytes that were kept as they are cannot be stored."""
    related = source()
    take(related, proposing(f"{START}at%E9"))
    question = related.next()
    assert question is not None
    assert question.values[0][1] == "até"
    assert question.link == f"{START}at%E9"


def test_what_was_asked_is_not_proposed() -> None:
    related = source()
    take(related, proposing(f"{START}LAMP", f"{START}chair", f"{START}"))
    take(related, proposing(f"{START}lamp", word="chair"), "chair")
    assert asked(related) == []
    assert related.outcome() == {"asked in another way": 1}


def test_a_record_is_no_proposal_though_its_address_holds_words() -> None:
    related = source()
    found = (Found(f"{START}oak", "an oak", ""),)
    answer = Answer("results", "", found, url=f"{START}lamp", links=(f"{START}oak",))
    take(related, answer)
    assert asked(related) == []


def test_links_elsewhere_or_with_more_chosen_are_left() -> None:
    related = source()
    others = f"{HOST}/other?q=a", "https://elsewhere.example/s?q=b", f"{START}c&brand=elm"
    take(related, proposing(*others))
    assert asked(related) == []
    assert related.outcome() == {"choose something besides": 1}


def test_what_turns_out_to_be_tracking_hides_no_query() -> None:
    links = links_of_form()
    related = RelatedQueries("q", links)
    for number in range(8):
        word, other = f"word{number}", f"other{number}"
        here = START + word
        urls = (f"{START}{other}&utm_source=r{number}", f"{here}&brand={number}&utm_source=x")
        answer = Answer("results", "", (Found(word, "", ""),), url=here, links=urls)
        question = Question("keyword", (("q", word),))
        links.take(question, answer, answer.found)
        related.take(question, answer, answer.found)
    assert len(asked(related)) == 8


def test_words_that_few_records_hold_come_first() -> None:
    related = source()
    take(related, proposing(f"{START}lamp+shade", f"{START}lamp", f"{START}big", word="big"), "x")
    take(related, proposing(word="lamp", ids="bcd"), "y")
    assert [url.rpartition("=")[2] for url in asked(related)] == ["lamp+shade", "big", "lamp"]


def test_they_are_left_when_they_bring_nothing() -> None:
    related = source()
    take(related, proposing(*(f"{START}word{n}" for n in range(30))))
    tried = 0
    while question := related.next():
        related.take(question, Answer("results", "", ()), ())
        tried += 1
    assert tried == 3
    assert related.outcome()["not asked"] == 27


def test_as_long_as_they_bring_something_they_are_asked() -> None:
    related = source()
    take(related, proposing(*(f"{START}word{n}" for n in range(30))))
    tried = 0
    while question := related.next():
        new = (Found(str(tried), "", ""), Found(f"{tried}b", "", ""))
        related.take(question, Answer("results", "", new), new)
        tried += 1
    assert tried == 30


def test_without_a_box_there_is_nothing_to_ask() -> None:
    related = RelatedQueries("", links_of_form(box="", is_get=False))
    take(related, proposing(f"{START}chair"))
    assert related.promise() == 0


def test_records_that_only_proposals_lead_to_are_harvested() -> None:
    """A database whose records do not name each other: no word of one finds another."""

    async def ask(question: Question) -> Answer:
        number = int(question.values[0][1].removeprefix("topic"))
        found = tuple(Found(f"{number}-{n}", "", "") for n in range(5))
        links = (f"{START}topic{number + 1}",) if number < 20 else ()
        return Answer("results", str(number), found, url=f"{START}topic{number}", links=links)

    links = links_of_form()
    harvest = Harvest(ask, LIMITS, KnownRecords(), [links, RelatedQueries("q", links)])

    async def crawl() -> str:
        await harvest.ask_all([Question("seed", (("q", "topic0"),))])
        return await harvest.run()

    assert asyncio.run(crawl()) == "nothing is left to ask"
    assert harvest.found == 21 * 5
