"""Where are the lists of objects in an answer in JSON, and which looks most like its records?

A list is judged by its shape: many objects with the same keys and telling texts. Rows that are
lists themselves count as objects whose keys are the numbers of their columns; members that have
names, and tables that are stored by columns, count as lists, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deepweb.read.data.json_fields import MAX_FIELDS, is_told, texts

# A step of a path into every object of a list.
EACH = "*"
# A step of a path for an object whose values are the list.
VALUES = "{}"
# The field of a member that is its name in such an object.
KEY = "key"
# A step of a path for an object whose values are the columns of a table.
COLUMNS = "[]"

MAX_VALUES = 200_000  # values of an answer that are examined
_MAX_DEPTH = 12  # depth to which an answer is examined
MAX_SAMPLE = 50  # objects of a list by which it is judged
_ALIKE = 0.5  # share of its keys that most objects of a list must have
MIN_COLUMNS = 2  # columns of a table
MIN_ROWS = 3  # rows of a table


@dataclass(frozen=True, slots=True)
class JsonList:
    """A list of objects in an answer, and its path."""

    path: tuple[str, ...]
    items: Sequence[Mapping[str, Any]]

    @property
    def weight(self) -> float:
        """How much it looks like the records: much text, several keys, like objects."""
        sample = self.items[:MAX_SAMPLE]
        said = sum(len(text) for item in sample for text in texts(item))
        rich = min(1.0, len({key for item in sample for key in item}) / 4)
        return said * rich * (1 if _are_alike(self.items) else 0.2)

    def is_within(self, other: JsonList) -> bool:
        """Does it stand in the members of another list?"""
        return self.path[: len(other.path) + 1] == (*other.path, EACH)


def json_lists(data: Any) -> list[JsonList]:
    """All lists of objects, the likeliest records first."""
    found = {each.path: each for each in _lists(data)}
    return sorted(found.values(), key=lambda each: -each.weight)


def at(data: Any, path: Sequence[str]) -> Any:
    """What is at a path: a value, or the objects of a list; None if there is nothing."""
    values = [data]
    for step in path:
        if step == EACH:
            values = [each for value in values if isinstance(value, list) for each in value]
        elif step == COLUMNS:
            values = [_rows(v) for v in values]
        elif step == VALUES:
            values = [_members(v) for v in values if isinstance(v, dict)]
        else:
            values = [each for v in values for each in _member(v, step)]
    if EACH in path:
        lists = [value for value in values if isinstance(value, list)]
        return [each for value in lists for each in value]
    return values[0] if values else None


def _member(value: Any, step: str) -> list[Any]:
    """The value under a key of an object, or at a place of a list; nothing if it has none."""
    if isinstance(value, dict):
        return [value[step]] if step in value else []
    is_place = isinstance(value, list) and step.isdigit() and int(step) < len(value)
    return [value[int(step)]] if is_place else []


def _lists(data: Any) -> Iterator[JsonList]:
    """All lists, level by level; lists at one place in all objects of a list are one list."""
    level: list[tuple[tuple[str, ...], list[Any]]] = [((), [data])]
    seen = 0
    while level:
        below: list[tuple[tuple[str, ...], list[Any]]] = []
        for path, values in level:
            seen += len(values)
            if seen > MAX_VALUES or len(path) > _MAX_DEPTH:
                return
            yield from _list_here(path, values)
            below += _below(path, values)
        level = below


def _list_here(path: tuple[str, ...], values: Sequence[Any]) -> Iterator[JsonList]:
    items = [each for value in values if isinstance(value, list) for each in value]
    objects = [made for each in items if (made := as_object(each)) is not None]
    if objects and 2 * len(objects) > len(items):
        yield JsonList(path, objects)
    if len(values) == 1 and _is_named_list(values[0]):
        yield JsonList((*path, VALUES), _members(values[0]))
    if len(values) == 1 and (rows := _rows(values[0])):
        yield JsonList((*path, COLUMNS), rows)


def _members(value: Mapping[str, Any]) -> list[Any]:
    """The members of a list that have names; the name is one of their values."""
    return [{KEY: key, **each} if isinstance(each, dict) else each for key, each in value.items()]


def _rows(value: Any) -> list[Mapping[str, Any]]:
    """The rows of an object whose values are the columns of a table; [] if it is none.

    A column is a list, or an object with the same keys as others.
    """
    if not isinstance(value, dict):
        return []
    return max(_listed_rows(value), _named_rows(value), key=len)


def _listed_rows(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a table whose columns are lists."""
    columns = {key: each for key, each in value.items() if _is_column(each)}
    lengths = Counter(len(each) for each in columns.values())
    length, held = max(lengths.items(), key=lambda each: (each[1], each[0]), default=(0, 0))
    if held < MIN_COLUMNS or not any(_tells(columns[key]) for key in columns):
        return []
    names = [key for key, each in columns.items() if len(each) == length]
    rows = zip(*(columns[name] for name in names), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _named_rows(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a table whose columns are objects: values by the number of their row."""
    columns = {name: each for name, each in value.items() if _is_named_column(each)}
    keys = Counter(tuple(each) for each in columns.values())
    rows, held = max(keys.items(), key=lambda each: (each[1], len(each[0])), default=((), 0))
    if held < MIN_COLUMNS:
        return []
    there = {name: each for name, each in columns.items() if tuple(each) == rows}
    return [{name: each[row] for name, each in there.items()} for row in rows]


def _is_named_column(value: Any) -> bool:
    is_long = isinstance(value, dict) and len(value) >= MIN_ROWS
    return is_long and all(isinstance(key, str) and key.isdigit() for key in value)


def _is_column(value: Any) -> bool:
    is_long = isinstance(value, list) and len(value) >= MIN_ROWS
    return is_long and all(isinstance(each, str | int | float | None) for each in value)


def _tells(column: Sequence[Any]) -> bool:
    return any(isinstance(each, str) and is_told(each) for each in column[:MAX_SAMPLE])


def as_object(value: Any) -> Mapping[str, Any] | None:
    """An object, or a row as an object whose keys are the numbers of its columns."""
    if isinstance(value, dict):
        return value
    is_row = isinstance(value, list) and 1 < len(value) <= MAX_FIELDS
    if not is_row or any(isinstance(each, dict | list) for each in value):
        return None
    told = any(isinstance(each, str) and is_told(each) for each in value)
    return {str(number): each for number, each in enumerate(value, 1)} if told else None


def _below(path: tuple[str, ...], values: Sequence[Any]) -> list[tuple[tuple[str, ...], list[Any]]]:
    lists = [value for value in values if isinstance(value, list)]
    inner = [each for value in lists for each in value if isinstance(each, dict)]
    step = (*path, EACH) if lists else path
    objects = inner if lists else [value for value in values if isinstance(value, dict)]
    by_key: dict[str, list[Any]] = {}
    for each in objects:
        for key, value in list(each.items())[:MAX_FIELDS]:
            if isinstance(value, dict | list) and value:
                by_key.setdefault(key, []).append(value)
    return [((*step, key), found) for key, found in list(by_key.items())[:MAX_FIELDS]]


def _is_named_list(value: Any) -> bool:
    """Is an object a list whose members have names, such as the numbers of books?"""
    if not isinstance(value, dict) or len(value) < 3:
        return False
    members = list(value.values())
    return all(isinstance(each, dict) and len(each) > 1 for each in members) and _are_alike(members)


def _are_alike(items: Sequence[Mapping[str, Any]]) -> bool:
    sample = items[:MAX_SAMPLE]
    held = Counter(key for item in sample for key in item)
    common = sum(n >= _ALIKE * len(sample) for n in held.values())
    return bool(held) and common >= _ALIKE * len(held)
