"""Is this form a search, is it safe to submit, and through which box is it asked?

[Gujrati, Form Classifier] keeps searchable forms. A crawl for the databases of a topic leaves out
searches of a site's own pages, since most sites that only write about the topic have one; so do
Chang et al. (*Structured Databases on the Web*, SIGMOD Record 2004, §2) when they count the
databases of the deep web.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import Form, Input
from deepweb.locate.forms.form_type import SEARCH, FormType
from deepweb.locate.forms.safety import SafetyRule, objections, said_in

# Each declaration of the same search (OpenSearch, SearchAction, links) leaves this share of doubt.
DOUBT_LEFT = 0.2


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """The judgement of a form, and its reason."""

    type: str
    searchable: bool
    safe: bool
    probability: float
    query_input: str | None
    reason: str
    is_harmless: bool = False
    """Is doubt the only objection? Then the form may be listed, though not submitted."""


def judge_form(
    form: Form,
    kind: FormType,
    site: str,
    rule: SafetyRule,
    agreeing: Sequence[str] = (),
) -> FormVerdict:
    """Judge a form of ``site``; ``agreeing`` are its declarations of the same search."""
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
    """The form's type after declarations of the same search have removed some doubt."""
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


def is_site_search(form: Form, own_pages: frozenset[str]) -> bool:
    """Does a form search the pages of its own site, and no database?

    It does if it says so ("Search this site"), and has one box and nothing to choose from.
    ``own_pages`` are words by which sites name themselves, and two such words written as one.
    """
    shown = [i for i in form.inputs if i.role in {"text", "selection"} and not i.trap]
    if [i.role for i in shown] != ["text"]:
        return False
    # In an address only "site-search" counts: "/site/find.php" is a folder.
    search = frozenset(word for word in own_pages if "search" in word)
    return bool(said_in(form.address.path, search)) or any(
        said_in(text, own_pages) for text in _read_in(form, shown[0])
    )


def _read_in(form: Form, box: Input) -> Iterator[str]:
    """What a person reads in a form with one box."""
    yield from (form.text, box.label, box.placeholder, box.default[:200])
    for control in form.inputs:
        if control.kind in SUBMITTING:
            yield from (control.label, control.default[:200])
