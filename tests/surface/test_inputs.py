"""Menus, page sizes, ranges and typed boxes of one form, against a shop that is a list."""

from __future__ import annotations

import asyncio
from random import Random

from deepweb.form.model import Form
from deepweb.store.resources import presentation_words, type_knowledge
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.harvest import Harvest, HarvestLimits
from deepweb.surface.inputs import InputKnowledge, InputLimits, OtherInputs
from deepweb.surface.paging import PageReach
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.templates.isit import IsitLimits
from deepweb.surface.values.typed_box import SoFar
from tests.samples import form_of

KINDS = ("lamp", "chair", "table", "shelf", "clock", "stool", "couch", "bench")
YEAR = 2026
KNOWN = InputKnowledge(type_knowledge(YEAR), presentation_words(), YEAR)
LIMITS = HarvestLimits(patience=40, failures=5, together=2, saturation=300, coverage=0.995)


def limits(share: int) -> InputLimits:
    return InputLimits(IsitLimits(share), typed_tau=0.3)


def menu(name: str, *options: str) -> str:
    listed = "".join(f"<option>{each}</option>" for each in options)
    return f'<label>{name} <select name="{name}"><option value="">Any</option>{listed}</select>'


class Shop:
    """400 things, of which an answer shows the first ones."""

    def __init__(self, size: int = 10) -> None:
        self.things = [(n, KINDS[n % 8], 5 + 37 * n % 400) for n in range(400)]
        self.size = size
        self.asked: list[Question] = []

    async def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        values = {name: value for name, value in question.values if value}
        low, high = float(values.get("from", 0)), float(values.get("to", 1e9))
        hits = [
            (n, kind, price)
            for n, kind, price in self.things
            if values.get("kind", kind) == kind and low <= price <= high
        ]
        size = int(values.get("show", self.size))
        found = tuple(Found(str(n), f"{kind} {n}", f"{kind} $ {p}") for n, kind, p in hits[:size])
        following = f"/{len(self.asked)}" if len(hits) > size and self.has_pages else ""
        signature = " ".join(each.id for each in found)
        kind = "results" if found else "empty"
        return Answer(kind, signature, found, 1000, following, len(hits) if found else None)

    has_pages = False


def form(*controls: str) -> Form:
    return form_of(f"<form action='/find'>{''.join(controls)}<button>Search</button></form>")


def tried(shop: Shop, shop_form: Form) -> tuple[OtherInputs, Harvest]:
    others = OtherInputs(shop_form, "", KNOWN, limits(100), rng=Random(0))
    harvest = Harvest(shop, LIMITS, KnownRecords())

    async def run() -> None:
        (whole,) = await harvest.ask_all([Question("unrestricted")])
        so_far = SoFar(texts=harvest.texts, answers=[whole])
        reach = PageReach()
        harvest.add_source(reach)
        await others.try_all(harvest, so_far, {"": whole}, reach)
        await harvest.run()

    asyncio.run(run())
    return others, harvest


def test_the_values_of_a_menu_are_asked() -> None:
    shop = Shop()
    others, harvest = tried(shop, form(menu("kind", *KINDS)))
    assert others.roles["kind"][0] == "selection"
    (template,) = others.outcome()
    assert (template.binding, template.informative) == (("kind",), True)
    assert harvest.found == 8 * 10  # that is all that this form shows
    asked = [dict(question.values).get("kind") for question in shop.asked]
    assert set(KINDS) <= set(asked)


def test_ranges_reach_what_is_cut_off() -> None:
    shop = Shop()
    ends = '<label>Price from <input name="from"></label><label>to <input name="to"></label>'
    others, harvest = tried(shop, form(ends))
    (template,) = others.outcome()
    assert (template.binding, template.informative) == (("from", "to"), True)
    assert harvest.found == 400
    assert len(shop.asked) <= 4 * 400 / 10
    assert others.roles["from"][0].startswith("range of ")


def test_the_largest_page_is_asked_for_from_then_on() -> None:
    shop = Shop()
    shop.has_pages = True
    sizes = "<label>Results per page <select name='show'><option>10<option>50<option>100</select>"
    others = OtherInputs(form(menu("kind", *KINDS), sizes), "", KNOWN, limits(50), rng=Random(0))
    harvest = Harvest(shop, LIMITS, KnownRecords())

    async def run() -> None:
        asked = Question("unrestricted")
        (whole,) = await harvest.ask_all([asked])
        await others.widen_pages(harvest, asked, whole)
        await harvest.ask_all([Question("menu", (("kind", "lamp"),))])

    asyncio.run(run())
    assert harvest.always == (("show", "100"),)
    assert dict(shop.asked[-1].values) == {"kind": "lamp", "show": "100"}
    assert others.roles["show"][0] == "presentation"


def test_inputs_that_were_not_needed_are_told() -> None:
    others = OtherInputs(form(menu("kind", *KINDS)), "", KNOWN, limits(50), rng=Random(0))
    others.untested("was not needed")
    assert others.roles == {"kind": ("untested", "was not needed")}


def test_a_menu_without_any_restricts_from_the_start() -> None:
    fixed = menu("kind", *KINDS).replace('<option value="">Any</option>', "")
    assert OtherInputs(form(fixed), "", KNOWN, limits(50), rng=Random(0)).restricts
    assert not OtherInputs(
        form(menu("kind", *KINDS)), "", KNOWN, limits(50), rng=Random(0)
    ).restricts
    order = "<label>Sort by <select name='o'><option>Price</option><option>Date</option></select>"
    assert not OtherInputs(form(order), "", KNOWN, limits(50), rng=Random(0)).restricts


def test_a_box_is_ticked_that_shows_more() -> None:
    shop, sold = Shop(), Shop()
    shop.things = shop.things[:300]

    async def ask(question: Question) -> Answer:
        return await (sold if ("sold", "1") in question.values else shop)(question)

    boxes = [f"<label><input type=checkbox name={n} value=1> {n}</label>" for n in ("new", "sold")]
    others = OtherInputs(form(*boxes), "", KNOWN, limits(50), rng=Random(0))
    harvest = Harvest(ask, LIMITS, KnownRecords())

    async def run() -> Answer:
        asked = Question("unrestricted")
        (whole,) = await harvest.ask_all([asked])
        return await others.tick(harvest, asked, whole)

    assert asyncio.run(run()).count == 400
    assert harvest.always == (("sold", "1"),)
    assert others.roles["sold"][0] == "preset"
    assert "new" not in others.roles
