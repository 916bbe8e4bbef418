"""May this form be submitted by a machine?

[Madhavan08 §2] leaves out forms with passwords, personal information and text areas. Only searches
are ever submitted, and of these none that could do anything but search: a mistake of the classifier
alone must not harm anybody.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import urlsplit

from deepweb.form.controls import SUBMITTING
from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.locate.forms.effects import form_effects, own_things
from deepweb.locate.forms.form_help import is_help
from deepweb.locate.forms.form_type import SEARCH, FormType
from deepweb.page.concepts import NO_CONCEPTS, Concepts
from deepweb.page.effects.judge import NO_EFFECTS, Effects
from deepweb.page.effects.names import is_about
from deepweb.page.site import is_beside, owner
from deepweb.page.words import UNSPACED, words

HARMFUL_KINDS = frozenset({"password", "file", "email", "tel"})
HARMFUL_BOXES = frozenset({"e-mail", "captcha", "card", "comment"})
# Probability from which a POST form is asked whose button and heading or address say "search".
SAID_TWICE = 0.75
LAYOUT = frozenset({"card"})  # what frames are called in a form's class
SAID_THRICE = 0.6  # the same, where both say it, or a menu offers all besides
ARRIVAL = frozenset({"checkin"})
_DEPARTURE = re.compile(r"check[\s_-]?out", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class FormWords:
    """Words by which forms say what they do, in many languages."""

    search: frozenset[str]
    harmful: frozenset[str]
    """Words of forms that change something: never submitted, whatever else they say."""
    doubtful: frozenset[str]
    """Words of forms that may change something: not submitted unless they say "search"."""
    neutral: frozenset[str] = frozenset()
    """Words of a button that do not tell what it does."""
    filters: frozenset[str] = frozenset()
    """Words of a button that filters what is shown."""
    shows: frozenset[str] = frozenset()
    """Words of a button that only shows something."""
    applies: frozenset[str] = frozenset()
    """Words of a button that filters where a form holds a range of prices ("Apply")."""
    types: Concepts = NO_CONCEPTS
    """By which words boxes ask for values of a type."""
    effects: Effects = NO_EFFECTS
    """What things say that they do."""
    help: Concepts = NO_CONCEPTS
    """By which words a form says how it is filled in."""


@dataclass(frozen=True, slots=True)
class SafetyRule:
    """How sure a verdict must be before a form is submitted."""

    words: FormWords
    min_probability: float
    """Least probability that a form is a search."""
    min_post: float
    """The same for POST, which may change something."""
    other_sites: Collection[str] = ()
    """Other sites to which forms of the site may be sent."""
    is_strict: bool = False
    """Are forms left alone that speak of the visitor's own things?"""


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason against submitting a form."""

    reason: str
    is_doubt: bool = False
    """Is it only a doubt? Then the form may still be listed."""
    is_type: bool = False
    """Is it only that the form does not look like a search? Then it may be tried."""


def objections(form: Form, kind: FormType, site: str, rule: SafetyRule) -> Iterator[Objection]:
    """All reasons against submitting a form."""
    if form.unusable:
        yield Objection(f"cannot be submitted: {form.unusable}")
    is_own = owner(form.action, (site, *rule.other_sites)) is not None
    if not is_own and not is_beside(form.action, site):
        yield Objection(f"sends to another site: {form.action}")
    if not any(i.role in {"text", "selection"} and not i.trap for i in form.inputs):
        yield Objection("has nothing to fill in")
    yield from map(Objection, _inputs_against(form, kind))
    if kind.type != SEARCH:
        looks = f"is no search but {kind.type} ({kind.type_probability:.2f})"
        yield Objection(looks, is_type=True)
    least = min(rule.min_post, _least_post(form, rule.words))
    if kind.search < least and (risk := _risk(form)):
        sure = f"{kind.search:.2f} < {least} sure that it is a search"
        yield Objection(f"{risk}, and {sure}", is_doubt=True)
    if said := _said_against(form, rule.words):
        is_doubt = said.isdisjoint(rule.words.harmful)
        yield Objection(f"says {', '.join(sorted(said))!r}", is_doubt=is_doubt)
    for effect in form_effects(_without_help(form, rule.words), rule.words.effects):
        yield Objection(f"acts: {effect.reason}", is_doubt=effect.is_doubt)
    if own := _button_says(form, rule.words):
        yield Objection(f"its button says {own!r}, not that it searches", is_doubt=True)
    if rule.is_strict and (own := own_things(form, rule.words.effects)):
        yield Objection(f"speaks of the visitor's own things: {own[:80]!r}")
    if (other := _says_else(form, rule.words)) and not says_search(form, rule.words):
        yield Objection(f"does not say that it searches, {other}", is_doubt=True)


def _without_help(form: Form, known: FormWords) -> Form:
    """The form without the sentences in it that say how it is filled in."""
    told = tuple(text for text in form.inside if not is_help(text, known.help, known.effects))
    return replace(form, inside=told) if len(told) < len(form.inside) else form


def _inputs_against(form: Form, kind: FormType) -> Iterator[str]:
    for control in form.inputs:
        if control.kind in HARMFUL_KINDS:
            yield f"has an input of kind {control.kind}"
        if control.autocomplete.startswith("cc-") or "password" in control.autocomplete:
            yield f"has an input for {control.autocomplete}"
        what = kind.boxes.get(control.name)
        if what in HARMFUL_BOXES:
            yield f"has a box for {what}: {control.name!r}"


def _risk(form: Form) -> str:
    """What about a form may do more than search."""
    if form.method == "POST":
        return "is sent by POST"
    return "has a text area" if _has_text_area(form) else ""


def _least_post(form: Form, known: FormWords) -> float:
    """The probability from which a POST form is asked, by how often it says that it searches."""
    button = _texts(form.pressed) if form.pressed else ()
    places = (form.heading, form.address.path)
    said = sum(bool(_said([place], known.search)) for place in places)
    if not said or not _said(button, known.search):
        return 1.0
    offers_all = any(i.says_any and i.default == i.wildcard for i in form.inputs)
    return SAID_THRICE if said + offers_all > 1 else SAID_TWICE


def _button_says(form: Form, known: FormWords) -> str:
    """What the button says that is pressed, if that is neither "search" nor neutral ("Go")."""
    pressed = form.pressed
    if pressed is None or _said(_texts(pressed), known.search):
        return ""
    own = _own_words(pressed, known, may_apply=narrows_price(form, known))
    said = frozenset(words(own))
    is_shown = bool(said & known.shows) or (bool(said) and (known.filters | known.neutral) >= said)
    return "" if is_shown or known.effects.looks_up(own) or _only_sends(own, form, known) else own


def _only_sends(text: str, form: Form, known: FormWords) -> bool:
    """Does a button say no more than "Send"? That of a single box may be a search."""
    return len(form.text_boxes) == 1 and known.effects.only_sends(text)


def _has_text_area(form: Form) -> bool:
    return any(i.kind == "textarea" and not i.trap for i in form.inputs)


def _said_against(form: Form, known: FormWords) -> frozenset[str]:
    """Words against a form, in the texts that it shows and in the values that it sends."""
    either = known.harmful | known.doubtful
    path, query = _target_words(form, known)
    boxes = _texts_of(form, TEXT_KINDS)
    if _said(boxes, ARRIVAL):
        # Beside "Check-in", "Check-out" is the end of a stay and not of an order.
        boxes = [_DEPARTURE.sub(" ", text) for text in boxes]
    hidden = [path, query, *_texts_of(form, {"hidden"})]
    buttons = _texts_of(form, SUBMITTING)
    if not says_search(form, known):
        said = _said([path, *boxes, *buttons], either) | _said(hidden, known.harmful)
        return said | (_said([form.hints], either) - LAYOUT)
    # "Search my orders" is a search, and so is a search in the menu of an account.
    others = [text for text in boxes if not _said([text], known.search)]
    asked = [
        text
        for text in buttons
        if not _said([text], known.search) and not _only_sends(text, form, known)
    ]
    if form.pressed is not None and _said(_texts(form.pressed), known.search):
        # "Add a room" beside "Search" is not pressed; "Delete" beside it is too near.
        hidden, asked = [*hidden, *asked], []
    # A second box may be what the form is about, unless the button says "search".
    is_doubtful = len(form.text_boxes) > 1 and not _said(buttons, known.search)
    beside = others if is_doubtful else []
    return _said([*hidden, *boxes], known.harmful) | _said([*asked, *beside], either)


def _says_else(form: Form, known: FormWords) -> str:
    """A part of the form that searches seldom have."""
    if _has_text_area(form):
        return "and has a text area"
    may_apply = narrows_price(form, known)
    buttons = (i for i in form.inputs if i.kind in SUBMITTING)
    own = (_own_words(i, known, may_apply=may_apply) for i in buttons)
    # "Filter", of a form that is sent by GET, only looks.
    looks = known.filters | known.neutral if form.method == "GET" else frozenset()
    said = (text for text in own if text and not looks.issuperset(words(text)))
    return next((f"and its button says {text!r}" for text in said), "")


def narrows_price(form: Form, known: FormWords) -> bool:
    """Are the two ends of a range of prices all the text that a GET form takes?"""
    said = [known.types.said_in(f"{i.name} {i.label} {i.group}") for i in form.text_boxes]
    if form.method != "GET" or len(said) != 2:
        return False
    return {"price", "low"} <= said[0] and {"price", "high"} <= said[1]


def _own_words(button: Input, known: FormWords, *, may_apply: bool) -> str:
    """The text of a button, unless all its words are neutral."""
    text = button.label or button.default
    if may_apply and said_in(text, known.applies):
        return ""
    # "Show 1,234 results"
    own = (word for word in words(text) if not word.isdigit())
    return "" if known.neutral.issuperset(own) else text[:50]


def _target_words(form: Form, known: FormWords) -> tuple[str, str]:
    """Path and query of the action; no path if that is the page itself.

    Steps such as "vote-archive" name a thing.
    """
    there, here = form.address, urlsplit(form.url)
    steps = [step for step in there.path.split("/") if not is_about(step, known.effects)]
    return ("" if there.path == here.path else "/".join(steps)), there.query


def says_search(form: Form, known: FormWords) -> frozenset[str]:
    """The words by which a form says that it searches; ``type=search`` says so, too.

    Class and id do not count: they are often copied with parts of other pages.
    """
    texts = [form.address.path, *(i.kind for i in form.text_boxes)]
    return _said([*texts, *_texts_of(form, SUBMITTING | TEXT_KINDS | {"button"})], known.search)


def speaks_against(text: str, known: FormWords) -> frozenset[str]:
    """Words of an address that does something other than search."""
    doubtful = frozenset() if said_in(text, known.search) else said_in(text, known.doubtful)
    return said_in(text, known.harmful) | doubtful


def _texts_of(form: Form, kinds: Collection[str]) -> list[str]:
    return [text for i in form.inputs if i.kind in kinds for text in _texts(i)]


def _texts(control: Input) -> tuple[str, ...]:
    # Old pages write the purpose of a box into it.
    return control.label, control.default[:200], control.name, control.placeholder


def _said(texts: Iterable[str], listed: frozenset[str]) -> frozenset[str]:
    """The listed words that stand in texts."""
    return frozenset().union(*(said_in(text, listed) for text in texts))


def said_in(text: str, listed: frozenset[str]) -> frozenset[str]:
    """The listed words that stand in a text, or that two of its words make together."""
    tokens = words(_CAMEL.sub(" ", text).replace("_", " "))
    # "e-mail", "Sign in" and "userName" are one word elsewhere. "Pick-up date" is no update.
    joined = {
        one + other
        for before, (one, other) in zip(["", *tokens], pairwise(tokens), strict=False)
        if (before, one) != ("pick", "up")
    }
    unspaced = {word for word in listed if word >= UNSPACED and word in text}
    return listed.intersection(tokens) | (listed & joined) | unspaced
