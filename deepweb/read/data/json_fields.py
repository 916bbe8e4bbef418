"""What does an object of an answer in JSON say: its values, and its texts for people?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from itertools import islice
from typing import Any

from lxml import etree
from lxml.html import fromstring

from deepweb.page.page import visible_text

Scalar = str | int | float

MAX_FIELDS = 60  # fields of a record that are kept
MAX_TEXT = 2_000  # characters of a text that are kept
TITLES = ("title", "name", "label", "headline", "heading", "subject", "caption", "summary")

# Depth to which an object is examined.
_MAX_DEPTH = 12
_NOTHING: tuple[Any, ...] = (None, "", [], {})  # values of a field that says nothing
_LETTERS = re.compile(r"[^\W\d_]{2}")
ADDRESS = re.compile(r"https?://\S+|/[^\s/][^\s]*")
_MACHINE = re.compile(r"[0-9a-f-]{16,}|\d{4}-\d\d-\d\d(?:[T ].*)?|[\w+/=-]{40,}", re.IGNORECASE)
_WRAPPERS = frozenset(
    {"node", "_source", "source", "item", "document", "doc", "attributes", "fields", "record",
     "result", "data", "hit", "resource", "entry", "metadata", "volumeinfo", "properties"}
)  # fmt: skip
# Names of lists whose values are columns of a row, as jqGrid writes them.
_CELLS = frozenset({"cell", "cells"})
_NAME = re.compile(r"[^a-z0-9]+")
_LINKED = re.compile(
    r"""<a\s[^<>]{0,500}?\bhref\s*=\s*["']([^"'#][^"']{0,500})["']""", re.IGNORECASE
)

# A link in Markdown that is all of a value.
_MARKED = re.compile(r"\s*\[([^\[\]]{1,500})\]\(([^()\s]{1,500})\)\s*")


def fields(item: Mapping[str, Any]) -> dict[str, Scalar]:
    """The values of an object, named by their paths in it."""
    found: dict[str, Scalar] = {}
    for name, value in _flat(item):
        if len(found) == MAX_FIELDS:
            break
        found.setdefault(name, value)
    return found


def texts(item: Mapping[str, Any]) -> Iterator[str]:
    """The texts of an object that a person would read."""
    for value in fields(item).values():
        if isinstance(value, str) and is_told(value):
            yield value


def names_like(said: Iterable[str], wanted: Sequence[str], *, whole: bool = False) -> list[str]:
    """Names that mean one of ``wanted``: equal ones first, then those that end in one."""
    plain = {name: _NAME.sub("", name.lower()) for name in said}
    same = [n for word in wanted for n, p in plain.items() if p == word]
    if whole:
        return same
    ends = [n for word in wanted for n, p in plain.items() if p != word and p.endswith(word)]
    return same + ends


def _flat(item: Mapping[str, Any]) -> Iterator[tuple[str, Scalar]]:
    stack: list[tuple[str, Any, int]] = [("", _unwrapped(item), 0)]
    while stack:
        name, value, depth = stack.pop()
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            filled = (pair for pair in value.items() if pair[1] not in _NOTHING)
            inner = list(islice(filled, MAX_FIELDS))
            named = [(f"{name}_{key}" if name else str(key), each) for key, each in inner]
            stack += [(key, each, depth + 1) for key, each in reversed(named)]
        elif isinstance(value, list):
            if name.lower() in _CELLS and not any(isinstance(each, dict | list) for each in value):
                cells = [(f"{name}_{n}", each, depth + 1) for n, each in enumerate(value, 1)]
                stack += reversed(cells[:MAX_FIELDS])
            elif told := _joined_texts(value):
                yield name, told
        elif isinstance(value, str):
            marked = _MARKED.fullmatch(value[:MAX_TEXT])
            if told := plain_text(marked[1] if marked else value):
                yield name, told[:MAX_TEXT]
            if link := _LINKED.search(value[:MAX_TEXT]):
                yield f"{name}_url", unescape(link[1])
            elif marked:
                yield f"{name}_url", marked[2]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield name, value


def _unwrapped(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The object itself, taken out of a wrapper: ``{"cursor": …, "node": {…}}``."""
    inner = [key for key, value in item.items() if isinstance(value, dict)]
    is_wrapper = len(inner) == 1 and (len(item) == 1 or inner[0].lower() in _WRAPPERS)
    if not is_wrapper:
        return item
    rest = {key: value for key, value in item.items() if key != inner[0]}
    return {**rest, **item[inner[0]]}


def _joined_texts(values: Sequence[Any]) -> str:
    told: list[str] = []
    for each in values[:20]:
        if isinstance(each, dict):
            named = names_like({k: v for k, v in each.items() if isinstance(v, str)}, TITLES)
            told += [each[name] for name in named[:1]]
        elif isinstance(each, str | int | float) and not isinstance(each, bool):
            told.append(str(each))
    return plain_text(", ".join(told))[:MAX_TEXT]


def plain_text(text: str) -> str:
    """The visible text of a value that may be HTML."""
    if "<" in text and ">" in text:
        with suppress(etree.ParserError, ValueError):
            text = visible_text(fromstring(f"<div>{text[: 10 * MAX_TEXT]}</div>"))
    return " ".join(text.split())


def is_told(value: str) -> bool:
    """Is a text for people, and not an address, a date or a key?"""
    is_word = _LETTERS.search(value) is not None or not value.isascii()
    return (
        is_word
        and not _MACHINE.fullmatch(value)
        and not (ADDRESS.fullmatch(value) and (":" in value or value.count("/") > 1))
    )
