"""A form asked by the rules, against databases that are plain dictionaries."""

import asyncio
import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.page.words import words
from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.first_questions import EVERYTHING, SAYING
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.keywords.word_source import IN_VAIN
from deepweb.surface.queries.query_source import KnownQueries
from deepweb.surface.record_numbers import KnownRecords, TextNumbers
from deepweb.surface.run import Surfacing
from deepweb.surface.task import Outcome, SurfacingLimits, Task
from deepweb.surface.templates.template import TemplateOutcome

NONSENSE = ("xqzv", "vvkq zzpw", "qq77wx", "zzqqvv")
HARVEST = HarvestLimits(patience=8, failures=3, together=2, saturation=300, coverage=0.995)
LIMITS = SurfacingLimits(background_first=3, tau=0.25, sample=20, harvest=HARVEST)
EMPTY = Answer("empty", "empty")


@dataclass
class Box:
    """A search box over texts: a record is found by each of its words."""

    records: Mapping[str, str]
    most: int = 10
    delay: Callable[[], float] = lambda: 0.0
    refused_after: int | None = None
    errors: frozenset[str] = frozenset()
    blank_lists: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)

    pages: bool = False

    async def __call__(self, question: Question) -> Answer:
        word = dict(question.values)["q"]
        if self.refused_after is not None and len(self.asked) >= self.refused_after:
            raise NotAskedError("budget spent")
        self.asked.append((question.purpose, word))
        await asyncio.sleep(self.delay())
        if word in self.errors:
            return Answer("error", "")
        return self.page(word, int(question.link or 0))

    def page(self, word: str, start: int) -> Answer:
        whole = self.answer(word)
        found = whole.found[start : start + self.most]
        if not self.pages or not whole.found:
            return whole
        last = start + self.most >= len(whole.found)
        following = "" if last else str(start + self.most)
        return replace(whole, found=found, next_url=following)

    def answer(self, word: str) -> Answer:
        is_listed = self.blank_lists and not word
        found = [key for key, text in self.records.items() if is_listed or word in words(text)]
        if not found:
            return EMPTY
        shown = sorted(found)[: None if self.pages else self.most]
        signature = hashlib.sha256(" ".join(shown).encode()).hexdigest()
        return Answer(
            "results",
            signature,
            tuple(Found(key, self.records[key], self.records[key]) for key in shown),
        )

    @property
    def purposes(self) -> list[str]:
        """The stages in the order in which they began."""
        return list(dict.fromkeys(purpose for purpose, _ in self.asked))

    def words_for(self, purpose: str) -> list[str]:
        return [word for why, word in self.asked if why == purpose]


def _chain(length: int) -> dict[str, str]:
    """Records that each share a word with the next."""
    return {f"r{n}": f"{_name(n)} {_name(n + 1)}" for n in range(length)}


def _name(number: int) -> str:
    return "w" + "".join(chr(97 + int(digit)) for digit in str(number))


def _surface(
    box: Callable[..., object] | Box,
    first_words: tuple[str, ...] = (),
    limits: SurfacingLimits = LIMITS,
    seen: set[str] | None = None,
    titles: set[str] | None = None,
) -> Outcome:
    assert isinstance(box, Box)
    task = Task("q", NONSENSE, first_words)
    known = KnownRecords(TextNumbers(seen or ()), TextNumbers(titles or ()))
    outcome = asyncio.run(Surfacing(task, box, known, limits).run())
    if seen is not None:
        seen.update(each for each in box.records if each in known.ids)
        assert len(seen) == len(known.ids)
    return outcome


def test_stages_come_in_order() -> None:
    box = Box(_chain(30))
    _surface(box, (_name(0),))
    assert box.purposes == ["background", "unrestricted", "seed", "keyword"]
    assert box.words_for("background") == [*NONSENSE[:SAYING]]  # they say that there is nothing
    assert box.words_for("unrestricted") == ["", *EVERYTHING]


def test_a_connected_database_is_found_in_full() -> None:
    box, seen = Box(_chain(40)), set[str]()
    outcome = _surface(box, (_name(0),), seen=seen)
    assert seen == set(box.records)
    assert outcome.reason == "nothing is left to ask"
    assert outcome.templates[0].informative
    assert outcome.templates[0].tested == len(box.words_for("keyword"))
    assert outcome.templates[0].distinctness is not None
    assert 0.9 <= outcome.templates[0].distinctness <= 1


