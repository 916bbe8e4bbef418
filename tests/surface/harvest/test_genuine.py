"""What is found again is a record; adverts and inventions are not."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from deepweb.read.records.listed import ListKinds
from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.harvest.genuine import (
    AGAIN,
    CHECKS,
    LISTED,
    TITLE,
    TRAP,
    GenuineRecords,
    holds,
    shows,
)
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.run import Surfacing
from deepweb.surface.task import Outcome, SurfacingLimits, Task

NAMES = ("amber", "birch", "cedar", "daisy", "elder", "fern", "grass", "hazel", "iris", "juniper")
BOOKS = [" ".join(three) for three in combinations(NAMES, 3)]
OTHERS = [*NAMES, *(a + b for a in ("kal", "mor", "sin", "tep") for b in ("dor", "fix", "lum"))]
MOST = 60  # questions to a trap
BUDGET = 400
HARVEST = HarvestLimits(
    patience=50, failures=3, together=2, saturation=300, coverage=0.995, trap=MOST
)
LIMITS = SurfacingLimits(background_first=3, tau=0.25, sample=20, harvest=HARVEST)


def book(title: str, kind: str = "book") -> Found:
    return Found(f"/{kind}/{title.replace(' ', '-')}", title, title)


def invented(key: str, number: int = 8) -> list[Found]:
    rng = random.Random(key)
    made = (f"{' '.join(rng.sample(OTHERS, 3))} {rng.randint(1, 10**6)}" for _ in range(number))
    return [book(title, "invented") for title in made]


@dataclass
class Shop:
    """Finds books by words, all of which their titles hold; ``more`` adds to each answer."""

    more: Callable[[str, int], list[Found]] = lambda word, number: []
    asked: list[Question] = field(default_factory=list)
    per_page: int = 10
    leaves_adverts: bool = False
    """Does the reader leave out records that do not hold the words asked?"""

    async def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        word = dict(question.values).get("q", "")
        sought = {*word.split()}
        if len(self.asked) > BUDGET:
            raise NotAskedError("budget spent")
        start = int(question.link.rpartition("|")[2] or 0)
        held = [t for t in BOOKS if sought and sought <= {*t.split()}]
        found = [book(t) for t in held[start : start + self.per_page]]
        if question.purpose != "background" and word:
            found += self.more(word, len(self.asked)) if not question.link else []
        if self.leaves_adverts:
            found = [each for each in found if holds(each, word)]
        is_last = start + self.per_page >= len(held)
        return Answer(
            "results" if found else "empty",
            str((word, start)),
            tuple(found),
            next_url="" if is_last else f"{word}|{start + self.per_page}",
        )

    def checks(self) -> list[str]:
        return [each.purpose for each in self.asked if each.purpose in CHECKS]


def surfaced(shop: Shop) -> tuple[Outcome, Surfacing, KnownRecords, list[str]]:
    known, dropped = KnownRecords(), list[str]()

    def drop(genuine: GenuineRecords) -> None:
        dropped.append(genuine.reason)
        shop.leaves_adverts = True

    task = Task("q", ("xqzv", "vvkq", "qqwx"), ("amber",))
    surfacing = Surfacing(task, shop, known, LIMITS, on_adverts=drop)
    return asyncio.run(surfacing.run()), surfacing, known, dropped


def test_an_honest_site_is_asked_nothing_more() -> None:
    shop = Shop()
    _, surfacing, known, dropped = surfaced(shop)
    assert all(book(title).id in known.ids for title in BOOKS)
    assert shop.checks() == []
    assert not dropped
    assert not surfacing.genuine.reason


def test_records_found_by_texts_that_are_not_shown_are_records() -> None:
    """Four of the books have words that only their own pages show."""
    hidden = [book(title) for title in BOOKS[:40:3]]
    shop = Shop(lambda word, _: hidden if word in {"amber", "birch", "juniper", "iris"} else [])
    _, surfacing, _, dropped = surfaced(shop)
    assert not dropped
    assert not surfacing.genuine.is_trap
    assert len(shop.checks()) <= 9


def test_adverts_change_when_a_question_is_asked_again() -> None:
    shop = Shop(lambda word, number: invented(f"advert {number}", 3))
    _, surfacing, known, (reason,) = surfaced(shop)
    assert shop.checks() == [AGAIN]
    assert "changed when it was asked again" in reason
    genuine = surfacing.genuine
    assert genuine.needs_words
    assert not any(genuine.is_advert(book(title).id) for title in BOOKS)
    adverts = [each for n in range(12) for each in invented(f"advert {n}", 3)]
    shown = [each.id for each in adverts if each.id in known.ids]
    assert sum(genuine.is_advert(each) for each in shown) > len(shown) / 2


def test_inventions_are_not_found_by_their_titles() -> None:
    shop = Shop(lambda word, _: invented(word, 3) if " " not in word else [])
    _, surfacing, _, (reason,) = surfaced(shop)
    assert TITLE in shop.checks()
    assert "found by its title, as others were" in reason
    assert not any(surfacing.genuine.is_advert(book(title).id) for title in BOOKS)


def named_after(word: str) -> list[Found]:
    """Inventions that hold the word asked, and others that are asked later."""
    rng = random.Random(word)
    titles = (
        f"{word} {' '.join(rng.sample(OTHERS, 5))} n{rng.randint(1, 10**6)}" for _ in range(9)
    )
    return [book(title, "invented") for title in titles] if " " not in word else []


def test_true_records_among_inventions_that_hold_the_words_are_no_trap() -> None:
    """None of the inventions comes back, but the books do: the search is no trap."""
    shop = Shop(lambda word, _: named_after(word))
    _, surfacing, _, (reason,) = surfaced(shop)
    assert "found by its title, as others were" in reason
    assert not surfacing.genuine.is_trap
    assert len(shop.asked) > MOST


def test_a_form_that_always_finds_others_is_a_trap_and_gets_a_share() -> None:
    shop = Shop(lambda word, _: invented(word))
    shop.per_page = 0  # it has no books
    outcome, surfacing, _, _ = surfaced(shop)
    assert surfacing.genuine.is_trap
    assert outcome.reason.startswith(TRAP)
    assert not outcome.is_complete
    assert len(shop.asked) <= MOST + len(CHECKS) + 8
    assert any(way.reason.startswith(TRAP) for way in outcome.ways)


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_site_that_finds_no_titles_is_no_trap_if_its_records_come_back(comes_back: bool) -> None:
    """Some searches find words of the texts only, and some of what they find."""
    genuine = GenuineRecords("q", KnownRecords().ids)
    tags = [f"tag{number}" for number in range(40)]
    records = [replace(book(f"Ticket {n}"), text=" ".join(tags)) for n in range(400)]
    known = set[str]()
    for number, tag in enumerate(tags):
        first = 5 * number if comes_back else 10 * number
        shown = tuple(records[first : first + 10])
        new = [each for each in shown if each.id not in known]
        known.update(each.id for each in new)
        genuine.take(Question("keyword", (("q", tag),)), Answer("results", "", shown), new)
    asked = 0
    while check := genuine.next_check():
        asked += 1
        genuine.take(check, Answer("empty", ""), ())
    assert asked
    assert genuine.is_trap is not comes_back


@pytest.mark.parametrize("is_found", [True, False])
def test_lists_whose_records_the_form_does_not_find(is_found: bool) -> None:
    genuine = GenuineRecords("q", KnownRecords().ids)
    shop = Shop()
    for word in NAMES[:4]:
        question = Question("keyword", (("q", word),))
        answer = asyncio.run(shop(question))
        genuine.take(question, answer, answer.found)
    assert genuine.next_check() is None
    for page in range(LISTED // 10 + 1):
        listed = [book(t) for t in BOOKS[-10:]] if is_found else invented(f"list {page}", 10)
        made = tuple(replace(each, id=f"{each.id}/{page}") for each in listed)
        question = Question("list", link=f"/list/{page}", kinds=ListKinds())
        genuine.take(question, Answer("results", "", made), made)
    asked = 0
    while check := genuine.next_check():
        asked += 1
        genuine.take(check, asyncio.run(shop(check)), ())
    assert asked == (1 if is_found else 6), "one that is found again is enough"
    assert genuine.are_lists_trap is not is_found
    assert genuine.reason.startswith(TRAP) is not is_found


@pytest.mark.parametrize(
    ("text", "asked", "is_shown"),
    [
        ("The Amber Books", "book", True),
        ("A book", "books", True),
        ("Straße in Köln", "koln", True),
        ("東京の本", "東京", True),
        ("A book of art", "art", True),
        ("A book of parts", "art", False),  # words begin so
        ("Amber and birch", "amber cedar", False),
        ("anything", "", True),
    ],
)
def test_which_texts_show_the_words_asked(text: str, asked: str, is_shown: bool) -> None:
    assert shows(text, asked) is is_shown
