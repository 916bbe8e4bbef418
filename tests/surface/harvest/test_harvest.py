"""Which source is asked next, and when it is enough."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from deepweb.read.records.listed import ListKinds
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.failed_questions import MAX_RETRIES, RETRY_AFTER, FailedQuestions
from deepweb.surface.harvest.harvest import MIN_DRY, MIN_ROUND, ROUND_SHARE, Harvest, HarvestLimits
from deepweb.surface.harvest.source import GIVEN_UP, OPTIMISM
from deepweb.surface.record_numbers import KnownRecords

LIMITS = HarvestLimits(patience=10, failures=3, together=2, saturation=20, coverage=0.995)


@dataclass
class Plain:
    """A source that always promises the same."""

    name: str
    worth: float
    left: int = 100
    taken: list[Question] = field(default_factory=list)

    def promise(self) -> float:
        return self.worth if self.left else 0.0

    def next(self) -> Question | None:
        self.left -= 1
        return Question(self.name, ((self.name, str(self.left)),))

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self.taken.append(question)


class Site:
    """Answers each question by so many new records, in turn."""

    def __init__(self, *brought: int, kind: str = "results") -> None:
        self.brought = list(brought)
        self.asked: list[Question] = []
        self.kind = kind

    async def __call__(self, question: Question) -> Answer:
        number = len(self.asked)
        self.asked.append(question)
        many = self.brought[number] if number < len(self.brought) else 0
        found = tuple(Found(f"{number}-{n}", "", "text") for n in range(many))
        return Answer(self.kind, str(number), found)


def harvest_of(site: Site, *sources: Plain, limits: HarvestLimits = LIMITS) -> Harvest:
    return Harvest(site, limits, KnownRecords(), [*sources])


def test_the_best_is_asked_and_beside_it_only_what_is_nearly_as_good() -> None:
    good, fair, poor = Plain("good", 8, left=1), Plain("fair", 5, left=5), Plain("poor", 2)
    site = Site(8, *[5] * 5)
    asyncio.run(harvest_of(site, poor, fair, good).run())
    assert [each.purpose for each in site.asked[:7]] == ["good", *["fair"] * 5, "poor"]


@dataclass
class Lists(Plain):
    """Lists of the site that always promise the same."""

    holds_all: bool = False
    least: float = 0.0

    def next(self) -> Question | None:
        question = super().next()
        return question and replace(question, link=str(self.left), kinds=ListKinds())


def test_lists_are_believed_as_far_as_they_keep_their_promises() -> None:
    limits, words = replace(LIMITS, patience=60), Plain("honest", 4, left=40)
    harvest = Harvest(by_name, limits, KnownRecords(), [words], lists=[Lists("boaster", 20)])
    asked: list[str] = []

    async def run() -> None:
        for _ in range(40):
            questions = harvest.choose()
            asked.extend(each.purpose for each in questions)
            await harvest.ask_all(questions)

    asyncio.run(run())
    assert asked[:2] == ["boaster", "boaster"]
    assert asked.index("honest") < 10


def test_lists_that_keep_their_promises_are_read_before_words_that_promise_a_little_more() -> None:
    site = Site(*[3] * 8)
    words, pages = Plain("words", 4, left=5), Lists("pages", 3, left=5)
    asyncio.run(Harvest(site, LIMITS, KnownRecords(), [words], lists=[pages]).run())
    assert [each.purpose for each in site.asked[:5]] == ["pages"] * 5


def test_a_form_that_does_not_search_what_lists_show_is_dropped() -> None:
    lists = Lists("honest", 4, left=40)
    limits, boaster = replace(LIMITS, patience=60), Plain("boaster", 3)
    harvest = Harvest(by_name, limits, KnownRecords(), [boaster], lists=[lists])
    asyncio.run(harvest.run())
    words = next(way for way in harvest.ways("over") if way.name == "boaster")
    assert GIVEN_UP <= words.requests < 30
    assert "while lists brought" in words.reason


async def by_name(question: Question) -> Answer:
    """Only what is called honest brings something."""
    (name, value), *_ = question.values
    found = [Found(f"{value}-{n}", "", "") for n in range(4 if name == "honest" else 0)]
    return Answer("results", value, tuple(found))


def test_rounds_are_small_beside_the_answers_they_build_on() -> None:
    limits = replace(LIMITS, together=16)
    harvest = harvest_of(Site(*[1] * 200), Plain("w", 5, left=200), limits=limits)
    assert len(harvest.choose()) == MIN_ROUND
    asyncio.run(harvest.run())
    assert harvest.together == int(ROUND_SHARE * harvest.asked) < 16


def test_every_source_sees_every_answer() -> None:
    one, other = Plain("one", 5, left=2), Plain("other", 1, left=0)
    asyncio.run(harvest_of(Site(1, 1), one, other).run())
    assert [q.purpose for q in other.taken] == ["one", "one"]


def test_guesses_that_bring_nothing_do_not_count_against_patience() -> None:
    site = Site(3)
    reason = asyncio.run(harvest_of(site, Plain("knowledge", 5, left=30), Plain("w", 4)).run())
    assert reason == "10 answers in a row brought nothing new"
    assert sum(each.purpose == "knowledge" for each in site.asked) > 1 + 10 // 2


def test_patience() -> None:
    site = Site(3, 0, 2)
    reason = asyncio.run(harvest_of(site, Plain("w", 5)).run())
    assert reason.endswith("answers in a row brought nothing new")
    assert 13 <= len(site.asked) <= 14


def test_more_patience_where_the_site_says_that_many_are_left() -> None:
    asked = {}
    for total in (101, 103):
        site = Site(100)
        harvest = harvest_of(site, Plain("words", 1, left=200))
        harvest.believe_total(total)
        asyncio.run(harvest.run())
        asked[total] = len(site.asked)
    assert 10 < asked[101] <= 13
    assert 40 < asked[103] <= 43


def test_what_shows_only_known_records_is_saturated() -> None:
    class Same(Site):
        async def __call__(self, question: Question) -> Answer:
            self.asked.append(question)
            start = 10 * (len(self.asked) % 4)
            found = tuple(Found(str(n), "", "") for n in range(start, start + 10))
            return Answer("results", str(start), found)

    site = Same()
    harvest = harvest_of(site, Plain("w", 5))
    harvest.believe_list()
    reason = asyncio.run(harvest.run())
    assert reason.startswith("saturated: ")
    assert len(site.asked) <= 4 + MIN_DRY + 1
    assert not asyncio.run(harvest_of(Same(), Plain("w", 5)).run()).startswith("saturated")


def test_errors_in_a_row() -> None:
    site = Site(kind="error")
    assert asyncio.run(harvest_of(site, Plain("w", 5)).run()) == "4 errors in a row"


def test_all_that_the_site_says_it_has() -> None:
    harvest = harvest_of(Site(2, 1), Plain("w", 5))
    harvest.believe_total(3)
    assert asyncio.run(harvest.run()) == "all 3 records are found that the site says it has"


def test_a_claim_of_fewer_records_than_are_found_is_dropped() -> None:
    """Calibre-Web says "61 Results" whatever it holds."""
    harvest = harvest_of(Site(2, 2, 0, 0, 0, 1), Plain("w", 5, left=6))
    harvest.believe_total(3)
    assert asyncio.run(harvest.run()) == "nothing is left to ask"
    assert harvest.found == 5
    assert harvest.missing is None


def test_nothing_left() -> None:
    reason = asyncio.run(harvest_of(Site(1, 1, 1), Plain("w", 5, left=3)).run())
    assert reason == "nothing is left to ask"


def test_what_stands_beside_every_question() -> None:
    site = Site()
    harvest = harvest_of(site)
    harvest.fill_in_always((("size", "100"),))
    questions = [Question("a", (("q", "x"),)), Question("next", (("q", "x"),), "/2")]
    asyncio.run(harvest.ask_all([*questions, Question("a", (("size", "10"),))]))
    assert [each.values for each in site.asked] == [
        (("q", "x"), ("size", "100")),
        (("q", "x"),),
        (("size", "10"),),
    ]


class Small:
    """A database of so many records; answers show some of them, in turn."""

    def __init__(self, size: int, page: int = 20) -> None:
        self.size, self.page, self.asked = size, page, 0

    async def __call__(self, question: Question) -> Answer:
        start = self.asked * self.page
        self.asked += 1
        shown = [(start + n) % self.size for n in range(self.page)]
        return Answer("results", str(start), tuple(Found(f"r{n}", "", "") for n in shown))


def test_a_database_that_shows_only_what_is_known_is_saturated() -> None:
    site = Small(500)
    limits = replace(LIMITS, patience=200)
    harvest = Harvest(site, limits, KnownRecords(), [Plain("keyword", 5, left=1_000)])
    reason = asyncio.run(harvest.run())
    assert reason.startswith("saturated: 500 of about 50")
    assert site.asked <= 100


def test_few_records_shown_again_and_again_are_not_the_whole_database() -> None:
    first = Site(*[20] * 20, *[0] * 200)

    async def promoted(question: Question) -> Answer:
        answer = await first(question)
        return replace(answer, found=answer.found or (Found("0-0", "", ""),))

    limits = replace(LIMITS, patience=60)
    harvest = Harvest(promoted, limits, KnownRecords(), [Plain("keyword", 5, left=1_000)])
    assert "answers in a row" in asyncio.run(harvest.run())


def test_questions_that_go_where_they_are_sent_do_not_saturate() -> None:
    limits = replace(LIMITS, patience=60)
    harvest = Harvest(Small(500), limits, KnownRecords(), [Plain("range", 5, left=1_000)])
    assert "answers in a row" in asyncio.run(harvest.run())


class Failing(Site):
    """Fails at first to answer one question, which has something to say."""

    async def __call__(self, question: Question) -> Answer:
        times = self.asked.count(question)
        answer = await super().__call__(question)
        if dict(question.values) != {"words": "97"}:
            return answer
        if not times:
            return Answer("error", "", is_final=False)
        return Answer("results", "late", (Found("late", "", "text"),))


def test_what_failed_is_asked_once_more_before_the_end() -> None:
    site = Failing(1, 1)
    known = KnownRecords()
    harvest = Harvest(site, LIMITS, known, [Plain("words", 1.0)])
    reason = asyncio.run(harvest.run())
    assert "late" in known.ids
    assert site.asked.count(Question("words", (("words", "97"),))) == 2
    assert "brought nothing new" in reason


def test_who_only_fails_is_not_asked_again_at_the_end() -> None:
    site = Site(kind="error")
    asyncio.run(harvest_of(site, Plain("words", 1.0)).run())
    assert len(site.asked) <= LIMITS.failures + LIMITS.together


# FailedQuestions: when they are asked again

FAILED = Answer("error", "", is_final=False)
GOOD = Answer("results", "x")
QUESTION = Question("keyword", (("q", "ant"),))


def after(again: FailedQuestions, answers: int) -> None:
    for _ in range(answers):
        again.take(Question("keyword"), GOOD, ())


def test_it_waits_for_other_answers() -> None:
    again = FailedQuestions()
    again.take(QUESTION, FAILED, ())
    assert 0 < again.promise() < 1
    after(again, RETRY_AFTER)
    assert again.promise() == OPTIMISM
    assert again.next() == QUESTION
    assert (again.promise(), again.next()) == (0, None)


def test_the_second_time_it_waits_longer_and_then_gives_up() -> None:
    again = FailedQuestions()
    for tries in range(MAX_RETRIES):
        again.take(QUESTION, FAILED, ())
        after(again, RETRY_AFTER * 2**tries - 1)
        assert again.promise() < 1
        after(again, 1)
        assert again.next() == QUESTION
    again.take(QUESTION, FAILED, ())
    assert again.promise() == 0


def test_what_would_fail_again_is_not_asked_again() -> None:
    again = FailedQuestions()
    again.take(QUESTION, Answer("error", ""), ())
    again.take(QUESTION, Answer("empty", ""), ())
    assert again.promise() == 0
