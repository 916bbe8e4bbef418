"""Typed boxes told by asking: single cases, and figures over many boxes."""

import asyncio
import random
from collections.abc import Sequence
from functools import cache

import pytest

from deepweb.form.model import Input
from deepweb.store.resources import type_knowledge
from deepweb.surface.answer import Answer, NotAskedError, Question
from deepweb.surface.values.typed_box import SoFar, TypedBoxLimits, TypeVerdict, typed_box
from tests.surface.typed_boxes import READERS, SHOWN, Case, TypedSite, cases, catalogue

KNOWLEDGE = type_knowledge(2026)
LIMITS = TypedBoxLimits()
NONSENSE = "xqzvkw"


def site_of(kind: str, *, written: str = "%Y-%m-%d", **options: object) -> TypedSite:
    entries = catalogue(0, 400, (*SHOWN, "country"), written)
    reads, contains = READERS[kind](written, random.Random(1))
    return TypedSite(entries, reads, contains, **options)  # type: ignore[arg-type]


def verdict(box: Input, site: TypedSite, **so_far: object) -> TypeVerdict:
    known = SoFar(**{"nonsense": NONSENSE} | so_far)  # type: ignore[arg-type]
    return asyncio.run(typed_box(box, site, KNOWLEDGE, known))


def texts_of(site: TypedSite) -> list[str]:
    return [entry.text for entry in random.Random(1).sample(list(site.entries), 40)]


@cache
def outcomes() -> tuple[tuple[Case, TypeVerdict], ...]:
    return tuple((case, _outcome(case)) for case in cases(0))


def _outcome(case: Case) -> TypeVerdict:
    site = case.site()
    return verdict(
        case.box,
        site,
        texts=texts_of(site) if case.texts else (),
        answers=(site.listed(site.entries),) if case.lists_all else (),
        words=("painted", "garden") if case.texts else ("home", "site"),
    )


def typed_cases() -> list[tuple[Case, TypeVerdict]]:
    return [(case, told) for case, told in outcomes() if case.type != "keyword"]


def test_most_typed_boxes_are_recognised() -> None:
    assert len(typed_cases()) >= 100
    recognised = [told for _, told in typed_cases() if told.is_typed]
    assert len(recognised) >= 0.9 * len(typed_cases())


def test_recognised_types_are_right() -> None:
    recognised = [(case.type, told.type) for case, told in typed_cases() if told.is_typed]
    assert sum(one == other for one, other in recognised) >= 0.95 * len(recognised)


def test_no_keyword_box_is_called_typed() -> None:
    keyword = [told for case, told in outcomes() if case.type == "keyword"]
    assert len(keyword) >= 10
    assert not any(told.is_typed for told in keyword)


def test_boxes_with_hints_cost_few_requests() -> None:
    hinted = [told.tested for case, told in typed_cases() if case.hint == "words"]
    plain = [t.tested for c, t in typed_cases() if c.hint == "words" and c.type != "date"]
    assert sum(hinted) / len(hinted) <= 11
    assert sum(plain) / len(plain) <= 8
    assert max(told.tested for _, told in outcomes()) <= LIMITS.max_questions


def test_values_of_the_site_come_first() -> None:
    site = site_of("zip")
    told = verdict(Input("zip", "text"), site, texts=texts_of(site))
    assert told.type == "zip"
    held = {entry.values["zip"] for entry in site.entries}
    assert set(told.values[: len(held) - 3]) <= held
    assert len(told.values) > len(held)


@pytest.mark.parametrize("written", ["%d.%m.%Y", "%m/%d/%Y", "%B %d, %Y", "%Y%m%d", "%d-%b-%Y"])
def test_the_notation_of_dates_is_found(written: str) -> None:
    site = site_of("date", written=written, test="least")
    told = verdict(Input("since", "text", label="Date"), site, texts=texts_of(site))
    assert told.type == "date"
    assert all(site.reads(value) for value in told.values)


@pytest.mark.parametrize("written", ["%m/%d/%Y", "%d/%m/%Y", "%m-%d-%Y", "%d-%m-%Y"])
def test_days_are_not_taken_for_months(written: str) -> None:
    site = site_of("date", written=written, test="least", refusal="ignored")
    # The records show only days that could be months.
    early = [entry for entry in site.entries if entry.day.day <= 12]
    told = verdict(Input("d", "text", label="Date"), site, texts=[e.text for e in early[:40]])
    assert told.type == "date"
    assert all(site.reads(value) for value in told.values)


def test_a_shown_notation_is_the_only_one_tried() -> None:
    site = site_of("date", written="%d.%m.%Y", test="least")
    verdict(Input("d", "text", placeholder="TT.MM.JJJJ"), site)
    asked = [value for value in site.asked if any(c.isdigit() for c in value)]
    assert asked
    assert all(value[2] == value[5] == "." for value in asked)


@pytest.mark.parametrize(
    ("kind", "name", "written"), [("date", "date", "%Y-%m-%d"), ("number", "year", "%Y-%m-%d")]
)
def test_inputs_of_html5_send_what_they_must(kind: str, name: str, written: str) -> None:
    site = site_of(name, written=written, test="least")
    told = verdict(Input(name, kind), site, texts=texts_of(site))
    assert told.type == name
    assert told.tested <= 5
    assert NONSENSE not in site.asked


def test_suggestions_of_the_page_are_the_values() -> None:
    site = site_of("city")
    told = verdict(Input("x", "text", suggestions=("Boston", "Denver", "Miami", "Detroit")), site)
    assert (told.type, told.values) == ("listed", ("Boston", "Denver", "Miami", "Detroit"))


def test_a_box_that_is_ignored_has_no_type() -> None:
    site = site_of("zip", refusal="ignored")
    site.reads = lambda typed: None
    told = verdict(Input("zip", "text", label="Zip code"), site)
    assert not told.is_typed
    assert told.tested <= 15


def test_words_of_the_records_found_give_a_keyword_box_away() -> None:
    site = site_of("keyword")
    told = verdict(Input("city", "text", label="City"), site, texts=texts_of(site))
    assert told.type == "keyword"


def test_words_come_first_where_the_box_asks_for_them() -> None:
    site = site_of("keyword")
    box = Input("q", "text", label="Search by city or keyword")
    told = verdict(box, site, texts=texts_of(site), words=("painted", "garden"))
    assert (told.type, told.tested) == ("keyword", 3)


@pytest.mark.parametrize("kind", ["email", "tel", "url", "color"])
def test_what_only_the_user_knows_is_not_asked(kind: str) -> None:
    site = site_of("zip")
    assert verdict(Input("zip", kind), site).tested == len(site.asked) == 0


def test_a_spent_budget_leaves_the_type_open() -> None:
    site = site_of("zip")

    async def ask(questions: Sequence[Question]) -> list[Answer]:
        if len(site.asked) + len(questions) > 3:
            raise NotAskedError("budget spent")
        return await site(questions)

    told = asyncio.run(typed_box(Input("zip", "text"), ask, KNOWLEDGE, SoFar()))
    assert (told.type, told.reason) == ("", "budget spent")


def test_what_is_set_along_goes_with_every_question() -> None:
    asked: list[Question] = []

    async def ask(questions: Sequence[Question]) -> list[Answer]:
        asked.extend(questions)
        return [Answer("empty", "nothing") for _ in questions]

    so_far = SoFar(along=(("state", "TX"),))
    asyncio.run(typed_box(Input("city", "text"), ask, KNOWLEDGE, so_far))
    assert asked
    assert all(question.values[0] == ("state", "TX") for question in asked)
