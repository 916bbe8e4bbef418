"""The search for templates, against databases behind menus that behave as sites do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.surface.answer import Question
from deepweb.surface.templates.informative import AnswerSummary
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.presentation import LANGUAGE, PAGE_SIZE, SORT
from deepweb.surface.templates.template import Choice, Template
from tests.surface.menu_database import MenuDatabase, menu, submissions, table

ROWS = table(1200, {"a": 20, "b": 8, "c": 3})
A = menu("a", [f"a{n}" for n in range(20)])
B = menu("b", [f"b{n}" for n in range(8)])
C = menu("c", [f"c{n}" for n in range(3)])
ORDERS = ("price", "-price", "id", "-id", "a", "-a")
SORTED = menu("s", ORDERS, looks_like=SORT)
UNNAMED_SORT = menu("s", ORDERS)
SIZES = menu("n", ["10", "20", "50", "100"], looks_like=PAGE_SIZE)
UNNAMED_SIZES = menu("n", ["5", "10", "20", "50", "100"])
UP_TO = menu("p", ["100", "200", "300", "500", "800"])
TONGUES = menu("l", ["en", "de", "fr", "it", "es"], looks_like=LANGUAGE)
IGNORED = menu("k", ["1", "2", "3", "4", "5", "6"])


def search(
    database: MenuDatabase, *choices: Choice, share: int = 300, known: KnownAnswers | None = None
) -> IsitOutcome:
    limits = IsitLimits(share)
    rng = random.Random(1)
    return asyncio.run(informative_templates(choices, database, limits, rng, known))


def left_to_ask(outcome: IsitOutcome, template: Template) -> Iterator[Question]:
    return submissions(template, outcome.free_inputs, outcome.known)


def bindings(outcome: IsitOutcome) -> list[tuple[str, ...]]:
    return [template.binding for template in outcome.informative]


def roles(outcome: IsitOutcome) -> dict[str, str]:
    return {name: role for name, (role, _) in outcome.inputs.items()}


def _ways() -> list[dict[str, bool]]:
    names = ("counts", "pages_on", "adverts", "needs_any", "total_everywhere")
    ways = [dict(zip(names, each, strict=True)) for each in product((True, False), repeat=5)]
    return [way for way in ways if way["counts"] or not way["total_everywhere"]]


@pytest.mark.parametrize("page", [10, 20])
@pytest.mark.parametrize("way", _ways(), ids=lambda way: "-".join(n for n, on in way.items() if on))
def test_presentation_never_binds_and_selection_is_found(way: dict[str, Any], page: int) -> None:
    """However a site shows its records, with and without names that give the inputs away."""
    more: dict[str, Any] = {"sort": "s", "size": "n", "language": "l"}
    for selecting, *presenting in (
        (A, SORTED, SIZES, TONGUES, IGNORED, C),
        (B, SORTED, SIZES, TONGUES, IGNORED),
        (A, UNNAMED_SORT),
        (A, UNNAMED_SIZES),
    ):
        outcome = search(MenuDatabase(ROWS, page, **way, **more), selecting, *presenting)
        bound = {name for binding in bindings(outcome) for name in binding}
        assert selecting.names[0] in bound
        assert not bound & {"s", "n", "l", "k"}
        assert roles(outcome)[selecting.names[0]] in {"selection", "required, selection"}


def test_combined_only_where_answers_are_cut_off() -> None:
    with_pages = search(MenuDatabase(ROWS, pages_on=True), A, B)
    assert bindings(with_pages) == [("a",), ("b",)]
    cut_off = search(MenuDatabase(ROWS), A, B)
    assert bindings(cut_off) == [("a",), ("b",), ("a", "b")]
    small = search(MenuDatabase(ROWS[:60], page=50), A, B)
    assert len(max(bindings(small), key=len)) == 1


def test_pages_that_are_capped_are_cut_off() -> None:
    known = KnownAnswers()
    known.limit_reach(40)
    outcome = search(MenuDatabase(ROWS, pages_on=True), A, B, known=known)
    assert ("a", "b") in bindings(outcome)


def test_three_inputs_where_two_are_cut_off_but_no_more() -> None:
    rows = table(20_000, {"a": 20, "b": 8, "d": 7, "e": 6})
    more = [menu(name, [f"{name}{n}" for n in range(many)]) for name, many in (("d", 7), ("e", 6))]
    outcome = search(MenuDatabase(rows, page=10), A, B, *more)
    assert max(map(len, bindings(outcome))) == 3


def test_menus_of_few_values_only_where_nothing_else_is() -> None:
    outcome = search(MenuDatabase(ROWS, pages_on=True), A, C)
    assert bindings(outcome) == [("a",)]
    assert outcome.inputs["c"] == ("untested", "was not needed")
    assert bindings(search(MenuDatabase(ROWS), C)) == [("c",)]


def test_the_largest_page_is_asked_for_from_then_on() -> None:
    database = MenuDatabase(ROWS, pages_on=True, size="n")
    outcome = search(database, A, SIZES)
    assert outcome.free_inputs.fixed == (("n", "100"),)
    assert all(("n", "100") in question.values for question in database.asked[1:])
    assert outcome.inputs["n"] == ("presentation", "shows 100 records in place of 20")


def test_the_page_size_stays_when_the_search_is_taken_up_again() -> None:
    database, known = MenuDatabase(ROWS, pages_on=True, size="n"), KnownAnswers()
    search(database, A, SIZES, known=known)
    asked = len(database.asked)
    again = search(database, A, SIZES, known=known)
    assert (again.free_inputs.fixed, len(database.asked)) == ((("n", "100"),), asked)
    assert roles(again)["n"] == "presentation"


def test_a_page_size_that_does_nothing_is_not_asked_for() -> None:
    outcome = search(MenuDatabase(ROWS, pages_on=True), A, SIZES)
    assert outcome.free_inputs.fixed == ()
    assert "n" not in {name for binding in bindings(outcome) for name in binding}


@pytest.mark.parametrize("counts", [True, False])
def test_bounds_are_recognised(counts: bool) -> None:
    outcome = search(MenuDatabase(ROWS, counts=counts, pages_on=True, most="p"), A, UP_TO)
    assert roles(outcome)["p"] == "monotonic"
    assert bindings(outcome) == [("a",)]


def test_a_bound_is_better_than_nothing_where_answers_are_cut_off() -> None:
    assert bindings(search(MenuDatabase(ROWS, most="p"), UP_TO)) == [("p",)]
    assert bindings(search(MenuDatabase(ROWS, most="p", pages_on=True), UP_TO)) == []


def test_the_least_restrictive_value_is_fixed_where_it_shows_more() -> None:
    rows = [{"id": str(n), "price": str(n)} for n in range(60)]
    choice = menu("p", ["10", "20", "30", "40", "50"], default=(("p", "10"),))
    outcome = search(MenuDatabase(rows, 100, most="p", defaults={"p": "10"}), choice)
    assert roles(outcome) == {"p": "monotonic"}
    assert outcome.free_inputs.fixed in {(("p", "50"),), (("p", "40"),)}


def test_bounds_are_combined_where_nothing_else_is_left() -> None:
    assert ("a", "p") in bindings(search(MenuDatabase(ROWS, most="p"), A, UP_TO))
    assert ("a", "b") in bindings(search(MenuDatabase(ROWS, most="p"), A, B, UP_TO))
    assert ("a", "p") not in bindings(search(MenuDatabase(ROWS, most="p"), A, B, UP_TO))


def test_menus_without_a_wild_card_are_combined_though_nothing_is_cut_off() -> None:
    defaults = {"a": "a0", "c": "c1"}
    a, c = (
        menu(each.names[0], each.texts, default=((each.names[0], defaults[each.names[0]]),))
        for each in (A, C)
    )
    database = MenuDatabase(ROWS, page=300, pages_on=True, defaults=defaults)
    outcome = search(database, a, c)
    assert ("a", "c") in bindings(outcome)
    for template in outcome.informative:
        asyncio.run(database(list(left_to_ask(outcome, template))))
    assert len(database.seen) == len(ROWS)


def test_what_is_required_is_found_behind_errors() -> None:
    database = MenuDatabase(ROWS, pages_on=True, required=frozenset("b"), refuses=True)
    outcome = search(database, A, B)
    assert bindings(outcome) == [("b",)]
    assert outcome.inputs["b"] == ("required, selection", "without it nothing is found")
    assert outcome.inputs["a"] == ("uninformative", "4 answers were errors")


def test_what_was_not_tested_may_find_records_too() -> None:
    outcome = search(MenuDatabase(ROWS, needs_any=True, pages_on=True), A, C)
    assert roles(outcome) == {"a": "selection", "c": "untested"}


def test_a_text_box_that_finds_records_makes_no_menu_required() -> None:
    known = KnownAnswers()
    known.add((("q", "word"),), AnswerSummary("results", "s", ("1", "2")))
    outcome = search(MenuDatabase(ROWS, needs_any=True, pages_on=True), A, known=known)
    assert roles(outcome) == {"a": "selection"}
    assert roles(search(MenuDatabase(ROWS, needs_any=True), A)) == {"a": "required, selection"}


def test_required_inputs() -> None:
    one = search(MenuDatabase(ROWS, required=frozenset("a")), A, B)
    assert one.inputs["a"] == ("required, selection", "without it nothing is found")
    assert ("a", "b") in bindings(one)  # b selects only beside a
    assert roles(one)["b"] == "selection"
    both = search(MenuDatabase(ROWS, required=frozenset("ab")), A, B)
    assert bindings(both) == [("a", "b")]
    assert roles(both) == {"a": "required, selection", "b": "required, selection"}


def test_two_required_inputs_among_many_that_do_nothing() -> None:
    idle = [menu(f"k{n}", [str(v) for v in range(9)]) for n in range(5)]
    a, b = (menu(each.names[0], each.texts, required=True) for each in (A, B))
    outcome = search(MenuDatabase(ROWS, required=frozenset("ab")), *idle, a, b)
    assert bindings(outcome)[0] == ("a", "b")
    assert (roles(outcome)["a"], roles(outcome)["b"]) == (
        "required, selection",
        "required, selection",
    )


def test_dependent_menus_are_not_asked_in_vain() -> None:
    """Cities that are each in one state: most pairs are empty."""
    rows = [
        {"id": str(n), "state": f"s{n % 6}", "city": f"c{n % 6}-{n % 60}", "price": "1"}
        for n in range(3000)
    ]
    states = menu("state", [f"s{n}" for n in range(6)])
    cities = menu("city", [f"c{n % 6}-{n}" for n in range(60)])
    database = MenuDatabase(rows, page=10)
    outcome = search(database, states, cities)
    harvested = [q for template in outcome.informative for q in left_to_ask(outcome, template)]
    assert ("city",) in bindings(outcome)
    assert outcome.requests < 60
    assert ("city", "state") not in bindings(outcome)
    assert len(harvested) <= 66


@pytest.mark.parametrize(
    "database",
    [
        MenuDatabase(ROWS, same=True),
        MenuDatabase(ROWS, same=True, adverts=True),
        MenuDatabase(ROWS, same=True, counts=False, pages_on=True),
        MenuDatabase(ROWS, required=frozenset("x")),
        MenuDatabase(ROWS, broken=True),
    ],
    ids=["same", "adverts", "silent", "nothing", "errors"],
)
@pytest.mark.parametrize(
    "choices", [(A,), (A, B), (A, B, C, SORTED, SIZES, UP_TO, TONGUES, IGNORED)], ids=len
)
def test_an_uninformative_form_costs_at_most_30_requests(
    database: MenuDatabase, choices: Sequence[Choice]
) -> None:
    database.asked.clear()
    outcome = search(database, *choices)
    assert outcome.requests == len(database.asked) <= 30
    assert not outcome.informative


def test_a_share_is_kept_and_told() -> None:
    database = MenuDatabase(ROWS)
    outcome = search(database, A, B, share=10)
    assert len(database.asked) <= 10
    assert outcome.stopped == "the share of 10 requests is spent"
    assert all(verdict.reason for verdict in outcome.templates)


def test_a_refusal_ends_the_search_with_what_is_known() -> None:
    outcome = search(MenuDatabase(ROWS, refused_after=10), A, B)
    assert outcome.stopped == "budget spent"
    assert bindings(outcome) == [("a",)]


def test_the_unrestricted_question_is_the_first() -> None:
    database = MenuDatabase(ROWS)
    search(database, menu("a", A.texts, free=(("a", "any"),)), B)
    assert (database.asked[0].purpose, database.asked[0].values) == (
        "unrestricted",
        (("a", "any"),),
    )
    assert {question.purpose for question in database.asked[1:]} == {"menu"}


def test_a_default_that_is_a_value_is_not_asked_twice() -> None:
    choice = menu("b", [f"b{n}" for n in range(8)], default=(("b", "b0"),))
    outcome = search(MenuDatabase(ROWS, pages_on=True, defaults={"b": "b0"}), choice)
    assert bindings(outcome) == [("b",)]
    left = [question.values for question in left_to_ask(outcome, outcome.informative[0])]
    assert (("b", "b0"),) not in left


def test_answers_to_keywords_settle_what_menus_alone_cannot() -> None:
    """A lone sort order without a name: only the small answer to a word tells it."""
    database = MenuDatabase(ROWS, counts=False, pages_on=True, sort="s")
    assert bindings(search(database, UNNAMED_SORT)) == [("s",)]
    known = KnownAnswers()
    for n in range(20):  # what a text box with the same rows had answered
        known.add((("a", f"a{n}"),), AnswerSummary.of(database.answer({"a": f"a{n}"})))
    assert bindings(search(database, UNNAMED_SORT, known=known)) == []


def test_typed_boxes_are_called_by_their_type() -> None:
    typed = menu("a", A.texts, typed="zip")
    assert roles(search(MenuDatabase(ROWS), typed)) == {"a": "typed as zip"}


def test_it_asks_the_same_again_after_a_restart() -> None:
    first, second = MenuDatabase(ROWS), MenuDatabase(ROWS)
    search(first, A, B, C, SORTED)
    search(second, A, B, C, SORTED)
    assert first.asked == second.asked


def test_templates_tested_grow_about_linearly() -> None:
    """[Madhavan08, Table 3]: 17 templates of 41 for six inputs."""
    values = {"a": 12, "b": 11, "d": 10, "e": 9, "f": 8, "g": 7}
    rows = table(5000, values)
    menus = [menu(name, [f"{name}{n}" for n in range(many)]) for name, many in values.items()]
    tested = [len(search(MenuDatabase(rows), *menus[:n]).templates) for n in range(1, 7)]
    assert all(number <= 4 * n for n, number in enumerate(tested, 1))


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_whatever_the_form(data: st.DataObject) -> None:
    many = data.draw(st.dictionaries(st.sampled_from("abde"), st.integers(1, 12), min_size=1))
    rows = table(data.draw(st.integers(1, 300)), many, data.draw(st.integers(0, 99)))
    switches = st.sampled_from(["counts", "pages_on", "adverts", "needs_any", "same"])
    on = data.draw(st.sets(switches))
    way: dict[str, Any] = {"counts": "counts" in on, **dict.fromkeys(on, True)}
    choices = [menu(name, [f"{name}{n}" for n in range(k)]) for name, k in many.items()]
    choices += data.draw(
        st.lists(st.sampled_from([SORTED, UNNAMED_SIZES, UP_TO, IGNORED]), unique=True)
    )
    database = MenuDatabase(rows, data.draw(st.integers(1, 30)), **way, sort="s", size="n")
    share = data.draw(st.integers(1, 80))
    outcome = search(database, *choices, share=share)
    assert len(database.asked) == outcome.requests <= share
    assert len(set(database.asked)) == len(database.asked)
    assert outcome.inputs.keys() == {name for choice in choices for name in choice.names}
    assert all(verdict.reason for verdict in outcome.templates)
    for template in outcome.informative:
        asked = list(left_to_ask(outcome, template))
        assert len(set(asked)) == len(asked)
        assert not set(asked) & set(database.asked)
