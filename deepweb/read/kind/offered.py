"""Does an answer show the form that was asked, and with which menus?

A site may serve the second menu only with the choice of the first: the answer shows the form again,
with the models of the make that was chosen. A menu with other options than before is such an offer.
"""

from __future__ import annotations

from dataclasses import replace

from deepweb.form.model import Form, Input, forms
from deepweb.page.concepts import Concepts
from deepweb.page.page import Page
from deepweb.page.words import UNSPACED, terms
from deepweb.read.kind.demands import CHOOSE, ENTER, OFFER, REFUSED, Demand, demands

LONG_TERM = 4  # letters of a word of a label by which a message names an input
MAX_OFFERED = 300  # options of a menu that are kept


def form_again(page: Page, asked: Form) -> Form | None:
    """The form on its own answer: sent the same way to the same path, with some of its inputs."""
    named = {i.name for i in asked.inputs if i.name}
    alike = [
        each
        for each in forms(page)
        if each.method == asked.method and each.address.path == asked.address.path
    ]
    shared = [(len(named & {i.name for i in each.inputs}), each) for each in alike]
    most, best = max(shared, key=lambda each: each[0], default=(0, None))
    return best if most else None


def offers(again: Form, asked: Form) -> tuple[Demand, ...]:
    """The menus of the form that have other options on the answer."""
    before = {i.name: i for i in asked.inputs if i.kind == "select"}
    return tuple(
        Demand(OFFER, menu.name, options=_chosen_from(menu, before.get(menu.name))[:MAX_OFFERED])
        for menu in again.inputs
        if menu.kind == "select" and menu.name and not menu.trap and not menu.multiple
        if _values(menu) and _values(menu) != _values(before.get(menu.name))
    )


def demanded(page: Page, asked: Form, words: Concepts, *, is_error: bool) -> tuple[Demand, ...]:
    """What an answer demands that shows its form again; empty if it does not.

    An error then refuses the question, and not the visitor.
    """
    again = form_again(page, asked)
    if again is None:
        return ()
    refusal = (Demand(REFUSED),) if is_error else ()
    told = tuple(_of_input(each, asked) for each in demands(page, words, is_error=is_error))
    return (*(told or refusal), *offers(again, asked))


def _of_input(demand: Demand, form: Form) -> Demand:
    """The demand with the input that its text names: "Please choose a county first"."""
    if demand.kind not in {CHOOSE, ENTER}:
        return demand
    said = set(terms(demand.text))
    shown = [i for i in form.inputs if i.name and not i.trap and i.role in {"selection", "text"}]
    own = [i for i in shown if i.role == "selection"] if demand.kind == CHOOSE else shown
    named = [(len(said.intersection(_telling(i.label))), i) for i in own]
    most = max((number for number, _ in named), default=0)
    best = [i for number, i in named if number == most]
    if not most or len(best) > 1:
        return demand
    kind = CHOOSE if best[0].role == "selection" else demand.kind
    return replace(demand, kind=kind, input=best[0].name)


def _telling(label: str) -> set[str]:
    return {term for term in terms(label) if len(term) >= LONG_TERM or term >= UNSPACED}


def _chosen_from(menu: Input, before: Input | None) -> tuple[tuple[str, str], ...]:
    wild = {"", menu.wildcard, before.wildcard if before else None}
    return tuple((v, label) for v, label in menu.options if v not in wild)


def _values(menu: Input | None) -> set[str]:
    return {v for v, _ in menu.options if v} if menu else set()
