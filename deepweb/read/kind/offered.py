"""Does an answer show the form that was asked, and with which menus?

A site may serve the second menu only with the choice of the first: the answer shows the form again,
with the models of the make that was chosen. A menu with other options than before is such an offer.
"""

from __future__ import annotations

from deepweb.form.model import Form, Input, forms
from deepweb.page.concepts import Concepts
from deepweb.page.page import Page
from deepweb.read.kind.demands import OFFER, REFUSED, Demand, demands

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
    before = {i.name: _values(i) for i in asked.inputs if i.kind == "select"}
    return tuple(
        Demand(OFFER, menu.name, options=_chosen_from(menu)[:MAX_OFFERED])
        for menu in again.inputs
        if menu.kind == "select" and menu.name and not menu.trap and not menu.multiple
        if _values(menu) and _values(menu) != before.get(menu.name)
    )


def demanded(page: Page, asked: Form, words: Concepts, *, is_error: bool) -> tuple[Demand, ...]:
    """What an answer demands that shows its form again; empty if it does not.

    An error then refuses the question, and not the visitor.
    """
    again = form_again(page, asked)
    if again is None:
        return ()
    refusal = (Demand(REFUSED),) if is_error else ()
    return (*(demands(page, words, is_error=is_error) or refusal), *offers(again, asked))


def _chosen_from(menu: Input) -> tuple[tuple[str, str], ...]:
    return tuple((v, label) for v, label in menu.options if v and v != menu.wildcard)


def _values(menu: Input) -> set[str]:
    return {v for v, _ in _chosen_from(menu)}