def test_no_word_is_asked_twice() -> None:
    box = Box(_chain(30))
    _surface(box, ("nothing", _name(0), _name(1)))
    asked = [word for _, word in box.asked]
    assert len(asked) == len(set(asked))


def test_seeds_end_with_the_first_that_finds() -> None:
    box = Box(_chain(5))
    _surface(box, ("nothing", "zero", _name(0), "more", "another"))
    assert box.words_for("seed") == ["nothing", "zero", _name(0), "more"]


def test_no_seed_where_nothing_at_all_lists_the_database() -> None:
    box, seen = Box(_chain(30), blank_lists=True), set[str]()
    _surface(box, ("unused",), seen=seen)
    assert box.words_for("seed") == []
    assert len(seen) == 30


@pytest.mark.parametrize("records", [45, 41])
def test_the_pages_of_the_unrestricted_query_are_all_there_is_to_ask(records: int) -> None:
    class CountingBox(Box):
        def page(self, word: str, start: int) -> Answer:
            return replace(super().page(word, start), count=len(self.records))

    box, seen = CountingBox(_chain(records), blank_lists=True, pages=True), set[str]()
    outcome = _surface(box, ("unused",), seen=seen)
    assert outcome.reason == f"the unrestricted query lists all {records} records"
    assert box.purposes == ["background", "unrestricted", "next"]
    assert len(box.words_for("next")) == 4
    assert len(seen) == records


def test_next_pages_are_asked_where_they_promise_more_than_words() -> None:
    records = {f"r{n:03}": f"common {_name(n)}" for n in range(100)}
    box, seen = Box(records, pages=True), set[str]()
    _surface(box, ("common",), _limits(together=1), seen)
    assert len(seen) == 100
    assert len(box.words_for("next")) == 9 + 1, "all pages are full: the page behind is tried once"
    assert len(box.words_for("keyword")) <= 15 + 20


def test_a_box_that_finds_nothing() -> None:
    box = Box({})
    outcome = _surface(box, ("one", "two", "three"))
    assert outcome.reason == "no seed word found anything"
    assert outcome.templates == (TemplateOutcome(("q",), False, 0, None, outcome.reason),)


@dataclass
class PathBox(Box):
    """A box that takes a path: left empty it lists the folder, words are no paths."""

    def answer(self, word: str) -> Answer:
        return EMPTY if word else super().answer(word)


def test_words_of_records_that_find_nothing_are_soon_left() -> None:
    box = PathBox(_chain(80), most=90, blank_lists=True)
    outcome = _surface(box, (), _limits(patience=200))
    assert IN_VAIN <= len(box.words_for("keyword")) <= IN_VAIN + 2
    assert outcome.templates[0].reason.endswith("words of records in a row find nothing")


def _limits(**changed: Any) -> SurfacingLimits:
    """The usual ones but for some, be they of the harvest or not."""
    of_harvest = {name: changed.pop(name) for name in HarvestLimits.__slots__ if name in changed}
    return replace(LIMITS, harvest=replace(HARVEST, **of_harvest), **changed)


@pytest.mark.parametrize("patience", [1, 4, 9])
def test_patience_ends_the_asking(patience: int) -> None:
    texts = {"1": "start " + " ".join(_name(n) for n in range(50))}
    box = Box(texts)
    outcome = _surface(box, ("start",), _limits(patience=patience, together=1, tau=0.0))
    assert outcome.reason == f"{patience} answers in a row brought nothing new"
    assert len(box.words_for("keyword")) == patience


def test_patience_counts_from_the_last_new_record() -> None:
    texts = _chain(12) | {"long": f"{_name(0)} " + " ".join(f"zdry{c}" for c in "abcdefgh")}
    box, seen = Box(texts), set[str]()
    outcome = _surface(box, (_name(0),), _limits(patience=4, together=1), seen)
    assert "4 answers in a row" in outcome.reason
    keywords = box.words_for("keyword")
    last_new = max(n for n, word in enumerate(keywords) if _first_shown(box, keywords, n))
    assert len(keywords) - 1 - last_new == 4


def _first_shown(box: Box, keywords: list[str], place: int) -> bool:
    """Did this keyword show a record that no question before it had shown?"""
    before = [*box.words_for("seed"), *keywords[:place]]
    known = {found.id for word in before for found in box.answer(word).found}
    return any(found.id not in known for found in box.answer(keywords[place]).found)


