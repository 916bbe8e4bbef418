"""What a catalogue holds, and which of its words can be searched for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# Shown on the pages but not searched, as codes and numbers seldom are on real sites: otherwise
# each record could be had by a word of its own.
UNSEARCHED = frozenset(
    (
        *("code", "direction", "price", "date", "zip", "city", "state", "year", "pages", "isbn"),
        *("population", "latitude", "longitude"),
    )
)

_LABELS = {
    "zip": "Zip code",
    "city": "City",
    "per_page": "Results per page",
    "sort": "Sort by",
    "view": "View",
    "isbn": "ISBN",
}
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """The lower-case words of a text, in order."""
    return _WORD.findall(text.lower())


def label_of(name: str) -> str:
    """An attribute or an input in words."""
    return _LABELS.get(name, name.replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True)
class Entry:
    """One record."""

    id: str
    title: str
    attributes: Mapping[str, str] = field(hash=False)

    @property
    def text(self) -> str:
        """The text that is searched; result pages show it, and more."""
        described = (v for name, v in self.attributes.items() if name not in UNSEARCHED)
        return " ".join((self.title, *described))

    @property
    def words(self) -> frozenset[str]:
        """The words by which the record is found."""
        return frozenset(words_of(self.text))


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Records in database order. Compared by identity, so that an index can be kept for each."""

    name: str
    records: tuple[Entry, ...]

    def __len__(self) -> int:
        return len(self.records)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the attributes, in the order in which they are shown."""
        return tuple(self.records[0].attributes) if self.records else ()
