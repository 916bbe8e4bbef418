"""Pages that wait to be read as lists, and what pages of a kind brought."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deepweb.page.address_kind import is_of_kind
from deepweb.surface.source import WayOutcome

WITNESSES = "witnesses"  # the way of pages that were opened because records have such addresses
_MORE = re.compile(r"(\d+) more ")
UNSEEN = 0.25  # new records on one more page of a kind that were not seen so far
MEMORY = 0.85  # how much of what a kind brought still counts one page later


@dataclass(slots=True)
class KindYield:
    """New records on pages of one kind, recently."""

    pages: float = 0.0
    new: float = 0.0
    squares: float = 0.0

    def add(self, new: int) -> None:
        self.pages = MEMORY * self.pages + 1
        self.new = MEMORY * self.new + new
        self.squares = MEMORY * self.squares + new * new

    @property
    def mean(self) -> float:
        return self.new / self.pages

    @property
    def expected(self) -> float:
        """New records on its next page: never none, since a few pages prove little."""
        return (self.new + UNSEEN) / (self.pages + 1)

    @property
    def weight(self) -> float:
        """The more pages, and the more alike, the more a kind tells."""
        spread = max(0.0, self.squares / self.pages - self.mean**2)
        return self.pages / (1 + spread / (1 + self.mean**2))


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


def missing_of(way: WayOutcome) -> float:
    """The witnesses that were not opened, as far as those that were proved to be records."""
    seen = _MORE.match(way.reason)
    if way.name != WITNESSES or seen is None:
        return 0.0
    return int(seen[1]) * (way.new / way.requests if way.requests else 1.0)
