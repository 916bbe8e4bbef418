"""Is the next page to be had by pressing a button?

Older search programs page through their answers by buttons of the search form itself. Pressing one
of a GET form is following an address; a POST form is left alone.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import Form, forms
from deepweb.form.submission import submission
from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import spelt
from deepweb.read.links.pager_link import PagerWords

# Buttons of a page that are looked at.
_MOST = 500
_ARROWS = " >\u00bb\u203a\u2192"


def next_by_button(page: Page, words: PagerWords, action: str) -> str:
    """Where the button for the next page leads, of a form that sends to ``action``; or nothing."""
    if not any(_says_next(label, words) for label in _labels(page)):
        return ""  # most pages: their forms need not be read again
    for form in forms(page):
        if form.method != "GET" or form.unusable or form.action != action:
            continue
        for control in form.inputs:
            told = control.default, control.label
            is_button = control.kind in SUBMITTING and control.name
            if is_button and any(_says_next(each, words) for each in told):
                return submission(_addressable(form), {control.name: control.default}).url
    return ""


def _addressable(form: Form) -> Form:
    """Without hidden values that no server takes in an address: tabs and the like."""
    kept = tuple(pair for pair in form.defaults if pair[1].isprintable())
    return replace(form, defaults=kept)


def _labels(page: Page) -> list[str]:
    buttons = islice(page.root.iter("input", "button"), _MOST)
    return [
        told
        for each in buttons
        for told in (each.get("value", ""), each.get("alt", ""), visible_text(each))
    ]


def _says_next(label: str, words: PagerWords) -> bool:
    return spelt(label).strip(_ARROWS) in words.forward
