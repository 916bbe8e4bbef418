"""What are the records of an answer in JSON, or in XML converted by ``answer_data.py``?

The records are a list of objects somewhere in the data. It is found by its shape: many objects with
the same keys and telling texts. Rows that are lists themselves count as objects whose keys are the
numbers of their columns. Mostly a browser has shown which of several lists it is
(``surface/script/observed_request.py``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from lxml import etree
from lxml.html import fromstring

from deepweb.page.page import visible_text
from deepweb.read.records.identity import content_id, hashed
from deepweb.read.records.records import MAX_TITLE, FoundRecord, record_url

Scalar = str | int | float
# A step of a path into every object of a list.
EACH = "*"
# A step of a path for an object whose values are the list.
VALUES = "{}"

# Values of an answer that are examined.
_MAX_VALUES = 200_000
# Depth to which an answer is examined.
_MAX_DEPTH = 12
# Texts of an answer that are kept.
_MAX_TEXTS = 2_000
# Fields of a record that are kept.
_MAX_FIELDS = 60
# Characters of a text that are kept.
_MAX_TEXT = 2_000
# Objects of a list by which it is judged.
_MAX_SAMPLE = 50
# Share of its keys that most objects of a list must have.
_ALIKE = 0.5

_LETTERS = re.compile(r"[^\W\d_]{2}")
_URL = re.compile(r"https?://\S+|/[^\s/][^\s]*")
_MACHINE = re.compile(r"[0-9a-f-]{16,}|\d{4}-\d\d-\d\d(?:[T ].*)?|[\w+/=-]{40,}", re.IGNORECASE)
_TITLES = ("title", "name", "label", "headline", "heading", "subject", "caption", "summary")
_LINKS = ("url", "link", "href", "permalink", "uri", "weburl", "htmlurl", "canonical", "location",
          "path", "canonicalurl", "detailurl", "pageurl")  # fmt: skip
_IDS = ("id", "uuid", "guid", "objectid", "key", "slug", "sku", "isbn", "doi", "code", "identifier")
_TOTALS = ("total", "totalresults", "totalcount", "totalhits", "numfound", "nbhits", "totalitems",
           "resultcount", "totalrecords", "totalelements", "recordstotal", "recordsfiltered",
           "hitcount", "numresults", "found", "count", "value", "hits", "totalnum")  # fmt: skip
_WRAPPERS = frozenset(
    {"node", "_source", "source", "item", "document", "doc", "attributes", "fields", "record",
     "result", "data", "hit", "resource", "entry", "metadata", "volumeinfo", "properties"}
)  # fmt: skip
_NAME = re.compile(r"[^a-z0-9]+")
_LINKED = re.compile(
    r"""<a\s[^<>]{0,500}?\bhref\s*=\s*["']([^"'#][^"']{0,500})["']""", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class JsonList:
    """A list of objects in an answer, and its path."""

    path: tuple[str, ...]
    items: Sequence[Mapping[str, Any]]

    @property
    def weight(self) -> float:
        """How much it looks like the records: much text, several keys, like objects."""
        sample = self.items[:_MAX_SAMPLE]
        said = sum(len(text) for item in sample for text in texts(item))
        rich = min(1.0, len({key for item in sample for key in item}) / 4)
        return said * rich * (1 if _are_alike(self.items) else 0.2)


@dataclass(frozen=True, slots=True)
class RecordShape:
    """Where the records of a site stand in its JSON, and how their URL and title are found."""

    path: tuple[str, ...] | None = None
    url: str = ""
    title: str = ""


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
        elif step == VALUES:
            values = [list(v.values()) for v in values if isinstance(v, dict)]
        else:
            values = [v[step] for v in values if isinstance(v, dict) and step in v]
    if EACH in path:
        lists = [value for value in values if isinstance(value, list)]
        return [each for value in lists for each in value]
    return values[0] if values else None


def json_records(
    data: Any, shape: RecordShape, base_url: str, query: Mapping[str, str]
) -> list[FoundRecord]:
    """The records of an answer, in its order."""
    items = _items(data, shape)
    found = [_record(item, shape, base_url, query) for item in items]
    return list({record.id: record for record in found if record and record.text}.values())


def total(data: Any, path: Sequence[str], least: int) -> int | None:
    """The total that an answer states: a number beside the list, or above it."""
    for depth in range(len(path), -1, -1):
        around = at(data, path[:depth])
        if isinstance(around, dict) and (number := _total(around, least)) is not None:
            return number
    return None


def fields(item: Mapping[str, Any]) -> dict[str, Scalar]:
    """The values of an object, named by their paths in it."""
    found: dict[str, Scalar] = {}
    for name, value in _flat(item):
        if len(found) == _MAX_FIELDS:
            break
        found.setdefault(name, value)
    return found


def texts(item: Mapping[str, Any]) -> Iterator[str]:
    """The texts of an object that a person would read."""
    for value in fields(item).values():
        if isinstance(value, str) and _is_told(value):
            yield value


def json_texts(data: Any) -> list[str]:
    """All texts of an answer, in order."""
    found: list[str] = []
    stack = [data]
    while stack and len(found) < _MAX_TEXTS:
        value = stack.pop()
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            stack += reversed(list(inner)[:_MAX_VALUES])
        elif isinstance(value, str) and _is_told(value):
            found.append(_plain_text(value[:_MAX_TEXT]))
    return found


def filled_url(pattern: str, said: Mapping[str, Scalar], base_url: str) -> str | None:
    """The address of a record, by a pattern that names a field: ``/item/{id}``."""
    start, _, rest = pattern.partition("{")
    name, _, end = rest.partition("}")
    if name not in said:
        return None
    value = str(said[name])
    # A value that begins the address, or holds several steps of it, is not quoted.
    quoted = value if not start or "/" in value else quote(value, safe="")
    return _joined(base_url, f"{start}{quoted}{end}")


def _lists(data: Any) -> Iterator[JsonList]:
    """All lists, level by level; lists at one place in all objects of a list are one list."""
    level: list[tuple[tuple[str, ...], list[Any]]] = [((), [data])]
    seen = 0
    while level:
        below: list[tuple[tuple[str, ...], list[Any]]] = []
        for path, values in level:
            seen += len(values)
            if seen > _MAX_VALUES or len(path) > _MAX_DEPTH:
                return
            yield from _list_here(path, values)
            below += _below(path, values)
        level = below


def _list_here(path: tuple[str, ...], values: Sequence[Any]) -> Iterator[JsonList]:
    items = [each for value in values if isinstance(value, list) for each in value]
    objects = [made for each in items if (made := _as_object(each)) is not None]
    if objects and 2 * len(objects) > len(items):
        yield JsonList(path, objects)
    named = [value for value in values if _is_named_list(value)]
    if len(values) == 1 and named:
        yield JsonList((*path, VALUES), list(named[0].values()))


def _as_object(value: Any) -> Mapping[str, Any] | None:
    """An object, or a row as an object whose keys are the numbers of its columns."""
    if isinstance(value, dict):
        return value
    is_row = isinstance(value, list) and 1 < len(value) <= _MAX_FIELDS
    if not is_row or any(isinstance(each, dict | list) for each in value):
        return None
    told = any(isinstance(each, str) and _is_told(each) for each in value)
    return {str(number): each for number, each in enumerate(value, 1)} if told else None


def _below(path: tuple[str, ...], values: Sequence[Any]) -> list[tuple[tuple[str, ...], list[Any]]]:
    lists = [value for value in values if isinstance(value, list)]
    inner = [each for value in lists for each in value if isinstance(each, dict)]
    step = (*path, EACH) if lists else path
    objects = inner if lists else [value for value in values if isinstance(value, dict)]
    by_key: dict[str, list[Any]] = {}
    for each in objects:
        for key, value in list(each.items())[:_MAX_FIELDS]:
            if isinstance(value, dict | list) and value:
                by_key.setdefault(key, []).append(value)
    return [((*step, key), found) for key, found in list(by_key.items())[:_MAX_FIELDS]]


def _is_named_list(value: Any) -> bool:
    """Is an object a list whose members have names, such as the numbers of books?"""
    if not isinstance(value, dict) or len(value) < 3:
        return False
    members = list(value.values())
    return all(isinstance(each, dict) and len(each) > 1 for each in members) and _are_alike(members)


def _are_alike(items: Sequence[Mapping[str, Any]]) -> bool:
    sample = items[:_MAX_SAMPLE]
    held = Counter(key for item in sample for key in item)
    common = sum(n >= _ALIKE * len(sample) for n in held.values())
    return bool(held) and common >= _ALIKE * len(held)


def _items(data: Any, shape: RecordShape) -> Sequence[Mapping[str, Any]]:
    if shape.path is not None:
        found = at(data, shape.path)
        # Some sites give a single record as an object instead of a list.
        inside = found if isinstance(found, list) else [found]
        return [made for each in inside if (made := _as_object(each)) is not None]
    lists = json_lists(data)
    return lists[0].items if lists else []


def _record(
    item: Mapping[str, Any], shape: RecordShape, base_url: str, query: Mapping[str, str]
) -> FoundRecord | None:
    said = fields(item)
    keys = {*_named(said, _IDS, whole=True)}
    told = (v for n, v in said.items() if n not in keys and isinstance(v, str) and _is_told(v))
    text = " ".join(told)
    if not text:
        return None
    url = _own_url(said, shape, base_url)
    title = _title(said, shape) or text[:MAX_TITLE]
    return FoundRecord(
        id=_id(said, url, title, query),
        url=url,
        title=title,
        text=text[: 10 * _MAX_TEXT],
        fields=said,
    )


def _own_url(said: Mapping[str, Scalar], shape: RecordShape, base_url: str) -> str | None:
    if shape.url:
        return filled_url(shape.url, said, base_url)
    for name in _named(said, _LINKS):
        value = said[name]
        if isinstance(value, str) and _URL.fullmatch(value):
            return _joined(base_url, value)
    return None


def _id(said: Mapping[str, Scalar], url: str | None, title: str, query: Mapping[str, str]) -> str:
    if url:
        return url if "#" in url else record_url(url, query)
    own = next((said[name] for name in _named(said, _IDS) if said[name] != ""), None)
    return hashed(f"id {own}") if own is not None else content_id(title, said)


def _title(said: Mapping[str, Scalar], shape: RecordShape) -> str:
    named = [shape.title] if shape.title in said else _named(said, _TITLES)
    told = [str(said[name]) for name in named if isinstance(said[name], str)]
    short = (v for v in said.values() if isinstance(v, str) and _is_told(v) and len(v) <= 200)
    return next((value for value in (*told, *short) if value), "")[:_MAX_TEXT]


def _named(said: Mapping[str, Scalar], wanted: Sequence[str], *, whole: bool = False) -> list[str]:
    """Names that mean one of ``wanted``: equal ones first, then those that end in one."""
    plain = {name: _NAME.sub("", name.lower()) for name in said}
    same = [n for word in wanted for n, p in plain.items() if p == word]
    if whole:
        return same
    ends = [n for word in wanted for n, p in plain.items() if p != word and p.endswith(word)]
    return same + ends


def _total(around: Mapping[str, Any], least: int) -> int | None:
    plain = {_NAME.sub("", str(key).lower()): value for key, value in around.items()}
    for name in _TOTALS:
        value = plain.get(name)
        if isinstance(value, dict):  # "total": {"value": 12}
            value = value.get("value")
        if isinstance(value, str) and value.isdigit() and len(value) < 12:
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
    return None


def _flat(item: Mapping[str, Any]) -> Iterator[tuple[str, Scalar]]:
    stack: list[tuple[str, Any, int]] = [("", _unwrapped(item), 0)]
    while stack:
        name, value, depth = stack.pop()
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            inner = list(value.items())[:_MAX_FIELDS]
            named = [(f"{name}_{key}" if name else str(key), each) for key, each in inner]
            stack += [(key, each, depth + 1) for key, each in reversed(named)]
        elif isinstance(value, list):
            if told := _joined_texts(value):
                yield name, told
        elif isinstance(value, str):
            if told := _plain_text(value):
                yield name, told[:_MAX_TEXT]
            if link := _LINKED.search(value[:_MAX_TEXT]):
                yield f"{name}_url", unescape(link[1])
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
            named = _named({k: v for k, v in each.items() if isinstance(v, str)}, _TITLES)
            told += [each[name] for name in named[:1]]
        elif isinstance(each, str | int | float) and not isinstance(each, bool):
            told.append(str(each))
    return _plain_text(", ".join(told))[:_MAX_TEXT]


def _plain_text(text: str) -> str:
    """The visible text of a value that may be HTML."""
    if "<" in text and ">" in text:
        with suppress(etree.ParserError, ValueError):
            text = visible_text(fromstring(f"<div>{text[: 10 * _MAX_TEXT]}</div>"))
    return " ".join(text.split())


def _is_told(value: str) -> bool:
    """Is a text for people, and not an address, a date or a key?"""
    is_word = _LETTERS.search(value) is not None or not value.isascii()
    return (
        is_word
        and not _MACHINE.fullmatch(value)
        and not (_URL.fullmatch(value) and (":" in value or value.count("/") > 1))
    )


def _joined(base_url: str, address: str) -> str | None:
    try:
        url = urljoin(base_url, address)
        return url if urlsplit(url).scheme in {"http", "https"} else None
    except ValueError:
        return None
