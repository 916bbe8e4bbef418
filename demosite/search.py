"""Which records answer a query, and in which order?"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from demosite.catalogue import Catalogue, Entry, words_of

# Each order is a key and whether it runs backwards; "" is relevance, which needs no key.
SORTS: dict[str, tuple[Callable[[Entry], Any], bool]] = {
    "title": (lambda entry: entry.title.lower(), False),
    "title-desc": (lambda entry: entry.title.lower(), True),
    "price": (lambda entry: float(entry.attributes["price"]), False),
    "newest": (lambda entry: entry.attributes["date"], True),
}

_KEPT_ANSWERS = 64  # an answer may hold the whole catalogue


@dataclass(frozen=True, slots=True)
class Bound:
    """The lowest and the highest value of an attribute; "" for none."""

    attribute: str
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """What selects records, and their order."""

    text: str = ""
    match: Literal["and", "or"] = "and"
    equal: tuple[tuple[str, str], ...] = ()  # attribute, value
    among: tuple[tuple[str, tuple[str, ...]], ...] = ()  # attribute, values of which one is enough
    bounds: tuple[Bound, ...] = ()
    words: tuple[tuple[str, str], ...] = ()  # attribute, words that it must hold
    sort: str = ""

    @property
    def is_blank(self) -> bool:
        return not (self.text.strip() or self.equal or self.among or self.bounds or self.words)


class Index:
    """An inverted index over a catalogue. Positions are places in the database order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._postings = _postings(catalogue.records)
        self._vocabulary = sorted(self._postings)
        # Bound to the instance, so that the index and its answers are freed together.
        self.positions = lru_cache(_KEPT_ANSWERS)(self._positions)
        self.column = lru_cache(None)(self._column)
        self.values = lru_cache(None)(self._values)
        self._holders = lru_cache(None)(self._find_holders)
        self._ranks = lru_cache(None)(self._find_ranks)
        self._keys = lru_cache(None)(self._find_keys)
        self._word_column = lru_cache(None)(self._find_word_column)
        self._wordy = lru_cache(_KEPT_ANSWERS)(self._find_wordy)

    def entries(self, positions: Iterable[int]) -> list[Entry]:
        return [self.catalogue.records[position] for position in positions]

    def counts(self, attribute: str, positions: Sequence[int]) -> list[tuple[str, int]]:
        """How many of the records hold each value, most frequent first."""
        counted = Counter(map(self.column(attribute).__getitem__, positions))
        return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))

    def nearest_word(self, text: str) -> str:
        """The word of the catalogue next to the text in the alphabet."""
        if not self._vocabulary:
            return ""
        place = bisect_left(self._vocabulary, text.lower().strip())
        return self._vocabulary[min(place, len(self._vocabulary) - 1)]

    def _positions(self, selection: Selection) -> tuple[int, ...]:
        found = self._filtered(self._matching(selection), selection)
        if selection.sort in SORTS:
            found = sorted(found, key=self._ranks(selection.sort).__getitem__)
        return tuple(found)

    def _matching(self, selection: Selection) -> Sequence[int]:
        if not selection.text.strip():
            return range(len(self.catalogue))
        postings = [self._postings.get(word, []) for word in set(words_of(selection.text))]
        return _any_of(postings) if selection.match == "or" else _all_of(postings)

    def _filtered(self, found: Sequence[int], selection: Selection) -> Sequence[int]:
        for attribute, value in selection.equal:
            holders = self._holders(attribute).get(value.casefold(), set())
            found = [position for position in found if position in holders]
        for attribute, values in selection.among:
            held = self._holders(attribute)
            either = {p for value in values for p in held.get(value.casefold(), ())}
            found = [position for position in found if position in either]
        for attribute, text in selection.words:
            holders = self._wordy(attribute, text)
            found = [position for position in found if position in holders]
        for bound in selection.bounds:
            found = self.within(found, bound)
        return found

    def within(self, found: Sequence[int], bound: Bound) -> Sequence[int]:
        """Those of the records found whose value is not too low and not too high."""
        keys = self._keys(bound.attribute)
        if bound.low:
            low = _key(bound.attribute, bound.low)
            found = [p for p in found if keys[p] >= low]
        if bound.high:
            high = _key(bound.attribute, bound.high)
            found = [p for p in found if keys[p] <= high]
        return found

    def _find_keys(self, attribute: str) -> list[Any]:
        return [_key(attribute, value) for value in self.column(attribute)]

    def _find_wordy(self, attribute: str, text: str) -> set[int]:
        """Where the attribute holds all words of the text."""
        asked = set(words_of(text))
        column = enumerate(self._word_column(attribute))
        return {position for position, held in column if asked <= held} if asked else set()

    def _find_word_column(self, attribute: str) -> list[set[str]]:
        return [set(words_of(value)) for value in self.column(attribute)]

    def _column(self, attribute: str) -> list[str]:
        # A catalogue of cities has no attribute of that name: the record is the city.
        titled = attribute in ("city", "title")
        return [
            e.attributes.get(attribute, e.title if titled else "") for e in self.catalogue.records
        ]

    def _values(self, attribute: str) -> list[str]:
        return sorted(set(self.column(attribute)))

    def _find_holders(self, attribute: str) -> dict[str, set[int]]:
        holders: defaultdict[str, set[int]] = defaultdict(set)
        for position, value in enumerate(self.column(attribute)):
            holders[value.casefold()].add(position)
        return dict(holders)

    def _find_ranks(self, sort: str) -> list[int]:
        key, backwards = SORTS[sort]
        records = self.catalogue.records
        order = sorted(range(len(records)), key=lambda p: key(records[p]), reverse=backwards)
        ranks = [0] * len(order)
        for rank, position in enumerate(order):
            ranks[position] = rank
        return ranks


@lru_cache(maxsize=8)
def index_of(catalogue: Catalogue) -> Index:
    """The index of a catalogue, built once."""
    return Index(catalogue)


def _key(attribute: str, value: str) -> Any:
    """What orders the values of an attribute: dates as they are written, all else as numbers."""
    return value if attribute == "date" else float(value)


def _postings(records: Iterable[Entry]) -> dict[str, list[int]]:
    postings: dict[str, list[int]] = defaultdict(list)
    for position, entry in enumerate(records):
        for word in entry.words:
            postings[word].append(position)
    return dict(postings)


def _all_of(postings: list[list[int]]) -> list[int]:
    if not postings:
        return []
    shortest, *others = sorted(postings, key=len)
    found = set(shortest).intersection(*others)
    return sorted(found)


def _any_of(postings: list[list[int]]) -> list[int]:
    """More matched words first, then database order."""
    matched = Counter(position for posting in postings for position in posting)
    return sorted(matched, key=lambda position: (-matched[position], position))
