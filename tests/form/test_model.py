"""Forms as the web writes them, and what a browser would make of them."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from deepweb.form.model import forms
from deepweb.form.script import FILL, OPEN, REQUEST, Script
from tests.read.pages import page_of
from tests.samples import form_of

PAGE = "http://site.example/dir/page?lang=de"


@pytest.mark.parametrize(
    ("html", "actions"),
    [
        pytest.param("", [], id="empty page"),
        pytest.param("<p>No form</p><input name=age>", [], id="no form"),
        pytest.param("<form action=/a></form><p><form action=/b></form>", ["/a", "/b"], id="two"),
        pytest.param("<form action=/a><input name=x><form action=/b><input name=y>", ["/a", "/b"],
                     id="unclosed"),
        pytest.param("<form action=/a><div><form action=/b></form></div></form>", ["/a", "/b"],
                     id="nested"),
        pytest.param("<table><form action=/a><tr><td><input name=q></td></tr></form></table>",
                     ["/a"], id="across a table"),
    ],
)  # fmt: skip
def test_how_many_forms(html: str, actions: list[str]) -> None:
    found = forms(page_of(html))
    assert [form.action.removeprefix("http://site.example") for form in found] == actions
    assert [form.index for form in found] == list(range(len(found)))


def test_kinds_options_and_hints() -> None:
    form = form_of(
        """<form id="f" class="site search" role="search" name="n"><input name=a>
    <input type=SEARCH name=b><input type="" name=c><input type=Email name=d><button>Go</button>
    <select name=e><optgroup label=x><option value=1>One <b>a</b></option></optgroup><option>Two
    </option></select><textarea name=t></textarea><button type=button>x</button></form>""",
        PAGE,
    )
    kinds = "text search text email submit select textarea button"
    assert [box.kind for box in form.inputs] == kinds.split()
    assert [box.name for box in form.text_boxes] == ["a", "b", "c"]
    assert form.inputs[5].options == (("1", "One a"), ("Two", "Two"))
    assert form.hints == "f site search search n"
    assert (form.url, form.encoding) == (PAGE, "utf-8")


def test_what_is_known_of_inputs() -> None:
    form = form_of("""<form><input type=number name=n min=1 max=9 step=2 required value=3>
    <input name=c list=cities autocomplete=address-level2 placeholder=" Your  city " id=i
    class="x y">
    <datalist id=cities><option value=Bern><option>Uri</option><option
    disabled>No<option></datalist>
    <select name=m multiple aria-required=true><option>A<option selected>B<option
    disabled>C</select>
    <select name=p><option disabled selected>Category<option>A</select></form>""")
    number, city, several, prompted = form.inputs
    assert (number.minimum, number.maximum, number.step, number.required) == ("1", "9", "2", True)
    assert city.suggestions == ("Bern", "Uri")
    assert (city.autocomplete, city.placeholder) == ("address-level2", "Your city")
    assert (city.hints, city.required) == ("i x y", False)
    assert (several.multiple, several.required, several.default) == (True, True, "B")
    assert several.options == (("A", "A"), ("B", "B"))
    assert (prompted.placeholder, prompted.default) == ("Category", "")


def test_boxes_to_tick_of_one_name_are_one_input() -> None:
    form = form_of("""<form><input type=radio name=r value=1>A<input name=q><input type=radio name=r
    value=2 checked>B<input type=checkbox name=c value=x checked>X<input type=checkbox name=c
    value=y>Y<input type=checkbox name=d>Z<input type=checkbox><input type=checkbox></form>""")
    radio, _, several, single, *unnamed = form.inputs
    assert (radio.kind, radio.options, radio.default) == ("radio", (("1", "A"), ("2", "B")), "2")
    assert (radio.multiple, several.multiple, single.multiple) == (False, True, False)
    assert (several.options, several.default) == ((("x", "X"), ("y", "Y")), "x")
    assert (single.label, single.default, single.options) == ("Z", "", (("on", "Z"),))
    assert [box.name for box in unnamed] == ["", ""]


@pytest.mark.parametrize(
    ("html", "heading", "text"),
    [
        pytest.param("<form><fieldset><legend>Find</legend><h3>x</h3><input name=q></fieldset>",
                     "Find", "Find x", id="legend"),
        pytest.param("<form><h3>Find <b>it</b></h3>by <input name=q value=no> now</form>",
                     "Find it", "Find it by now", id="heading inside"),
        pytest.param("<h2>Find</h2><!-- c --><form><input name=q></form>", "Find", "",
                     id="heading before"),
        pytest.param("<div><p>x</p><h2>Find</h2></div><div><div><form><input name=q></form>",
                     "Find", "", id="heading at the end of what is before"),
        pytest.param("<h2>Find</h2><p>text</p><form><input name=q></form>", "", "",
                     id="heading further up"),
        pytest.param("<h2>Find</h2>text<form><input name=q></form>", "", "", id="text between"),
        pytest.param(f"<h2>{'long ' * 30}</h2><form><input name=q></form>", "", "", id="too long"),
        pytest.param(f"<form>{'word ' * 200}</form>", "", ("word " * 80).strip(), id="long text"),
        pytest.param("<form>a<textarea>b</textarea><select><option>c</select><button>d</button>"
                     "<script>e</script></form>", "", "a", id="nothing of controls"),
        pytest.param("<form action=/a>a<div><form action=/b>b</form></div>c</form>", "", "a c",
                     id="nothing of other forms"),
    ],
)  # fmt: skip
def test_headings_and_texts(html: str, heading: str, text: str) -> None:
    form = forms(page_of(html))[0]
    assert (form.heading, form.text) == (heading, text)


def test_forms_can_be_pickled() -> None:
    form = form_of("<form><input name=q><input type=hidden name=csrf value=x></form>")
    assert pickle.loads(pickle.dumps(form)) == form


_SEARCH = '<form action="/s"><input name="q" value="{}"><select name="c"><option>{}</select></form>'


def test_ids_are_stable_over_pages() -> None:
    here = form_of(_SEARCH.format("", "a"), "http://site.example/")
    there = form_of(_SEARCH.format("x", "b"), "http://site.example/deep/page")
    assert here.id == there.id
    assert len(here.id) == 16


@pytest.mark.parametrize(
    ("html", "first", "second"),
    [
        ("<form action=/s><input name=q><input type=hidden name=csrf value={}></form>", "a", "b"),
        ("<form action=/s><input name=q><input type=hidden name={} value=1></form>",
         "9f86d081884c7d659a2feaa0c55ad015", "0a1b86d081884c7d659a2feaa0c5509f"),
        ("<form action='/s;jsessionid={}' method=post><input name=q></form>", "A1", "B2"),
    ],
    ids=["value of a token", "name of a token", "session in the address"],
)  # fmt: skip
def test_ids_are_stable_over_visits(html: str, first: str, second: str) -> None:
    assert form_of(html.format(first)).id == form_of(html.format(second)).id


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/t"><input name="q"><select name="c"><option>a</select></form>',
        '<form action="/s" method="post"><input name="q"><select name="c"></select></form>',
        '<form action="/s"><input name="q"></form>',
        '<form action="/s"><input name="p"><select name="c"><option>a</select></form>',
    ],
    ids=["action", "method", "fewer inputs", "another name"],
)
def test_ids_tell_forms_apart(html: str) -> None:
    assert form_of(html).id != form_of(_SEARCH.format("", "a")).id


def test_a_search_that_a_script_answers_is_another_form() -> None:
    form = form_of(_SEARCH.format("", "a"))
    ways = [form, *(replace(form, script=Script(way)) for way in (REQUEST, OPEN, FILL))]
    assert len({each.id for each in ways}) == len(ways)


def test_ids_do_not_depend_on_the_order_of_inputs() -> None:
    swapped = '<form action="/s"><select name="c"><option>a</select><input name="q"></form>'
    assert form_of(swapped).id == form_of(_SEARCH.format("", "a")).id


@pytest.mark.parametrize(
    ("options", "is_calendar"),
    [
        pytest.param([(str(n), f"month {n}") for n in range(1, 13)], True, id="months"),
        pytest.param(
            [("", "all"), *((str(n), str(n)) for n in range(2019, 2026))], True, id="years"
        ),
        pytest.param([(str(n), str(n)) for n in range(1, 13)], False, id="numbers"),
        pytest.param([("10", "10"), ("50", "50"), ("2000", "2000")], False, id="sizes of pages"),
    ],
)
def test_menus_of_months_and_years(options: list[tuple[str, str]], is_calendar: bool) -> None:
    menu = "".join(f"<option value='{value}'>{label}</option>" for value, label in options)
    form = form_of(f"<form action=/s><select name=m>{menu}</select></form>")
    assert form.inputs[0].is_calendar is is_calendar
