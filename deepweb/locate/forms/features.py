"""A form as features that a classifier can weigh.

[Gujrati, Form Classifier] and Formasaurus use the words of a form and the kinds of its inputs; so
do we. Beyond them: *concepts* (``page/concepts``), which are the same in forty languages, so that a
form in a language without examples is still understood; and the place of a word (on the button, in
a label, in the name of an input) is part of the feature.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from deepweb.form.model import TEXT_KINDS, Form, Input
from deepweb.page.concepts import Concepts, tokens_of

BUTTONS = frozenset({"submit", "image", "button", "reset"})
COUNTED = (
    "text", "search", "password", "email", "tel", "url", "textarea", "select", "checkbox",
    "radio", "hidden", "file", "submit", "image", "button", "number", "date",
)  # fmt: skip
ALL: frozenset[str] = frozenset()
OWN = frozenset({"form", "action", "heading", "button", "hidden", "name", "label", "hint"})
"""Places where a form says what it is for; its options and other texts may mention anything."""
GRAMS = (4, 5)  # letters of the pieces of words: related words share their stem
GRAM_WEIGHT = 0.25  # pieces are many, and each says little


def form_features(form: Form, concepts: Concepts) -> dict[str, float]:
    """Feature of a form to its weight."""
    features = _said(_places(form), concepts)
    searches = "any!search" in features
    return features | dict.fromkeys(_shape(form, searches), 1.0)


def box_features(
    form: Form, boxes: Sequence[Input], concepts: Concepts
) -> Iterator[dict[str, float]]:
    """Feature to weight for each text box; the concepts of the whole form are among them."""
    around = {f"form!{concept}" for concept in concepts_said(form, concepts)}
    number = _roughly(sum(i.kind in TEXT_KINDS for i in form.inputs))
    first = next((i for i in form.inputs if i.kind in TEXT_KINDS), None)
    for box in boxes:
        place = (f"kind={box.kind}", f"autocomplete={box.autocomplete}", f"boxes={number}")
        shape = dict.fromkeys((*around, *place, *(["first"] if box is first else [])), 1.0)
        yield _said(_control_places(box), concepts) | shape


def concepts_said(form: Form, concepts: Concepts, places: frozenset[str] = ALL) -> frozenset[str]:
    """All concepts that a form mentions, or those that it mentions in some places."""
    texts = (text for place, text in _places(form) if not places or place in places)
    return frozenset().union(*(concepts.said_in(text) for text in texts))


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
    """The texts of a form, each with the name of its place."""
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
        # What only stands in a box may be what somebody wrote there.
        is_written = bool(control.label) and control.default.strip().startswith(control.label)
        yield "label", "" if is_written else control.label
        yield "hint", f"{control.hints} {control.placeholder}"
        yield "option", " ".join(label for _, label in control.options[:5])


def grams(text: str) -> frozenset[str]:
    """The words of a text, and their pieces."""
    return frozenset().union(*map(_pieces, tokens_of(text)))


@lru_cache(maxsize=20_000)
def _pieces(token: str) -> frozenset[str]:
    padded = f"<{token}>"
    starts = range(len(padded))
    return frozenset({padded, *(padded[i : i + n] for n in GRAMS for i in starts[: 1 - n])})
