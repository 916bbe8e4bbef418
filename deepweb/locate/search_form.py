"""Is this form a search, and is it safe to submit?

A plain rule; Madhavan et al. (PVLDB 2008), section 2, leave out forms with passwords, personal
information and text areas, and so do we. Everything that is not clearly a search is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlsplit

from deepweb.locate.site import is_on_site
from deepweb.read.words import words
from deepweb.surface.form import TEXT_KINDS, Form, Input

HARMFUL_KINDS = frozenset({"password", "file", "email", "tel", "textarea"})
# How sure the rule is, by what speaks for the form.
SAYS_SEARCH, LOOKS_LIKE_SEARCH = 0.95, 0.6
# From here on (Devanagari, Thai, Chinese, Japanese, Korean) words are not, or not reliably, told
# apart by spaces: a listed word counts wherever it stands.
UNSPACED = "\u0900"
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class FormWords:
    """Words that forms of a kind use for themselves, in many languages."""

    search: frozenset[str]
    harmful: frozenset[str]
    """Never submitted, whatever else the form says."""
    doubtful: frozenset[str]
    """Not submitted unless the form says that it searches."""


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """What a form is thought to be, and why."""

    searchable: bool
    safe: bool
    probability: float
    query_input: str | None
    reason: str


def judge_form(
    form: Form, site: str, known: FormWords, *, min_probability: float, min_post: float
) -> FormVerdict:
    """Judge a form of ``site``; POST needs the higher probability ``min_post``."""
    if objection := _objection(form, site, known):
        return FormVerdict(False, False, 0.0, None, objection)
    box = _query_box(form, known)
    if box is None:
        return FormVerdict(False, form.method == "GET", 0.0, None, "no text box to ask")
    said = sorted(_searches(form, known))
    probability = SAYS_SEARCH if said else LOOKS_LIKE_SEARCH
    needed = min_post if form.method == "POST" else min_probability
    why = f"says {', '.join(said)!r}" if said else "a text box and nothing against it"
    if len(form.text_boxes) > 1 and not said:
        probability, why = 0.3, "several text boxes and no word of searching"
    if probability < needed:
        reason = f"{why}: {probability} < {needed} needed for {form.method}"
        return FormVerdict(False, form.method == "GET", probability, box.name, reason)
    return FormVerdict(True, True, probability, box.name, f"{why}; asked through {box.name!r}")


def _objection(form: Form, site: str, known: FormWords) -> str:
    """What makes a form unfit to be submitted by a machine, or nothing."""
    if form.unusable:
        return f"cannot be submitted: {form.unusable}"
    if not is_on_site(form.action, site):
        return f"sends to another site: {form.action}"
    if kind := next((i.kind for i in form.inputs if i.kind in HARMFUL_KINDS), None):
        return f"has an input of kind {kind}"
    against = known.harmful if _searches(form, known) else known.harmful | known.doubtful
    said = _said(_form_texts(form), against) | _said(_unseen_texts(form), known.harmful)
    return f"says {', '.join(sorted(said))!r}" if said else ""


def _searches(form: Form, known: FormWords) -> frozenset[str]:
    """The words by which a form says that it searches; a box made for it says so too."""
    return _said((*_form_texts(form), *(i.kind for i in form.text_boxes)), known.search)


def _query_box(form: Form, known: FormWords) -> Input | None:
    """The box for keywords: the first that says so, else the first (002, section 5.2)."""
    boxes = form.text_boxes
    says = (b for b in boxes if b.kind == "search" or _said(_texts(b), known.search))
    return next(says, None) or next(iter(boxes), None)


def _form_texts(form: Form) -> list[str]:
    """Texts by which a form says what it does; what is offered in menus is not said."""
    told = {"submit", "image", "button"} | TEXT_KINDS
    path = urlsplit(form.action).path
    return [form.hints, path, *(text for i in form.inputs if i.kind in told for text in _texts(i))]


def _unseen_texts(form: Form) -> list[str]:
    """What nobody reads, but the server obeys: ``action=unsubscribe``."""
    hidden = (text for i in form.inputs if i.kind == "hidden" for text in _texts(i))
    return [urlsplit(form.action).query, *hidden]


def _texts(control: Input) -> tuple[str, str, str]:
    # Old pages write into a box what it is for.
    return control.label, control.default, control.name


def _said(texts: Iterable[str], listed: frozenset[str]) -> frozenset[str]:
    """Those of the listed words that texts say."""
    return frozenset().union(*(_said_in(text, listed) for text in texts))


def _said_in(text: str, listed: frozenset[str]) -> frozenset[str]:
    tokens = words(_CAMEL.sub(" ", text).replace("_", " "))
    # "e-mail", "Sign in" and "userName" are one word elsewhere.
    joined = {one + other for one, other in pairwise(tokens)}
    unspaced = {word for word in listed if word >= UNSPACED and word in text}
    return listed.intersection(tokens) | (listed & joined) | unspaced
