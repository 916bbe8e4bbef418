"""What does the HTML of a text box say about its values?

Popular types have distinctive input names, which select the tests worth doing [Madhavan08 §5.3].
Besides the name we read the label, the placeholder, an example in it ("31.12.2020", "90210"),
``autocomplete``, id and class, in some thirty languages. A hint only says what to try first: the
test decides. ``min``, ``max`` and ``step`` limit the values (``within``).
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
"""The concepts of words for the ends of a range."""
KEYWORD = "keyword"
"""The hint that a box takes any word."""

# How strongly a word hints at a type, by where it stands.
LABEL = 3.0
PLACEHOLDER = 2.0
NAME = 3.0
HINTS = 1.0  # id and class
EXAMPLE = 3.0  # a value such as "90210" in the placeholder or the default
AUTOCOMPLETE = 4.0
# The word "location" may mean any of these, with the share of its weight.
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
_MAX_EXAMPLE = 100  # characters of a default that are read
# Words such as "maxprice" are taken apart: the shortest half, and the longest word.
_MIN_HALF = 2
_MAX_JOINED = 30
_STEPS = 200  # values between the minimum and the maximum of an input

FIXED = {
    "date": ("date", "Y-m-d"), "month": ("month", "Y-m"), "week": ("week", "Y-Ww"),
    "datetime-local": ("datetime", "Y-m-dT00:00"), "time": ("time", ""),
}  # fmt: skip
"""Type and notation of the inputs whose format HTML defines."""


@dataclass(frozen=True, slots=True)
class TypeHint:
    """What the HTML around a box says about its values."""

    weights: Mapping[str, float]
    """How strongly it hints at each type, and at keywords."""
    notations: tuple[str, ...] = ()
    """Notations of dates that the box shows."""

    @property
    def types(self) -> list[str]:
        """The types hinted at, the most likely first."""
        named = (name for name in self.weights if name != KEYWORD)
        return sorted(named, key=lambda name: (-self.weights[name], name))


def type_hint(box: Input, names: Concepts) -> TypeHint:
    """The types that a box hints at."""
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
    """The concepts in each place of the HTML, with the weight of the place."""
    places = [(LABEL, box.label), (NAME, box.name), (HINTS, box.hints)]
    if box.placeholder != box.label:
        places.append((PLACEHOLDER, box.placeholder))
    for weight, text in places:
        yield from ((weight, concept) for concept in sorted(meant(text, names)))
    filled_in = box.autocomplete.lower().split()
    yield from ((AUTOCOMPLETE, _AUTOCOMPLETE[each]) for each in filled_in if each in _AUTOCOMPLETE)
    example = f"{box.placeholder} {box.default[:_MAX_EXAMPLE]}"
    if not notations_shown(example):
        yield from ((EXAMPLE, name) for name, look in _EXAMPLES.items() if look.search(example))


def meant(text: str, names: Concepts) -> frozenset[str]:
    """The types and bounds that a text mentions; joined words are taken apart."""
    if not text:
        return frozenset()
    apart = (names.said_in(half) for token in tokens_of(text) for half in halves(token, names))
    return names.said_in(text).union(*apart)


def halves(token: str, names: Concepts) -> tuple[str, ...]:
    """The bound and the rest of a word such as "maxprice" or "yearto"; empty for others."""
    for middle in range(_MIN_HALF, min(len(token), _MAX_JOINED) - _MIN_HALF + 1):
        for bound, rest in ((token[:middle], token[middle:]), (token[middle:], token[:middle])):
            if BOUNDS & names.said_in(bound) and names.said_in(rest):
                return bound, rest
    return ()


def within(box: Input, values: Iterable[str]) -> tuple[str, ...]:
    """The values that ``min`` and ``max`` allow, followed by steps between these."""
    distinct = tuple(dict.fromkeys(values))
    if not (box.minimum or box.maximum):
        return distinct
    if box.kind in FIXED:  # these sort as text
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


def _number(text: str, default: float) -> float:
    try:
        number = float(text)
    except ValueError:
        return default
    return number if isfinite(number) else default