def test_seeds_that_find_nothing_do_not_use_up_patience() -> None:
    box, seen = Box(_chain(6)), set[str]()
    _surface(box, ("no", "not", "none", "nil", _name(0)), _limits(patience=3), seen)
    assert len(seen) == 6


def test_the_same_answer_to_everything_is_not_informative() -> None:
    class SameBox(Box):
        def answer(self, word: str) -> Answer:
            number = len(self.asked)  # always new records, but one signature
            found = Found(f"r{number}", f"title {_name(number)} {_name(number + 500)}", "")
            return Answer("results", "same", (found,))

    box = SameBox({})
    outcome = _surface(box, ("x",), _limits(sample=10, together=1))
    assert outcome.templates[0].reason == "distinctness 0.10 < 0.25 of 10 answers"
    assert not outcome.templates[0].informative
    assert (outcome.templates[0].tested, outcome.templates[0].distinctness) == (10, 0.1)


def test_distinctness_of_exactly_tau_is_enough() -> None:
    class TwoBox(Box):
        def answer(self, word: str) -> Answer:
            number = len(self.asked)
            found = Found(f"r{number}", f"{_name(number)} {_name(number + 500)}", "")
            return Answer("results", f"s{number % 2}", (found,))

    outcome = _surface(TwoBox({}, refused_after=20), (), _limits(sample=4, together=1, tau=0.125))
    assert outcome.reason == "budget spent"
    assert outcome.templates[0].distinctness is not None
    assert outcome.templates[0].distinctness >= 0.125
    assert outcome.templates[0].informative


def test_errors_in_a_row_end_the_asking() -> None:
    errors = frozenset({"bad", "fatal", "ill", "sick"})
    box, seen = Box({"1": "start bad fatal ill sick"}, errors=errors), set[str]()
    outcome = _surface(box, ("start",), _limits(together=1), seen)
    assert outcome.reason == "3 errors in a row"
    assert box.words_for("keyword") == ["bad", "fatal", "ill"]
    assert seen == {"1"}
    assert outcome.templates[0].informative


def test_one_good_answer_forgives_the_errors_before_it() -> None:
    errors = frozenset({"bad", "worse"})
    box, seen = Box(_chain(8), errors=errors), set[str]()
    first = ("bad", "worse", _name(0))
    outcome = _surface(box, first, _limits(together=5, failures=3), seen)
    assert outcome.reason == "nothing is left to ask"
    assert seen == set(box.records)


def test_answers_without_records_say_nothing_of_the_box() -> None:
    class ChoosyBox(Box):
        def answer(self, word: str) -> Answer:
            return EMPTY if word.startswith("price") else super().answer(word)

    priced = {key: f"{text} price{key}" for key, text in _chain(20).items()}
    outcome = _surface(ChoosyBox(priced), (_name(0),), _limits(tau=0.9, sample=2, patience=99))
    assert outcome.templates == (TemplateOutcome(("q",), True, 40, 1.0, "nothing is left to ask"),)


def test_nonsense_is_asked_less_only_if_the_answers_say_that_there_is_nothing() -> None:
    class MuteBox(Box):
        def answer(self, word: str) -> Answer:
            answer = super().answer(word)
            return Answer("background", "form") if answer is EMPTY else answer

    box = MuteBox(_chain(5))
    _surface(box, (_name(0),))
    assert box.words_for("background") == [*NONSENSE[:3]]  # answered alike: more say no more


def test_words_are_left_that_no_longer_find_anything() -> None:
    class SectionBox(Box):
        """Finds what bears the word in its title; the records show many other words."""

        def answer(self, word: str) -> Answer:
            return super().answer(word) if word == "start" else EMPTY

    box = SectionBox({f"r{n}": f"start {_name(n)}" for n in range(9)} | {"s": "start " * 3})
    box.records = {
        key: f"{text} " + " ".join(map(_name, range(90))) for key, text in box.records.items()
    }
    outcome = _surface(box, ("start",), _limits(patience=200))
    assert IN_VAIN <= len(box.words_for("keyword")) <= IN_VAIN + 2
    assert outcome.templates[0].reason == f"{IN_VAIN} words of records in a row find nothing"


def test_nonsense_that_is_answered_in_several_ways_is_asked_more() -> None:
    box = Box({"r1": "xqzv alpha"})  # the first word is a word there
    _surface(box, ("alpha",))
    assert box.words_for("background") == [*NONSENSE]


