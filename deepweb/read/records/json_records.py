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
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from deepweb.form.script import is_route
from deepweb.read.records.identity import content_id, hashed
from deepweb.read.records.json_fields import (
    ADDRESS,
    MAX_FIELDS,
    MAX_TEXT,
    TITLES,
    Scalar,
    fields,
    is_told,
    names_like,
    plain_text,
    texts,
)
from deepweb.read.records.records import MAX_TITLE, FoundRecord, record_url

# A step of a path into every object of a list.
EACH = "*"
# A step of a path for an object whose values are the list.
VALUES = "{}"
# The field of a member that is its name in such an object.
KEY = "key"
# A step of a path for an object whose values are the columns of a table.
COLUMNS = "[]"

# Values of an answer that are examined.
_MAX_VALUES = 200_000
# Depth to which an answer is examined.
_MAX_DEPTH = 12
# Texts of an answer that are kept.
MAX_RECORDS = 30_000  # records of an answer; the index of a large site has some thousands
_MAX_TEXTS = 2_000
# Objects of a list by which it is judged.
_MAX_SAMPLE = 50
# Share of its keys that most objects of a list must have.
_ALIKE = 0.5
# Share of the addresses of a field that must differ.
_OWN = 0.9
# Pages per section of a site whose pages are the records, and not their sections.
_OF_PAGES = 0.1
MIN_COLUMNS = 2  # columns of a table
MIN_ROWS = 3  # rows of a table

_LINKS = ("url", "link", "href", "permalink", "uri", "weburl", "htmlurl", "canonical", "location",
          "path", "canonicalurl", "detailurl", "pageurl")  # fmt: skip
_IDS = ("id", "uuid", "guid", "objectid", "key", "slug", "sku", "isbn", "doi", "code", "identifier")
_TOTALS = ("total", "totalresults", "totalcount", "totalhits", "numfound", "nbhits", "totalitems",
           "resultcount", "totalrecords", "totalelements", "recordstotal", "recordsfiltered",
           "hitcount", "numresults", "found", "count", "value", "hits", "totalnum")  # fmt: skip
