"""Ranges split until every record is seen."""

import asyncio
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.form.model import Input
from deepweb.read.kind.demands import NARROWER, Demand
from deepweb.store.resources import value_lists
from deepweb.surface.answer import Answer, AskAll, Found, NotAskedError, Question
from deepweb.surface.values.axis import Axis, axes
from deepweb.surface.values.range_pair import RangePair
from deepweb.surface.values.ranges import RangePlan
from deepweb.surface.values.seen_values import SeenValues

RNG = random.Random(1)
PRICES = [round(RNG.uniform(1, 500), 2) for _ in range(1000)]
CROWDED = [round(RNG.lognormvariate(4, 1.2), 2) for _ in range(1000)]
HOUSES = [RNG.randrange(50, 900) * 1000 for _ in range(1000)]
YEARS = [RNG.randrange(1950, 2026) for _ in range(600)]
DAYS = [date(2015, 1, 1) + timedelta(days=RNG.randrange(4000)) for _ in range(1000)]
STEPS = (0, 10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 1000)


@dataclass
class RangeSite:
    """A form with two ends of a range, one page an answer."""

    values: Sequence[Any]
    reads: Callable[[str], Any]
    page_size: int = 20
    says_count: bool = True
    wants_both: bool = False
    ignores: bool = False
    has_next: bool = False
    asked: list[dict[str, str]] = field(default_factory=list)
    found: set[str] = field(default_factory=set)

    async def __call__(self, questions: Sequence[Question]) -> list[Answer]:
        await asyncio.sleep(0)
        return [self.answer(question) for question in questions]

    def answer(self, question: Question) -> Answer:
        filled = dict(question.values)
        self.asked.append(filled)
        low, high = filled.get("low", ""), filled.get("high", "")
        if self.wants_both and (low or high) and not (low and high):
            return Answer("empty", "fill in both")
        try:
            least, most = (self.reads(end) if end else None for end in (low, high))
        except ValueError:
            return self.listed(range(len(self.values)) if self.ignores else ())
        return self.listed(
            [
                n
                for n, value in enumerate(self.values)
                if (least is None or value >= least) and (most is None or value <= most)
            ]
        )

    def listed(self, records: Sequence[int]) -> Answer:
        shown = [str(n) for n in records[: self.page_size]]
        if not shown:
            return Answer("empty", "nothing")
        self.found.update(shown)
        return Answer(
            "results",
            hashlib.sha256(" ".join(shown).encode()).hexdigest(),
            tuple(Found(n, f"title {n}", f"record {n}") for n in shown),
            next_url="?page=2" if self.has_next and len(records) > len(shown) else "",
            count=len(records) if self.says_count else None,
        )


@dataclass(frozen=True, slots=True)
class RangeOutcome:
    """Whether ranges are understood, and why the asking ended."""

    informative: bool
    tested: int
    reason: str


async def ask_ranges(plan: RangePlan, ask: AskAll, together: int = 4) -> RangeOutcome:
    """Ask a plan to its end, by itself."""
    seen: set[str] = set()
    try:
        while questions := [q for _ in range(together) if (q := plan.next())]:
            for question, answer in zip(questions, await ask(questions), strict=True):
                new = [record for record in answer.found if record.id not in seen]
                seen.update(record.id for record in new)
                plan.take(question, answer, new)
    except NotAskedError as error:
        return RangeOutcome(plan.informative, plan.tested, str(error))
    return RangeOutcome(plan.informative, plan.tested, plan.reason)


def day(written: str) -> Callable[[str], date]:
    return lambda text: datetime.strptime(text, written).date()


def plan_of(
    site: RangeSite,
    kind: str,
    texts: Sequence[str] = (),
    notations: Sequence[str] = ("Y-m-d",),
    options: tuple[tuple[str, str], ...] = (),
) -> RangePlan:
    control = "select" if options else "text"
    low, high = (Input(name, control, options=options) for name in ("low", "high"))
    pair = RangePair(low, high, kind)
    whole = site.answer(Question("unrestricted"))
    ways = axes(pair, SeenValues(texts, value_lists()), 2026, notations)
    site.asked.clear()
    return RangePlan(pair, ways, whole)


def surface(site: RangeSite, kind: str, **known: Any) -> RangeOutcome:
    return asyncio.run(ask_ranges(plan_of(site, kind, **known), site))


@pytest.mark.parametrize("says_count", [True, False])
@pytest.mark.parametrize(
    ("kind", "values", "reads"),
    [
        ("price", PRICES, float),
        ("price", CROWDED, float),
        ("price", HOUSES, int),
        ("number", HOUSES, int),
        ("year", YEARS, int),
        ("date", DAYS, day("%Y-%m-%d")),
    ],
    ids=["prices", "crowded", "houses", "numbers", "years", "days"],
)
def test_all_records_are_reached(
    kind: str, values: list[Any], reads: Callable[[str], Any], says_count: bool
) -> None:
    site = RangeSite(values, reads, says_count=says_count)
    outcome = surface(site, kind)
    assert outcome.informative
    assert len(site.found) == len(values)
    pages = len(values) / site.page_size
    assert outcome.tested <= (2.8 if says_count else 4) * pages
    assert outcome.tested == len(site.asked)