def test_errors_to_nonsense_count_too() -> None:
    class DownBox(Box):
        def answer(self, word: str) -> Answer:
            return Answer("error", "")

    box = DownBox({})
    outcome = _surface(box, ("x",))
    assert outcome.reason == "4 errors in a row"
    assert not outcome.templates[0].informative
    assert box.purposes == ["background", "unrestricted"]


@pytest.mark.parametrize("refused_after", [0, 2, 3, 5, 9])
def test_what_may_not_be_asked_ends_the_asking_with_its_reason(refused_after: int) -> None:
    box, seen = Box(_chain(30), refused_after=refused_after), set[str]()
    outcome = _surface(box, (_name(0),), seen=seen)
    assert outcome.reason == "budget spent"
    assert len(box.asked) == refused_after
    shown = {found.id for _, word in box.asked for found in box.answer(word).found}
    assert seen == shown
    assert outcome.templates[0].informative == bool(shown)


def test_answers_of_a_round_count_though_another_question_was_refused() -> None:
    class ChoosyBox(Box):
        async def __call__(self, question: Question) -> Answer:
            if ("q", "forbidden") in question.values:
                raise NotAskedError("robots.txt forbids it")
            return await super().__call__(question)

    seen = set[str]()
    outcome = _surface(ChoosyBox(_chain(3)), ("forbidden", _name(0)), seen=seen)
    assert outcome.reason == "robots.txt forbids it"
    assert seen == {"r0"}


def test_other_mistakes_are_not_swallowed() -> None:
    class BrokenBox(Box):
        def answer(self, word: str) -> Answer:
            raise LookupError(word)

    with pytest.raises(LookupError):
        _surface(BrokenBox({}))


def test_records_known_from_another_form_are_not_new() -> None:
    box, seen = Box(_chain(6)), {f"r{n}" for n in range(6)}
    outcome = _surface(box, (_name(0),), _limits(patience=99), seen)
    assert not outcome.templates[0].informative
    assert outcome.reason == "found only what another form had found"
    assert box.words_for("keyword") == []


def test_records_that_are_called_as_known_ones_are_another_view_of_them() -> None:
    box = Box(_chain(30), blank_lists=True)
    outcome = _surface(box, (), titles=set(box.records.values()))
    assert outcome.reason == "found only what another form had found"
    assert box.purposes == ["background", "unrestricted"]


_ANIMALS = ("ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen")
_DATABASES = st.lists(
    st.lists(st.sampled_from(_ANIMALS), min_size=1, max_size=4),
    max_size=12,
).map(lambda texts: {f"r{n}": " ".join(text) for n, text in enumerate(texts)})


@given(_DATABASES, st.integers(0, 2**20), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_the_order_of_arrival_changes_nothing(
    records: dict[str, str], seed: int, together: int
) -> None:
    limits = _limits(together=together)
    swift, seen = Box(records), set[str]()
    outcome = _surface(swift, ("ant", "dog"), limits, seen)
    rng = random.Random(seed)
    late, seen_late = Box(records, delay=lambda: rng.random() / 1000), set[str]()
    assert _surface(late, ("ant", "dog"), limits, seen_late) == outcome
    assert late.asked == swift.asked
    assert seen_late == seen


@given(_DATABASES)
@settings(max_examples=60, deadline=None)
def test_all_that_hangs_together_is_found(records: dict[str, str]) -> None:
    seen = set[str]()
    _surface(Box(records, most=99), ("ant",), _limits(patience=99, tau=0.0), seen)
    assert seen == _connected(records, {"ant"})


def _connected(records: dict[str, str], known: set[str]) -> set[str]:
    """Brute force: records that words lead to, from record to record."""
    found = {key for key, text in records.items() if known & set(words(text))}
    reached = {word for key in found for word in words(records[key])} | known
    return found if reached == known else _connected(records, reached)


def test_queries_of_a_log_come_before_words_and_are_told() -> None:
    box = Box({str(n): f"hotel town{n}" for n in range(6)}, most=3)
    known = KnownQueries(log=["town1", "town2", "town9"])
    task = Task("q", NONSENSE, ("hotel",), known=known)
    outcome = asyncio.run(Surfacing(task, box, KnownRecords(), LIMITS).run())
    asked = [purpose for purpose, _ in box.asked if purpose in {"seed", "log"}]
    assert asked[:2] == ["log", "log"]
    (listed,) = outcome.queries
    assert (listed.source, listed.asked) == ("log", 3)
    assert listed.found >= 2
    assert len([query for query in box.asked if query[1] == "town1"]) == 1
