"""Which two patterns of addresses lead to the same records (``/item/7``, ``/view?id=7``)?

Addresses with the same steps and arguments make a pattern. Two patterns are one if records of both
that have the same title have the same number too, and never stand on one answer. Where titles are
hardly more than numbers, the texts must say the same, too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple
from urllib.parse import urlsplit

_MIN_PAIRS = 3  # records that must have been seen under both patterns
_SAME = 0.9  # share of them that must have the same number, and share of these that say the same
_SAME_WORDS = 0.8  # share of the words of two texts that are the same, if they describe one record
_MAX_PATTERNS = 12  # patterns of a site that are compared
_VALUE = "[^/?#&;]"
_JOINTS = "-_.,+~"  # signs between a number and what else a value says: "7-river"
_WORD = rf"[^/?#&;{re.escape(_JOINTS)}]"
_NUMBER = rf"[^/?#&;\d{re.escape(_JOINTS)}]*+\d{_WORD}*+"
_NUMBERED = re.compile(rf"({_NUMBER})([{re.escape(_JOINTS)}])(.*)")
_NUMBERED_LAST = re.compile(rf"(.*)([{re.escape(_JOINTS)}])({_NUMBER})(\.[a-z]{{2,5}}|)")


class SeenAddress(NamedTuple):
    """A record's address on an answer, and what was said there."""

    page: int
    url: str
    title: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Addresses of one pattern: their pieces, of which some vary."""

    seen: Sequence[SeenAddress]
    pieces: Sequence[Sequence[str]]
    """Of each address, literal text and values in turn."""

    def varying(self) -> list[int]:
        return [n for n in range(1, len(self.pieces[0]), 2) if len({p[n] for p in self.pieces}) > 1]

    def by_value(self, place: int) -> dict[str, list[SeenAddress]]:
        found: defaultdict[str, list[SeenAddress]] = defaultdict(list)
        for pieces, each in zip(self.pieces, self.seen, strict=True):
            found[pieces[place]].append(each)
        return found

    def expression(self, place: int) -> str:
        """A regular expression for the addresses, whose group is the value at a place."""
        varying, one = set(self.varying()), self.pieces[0]
        parts = (re.escape(p) if n not in varying else f"{_VALUE}*" for n, p in enumerate(one))
        beside = one[place - 1][-1:] + one[place + 1][:1]
        value = _WORD if any(sign in _JOINTS for sign in beside) else _VALUE
        return "".join(f"({value}+)" if n == place else part for n, part in enumerate(parts))

    def form(self, place: int) -> str:
        return "".join("{}" if n == place else piece for n, piece in enumerate(self.pieces[0]))


def same_records(seen: Iterable[SeenAddress]) -> dict[str, str]:
    """Patterns to the form of the pattern that the same records have elsewhere, with ``{}``."""
    grouped: defaultdict[tuple[str, ...], list[tuple[SeenAddress, list[str]]]] = defaultdict(list)
    for each in seen:
        pieces = _pieces(each.url)
        grouped[tuple(pieces[::2])].append((each, pieces))
    largest = sorted(grouped.items(), key=lambda i: (-len(i[1]), i[0]))[:_MAX_PATTERNS]
    patterns = [_Pattern(*zip(*members, strict=True)) for _, members in largest]
    found: dict[str, str] = {}
    for number, target in enumerate(patterns):
        places = target.varying()
        if len(places) != 1:
            continue  # what else varies cannot be told from the other pattern
        form, by_value = target.form(places[0]), target.by_value(places[0])
        if any(re.fullmatch(pattern, form.replace("{}", "0")) for pattern in found):
            continue  # it has another form itself
        for source in (*patterns[:number], *patterns[number + 1 :]):
            for place in source.varying():
                if _are_same(source.by_value(place), by_value):
                    found.setdefault(source.expression(place), form)
    return found


def _are_same(
    one: Mapping[str, Sequence[SeenAddress]], other: Mapping[str, Sequence[SeenAddress]]
) -> bool:
    values = _values_of_titles(other)
    titled = [
        (value, values[title]) for title, value in _values_of_titles(one).items() if title in values
    ]
    if len(titled) < _MIN_PAIRS or sum(a == b for a, b in titled) < _SAME * len(titled):
        return False
    both = [(one[value], other[value]) for value in one if value in other]
    least = 0.0 if _are_names(other) else _SAME_WORDS
    return sum(_is_one(*each, least) for each in both) >= _SAME * len(both)


def _are_names(by_value: Mapping[str, Sequence[SeenAddress]]) -> bool:
    """Do titles tell records apart without their numbers? "Row 7" stands in every table."""
    called = [
        " ".join(word for word in each[0].title.split() if word not in value)
        for value, each in by_value.items()
    ]
    return len(set(filter(None, called))) >= _SAME * len(called)


def _values_of_titles(by_value: Mapping[str, Sequence[SeenAddress]]) -> dict[str, str]:
    """The value of each title that only one value has."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for value, each in by_value.items():
        for sight in each:
            found[sight.title].add(value)
    return {title: next(iter(v)) for title, v in found.items() if title and len(v) == 1}


def _is_one(one: Sequence[SeenAddress], other: Sequence[SeenAddress], least: float) -> bool:
    """Is it the same record: the same title and words, and never both on one answer?"""
    if {e.page for e in one} & {e.page for e in other} or one[0].title != other[0].title:
        return False
    fewer = min(len(one[0].words), len(other[0].words))
    return len(one[0].words & other[0].words) >= least * fewer


def _pieces(url: str) -> list[str]:
    """An address as literal text and values in turn: its steps, and the values of its arguments."""
    parts = urlsplit(url)
    pieces = [f"{parts.scheme}://{parts.netloc}"]
    for step in parts.path.split("/")[1:]:
        pieces[-1] += "/"
        pieces += _values(step)
    for sign, pair in zip(chain("?", "&" * len(parts.query)), parts.query.split("&"), strict=False):
        if pair:
            name, equals, value = pair.partition("=")
            pieces[-1] += f"{sign}{name}{equals}" if equals else sign
            pieces += _values(value if equals else name)
    if parts.fragment:
        pieces[-1] += "#"
        pieces += (parts.fragment, "")
    return pieces


def _values(text: str) -> tuple[str, ...]:
    """A value; if it holds a number and more, both with what joins them; and what is behind."""
    if found := _NUMBERED.fullmatch(text):
        return (*found.groups(), "")
    found = _NUMBERED_LAST.fullmatch(text)
    return found.groups() if found else (text, "")
