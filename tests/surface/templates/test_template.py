"""Candidate inputs, templates, and what is sent for free inputs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.model import Form, Input, forms
from deepweb.form.submission import submission
from deepweb.store.resources import any_words
from deepweb.surface.answer import Question
from deepweb.surface.templates.template import (
    MAX_VALUES,
    Choice,
    FreeInputs,
    Template,
    candidate_inputs,
    left_out,
    text_choice,
)
from tests.read.pages import page_of
from tests.surface.menu_database import menu

MENU_A, MENU_B = menu("a", ["1", "2", "3"]), menu("b", ["x", "y"], free=(("b", "all"),))
SPAN = Choice(
    ("low", "high"), ((("low", "0"), ("high", "9")), (("low", "10"), ("high", "19"))), "range"
)


def test_a_template_is_the_product_of_its_choices() -> None:
    template = Template((MENU_A, MENU_B, SPAN))
    assert template.binding == ("a", "b", "low", "high")
    assert template.size == len(set(template.values())) == 12
    assert next(template.values()) == (("a", "1"), ("b", "x"), ("low", "0"), ("high", "9"))


def test_free_inputs_are_given_their_wild_cards() -> None:
    free_inputs = FreeInputs((MENU_A, MENU_B))
    assert free_inputs.question((("a", "1"),)) == Question("menu", (("a", "1"), ("b", "all")))
    assert free_inputs.question((("b", "x"),)) == Question("menu", (("b", "x"),))
    assert free_inputs.question((), "unrestricted") == Question("unrestricted", (("b", "all"),))


def test_what_is_fixed_is_filled_in_unless_it_is_asked_for() -> None:
    free_inputs = FreeInputs((MENU_A, MENU_B), (("n", "100"),))
    assert free_inputs.question((("a", "1"),)).values == (("a", "1"), ("n", "100"), ("b", "all"))
    assert free_inputs.question((("n", "5"),)).values == (("n", "5"), ("b", "all"))


def test_what_a_question_asks_for_can_be_told_again() -> None:
    free_inputs = FreeInputs((MENU_A, MENU_B), (("n", "100"),))
    for bound in ((), (("a", "1"),), (("a", "2"), ("b", "y"))):
        assert free_inputs.bound(free_inputs.question(bound)) == bound


# Candidate inputs: menus and checkboxes as sites write them


def _form(html: str) -> Form:
    return forms(page_of(f"<form action=/s>{html}<button name=go>Go</button></form>"), any_words())[
        0
    ]


def _values(choice: Choice) -> list[str]:
    return ["&".join(value for _, value in pairs) for pairs in choice.values]


def _menu(*options: str, name: str = "m") -> str:
    return f"<select name={name}>{''.join(options)}</select>"


# What stands in the form, and the values of each choice.
CASES = [
    pytest.param(_menu("<option value=''>Any", "<option>A", "<option value=b>B"), {"m": ["A", "b"]},
                 id="menu without its wild card"),
    pytest.param(_menu("<option value=''>Choose", "<option value=all>All", "<option>A"),
                 {"m": ["A"]}, id="placeholder and wild card"),
    pytest.param(_menu("<option value=''>Any", "<option>A", "<option value=-->------",
                       "<option value=x>────", "<option>B"), {"m": ["A", "x", "B"]},
                 id="a line divides; one with a value may be chosen"),
    pytest.param(_menu("<option value=''>Any<optgroup label=X><option>A<option>B</optgroup>",
                       "<optgroup label=Y disabled><option>C</optgroup>"), {"m": ["A", "B"]},
                 id="groups of options"),
    pytest.param(_menu("<option>A", "<option>A", "<option value=A>Again", "<option>B"),
                 {"m": ["A", "B"]}, id="duplicates"),
    pytest.param(_menu("<option>A<option>B") + _menu("<option>A<option>B"), {"m": ["A", "B"]},
                 id="one menu twice"),
    pytest.param(_menu("<option>A<option>B", name="m[]") + _menu("<option>C", name="m[]"),
                 {"m[]": ["A", "B", "C"]}, id="one list in two menus"),
    pytest.param("<select name=m multiple><option>A<option>B</select>", {"m": ["A", "B"]},
                 id="several at once, one at a time"),
    pytest.param("<input type=radio name=r value=1 checked>One<input type=radio name=r value=2>Two",
                 {"r": ["1", "2"]}, id="radio buttons"),
    pytest.param("<input type=checkbox name=c value=x><input type=checkbox name=c value=y>",
                 {"c": ["x", "y"]}, id="boxes of one name"),
    pytest.param("<input type=checkbox name=new>New only", {"new": ["on"]}, id="one box"),
    pytest.param("".join(f"<label><input type=checkbox name=cat[{n}] value=1>C{n}</label>"
                         for n in (3, 5, 8)),
                 {"cat[3], cat[5], cat[8]": ["1", "1", "1"]}, id="a row of boxes"),
    pytest.param("".join(f"<input type=checkbox name=c{n}box value={n}>" for n in (3, 5, 8)),
                 {"c3box, c5box, c8box": ["3", "5", "8"]}, id="a row with numbers inside"),
    pytest.param("<input type=checkbox name=a1><input type=checkbox name=a2>",
                 {"a1": ["on"], "a2": ["on"]}, id="two are no row"),
    pytest.param("<input type=hidden name=h value=1><input type=hidden name=c value=0>"
                 "<input type=checkbox name=c value=1>", {"c": ["1"]}, id="hidden ones are none"),
    pytest.param("<input name=q>", {}, id="text boxes need values"),
    pytest.param(_menu("<option value=http://a.example/>A<option value=http://b.example/>B"), {},
                 id="leads elsewhere"),
    pytest.param(_menu("<option value=list.php?c=1>A<option value=list.php?c=2>B"), {},
                 id="leads elsewhere on the site"),
    pytest.param(_menu("<option value=123/1>A<option value=123/2>B"), {"m": ["123/1", "123/2"]},
                 id="slashes are no addresses"),
    pytest.param(_menu("<option>A<option>B", name="q") + "<input name=q>", {},
                 id="a text box of the same name"),
    pytest.param("<input type=checkbox name=hp_check style='display:none' class=honeypot>", {},
                 id="trap"),
    pytest.param(_menu("<option disabled>A<option value=''>"), {}, id="nothing to choose"),
    pytest.param("<select><option>A<option>B</select>", {}, id="no name"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_what_can_be_chosen(html: str, expected: dict[str, list[str]]) -> None:
    found = candidate_inputs(_form(html))
    assert {choice.name: _values(choice) for choice in found} == expected


@pytest.mark.parametrize(("html", "_"), CASES)
def test_every_menu_is_a_choice_or_has_a_reason_not_to_be(html: str, _: object) -> None:
    form = _form(html)
    named = {i.name for i in form.inputs if i.role == "selection" and i.name}
    chosen = {name for choice in candidate_inputs(form) for name in choice.names}
    assert chosen | left_out(form).keys() == named
    assert not chosen & left_out(form).keys()
    assert all(left_out(form).values())


def test_every_value_is_what_a_browser_would_send() -> None:
    form = _form("<input name=q>" + _menu("<option value=''>Any", "<option>A B", "<option>ü"))
    (choice,) = candidate_inputs(form)
    sent = [submission(form, dict(value)).url for value in choice.values]
    assert [url.partition("?")[2] for url in sent] == ["q=&m=A+B&go=", "q=&m=%C3%BC&go="]


def test_a_default_that_restricts_is_set_free() -> None:
    html = _menu("<option value=all>All", "<option selected>A", "<option>B")
    (choice,) = candidate_inputs(_form(html))
    assert choice.free == (("m", "all"),)
    assert choice.default == (("m", "A"),)
    (free,) = candidate_inputs(_form(_menu("<option value=''>All", "<option>A")))
    assert (free.free, free.default) == ((), (("m", ""),))
    (zero,) = candidate_inputs(
        _form(_menu("<option value=''>In", "<option value=0 selected>All x<option>A"))
    )
    assert (zero.free, _values(zero)) == ((), ["A"])
    (none,) = candidate_inputs(_form(_menu("<option>A", "<option>B")))
    assert (none.free, none.default) == ((), (("m", "A"),))


def test_what_the_form_says_is_required() -> None:
    (choice,) = candidate_inputs(
        _form("<select name=m required><option value=''>?<option>A</select>")
    )
    assert choice.required


def test_a_long_menu_is_thinned_out_evenly() -> None:
    html = _menu(*(f"<option>{n}" for n in range(MAX_VALUES + 5)))
    (choice,) = candidate_inputs(_form(html))
    numbers = [int(value) for value in _values(choice)]
    assert len(numbers) <= MAX_VALUES
    assert max(numbers) > 0.9 * MAX_VALUES


def test_a_huge_name_is_no_choice() -> None:
    row = "".join(f"<input type=checkbox name={'[' * 200_000}{n}>" for n in range(3))
    assert candidate_inputs(_form(row)) == ()


def test_a_huge_value_is_no_choice() -> None:
    (choice,) = candidate_inputs(_form(_menu(f"<option value={'x' * 10_000}>A", "<option>B")))
    assert _values(choice) == ["B"]


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["10", "25", "50"], (10, 25, 50)),
        (["up to $100,000", "up to $250,000"], (100_000, 250_000)),
        (["bis 1.500 €", "bis 2.000 €"], (1500, 2000)),
        (["Last 7 days", "Last 30 days"], (7, 30)),
        (["1 500 km", "2 000 km"], (1500, 2000)),
        (["3.5 stars", "4 stars"], (3.5, 4)),
        (["1", "two"], None),
    ],
)
def test_numbers_in_values(texts: list[str], numbers: tuple[float, ...] | None) -> None:
    values = tuple(((("m", f"v{'x' * n}"),)) for n in range(len(texts)))
    assert Choice(("m",), values, "select", texts=tuple(texts)).numbers == numbers


def test_how_many_records_options_promise() -> None:
    (choice,) = candidate_inputs(
        _form(_menu("<option>Ford (213)<option>Opel (1,024)<option>Other"))
    )
    assert choice.stated_counts == (213, 1024, None)
    (other,) = candidate_inputs(_form(_menu("<option>Civic (2008)<option>Corsa<option>Golf")))
    assert other.stated_counts == (None, None, None)


def test_boxes_with_values_from_elsewhere() -> None:
    box = Input("zip", "text", default="00000", required=True)
    choice = text_choice(box, ["10001", "", "10002", "10001"], typed="zip")
    assert _values(choice) == ["10001", "10002"]
    assert (choice.free, choice.typed, choice.required) == ((("zip", ""),), "zip", True)


@given(st.text(alphabet="<>option value='\"selct=mA&;# \n", max_size=300))
def test_no_menu_stops_it(html: str) -> None:
    form = _form(f"<select name=m>{html}</select>")
    for choice in candidate_inputs(form):
        assert choice.values
        assert len(set(choice.values)) == len(choice.values) == len(choice.texts)
        assert choice.numbers is None or len(choice.numbers) == len(choice.values)
        assert len(choice.stated_counts) == len(choice.values)
    left_out(form)


@pytest.mark.parametrize(
    ("body", "restricts"),
    [
        ("<option value=0>Flat<option value=1>House<option value=2>Farm", True),
        ("<option value=0>Flat<option value=7>House<option value=9>Farm", False),
        ("<option selected>Flat<option selected>House<option>Farm", True),
        ("<option value=''>Any<option value=1>House<option value=2>Farm", False),
    ],
    ids=["numbered from 0", "0 is for all", "two are chosen", "any"],
)
def test_which_defaults_restrict(body: str, *, restricts: bool) -> None:
    several = "multiple" if "selected" in body else ""
    page = page_of(f"<form><select name=a {several}>{body}</select></form>")
    (choice,) = candidate_inputs(forms(page, any_words())[0])
    assert choice.restricts_by_default is restricts
