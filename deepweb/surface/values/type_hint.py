"""Which types do the words around a text box speak of?

Madhavan et al., *Google's Deep-Web Crawl* (PVLDB 2008), section 5.3: popular types have distinctive
input names, which select the tests worth doing. Beyond names, what is looked at is the label, the
placeholder, an example in it ("31.12.2020", "90210"), what the browser is told to fill in, id and
class, in some thirty languages. A hint only says what to try first: the test decides.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf, isfinite

from deepweb.form.model import Input
from deepweb.page.concepts import Concepts, tokens_of
from deepweb.surface.values.calendar_day import notations_shown
from deepweb.surface.values.value_type import spread

BOUNDS = frozenset({"low", "high"})
"""What words for the ends of ranges mean."""
KEYWORD = "keyword"
"""A hint that any word may be written into the box."""

# How much a word says where it stands; an example shows it.
LABEL, PLACEHOLDER, NAME, HINTS = 3.0, 2.0, 3.0, 1.0
EXAMPLE, AUTOCOMPLETE = 3.0, 4.0
# "Location" may be any of these.
_PLACES = {"city": 0.8, "zip": 0.6, "state": 0.3, "country": 0.2}
_AUTOCOMPLETE = {
    "postal-code": "zip", "address-level2": "city", "address-level1": "state",
    "country": "country", "country-name": "country", "bday": "date", "bday-year": "year",
    "transaction-amount": "price",
}  # fmt: skip
_EXAMPLES = {
    "zip": re.compile(r"(?<!\d)\d{5}(?!\d)"),
    "year": re.compile(r"(?<![\d./-])(?:19|20)\d\d(?![\d./-])|\b[yj]{4}\b"),
    "price": re.compile(r"[$€£¥₹₽]"),
    "isbn": re.compile(r"\b97[89][\d -]{9,}"),
}
_MOST_EXAMPLE = 100
# Of a bound or a type in a word of both; and the longest such word.
_SHORTEST, _LONGEST = 2, 30


@dataclass(frozen=True, slots=True)
class TypeHint:
    """What a box says that it expects."""

    weights: Mapping[str, float]
    """How strongly it speaks of each type, and of keywords."""
    notations: tuple[str, ...] = ()
    """Of dates, as the box shows them."""

    @property
    def types(self) -> list[str]:
        """The types hinted at, the most likely first."""
        named = (name for name in self.weights if name != KEYWORD)
        return sorted(named, key=lambda name: (-self.weights[name], name))


def type_hint(box: Input, names: Concepts) -> TypeHint:
    """What a box says of the type of its values."""
    weights: defaultdict[str, float] = defaultdict(float)
    for weight, concept in _said(box, names):
        if concept == "place":
            for name, share in _PLACES.items():
                weights[name] += share * weight
        elif concept not in BOUNDS:
            weights[concept] += weight
    shown = notations_shown(box.placeholder) or notations_shown(box.default)
    shown = shown or notations_shown(box.label)
    if shown:
        weights["date" if "d" in shown[0] or "j" in shown[0] else "month"] += 2 * EXAMPLE
    elif "year" in weights and "date" in weights:
        weights["year"] += HINTS  # "year of the date"
    return TypeHint(dict(weights), shown)


def _said(box: Input, names: Concepts) -> Iterator[tuple[float, str]]:
    """Concepts, and how much each counts where it is said."""
    places = [(LABEL, box.label), (NAME, box.name), (HINTS, box.hints)]
    if box.placeholder != box.label:
        places.append((PLACEHOLDER, box.placeholder))
    for weight, text in places:
        yield from ((weight, concept) for concept in sorted(meant(text, names)))
    filled_in = box.autocomplete.lower().split()
    yield from ((AUTOCOMPLETE, _AUTOCOMPLETE[each]) for each in filled_in if each in _AUTOCOMPLETE)
    example = f"{box.placeholder} {box.default[:_MOST_EXAMPLE]}"
    if not notations_shown(example):
        yield from ((EXAMPLE, name) for name, look in _EXAMPLES.items() if look.search(example))


def meant(text: str, names: Concepts) -> frozenset[str]:
    """The types and bounds that a text speaks of; words written as one are taken apart."""
    if not text:
        return frozenset()
    apart = (names.said_in(half) for token in tokens_of(text) for half in halves(token, names))
    return names.said_in(text).union(*apart)


def halves(token: str, names: Concepts) -> tuple[str, ...]:
    """The bound and the rest of a word such as "maxprice" or "yearto"; nothing of others."""
    for middle in range(_SHORTEST, min(len(token), _LONGEST) - _SHORTEST + 1):
        for bound, rest in ((token[:middle], token[middle:]), (token[middle:], token[:middle])):
            if BOUNDS & names.said_in(bound) and names.said_in(rest):
                return bound, rest
    return ()


# --- merged from input_bounds.py; rewrite or remove this note ---
# Which values does an input of HTML5 take, by its own bounds?

FIXED = {
    "date": ("date", "Y-m-d"), "month": ("month", "Y-m"), "week": ("week", "Y-Ww"),
    "datetime-local": ("datetime", "Y-m-dT00:00"), "time": ("time", ""),
}  # fmt: skip
"""Type and notation that inputs of HTML5 send."""
# Values counted out between the least and the greatest that an input takes.
_STEPS = 200


def within(box: Input, values: Iterable[str]) -> tuple[str, ...]:
    """Values that the bounds of an input allow, or where these leave few, steps between them."""
    distinct = tuple(dict.fromkeys(values))
    if not (box.minimum or box.maximum):
        return distinct
    if box.kind in FIXED:  # these are written so that later is greater
        least, most = box.minimum, box.maximum or "~"
        return tuple(value for value in distinct if least <= value <= most)
    least_number, most_number = _number(box.minimum, -inf), _number(box.maximum, inf)
    kept = tuple(v for v in distinct if least_number <= _number(v, inf) <= most_number)
    return tuple(dict.fromkeys((*kept, *_steps(box, least_number, most_number))))


def _steps(box: Input, least: float, most: float) -> Iterator[str]:
    if not (isfinite(least) and isfinite(most) and least < most):
        return
    step = max(_number(box.step, 1.0), (most - least) / _STEPS)
    whole = box.step in {"", "any"} or step.is_integer()
    for place in spread(range(int((most - least) / step) + 1)):
        value = least + place * step
        yield str(round(value)) if whole else f"{value:g}"


def _number(text: str, otherwise: float) -> float:
    try:
        number = float(text)
    except ValueError:
        return otherwise
    return number if isfinite(number) else otherwise
