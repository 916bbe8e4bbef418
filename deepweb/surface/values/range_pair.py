"""Which two inputs are the ends of a range?

The paper leaves inputs open that restrict one attribute [Madhavan08 §3.1]: filling in a least and a
greatest price independently asks for much that is empty or the same. Two ends are recognised by
names that differ in opposite words ("price_from" and "price_to", "y1" and "y2") or by their labels
if they stand next to each other ("Preis von", "bis"), and by a type that has an order. Two menus of
numbers are a range too. "From" and "to" may be a range of anything or a journey: only asking tells.
Two hidden inputs of numbers are the ends of a slider if they are called a price, a year, or minimum
and maximum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deepweb.form.model import Input
from deepweb.page.concepts import Concepts, tokens_of
from deepweb.surface.values.type_hint import BOUNDS, halves, meant, type_hint

ANY = "any"
"""The type of ends that are called "from" and "to" and nothing else."""
ORDERED = ("date", "month", "year", "price", "number")
"""Types whose values have an order."""
_PLACES = frozenset({"city", "place", "state", "country", "zip"})
_KINDS = {"text": "box", "search": "box", "number": "box", "range": "box", "tel": "box",
          "date": "day", "month": "day", "datetime-local": "day", "select": "menu",
          "hidden": "unseen"}  # fmt: skip
_NEAR = 2  # inputs between two ends plus one: a menu of currencies may stand between them
_MAX_ENDS = 60  # inputs that are compared; forms with more are no searches
_MAX_NAME = 100  # characters of a name; longer ones are data
_MAX_LABEL = 40  # characters of a label that names an end of a range
_MAX_OPTIONS = 1000  # options of a menu that are read
_MIN_NUMBERS = 3  # options that must be numbers in a menu of numbers
_NUMBERS_SHARE = 0.8  # share of the options that must be numbers, without the wild card
_DIGITS = re.compile(r"\d+(?:[.,' \u00a0]\d{3})*(?:[.,]\d{1,2})?(?![\d.,]*\d)")
MOST_UNITS = 3  # units of a short menu of numbers: "2.50", "1 Mio", "250.000 €"
_COUNT = re.compile(r"\D[(\[]\d[\d.,' \u00a0]*[)\]]\s*$")  # "Ford (213)"
_MIN_OR_MAX = re.compile(r"(?:\b|_)m(?:in|ax)|m(?:in|ax)(?:\b|_)|[최最]", re.IGNORECASE)
_OPPOSITES = (
    ("min", "max"), ("from", "to"), ("start", "end"), ("begin", "end"), ("low", "high"),
    ("lo", "hi"), ("lower", "upper"), ("gte", "lte"), ("since", "until"), ("after", "before"),
    ("von", "bis"), ("desde", "hasta"), ("desde", "ate"), ("od", "do"), ("debut", "fin"),
    ("inicio", "fim"), ("inicio", "fin"), ("van", "tot"), ("fra", "til"), ("ot", "do"),
)  # fmt: skip
_SIDES = frozenset({"low high", "high low"})
_NUMBERED = re.compile(r"(.*?)[\[_.-]{0,3}(\d{1,9}|[ab])\]?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RangePair:
    """The inputs for the least and the greatest value of an attribute."""

    low: Input
    high: Input
    type: str
    """One of ORDERED, or ANY."""


def range_pairs(inputs: Sequence[Input], names: Concepts) -> list[RangePair]:
    """The ranges among the inputs of a form; no input is in two of them."""
    ends = [i for i in inputs if _may_be_end(i)][:_MAX_ENDS]
    used: set[int] = set()
    pairs: list[RangePair] = []
    for one, other in _candidates(ends):
        if not used.intersection((id(one), id(other))) and (pair := _pair(one, other, names)):
            used.update((id(one), id(other)))
            pairs.append(pair)
    return pairs


def _may_be_end(control: Input) -> bool:
    is_named = 0 < len(control.name) <= _MAX_NAME
    # The handles of a slider fill in hidden inputs.
    if control.kind == "hidden" and not _DIGITS.fullmatch(control.default[:_MAX_NAME]):
        return False
    return control.kind in _KINDS and is_named and not control.trap and not control.multiple


def _candidates(ends: Sequence[Input]) -> Iterator[tuple[Input, Input]]:
    """Inputs that may belong together: neighbours first, then others with similar names."""
    for distance in range(1, max(len(ends), 1)):
        for one, other in zip(ends, ends[distance:], strict=False):
            if distance <= _NEAR or _are_similar(one.name, other.name):
                yield one, other


def _are_similar(one: str, other: str) -> bool:
    """Do names share their beginning or their end?"""
    return one[:3].lower() == other[:3].lower() or one[-3:].lower() == other[-3:].lower()


def _pair(one: Input, other: Input, names: Concepts) -> RangePair | None:
    if _KINDS[one.kind] != _KINDS[other.kind]:
        return None
    sides = _sides(one, other, names)
    kind = _type(one, other, names) if sides else ""
    if not sides or not kind:
        return None
    return RangePair(one, other, kind) if sides == "low high" else RangePair(other, one, kind)


def _sides(one: Input, other: Input, names: Concepts) -> str:
    """Which of two inputs is the lower end: "low high", "high low", or empty if unknown."""
    stems = [_stem(i.label, names) for i in (one, other)]
    is_one = len(set(stems) - {()}) <= 1
    by_label = " ".join(_side(_short_labels(i), names) for i in (one, other))
    if is_one and by_label in _SIDES:  # "Rating above" may be sent as "rating_high"
        return by_label
    if opposed := _opposed(one.name, other.name):
        return opposed
    if _stem(one.name, names) == _stem(other.name, names):
        by_name = f"{_side((one.name,), names)} {_side((other.name,), names)}"
        if by_name in _SIDES:
            return by_name
    if not is_one:
        return ""
    if _are_numbered(one.name, other.name):
        return "low high"
    # "Price" and "to": the first end often has no word of its own.
    return "low high" if by_label == "both high" and stems[0] else ""


def _short_labels(box: Input) -> Iterator[str]:
    """Label and placeholder, if they are short enough to name an end of a range."""
    return (text for text in (box.label, box.placeholder) if len(text) <= _MAX_LABEL)


def _opposed(one: str, other: str) -> str:
    """Which side is which of two names that differ in opposite words: "pmin" and "pmax"."""
    one, other = one.lower(), other.lower()
    for low, high in _OPPOSITES:
        for first, second, sides in ((low, high, "low high"), (high, low, "high low")):
            if first in one and one.replace(first, "\0", 1) == other.replace(second, "\0", 1):
                return sides
    return ""


def _side(texts: Iterable[str], names: Concepts) -> str:
    """``low``, ``high``, or ``both`` if the texts name no end or both."""
    for text in texts:
        bounds = meant(text, names) & BOUNDS
        if len(bounds) == 1:
            return next(iter(bounds))
    return "both"


def _stem(text: str, names: Concepts) -> tuple[str, ...]:
    """The words of a name or a label other than those for bounds; "check-in" is one word."""
    tokens = (token for token in tokens_of(text.replace("-", "")) if not token.isdigit())
    return tuple(rest for token in tokens if (rest := _without_bound(token, names)))


def _without_bound(token: str, names: Concepts) -> str:
    if apart := halves(token, names):
        return apart[1]
    said = names.said_in(token)
    if not said & BOUNDS:
        return token
    # "Check-in" means a bound and a date.
    return min(said - BOUNDS, default="")


def _are_numbered(one: str, other: str) -> bool:
    """ "year1" and "year2", "price[0]" and "price[1]", twice "price[]"."""
    if one == other:
        return one.endswith("[]")
    first, second = _NUMBERED.match(one), _NUMBERED.match(other)
    if first is None or second is None or first[1] != second[1]:
        return False
    return (first[2].lower(), second[2].lower()) in {("0", "1"), ("1", "2"), ("a", "b")}


def _type(one: Input, other: Input, names: Concepts) -> str:
    """The type of both ends; empty if it has no order."""
    if _KINDS[one.kind] == "day":
        return "month" if one.kind == "month" else "date"
    if one.kind == "select" and not (menu_numbers(one) and menu_numbers(other)):
        return ""
    weights: dict[str, float] = {}
    for box in (one, other):
        for name, weight in type_hint(box, names).weights.items():
            weights[name] = weights.get(name, 0.0) + weight
    ordered = [name for name in ORDERED if name in weights]
    if any(name in weights for name in _PLACES) and not ordered:
        return ""
    if one.kind == "hidden":  # nothing but the name says what it is
        ordered = [name for name in ordered if name in {"price", "year"}]
        weights["hidden"] = 0.0
    if ordered:
        best = max(ordered, key=lambda name: weights[name])
        # "Child 1" and "Child 2" are no range.
        return "" if best == "number" and _differ_in_number(one, other) else best
    is_number = one.kind in {"number", "range", "select"}
    if is_number or all(map(_says_min_or_max, (one, other))):
        return "number"
    return "" if weights or _differ_in_number(one, other) else ANY


def _differ_in_number(one: Input, other: Input) -> bool:
    return _are_numbered(one.name, other.name) and not _opposed(one.name, other.name)


def _says_min_or_max(box: Input) -> bool:
    """Only amounts have a minimum and a maximum, unlike "from" and "to"."""
    return bool(_MIN_OR_MAX.search(f"{box.name} {box.label} {box.placeholder}"))


def menu_numbers(menu: Input) -> dict[float, str]:
    """The numbers of a menu of numbers, with the value of each; empty for other menus."""
    offered = [(v, label) for v, label in menu.options[:_MAX_OPTIONS] if v and v != menu.wildcard]
    numbers = [(_number(label) if label else _number(v), v) for v, label in offered]
    known = {number: value for number, value in numbers if number is not None}
    # "1 Transport", "2 Schools" are names with numbers.
    units = {_DIGITS.sub("", _COUNT.sub("", label)).strip() for _, label in offered}
    is_menu = len(known) >= max(_MIN_NUMBERS, _NUMBERS_SHARE * len(offered))
    is_menu = is_menu and len(units) <= max(MOST_UNITS, len(offered) / 2)
    return dict(sorted(known.items())) if is_menu else {}


def _number(text: str) -> float | None:
    """The only number in a label: "from 1,000 km", "€ 250.000"."""
    found = _DIGITS.findall(_COUNT.sub("", text[:60]))
    if len(found) != 1:
        return None
    cents = re.search(r"[.,]\d{1,2}$", found[0])
    whole = re.sub(r"\D", "", found[0][: cents.start()] if cents else found[0])
    return float(f"{whole}.{cents[0][1:] if cents else 0}") if len(whole) < 16 else None