# Names of objects that tell of a list and its pages.
_ABOUT = frozenset({"meta", "metadata", "page", "paging", "pagination", "pageinfo", "info"})
_ABOUT_DEPTH = 2
_NAME = re.compile(r"[^a-z0-9]+")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|ico)(?:[?#]|$)", re.IGNORECASE)
_FIELD = re.compile(r"\{(\+?)([^{}]+)\}")
_RESERVED = ":/?#[]@!$&'()*+,;=%~"  # kept where a value may be a whole address (RFC 6570 §3.2.3)


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

    def is_within(self, other: JsonList) -> bool:
        """Does it stand in the members of another list?"""
        return self.path[: len(other.path) + 1] == (*other.path, EACH)


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
        elif step == COLUMNS:
            values = [_rows(v) for v in values]
        elif step == VALUES:
            values = [_members(v) for v in values if isinstance(v, dict)]
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
    items = [fields(item) for item in _items(data, shape)[:MAX_RECORDS]]
    shape = shape if shape.url else replace(shape, url=_link_field(items, base_url))
    found = [_record(said, shape, base_url, query) for said in items]
    kept = _without_parts([record for record in found if record and record.text])
    return list({record.id: record for record in kept}.values())


def _without_parts(found: Sequence[FoundRecord]) -> Iterator[FoundRecord]:
    """The records without those that are a section of another (``/guide#install``).

    Where all are sections, of many pages, the first section of a page stands for it.
    """
    parts = [(record.url or "").partition("#") for record in found]
    whole = {record.url for record in found}
    pages = {page for page, _, _ in parts}
    are_sections = all(section and not is_route(section) for _, _, section in parts)
    if are_sections and len(pages) > max(1, _OF_PAGES * len(found)):
        first = {page: replace(r, id=page, url=page) for r, (page, _, _) in
                 reversed([*zip(found, parts, strict=True)])}  # fmt: skip
        yield from (first[page] for page in dict.fromkeys(page for page, _, _ in parts))
        return
    for record, (page, _, section) in zip(found, parts, strict=True):
        if not section or page not in whole or is_route(section):
            yield record


def total(data: Any, path: Sequence[str], least: int) -> int | None:
    """The total that an answer states: a number beside the list, or above it."""
    for depth in range(len(path), -1, -1):
        # Of several lists in one answer the first one counts.
        is_inside = depth > 0 and path[depth - 1] == EACH
        around = at(data, path[: depth - 1] if is_inside else path[:depth])
        if is_inside:
            around = next(iter(around), None) if isinstance(around, list) else None
        if isinstance(around, dict) and (number := _total_near(around, least)) is not None:
            return number
    return None


def _total_near(around: Mapping[str, Any], least: int, depth: int = 0) -> int | None:
    """The total among the values of an object, or in what it says about its list (``meta``)."""
    number = _total(around, least)
    if number is not None or depth == _ABOUT_DEPTH:
        return number
    about = [value for key, value in around.items() if _NAME.sub("", key.lower()) in _ABOUT]
    # There a number that is as large as the page may count the page.
    told = (_total_near(each, least + 1, depth + 1) for each in about if isinstance(each, dict))
    return next((each for each in told if each is not None), None)


def json_texts(data: Any) -> list[str]:
    """All texts of an answer, in order."""
    found: list[str] = []
    stack = [data]
    while stack and len(found) < _MAX_TEXTS:
        value = stack.pop()
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            stack += reversed(list(inner)[:_MAX_VALUES])
        elif isinstance(value, str) and is_told(value):
            found.append(plain_text(value[:MAX_TEXT]))
    return found


def filled_url(pattern: str, said: Mapping[str, Scalar], base_url: str) -> str | None:
    """The address of a record, by a pattern that names fields: ``/item/{id}``, ``/{+path}``.

    None if the record lacks a field.
    """
    names = _FIELD.findall(pattern)
    if any(name not in said for _, name in names):
        return None
    made = _FIELD.sub(lambda f: quote(str(said[f[2]]), safe=_RESERVED if f[1] else ""), pattern)
    return _joined(base_url, made)


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
    return any(isinstance(each, str) and is_told(each) for each in column[:_MAX_SAMPLE])


def _as_object(value: Any) -> Mapping[str, Any] | None:
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
    said: Mapping[str, Scalar], shape: RecordShape, base_url: str, query: Mapping[str, str]
) -> FoundRecord | None:
    keys = {*names_like(said, _IDS, whole=True)}
    told = (v for n, v in said.items() if n not in keys and isinstance(v, str) and is_told(v))
    text = " ".join(told)
    if not text:
        return None
    url = filled_url(shape.url, said, base_url) if shape.url else None
    title = _title(said, shape) or text[:MAX_TITLE]
    return FoundRecord(
        id=_id(said, url, title, query),
        url=url,
        title=title,
        text=text[: 10 * MAX_TEXT],
        fields=said,
    )


def _link_field(items: Sequence[Mapping[str, Scalar]], base_url: str) -> str:
    """The field that holds the address of each record's own page, as a pattern; "" if none does.

    An address that records share (of an author, of a picture) is no record's own. Addresses on the
    site are preferred.
    """
    found: list[tuple[bool, int, str]] = []
    names = dict.fromkeys(name for said in items[:_MAX_SAMPLE] for name in said)
    for place, name in enumerate(names_like(names, _LINKS)):
        values = [str(said[name]) for said in items if name in said]
        links = [v for v in values if ADDRESS.fullmatch(v) and not _PICTURE.search(v)]
        if len({*links}) > _ALIKE * len(values) and len({*links}) >= _OWN * len(links):
            host = urlsplit(base_url).netloc
            is_own = any(urlsplit(_joined(base_url, link) or "").netloc == host for link in links)
            found.append((not is_own, place, name))
    return f"{{+{min(found)[2]}}}" if found else ""


def _id(said: Mapping[str, Scalar], url: str | None, title: str, query: Mapping[str, str]) -> str:
    if url:
        return url if "#" in url else record_url(url, query)
    own = next((said[name] for name in names_like(said, _IDS) if said[name] != ""), None)
    return hashed(f"id {own}") if own is not None else content_id(title, said)


def _title(said: Mapping[str, Scalar], shape: RecordShape) -> str:
    named = [shape.title] if shape.title in said else names_like(said, TITLES)
    told = [str(said[name]) for name in named if isinstance(said[name], str)]
    short = (v for v in said.values() if isinstance(v, str) and is_told(v) and len(v) <= 200)
    return next((value for value in (*told, *short) if value), "")[:MAX_TEXT]


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


def _joined(base_url: str, address: str) -> str | None:
    try:
        url = urljoin(base_url, address)
        return url if urlsplit(url).scheme in {"http", "https"} else None
    except ValueError:
        return None
