"""Is this form a search, is it safe to submit, and through which box is it asked?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deepweb.form.model import Form
from deepweb.locate.forms.form_type import SEARCH, FormType
from deepweb.locate.forms.safety import SafetyRule, objections

# Of the doubt in a form that is left by each other way in which the site declares the same search.
DOUBT_LEFT = 0.2


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """What a form is thought to be, and why."""

    type: str
    searchable: bool
    safe: bool
    probability: float
    query_input: str | None
    reason: str
    is_harmless: bool = False
    """Does nothing but doubt speak against submitting it? It may be listed, then."""


def judge_form(
    form: Form,
    kind: FormType,
    site: str,
    rule: SafetyRule,
    agreeing: Sequence[str] = (),
) -> FormVerdict:
    """Judge a form of ``site``, of which other declarations of the site may say the same."""
    kind = _surer(kind, agreeing, rule.min_probability)
    searchable = kind.type == SEARCH
    against = list(objections(form, kind, site, rule))
    return FormVerdict(
        type=kind.type,
        searchable=searchable,
        safe=not against,
        probability=round(kind.search, 4),
        query_input=kind.query_input if searchable else None,
        reason=_reason(kind, agreeing, against[0].reason if against else ""),
        is_harmless=all(each.is_doubt for each in against),
    )


def _surer(kind: FormType, agreeing: Sequence[str], min_probability: float) -> FormType:
    """With the doubt that declarations leave, and the type that follows from it."""
    search = 1 - (1 - kind.search) * DOUBT_LEFT ** len(agreeing)
    if search >= min_probability:
        return replace(kind, type=SEARCH, search=search, type_probability=search)
    share = kind.otherwise_probability
    return replace(kind, type=kind.otherwise, search=search, type_probability=share)


def _reason(kind: FormType, agreeing: Sequence[str], against: str) -> str:
    looks = f"looks like {kind.type} ({kind.type_probability:.2f})"
    if kind.type == SEARCH and agreeing:
        looks += f", as declared by {' and '.join(agreeing)}"
    if against:
        return f"{looks}; not submitted: {against}"
    asked = f"asked through {kind.query_input!r}" if kind.query_input else "no text box to ask"
    return f"{looks}; {asked}"
