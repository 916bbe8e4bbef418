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
from deepweb.locate.forms.form_type import OTHER, QUERY, SEARCH, FormType
from deepweb.locate.forms.safety import (
    FormWords,
    SafetyRule,
    narrows_price,
    objections,
    said_in,
)
from deepweb.page.words import words as words_in

# Each declaration of the same search (OpenSearch, SearchAction, links) leaves this share of doubt.
DOUBT_LEFT = 0.2

# Forms of these types, inputs of these roles and boxes for these values may be tried.
_TRIED_TYPES = frozenset({OTHER, "display options"})
_TRIED_ROLES = frozenset({"text", "selection", "button", "hidden"})
_TRIED_BOXES = frozenset({QUERY, "category", "place", "date", "number", "name", OTHER})
_HALF = 0.5  # greatest DEEPWEB_MIN_PROBABILITY with which forms are tried
_LIKELY = 0.15  # probability of a search from which on a lone box without a button is tried
# Concepts of forms that do something, or ask who somebody is. A button that filters does neither.
_NOT_FILTERED = frozenset(
    {"login", "recover", "password", "subscribe", "pay", "poll", "captcha", "delete"}
)
_NOT_TRIED = _NOT_FILTERED | {
    "register", "user", "email", "contact", "comment", "order"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormVerdict:
    """The judgement of a form, and its reason."""

    type: str
    searchable: bool
    safe: bool
    probability: float
    query_input: str | None
    reason: str
    objections: tuple[str, ...] = ()
    """All reasons against submitting it, each with the words that give it."""
    is_harmless: bool = False
    """Is doubt the only objection? Then the form may be listed, though not submitted."""
    may_lead_on: bool = False
    """May its answer hold the search: a form of menus that asks where to search?"""

    @property
    def is_tried(self) -> bool:
        """Will answers decide whether it is a search?"""
        return self.safe and not self.searchable


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
    is_unsure = bool(against) and all(each.is_type for each in against)
    # Whoever wants to be surer than by default wants no trials.
    is_unsure = is_unsure and rule.min_probability <= _HALF
    tried = is_unsure and may_be_tried(form, kind, rule.words)
    box = kind.query_input or ""
    takes_words = searchable or (tried and kind.boxes.get(box) == QUERY)
    return FormVerdict(
        type=kind.type,
        searchable=searchable,
        safe=tried or not against,
        probability=round(kind.search, 4),
        query_input=kind.query_input if takes_words else None,
        reason=_reason(kind, agreeing, against[0].reason if against else "", tried=tried),
        objections=tuple(dict.fromkeys(each.reason for each in against)),
        is_harmless=all(each.is_doubt for each in against),
        may_lead_on=is_unsure and not tried and may_lead_on(form, kind, rule.words),
    )


def may_lead_on(form: Form, kind: FormType, words: FormWords) -> bool:
    """Does a GET form hold nothing but menus, and a button that says no more than "Continue"?"""
    shown = [i for i in form.inputs if i.name and i.role != "button" and not i.trap]
    menus = [i for i in shown if i.kind == "select" and len(i.options) > 1]
    plain = words.neutral | words.shows
    said = {word for i in form.inputs if i.kind in SUBMITTING for word in _words_of(i)} - {""}
    return (
        form.method == "GET"
        and len(menus) == len(shown) == 1
        and not kind.only_presents
        and kind.says.isdisjoint(_NOT_TRIED)
        and plain.issuperset(said)
        and not any(words.effects.only_sends(word) for word in said)
    )


def may_be_tried(form: Form, kind: FormType, words: FormWords) -> bool:
    """May answers decide whether a form is a search?

    Rich filters and finders made of menus look like no search. A GET form is tried if it shows that
    it selects (``_selects``) and mentions nothing that is not for looking: polls, accounts, carts,
    comments. A token says that the form changes something. Radio buttons and boxes to tick alone
    are never tried: so do polls look, and lists of settings.
    """
    shown = [i for i in form.inputs if i.name and not i.trap]
    unwanted = _NOT_FILTERED if _pressed(form, words.filters) else _NOT_TRIED
    return (
        form.method == "GET"
        and kind.type in _TRIED_TYPES
        and any(i.kind == "select" or i.role == "text" for i in shown)
        and not kind.only_presents
        and all(i.role in _TRIED_ROLES for i in form.inputs)
        and not form.tokens
        and kind.says.isdisjoint(unwanted)
        and _TRIED_BOXES.issuperset(kind.boxes.values())
        and _selects(form, kind, words)
    )


def _selects(form: Form, kind: FormType, words: FormWords) -> bool:
    """Does a form show that it selects?

    Its button filters or searches, or applies a range of prices; or a menu offers "All …", and the
    button only shows something; or it has several such menus and no button; or its one box is
    likely to take a query.
    """
    applied = words.applies if narrows_price(form, words) else frozenset()
    if _pressed(form, words.filters | words.search | applied):
        return True
    menus = [i for i in form.inputs if i.kind == "select" and i.says_any]
    buttons = [i for i in form.inputs if i.kind in SUBMITTING]
    if not buttons:
        is_query = bool(kind.query_input) and kind.boxes.get(kind.query_input or "") == QUERY
        return len(menus) >= 2 or (is_query and kind.search >= _LIKELY)
    return bool(menus) and all(words.shows.issuperset(_words_of(button)) for button in buttons)


def _pressed(form: Form, wanted: frozenset[str]) -> bool:
    """Does the button that is pressed say one of some words?"""
    return form.pressed is not None and bool(said_in(_button_text(form.pressed), wanted))


def _words_of(button: Input) -> set[str]:
    return {word for word in words_in(_button_text(button)) if not word.isdigit()} or {""}


def _button_text(button: Input) -> str:
    return button.label or button.default[:100]


def _surer(kind: FormType, agreeing: Sequence[str], min_probability: float) -> FormType:
    """The form's type after declarations of the same search have removed some doubt."""
    search = 1 - (1 - kind.search) * DOUBT_LEFT ** len(agreeing)
    if search >= min_probability:
        return replace(kind, type=SEARCH, search=search, type_probability=search)
    share = kind.otherwise_probability
    return replace(kind, type=kind.otherwise, search=search, type_probability=share)


def _reason(kind: FormType, agreeing: Sequence[str], against: str, *, tried: bool = False) -> str:
    looks = f"looks like {kind.type} ({round(kind.type_probability, 4):.2f})"
    if kind.type == SEARCH and agreeing:
        looks += f", as declared by {' and '.join(agreeing)}"
    if tried:
        return f"{looks}; nothing speaks of harm, so a few answers decide whether it is a search"
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
