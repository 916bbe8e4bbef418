"""Menus of which one depends on the other: which options go together."""

import asyncio
from collections.abc import Sequence

import pytest

from deepweb.read.kind.demands import OFFER, Demand
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.templates.dependent_menus import Offers, with_pairs
from deepweb.surface.templates.template import Pairs, candidate_inputs
from tests.samples import form_of

REGIONS = "<select name=r><option value=''>--</option><option>North<option>South</select>"
TOWNS = {"Ayton": "North", "Beeham": "South", "Ceeby": "South"}
WAYS = {
    "classes": "".join(f"<option class='x {TOWNS[t].lower()}'>{t}" for t in TOWNS),
    "data": "".join(f"<option data-in={TOWNS[t]}>{t}" for t in TOWNS),
    "groups": "".join(f"<optgroup label={TOWNS[t]}><option>{t}</optgroup>" for t in TOWNS),
    "values": "".join(f"<option value='{TOWNS[t]}-{n}'>{t}" for n, t in enumerate(TOWNS)),
    "places": "".join(f"<option>{t}" for t in TOWNS),
    "nothing": "".join(f"<option class=x>{t}" for t in TOWNS),
}


def known_places(state: str) -> list[str]:
    return [town for town, region in TOWNS.items() if region == state]


@pytest.mark.parametrize("way", WAYS)
def test_pairs_that_go_together(way: str) -> None:
    towns = f"<select name=t><option value=''>--</option>{WAYS[way]}</select>"
    form = form_of(f"<form>{REGIONS}{towns}<button>Search</button></form>")
    places = known_places if way == "places" else lambda _: ()
    regions, dependent = with_pairs(candidate_inputs(form), form.inputs, places)
    assert regions.names == ("r",)
    if way == "nothing":
        assert dependent.names == ("t",)
        return
    assert dependent.names == ("r", "t")
    assert len(dependent.values) == len(TOWNS)
    pairs = {
        (values[0][1], text) for values, text in zip(dependent.values, dependent.texts, strict=True)
    }
    assert pairs == {(region, town) for town, region in TOWNS.items()}


def test_options_that_answers_offer_are_choices() -> None:
    towns = "<select name=t><option value=''>Choose a region first</option></select>"
    form = form_of(f"<form>{REGIONS}{towns}<button>Search</button></form>")
    offers = Offers(candidate_inputs(form))

    async def ask(questions: Sequence[Question]) -> list[Answer]:
        await asyncio.sleep(0)
        return [answer_of(dict(question.values)) for question in questions]

    def answer_of(sent: dict[str, str]) -> Answer:
        if sent.get("t"):
            return Answer("results", "", (Found("1", "", ""),), demands=(Demand(OFFER, "t"),))
        own = tuple((town, town) for town in known_places(sent.get("r", "")))
        return Answer("empty", "", demands=(Demand(OFFER, "t", options=own),) if own else ())

    async def ask_all(*values: Pairs) -> None:
        await offers.watching(ask)([Question("menu", value) for value in values])

    asyncio.run(ask_all((("r", "North"),), ()))
    assert offers.unasked() == [(("r", "South"),)]
    asyncio.run(ask_all(*offers.unasked()))
    (dependent,) = offers.choices()
    assert dependent.names == ("r", "t")
    assert {values[1][1]: values[0][1] for values in dependent.values} == TOWNS
    assert offers.choices() == [], "the same offers again"
