"""Is this form a search, and is it safe to submit?

A plain rule; Madhavan et al. (PVLDB 2008), section 2, leave out forms with passwords, personal
information and text areas, and so do we. Everything that is not clearly a search is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deepweb.locate.site import is_on_site
from deepweb.read.words import words
from deepweb.surface.form import TEXT_KINDS, Form, Input

HARMFUL_KINDS = frozenset({"password", "file", "email", "tel", "textarea"})
# How sure the rule is, by what speaks for the form.
SAYS_SEARCH, LOOKS_LIKE_SEARCH = 0.95, 0.6


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
        return FormVerdict(False, True, 0.0, None, "no text box to ask")
    said = sorted((_form_words(form) | ({"search"} & {box.kind})) & known.search)
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
    said = _form_words(form)
    against = known.harmful if said & known.search else known.harmful | known.doubtful
    return f"says {', '.join(sorted(said & against))!r}" if said & against else ""


def _query_box(form: Form, known: FormWords) -> Input | None:
    """The box for keywords: the first that says so, else the first (002, section 5.2)."""
    boxes = form.text_boxes
    says = (box for box in boxes if box.kind == "search" or _box_words(box) & known.search)
    return next(says, None) or next(iter(boxes), None)


def _form_words(form: Form) -> frozenset[str]:
    """Words by which a form says what it does; what is hidden or offered in menus is not said."""
    buttons = (i for i in form.inputs if i.kind in {"submit", "image", "button"})
    boxes = (i for i in form.inputs if i.kind in TEXT_KINDS)
    texts = (
        form.hints,
        form.action.partition("?")[0].partition("://")[2].partition("/")[2],
        *(f"{b.label} {b.default} {b.name}" for b in buttons),
        *(f"{b.label} {b.name}" for b in boxes),
    )
    return _split(texts)


def _box_words(box: Input) -> frozenset[str]:
    return _split((box.name, box.label))


def _split(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in words(text.replace("_", " ")))
