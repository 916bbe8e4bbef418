"""What the sites of the simulated web are about: twelve topics and 22 other subjects.

The lists were written for this web only. The bundled topic models were not made from them, since
measuring these models on their own training texts would prove nothing. Both have the common words
of a topic, but not the same texts, names, sections and forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

TOPICS = (
    "airfare", "auto", "book", "hotel", "job", "movie",
    "music", "rental", "apartment", "route", "product", "people",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """The vocabulary of a subject, as in ``subjects.txt``.

    ``searches`` are texts of links to a search form, ``fields`` the labels of its inputs.
    """

    name: str
    words: tuple[str, ...]
    slogans: tuple[str, ...]
    sections: tuple[str, ...]
    searches: tuple[str, ...]
    fields: tuple[str, ...]
    items: tuple[str, ...]
    hosts: tuple[str, ...]


_FIELDS = 8  # lines of a subject in subjects.txt


def _split(block: list[str]) -> Subject:
    name, words, slogans, sections, searches, fields, items, hosts = block
    return Subject(
        name,
        words=tuple(words.split()),
        slogans=tuple(slogans.split("|")),
        sections=tuple(sections.split("|")),
        searches=tuple(searches.split("|")),
        fields=tuple(fields.split("|")),
        items=tuple(items.split("|")),
        hosts=tuple(hosts.split()),
    )


@cache
def subjects() -> dict[str, Subject]:
    """By name, the twelve topics first."""
    lines = _lines("subjects.txt")
    blocks = (lines[at : at + _FIELDS] for at in range(0, len(lines), _FIELDS))
    return {subject.name: subject for subject in map(_split, blocks)}


def others() -> tuple[str, ...]:
    """The subjects that are none of the twelve topics."""
    return tuple(name for name in subjects() if name not in TOPICS)


@cache
def word_lists() -> dict[str, list[str]]:
    """Words for texts and names, by the name of the list."""
    lists: dict[str, list[str]] = {}
    for line in _lines("words.txt"):
        if line.startswith("["):
            lists[line.strip("[]")] = listed = []
        else:
            listed += line.split()
    return lists


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
