"""Forms that answers show again."""

from dataclasses import replace

import pytest

from deepweb.read.kind.demands import REFUSED, Demand
from deepweb.read.kind.offered import demanded, form_again, offers
from deepweb.store.resources import demand_words
from tests.read.pages import page_of
from tests.samples import form_of

FORM = """<form action=/cars><select name=make><option value=''>Any<option>Audi<option>BMW</select>
<select name=model>{models}</select><button>Search</button></form>"""
ASKED = form_of(FORM.format(models="<option value=''>Choose a make first</option>"))


def test_a_menu_with_other_options_is_offered() -> None:
    shown = FORM.format(models="<option value=''>Any model<option value=1>A4<option value=2>A6")
    again = form_again(page_of(f"<p>Choose a model</p>{shown}", ASKED.url), ASKED)
    assert again is not None
    (offer,) = offers(again, ASKED)
    assert (offer.input, offer.options) == ("model", (("1", "A4"), ("2", "A6")))
    assert Demand.from_json({"kind": "offer", "input": "model", "options": [["1", "A4"]]}) == (
        Demand("offer", "model", options=(("1", "A4"),))
    )


def test_the_same_menus_offer_nothing() -> None:
    assert offers(ASKED, ASKED) == ()


def test_another_form_is_not_the_form_again() -> None:
    page = page_of("<form action=/login><input name=user></form>", ASKED.url)
    assert form_again(page, ASKED) is None


def test_an_error_without_known_words_refuses() -> None:
    page = page_of("<p>Xyzzy!</p>" + FORM.format(models=""), ASKED.url)
    assert demanded(page, ASKED, demand_words(), is_error=True) == (Demand(REFUSED),)
    assert demanded(page, ASKED, demand_words(), is_error=False) == ()


LABELLED = form_of("""<form action=/cars><label>Make / brand <select name=make><option value=''>
Please choose<option>Audi</select></label><label>Fuel <select name=fuel><option value=''>any<option>
gas</select></label><label>Name <input name=q></label></form>""")


@pytest.mark.parametrize(
    ("said", "kind", "name"),
    [
        pytest.param("Please choose a make first.", "choose", "make", id="a word of its label"),
        pytest.param("The field Fuel is required, enter it.", "choose", "fuel", id="of a menu"),
        pytest.param("Please enter a name.", "enter", "q", id="of a box"),
        pytest.param("Please choose something.", "choose", "", id="no label"),
    ],
)
def test_a_message_names_the_input_by_its_label(said: str, kind: str, name: str) -> None:
    page = page_of(
        f"<p class=error>{said}</p><form action=/cars><input name=q><input name=make></form>",
        ASKED.url,
    )
    (told,) = demanded(page, LABELLED, demand_words(), is_error=False)
    assert (told.kind, told.input) == (kind, name)


def test_a_menu_whose_first_option_means_all_offers_nothing_new() -> None:
    menu = "<form action=/c><select name=r><option value=All>- All -<option>North</select></form>"
    again = form_of(menu)
    asked = replace(again, inputs=(replace(again.inputs[0], wildcard="All"),))
    assert offers(again, asked) == ()
