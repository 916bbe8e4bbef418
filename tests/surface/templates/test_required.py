"""Forms that must be told what to search; as forums, courts and estate agents have them."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from deepweb.crawl.html import html_page
from deepweb.form.model import Form, forms
from deepweb.form.submission import submission
from deepweb.locate.forms.effects import button_effects
from deepweb.read.kind.demands import CHOOSE, Demand
from deepweb.store.resources import any_words, effects, presentation_words
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.templates.presentation import with_looks
from deepweb.surface.templates.required import (
    MAX_SCOPES,
    MissingChoices,
    button_scopes,
    other_choices,
    scopes,
)
from deepweb.surface.templates.template import candidate_inputs
from tests.read.pages import page_of


def form_of(body: str) -> Form:
    html = f"<form action=/find>{body}<input name=q><button>Search</button></form>"
    page = html_page(HtmlResponse("http://example.org/", body=html, encoding="utf-8"))
    assert page is not None
    return forms(page, any_words())[0]


def sent(form: Form, demanded: tuple[str, ...] = (), said: str = "") -> list[str]:
    made = scopes(form, demanded, said)
    return [submission(scope.form, {"q": "x"}).url.partition("?")[2] for scope in made]


LIST = "<select name=in multiple {}><option>a<option>b</select>"


def test_a_required_list_is_asked_for_all_options_together_and_for_each() -> None:
    form = form_of(LIST.format("required"))
    assert sent(form) == ["q=x&in=a&in=b", "q=x&in=a", "q=x&in=b"]
    assert [scope.is_whole for scope in scopes(form)] == [True, False, False]


def test_without_need_there_are_no_scopes() -> None:
    assert sent(form_of(LIST.format(""))) == []
    assert sent(form_of("<select name=in required><option value=''>Any<option>a</select>")) == []
    chosen = "<select name=in required><option>a<option selected>b</select>"
    assert sent(form_of(chosen)) == []


def test_an_answer_may_demand_what_the_html_does_not() -> None:
    form = form_of(LIST.format("") + "<select name=by><option value=''>All<option>c</select>")
    for demanded in (("in",), ("",)):
        assert sent(form, demanded) == ["by=&q=x&in=a&in=b", "by=&q=x&in=a", "by=&q=x&in=b"]
    assert sent(form, ("other",)) == []


def test_a_menu_whose_first_option_only_asks_for_a_choice() -> None:
    menu = "<select name=in required><option value=''>Please choose<option>a<option>b</select>"
    assert sent(form_of(menu)) == ["q=x&in=a", "q=x&in=b"]


def test_radio_buttons_none_of_which_is_chosen() -> None:
    radio = "<label><input type=radio name=in value={0} required> In {0}</label>"
    radios = radio.format("a") + radio.format("b")
    assert sent(form_of(radios)) == ["q=x&in=a", "q=x&in=b"]


def test_of_many_options_the_first_is_sent_and_the_menu_stays_a_menu() -> None:
    options = "".join(f"<option>{n}" for n in range(MAX_SCOPES + 1))
    (scope,) = scopes(form_of(f"<select name=in required><option value=''>{options}</select>"))
    assert ("in", "0") in scope.form.defaults
    assert scope.form.inputs[0].role == "selection"


def test_a_menu_that_stays_a_menu_is_never_sent_without_an_option() -> None:
    options = "".join(f"<option>{n}" for n in range(MAX_SCOPES + 1))
    menu = f"<select name=in required><option value=''>all</option>{options}</select>"
    (scope,) = scopes(form_of(menu), ("in",))
    (choice,) = candidate_inputs(scope.form)
    assert not choice.free
    assert len(choice.values) >= MAX_SCOPES


def test_a_demand_names_a_menu_by_its_label() -> None:
    labelled = "<label>{0} * <select name={0}><option value=''>any<option>a<option>b</select>"
    form = form_of(labelled.format("Kinds") + labelled.format("Region"))
    assert sent(form, ("",), "Please choose a region.") == [
        "Kinds=&q=x&Region=a",
        "Kinds=&q=x&Region=b",
    ]
    assert len(sent(form, ("",), "Please choose.")) == 4


def test_a_scope_is_the_same_form() -> None:
    form = form_of(LIST.format("required"))
    assert {scope.form.id for scope in scopes(form)} == {form.id}


def test_choices_are_missing_until_something_is_found() -> None:
    missing = MissingChoices()
    demanding = Answer("empty", "", demands=(Demand(CHOOSE, "in"),))
    missing.take(Question("seed"), demanding, ())
    assert missing.names == ("in",)
    told = Demand(CHOOSE, text="Choose a region.")
    missing.take(Question("seed"), Answer("empty", "", demands=(told,)), ())
    assert missing.said == told.text
    missing.take(Question("seed"), Answer("results", "", found=(Found("1", "", ""),)), ())
    assert not missing.names


def test_what_only_an_empty_query_is_told_is_no_demand() -> None:
    missing = MissingChoices()
    demanding = Answer("empty", "", demands=(Demand(CHOOSE, "in"),))
    missing.take(Question("unrestricted", (("q", ""),)), demanding, ())
    missing.take(Question("seed", (("q", "sea"),)), Answer("error", ""), ())
    assert missing.names == ("in",)
    missing.take(Question("seed", (("q", "sea"),)), Answer("empty", ""), ())
    assert not missing.names


BUTTONS = {
    "two shelves": ("<button name=in value=a>Search a</button><button name=in value=b>By b", "b"),
    "by date": ("<button>Search</button><button name=by value=date>By date</button>", "date"),
    "no name": ("<button>Search</button><button>Search all</button>", ""),
    "one that acts": ("<button>Search</button><button name=op value=delete>Delete</button>", ""),
    "one button": ("<button name=go value=go>Search</button>", ""),
}


@pytest.mark.parametrize("name", BUTTONS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_scopes_of_other_buttons(name: str, method: str) -> None:
    html, expected = BUTTONS[name]
    (form,) = forms(page_of(f"<form method={method} action=/s><input name=q>{html}</form>"))
    made = button_scopes(form, lambda button: any(button_effects(button, effects())))
    pressed = [submission(scope.form, {"q": "ant"}).values[-1][1] for scope in made]
    assert pressed == ([expected] if expected and method == "get" else [])


def ticked(*values: str) -> str:
    boxes = (
        f"<label><input type=checkbox name=si value={value} {on}> Archive {value}</label>"
        for value, on in zip(values, ("checked", "", ""), strict=True)
    )
    return "".join(boxes)


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        pytest.param(
            "<select name=in><option selected>News<option>Blog</select>", ["in=Blog"], id="menu"
        ),
        pytest.param(ticked("a", "b", "c"), ["si=b", "si=c"], id="check boxes, one ticked"),
        pytest.param(
            "<select name=in><option value=''>All<option>News</select>", [], id="all at first"
        ),
        pytest.param(
            "<select name=sort><option>newest first<option>oldest first</select>", [], id="order"
        ),
        pytest.param(
            "<select name=y><option selected>2026<option>2025</select>", [], id="part of a date"
        ),
    ],
)
def test_a_menu_that_stands_at_one_option_has_others(inputs: str, expected: list[str]) -> None:
    form = form_of(inputs)
    made = other_choices(form, with_looks(candidate_inputs(form), presentation_words()))
    asked = [submission(scope.form, {"q": "x"}).url.partition("?")[2] for scope in made]
    assert sorted(asked) == sorted(f"q=x&{each}" for each in expected)


def test_a_menu_at_please_choose_is_chosen_if_answers_demand_it() -> None:
    menu = "<select name=in><option value=0>All kinds<option value=1>a<option value=2>b</select>"
    form = form_of(menu)
    assert sent(form) == []
    for demanded in (("in",), ("",)):
        assert sent(form, demanded) == ["q=x&in=1", "q=x&in=2"]


def test_boxes_none_of_which_is_ticked_are_ticked_together_if_answers_demand_it() -> None:
    boxes = "<label><input type=checkbox name={0} value=1{1}> In {0}</label>"
    form = form_of(boxes.format("a", "") + boxes.format("b", ""))
    assert sent(form) == []
    for demanded in (("a",), ("",)):
        assert sent(form, demanded) == ["q=x&a=1&b=1"]
    assert sent(form_of(boxes.format("a", " checked") + boxes.format("b", "")), ("",)) == []


def test_boxes_that_are_ticked_at_first_are_left_out_together() -> None:
    boxes = "<input type=checkbox name={} value=1 checked>"
    form = form_of(boxes.format("stock") + boxes.format("english"))
    (scope,) = other_choices(form, candidate_inputs(form))
    assert submission(scope.form, {"q": "x"}).url.partition("?")[2] == "q=x"
    assert scope.told == "english = none, stock = none"
