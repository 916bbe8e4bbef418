"""Where do the buttons of a pager lead, and links that post the form of their page?

Older sites page by buttons of the search form. Pressing a button of a GET form is following an
address; of POST forms, only the search itself is posted again. Pages that are one form (ASP.NET)
page by links that post it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import IN_PART, Form, forms
from deepweb.form.submission import posted_address, submission
from deepweb.form.whole_page import event_of, is_state
from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import spelt
from deepweb.read.links.pager_link import PagerWords, is_same_site

# Buttons of a page that are examined.
_MAX_BUTTONS = 500
# Signs around the text of a button.
_BUTTON_ARROWS = " >\u00bb\u203a\u2192"
NOTHING_ASKED: Mapping[str, str] = MappingProxyType({})


def next_by_post(page: Page, url: str) -> str:
    """The page that a link leads to which posts a page that is one form; "" if it cannot be."""
    event = event_of(url)
    for form in forms(page):
        is_whole = form.index is not None and any(map(is_state, form.tokens))
        is_posted = form.method == "POST" and form.unusable in {"", IN_PART}
        if is_whole and is_posted and is_same_site(form.action, page) and _owns(form, event[0][0]):
            return posted_address(form, event)
    return ""


def _owns(form: Form, name: str) -> bool:
    """Does a form have an input of this name, or (JSF) of the name that stands before the colon?"""
    names = {control.name for control in form.inputs}
    return name in names or name.partition(":")[0] in names


def next_by_button(
    page: Page, words: PagerWords, action: str, asked: Mapping[str, str] = NOTHING_ASKED
) -> str:
    """Where the button for the next page of a form with this ``action`` leads, or "".

    A form is posted only if it repeats what was ``asked``, or its address does.
    """
    if not any(_says_next(label, words) for label in _labels(page)):
        return ""  # on most pages the forms need not be parsed
    for form in forms(page):
        is_asked = bool(asked) and set(form.defaults).issuperset(asked.items())
        is_usable = form.unusable in {"", IN_PART} and form.action == action
        is_own = _posts_to_itself(form, page)
        if not is_own and (not is_usable or not (is_asked or form.method == "GET")):
            continue
        for control in form.inputs:
            told = control.default, control.label
            is_button = control.kind in SUBMITTING and (control.name or _names_page(form))
            if not is_button or not any(_says_next(each, words) for each in told):
                continue
            if is_own and not control.default.isdecimal():
                continue
            pressed = {control.name: control.default} if control.name else {}
            if form.method == "POST":
                return posted_address(form, tuple(pressed.items()))
            return submission(_addressable(form), pressed).url
    return ""


def _posts_to_itself(form: Form, page: Page) -> bool:
    """Does a form send nothing but a button to the address of the answer, which has the question?

    The button must tell the number of the next page.
    """
    only_buttons = all(control.kind in SUBMITTING for control in form.inputs)
    return form.method == "POST" and only_buttons and "?" in page.url and form.action == page.url


def _names_page(form: Form) -> bool:
    """Is there nothing to fill in, and a number among what the form sends: that of the page?"""
    sent = [control for control in form.inputs if control.kind not in SUBMITTING]
    is_hidden = all(control.kind == "hidden" for control in sent)
    return is_hidden and any(control.default.isdecimal() for control in sent)


def _addressable(form: Form) -> Form:
    """The form without hidden values that cannot stand in an address, such as tabs."""
    kept = tuple(pair for pair in form.defaults if pair[1].isprintable())
    return replace(form, defaults=kept)


def _labels(page: Page) -> list[str]:
    buttons = islice(page.root.iter("input", "button"), _MAX_BUTTONS)
    return [
        told
        for each in buttons
        for told in (each.get("value", ""), each.get("alt", ""), visible_text(each))
    ]


def _says_next(label: str, words: PagerWords) -> bool:
    return spelt(label).strip(_BUTTON_ARROWS) in words.forward