def test_values_seen_on_the_site_are_used() -> None:
    site = RangeSite(CROWDED, float)
    plan = plan_of(site, "price", texts=[f"${price}" for price in CROWDED[:60]])
    first = plan.next()
    assert first is not None
    middle = sorted(CROWDED)[len(CROWDED) // 2]
    assert float(first.values[0][1]) == pytest.approx(middle, rel=0.4)


def test_dates_are_tried_in_several_notations() -> None:
    site = RangeSite(DAYS, day("%d.%m.%Y"), ignores=True)
    assert surface(site, "date", notations=("Y-m-d", "m/d/Y", "d.m.Y")).informative
    assert len(site.found) == len(DAYS)


@pytest.mark.parametrize(
    ("values", "reads"),
    [(PRICES, float), (YEARS, lambda text: int(text) // (len(text) == 4)), (DAYS, day("%d/%m/%Y"))],
    ids=["prices", "years", "days"],
)
def test_ends_of_any_type_are_worked_out(values: list[Any], reads: Callable[[str], Any]) -> None:
    def strictly(text: str) -> Any:
        try:
            return reads(text)
        except ZeroDivisionError as error:
            raise ValueError from error

    site = RangeSite(values, strictly)
    assert surface(site, "any", notations=("Y-m-d", "m/d/Y", "d/m/Y")).informative
    assert len(site.found) >= 0.95 * len(values)


def test_menus_of_decades_leave_no_year_out() -> None:
    site = RangeSite(YEARS, int, page_size=150)
    decades = tuple((str(year), str(year)) for year in range(1950, 2031, 10))
    assert surface(site, "year", options=decades).informative
    assert len(site.found) == len(YEARS)


def test_forms_that_want_both_ends_get_them() -> None:
    site = RangeSite(HOUSES, int, wants_both=True)
    assert surface(site, "price", texts=[f"${price:,}" for price in HOUSES[:40]]).informative
    assert len(site.found) == len(HOUSES)


@pytest.mark.parametrize("ignores", [True, False])
def test_a_range_that_is_not_understood_is_given_up(ignores: bool) -> None:
    site = RangeSite(PRICES, day("%Y"), ignores=ignores)
    outcome = surface(site, "price")
    assert (outcome.informative, outcome.reason) == (False, "its bounds make no difference")
    assert outcome.tested <= 4


def test_menus_are_split_at_their_options() -> None:
    site = RangeSite(PRICES, float, page_size=250)
    offered = (("", "Any"), *((str(step), f"${step}") for step in STEPS))
    assert surface(site, "price", options=offered).informative
    assert len(site.found) == len(PRICES)
    filled = {value for asked in site.asked for value in asked.values()}
    assert filled <= {str(step) for step in STEPS}


def test_an_answer_with_a_next_page_is_not_split() -> None:
    site = RangeSite(PRICES, float, has_next=True)
    assert surface(site, "price").tested == 2


def test_a_range_is_split_after_all_where_its_pages_end_early() -> None:
    site = RangeSite(PRICES, float, has_next=True)
    plan = plan_of(site, "price")
    questions = [question for _ in range(3) if (question := plan.next())]
    for question in questions:
        plan.take(question, site.answer(question), ())
    assert plan.next() is None
    assert plan.promise() == 0
    plan.cut_short(questions[0], 500)
    assert plan.promise() > 0
    assert plan.next() not in {None, *questions}


def test_errors_end_the_asking() -> None:
    site = RangeSite(PRICES, float)
    plan = plan_of(site, "price")
    for _ in range(2):
        question = plan.next()
        assert question is not None
        plan.take(question, site.answer(question), ())
    while question := plan.next():
        plan.take(question, Answer("error", ""), ())
    assert (plan.tested, plan.reason) == (5, "3 errors in a row")


def test_a_spent_budget_ends_the_asking() -> None:
    site = RangeSite(PRICES, float)

    async def ask(questions: Sequence[Question]) -> list[Answer]:
        if len(site.asked) > 10:
            raise NotAskedError("budget spent")
        return await site(questions)

    outcome = asyncio.run(ask_ranges(plan_of(site, "price"), ask))
    assert (outcome.informative, outcome.reason) == (True, "budget spent")


def test_answers_to_other_questions_are_left_alone() -> None:
    site = RangeSite(PRICES, float)
    plan = plan_of(site, "price")
    plan.take(Question("keyword", (("q", "x"),)), site.listed(range(20)), ())
    assert plan.tested == 0


def test_two_inputs_of_one_name_are_both_sent() -> None:
    end = Input("price[]", "text")
    pair = RangePair(end, end, "price")
    plan = RangePlan(pair, axes(pair, SeenValues((), value_lists()), 2026, ()))
    question = plan.next()
    assert question is not None
    assert [name for name, _ in question.values] == ["price[]", "price[]"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 100_000), min_size=1, max_size=120, unique=True),
    st.integers(2, 12),
    st.booleans(),
)
def test_nothing_is_left_out_whatever_the_values(
    values: list[int], page_size: int, says_count: bool
) -> None:
    site = RangeSite(values, float, page_size, says_count)
    outcome = surface(site, "price")
    assert not outcome.informative or len(site.found) == len(values)
    asked = [tuple(sorted(filled.items())) for filled in site.asked]
    assert len(set(asked)) == len(asked)


AXES = st.builds(
    Axis,
    st.integers(0, 50),
    st.integers(51, 5000),
    st.just(str),
    st.just(str),
    st.lists(st.integers(0, 6000), max_size=40).map(lambda seen: tuple(sorted(seen))),
    overlap=st.booleans(),
    least=st.just(0),
    by_factors=st.booleans(),
    unit=st.sampled_from([1, 100]),
)
ENDS = st.none() | st.integers(0, 6000)


@given(AXES, ENDS, ENDS, st.integers(2, 8), st.integers(0, 6000))
def test_parts_cover_their_range_and_are_smaller(
    axis: Axis, a: int | None, b: int | None, number: int, place: int
) -> None:
    if a is not None and b is not None and a > b:
        a, b = b, a
    parts = axis.parts((a, b), number)
    assert 1 <= len(parts) <= number
    assert len(parts) == 1 or (a, b) not in parts

    def contains(low: int | None, high: int | None) -> bool:
        return (low is None or low <= place) and (high is None or place <= high)

    assert contains(a, b) == any(contains(*part) for part in parts)


def test_menus_that_have_no_open_end_are_filled_in() -> None:
    site = RangeSite(HOUSES, int, page_size=100, wants_both=True)
    options = tuple((str(n), str(n)) for n in range(0, 1_000_001, 100_000))
    low, high = (Input(n, "select", options=options, default="500000") for n in ("low", "high"))
    pair = RangePair(low, high, "price")
    ways = axes(pair, SeenValues((), value_lists()), 2026, ())
    plan = RangePlan(pair, ways, is_closed=True)
    outcome = asyncio.run(ask_ranges(plan, site))
    assert outcome.informative
    assert plan.whole == (("low", "0"), ("high", "1000000"))
    assert all(len(filled) == 2 for filled in site.asked)


def test_another_option_of_a_menu_is_split_by_the_range_as_well() -> None:
    site = RangeSite(PRICES, float)
    pair = RangePair(Input("low", "text"), Input("high", "text"), "price")
    plan = RangePlan(pair, axes(pair, SeenValues((), value_lists()), 2026, ()), hiding=["kind"])
    asyncio.run(ask_ranges(plan, site))
    option = Question("menu", (("kind", "2"),))
    plan.take(option, site.answer(option), ())
    questions = [plan.next(), plan.next()]
    assert all(q is not None and q.values[0] == ("kind", "2") for q in questions)
    other = Question("menu", (("sort", "2"),))
    plan.take(other, site.answer(other), ())
    rest = iter(plan.next, None)
    assert all(q is not None and q.values[0] == ("kind", "2") for q in rest)


def test_bounds_are_steps_that_the_boxes_allow() -> None:
    low = Input("low", "number", minimum="0", maximum="3000", step="50", required=True)
    pair = RangePair(low, replace(low, name="high"), "price")
    (axis,) = axes(pair, SeenValues([], value_lists()), 2026, ())
    bounds = {axis.low(each) for each in range(axis.first, axis.last + 1)}
    assert bounds == {str(each) for each in range(0, 3001, 50)}


def test_a_range_that_finds_too_much_is_split_until_its_parts_show_records() -> None:
    years = [1950 + n % 60 for n in range(600)]
    site = RangeSite(years, int, says_count=False)
    pair = RangePair(Input("low", "text"), Input("high", "text"), "year")
    plan = RangePlan(pair, axes(pair, SeenValues([], value_lists()), 2026, ()))
    asked: set[Question] = set()
    while question := plan.next():
        asked.add(question)
        filled = dict(question.values)
        least, most = int(filled.get("low", 0)), int(filled.get("high", 9999))
        held = [n for n, year in enumerate(years) if least <= year <= most]
        is_much = len(held) > site.page_size
        much = Answer("empty", "many", demands=(Demand(NARROWER),))
        plan.take(question, much if is_much else site.listed(held), ())
    assert plan.informative
    assert len(site.found) == len(years)
    assert len(asked) < len(years) / 5
