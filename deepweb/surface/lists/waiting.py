"""Pages that wait to be read as lists, and what pages of a kind brought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from deepweb.page.address.kind import is_of_kind
from deepweb.page.address.same_page import differing_argument
from deepweb.surface.answer import Question
from deepweb.surface.harvest.source import RecentYield

HOPE = 5.0  # new records that the first page of an untried kind promises, before any was read
PRIOR = 0.3  # weight of what first pages bring, where a page of the kind has the weight 1
LEAST = 0.05  # new records that a page must promise
FAILURES = 3  # pages of a kind that failed, after which it is left if none was ever read
UNSEEN = 0.25  # new records on one more page of a kind that were not seen so far
MEMORY = 0.85  # how much of what a kind brought still counts one page later

_PARTS = re.compile(r"[?&;=]")


@dataclass(slots=True)
class KindYield:
    """New records on pages of one kind, recently."""

    pages: float = 0.0
    new: float = 0.0
    squares: float = 0.0
    led_to: float = 0.0
    """New records on the lists that its pages led to, as an index does."""

    def add(self, new: int) -> None:
        self.pages = MEMORY * self.pages + 1
        self.new = MEMORY * self.new + new
        self.squares = MEMORY * self.squares + new * new
        self.led_to *= MEMORY

    @property
    def mean(self) -> float:
        return self.new / self.pages

    @property
    def expected(self) -> float:
        """New records on its next page: never none, since a few pages prove little."""
        return (self.new + self.led_to + UNSEEN) / (self.pages + 1)

    @property
    def weight(self) -> float:
        """The more pages, and the more alike, the more a kind tells."""
        spread = max(0.0, self.squares / self.pages - self.mean**2)
        return self.pages / (1 + spread / (1 + self.mean**2))


@dataclass(slots=True)
class Yields:
    """What pages of each kind brought, and what one more of several kinds promises."""

    by_kind: dict[str, KindYield] = field(default_factory=dict)
    _first: RecentYield = field(default_factory=lambda: RecentYield(hope=HOPE))
    _failed: Counter[str] = field(default_factory=Counter)
    """By kind, pages that could not be read, if no page could be."""

    def fail(self, kinds: Sequence[str], *, is_failed: bool) -> None:
        """Note whether a page could be read."""
        for kind in kinds:
            if not is_failed:
                self._failed[kind] = -1
            elif self._failed[kind] >= 0:
                self._failed[kind] += 1

    def fails(self, kinds: Sequence[str]) -> bool:
        """Do pages of one of these kinds always fail?"""
        return any(self._failed[kind] >= FAILURES for kind in kinds)

    def add(self, kinds: Sequence[str], new: int) -> None:
        """Note the new records of a page; its own kind comes first, then wider ones."""
        if kinds[0] not in self.by_kind:
            self._first.add(new)
        for kind in kinds:
            self.by_kind.setdefault(kind, KindYield()).add(new)

    def credit(self, kinds: Sequence[str], new: int) -> None:
        """Note the new records of a page that a page of these kinds led to."""
        for kind in self.known(kinds):
            self.by_kind[kind].led_to += new

    def known(self, kinds: Sequence[str]) -> tuple[str, ...]:
        return tuple(kind for kind in kinds if kind in self.by_kind)

    def expected(self, known: Sequence[str]) -> float:
        """New records on a page of these kinds: the geometric mean of what each of them promises.

        A view that brings nothing on one list brings nothing on others, however many they hold.
        """
        new, weight = PRIOR * log(LEAST + self._first.value), PRIOR
        for kind in known:
            seen = self.by_kind[kind]
            new += seen.weight * log(seen.expected)
            weight += seen.weight
        return exp(new / weight)


@dataclass(slots=True)
class Waiting:
    """An address that may be a list."""

    url: str
    kinds: tuple[str, ...]
    is_from_record: bool = False
    """Does the page of a record link to it?"""
    seen_on: str = ""
    """The page that first linked to it."""
    times: int = 1
    """Pages that link to it."""

    def is_of(self, kind: str) -> bool:
        return is_of_kind(self.url, (kind,))


def is_again(url: str, question: Question, next_url: str = "") -> bool:
    """Does an address ask the same once more, as another page or in another order?

    So does one that differs from the next page in one argument, where a session stands for what was
    asked.
    """
    there = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    is_page = bool(next_url) and (url == next_url or bool(differing_argument(next_url, url)))
    return bool(question.values) and (is_page or {*question.values} <= {*there})


def carries(url: str, asked: Sequence[str]) -> bool:
    """Does an address carry a query, so that it leads to other answers of the form?"""
    said = unquote_plus(url.partition("://")[2].partition("/")[2]).lower()
    steps = {part for step in said.split("/") for part in _PARTS.split(step)}
    return any(value.lower() in steps for value in asked)
