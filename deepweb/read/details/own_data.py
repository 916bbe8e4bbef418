"""What does data say about a record? For own pages that are JSON, or that scripts draw from it.

The object that tells of a record says its title, or other texts that its list shows. Data without
any of these tells of something else: an error, another record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import quote, unquote

from deepweb.read.data.json_fields import Scalar, fields, plain_text

KEY = "{key}"
"""Stands for the key of a record in the address of its data."""
# Objects of the data that are looked at, and their depth.
_MAX_OBJECTS = 2_000
_MAX_DEPTH = 8
# Texts that a list shows of a record, by which it is known again.
_MAX_KNOWN = 20
_MIN_KNOWN = 2  # characters of such a text
_PARTS = re.compile(r"[/?&=#]")


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """A record as its list shows it."""

    id: str
    url: str
    title: str
    fields: Mapping[str, Any]

    @property
    def texts(self) -> list[str]:
        """Texts that tell of it, its title first."""
        return [self.title, *(value for value in self.fields.values() if isinstance(value, str))]


@dataclass(frozen=True, slots=True)
class DataAddress:
    """How the address of a record's data is made."""

    pattern: str
    """The address with ``{key}`` in place of the record's key."""
    key: str
    """Where the key stands: a part of the record's address by number, or a field of its list."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers that the script adds to its requests."""

    def of(self, record: ListedRecord) -> str:
        """The address of the data of a record; "" if the record has no key."""
        key = dict(keys(record)).get(self.key, "")
        return self.pattern.replace(KEY, quote(key, safe="")) if key else ""

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {"pattern": self.pattern, "key": self.key, "headers": self.headers}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        headers = tuple((name, value) for name, value in stored["headers"])
        return cls(stored["pattern"], stored["key"], headers)


def keys(record: ListedRecord) -> Iterator[tuple[str, str]]:
    """What may be the key of a record, by where it stands: parts of its address, the last first."""
    parts = list(enumerate(map(unquote, _PARTS.split(record.url))))
    yield from ((str(number), part) for number, part in reversed(parts[3:]) if part)
    for name, value in record.fields.items():
        if isinstance(value, str | int) and (text := str(value)) and len(text.split()) == 1:
            yield f"field {name}", text


def own_fields(data: Any, known: Sequence[str]) -> dict[str, Scalar]:
    """What data say of a record; ``known``: texts that tell of it, its title first.

    Of several objects it is the one that says most of these texts; of an object and one in it that
    say the same, the one with more values of its own: the other wraps it, or is a part of it.
    """
    wanted = [_folded(text) for text in known[:_MAX_KNOWN] if len(text) >= _MIN_KNOWN]
    best: dict[str, Scalar] = {}
    most = (0, 0, 0, 0)
    for number, (depth, members, thing) in enumerate(_objects(data)):
        said = fields(thing)
        texts = {_folded(value) for value in said.values()}
        told = [text in texts for text in wanted]
        # In a list of several, only the member of the same title is the record.
        if not any(told) or (members > 1 and not told[0]):
            continue
        own = sum(not isinstance(each, Mapping | list) for each in thing.values())
        rank = (told[0] + sum(told), -members, own, depth)
        if not best or rank > most:
            best, most = said, rank
        if number > _MAX_OBJECTS:
            break
    return best


def _objects(data: Any) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Objects with their depth, and how many members the lists around them have."""
    stack: list[tuple[int, int, Any]] = [(0, 1, data)]
    while stack:
        depth, members, value = stack.pop()
        if isinstance(value, Mapping):
            yield depth, members, value
        if isinstance(value, Mapping | list) and depth < _MAX_DEPTH:
            inner = list(value.values() if isinstance(value, Mapping) else value)[:_MAX_OBJECTS]
            several = max(1, len(inner)) if isinstance(value, list) else 1
            stack += [(depth + 1, members * several, each) for each in reversed(inner)]


def _folded(value: object) -> str:
    return " ".join(plain_text(str(value)).casefold().split())
