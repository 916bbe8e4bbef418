"""What a form says of itself, as features that a classifier can weigh.

SmartCrawler (004, "Form Classifier") and Formasaurus look at the words of a form and at the kinds
of its inputs; so do we. Beyond them: *concepts*, which say the same in forty languages, so that a
form in a language that no example was in is still understood; and where a word stands (on the
button, in a label, in the name of an input) is part of the feature.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.page.words import UNSPACED

BUTTONS = frozenset({"submit", "image", "button", "reset"})
COUNTED = (
    "text", "search", "password", "email", "tel", "url", "textarea", "select", "checkbox",
    "radio", "hidden", "file", "submit", "image", "button", "number", "date",
)  # fmt: skip
# What is read of any one text, and pieces that words are taken apart into: a word of another form
# or language often shares its stem.
MAX_TEXT, GRAMS = 300, (4, 5)
# There are many of them, and each says little.
GRAM_WEIGHT = 0.25
# Letters that Unicode does not take apart, though people write them without the stroke.
_STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Concepts:
    """Words, and beginnings of words, to what they mean."""

    words: Mapping[str, frozenset[str]]
    stems: Mapping[str, frozenset[str]]
    unspaced: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, listed: Mapping[str, Iterable[str]]) -> Concepts:
        """From concept to its words; a word that ends in ``*`` is a beginning."""
        tables: tuple[dict[str, set[str]], ...] = ({}, {}, {})
        for concept, entries in listed.items():
            for entry in map(folded, entries):
                which = 2 if entry >= UNSPACED else 1 if entry.endswith("*") else 0
                tables[which].setdefault(entry.rstrip("*"), set()).add(concept)
        return cls(*({w: frozenset(c) for w, c in table.items()} for table in tables))

    @lru_cache(maxsize=20_000)  # noqa: B019  (there is one for the life of a process)
    def said_in(self, text: str) -> frozenset[str]:
        """The concepts that a text speaks of."""
        found: set[str] = set()
        tokens = tokens_of(text)
        # "e-mail", "Sign in" and "user_name" are one word elsewhere.
        for token in (*tokens, *(one + other for one, other in pairwise(tokens))):
            found |= self._meant(token)
        if not text.isascii() and any(character >= UNSPACED for character in text):
            flat = folded(text)
            found.update(*(c for word, c in self.unspaced.items() if word in flat))
        return frozenset(found)

    @lru_cache(maxsize=20_000)  # noqa: B019  (there is one for the life of a process)
    def _meant(self, token: str) -> frozenset[str]:
        beginnings = (self.stems.get(token[:n]) for n in range(3, len(token) + 1))
        return frozenset().union(self.words.get(token, ()), *(c for c in beginnings if c))


def folded(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text).lower().translate(_STROKES)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def tokens_of(text: str) -> list[str]:
    """The words of a text or of a name in code."""
    return _TOKEN.findall(folded(_CAMEL.sub(" ", text[:MAX_TEXT])))


def form_features(form: Form, concepts: Concepts) -> dict[str, float]:
    """Feature of a form to its weight."""
    features = _said(_places(form), concepts)
    searches = "any!search" in features
    return features | dict.fromkeys(_shape(form, searches), 1.0)


def box_features(
    form: Form, boxes: Sequence[Input], concepts: Concepts
) -> Iterator[dict[str, float]]:
    """Of each text box, feature to weight; what the rest of the form says is part of it."""
    around = {f"form!{concept}" for concept in concepts_said(form, concepts)}
    number = _roughly(sum(i.kind in TEXT_KINDS for i in form.inputs))
    first = next((i for i in form.inputs if i.kind in TEXT_KINDS), None)
    for box in boxes:
        place = (f"kind={box.kind}", f"autocomplete={box.autocomplete}", f"boxes={number}")
        shape = dict.fromkeys((*around, *place, *(["first"] if box is first else [])), 1.0)
        yield _said(_control_places(box), concepts) | shape


def concepts_said(form: Form, concepts: Concepts) -> frozenset[str]:
    """All that a form speaks of, wherever."""
    return frozenset().union(*(concepts.said_in(text) for _, text in _places(form)))


def _said(places: Iterable[tuple[str, str]], concepts: Concepts) -> dict[str, float]:
    features: dict[str, float] = {}
    for place, text in places:
        if not text or text.isspace():
            continue
        found = concepts.said_in(text)
        features.update((f"{place}!{concept}", 1.0) for concept in found)
        features.update((f"any!{concept}", 1.0) for concept in found)
        features.update((f"{place}:{gram}", GRAM_WEIGHT) for gram in grams(text))
    return features


def _shape(form: Form, searches: bool) -> Iterator[str]:
    kinds = [i.kind for i in form.inputs if not i.trap]
    shown = [k for k in kinds if k not in BUTTONS and k != "hidden"]
    boxes = _roughly(sum(k in TEXT_KINDS for k in shown))
    yield f"method={form.method}"
    yield f"shown={_roughly(len(shown))}"
    yield f"boxes={boxes} of {_roughly(len(shown))}"
    # A lone box is a search if the form says so, and anything else if it does not.
    yield f"boxes={boxes} searches={searches}"
    yield f"method={form.method} searches={searches}"
    for kind in COUNTED:
        yield f"{kind}={_roughly(kinds.count(kind))}"


def _roughly(count: int) -> str:
    return str(count) if count < 4 else "4+" if count < 8 else "8+"


def _places(form: Form) -> Iterator[tuple[str, str]]:
    """Where a form speaks, and what it says there."""
    yield "form", form.hints
    yield "action", form.address.path
    yield "heading", form.heading
    yield "text", form.text
    for control in form.inputs:
        yield from _control_places(control)


def _control_places(control: Input) -> Iterator[tuple[str, str]]:
    if control.kind in BUTTONS:
        yield "button", f"{control.label} {control.default}"
        yield "button", control.hints
    elif control.kind == "hidden":
        yield "hidden", control.name
        yield "value", control.default[:30]
    else:
        yield "name", control.name
        yield "label", control.label
        yield "hint", f"{control.hints} {control.placeholder}"
        yield "option", " ".join(label for _, label in control.options[:5])


def grams(text: str) -> frozenset[str]:
    """Words, and the pieces of words."""
    return frozenset().union(*map(_pieces, tokens_of(text)))


@lru_cache(maxsize=20_000)
def _pieces(token: str) -> frozenset[str]:
    padded = f"<{token}>"
    starts = range(len(padded))
    return frozenset({padded, *(padded[i : i + n] for n in GRAMS for i in starts[: 1 - n])})
