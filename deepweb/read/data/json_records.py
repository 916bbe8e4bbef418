"""What are the records of an answer in JSON, or in XML converted by ``answer_data.py``?

They are the objects of one of its lists (``json_lists.py``). Mostly a browser has shown which of
several lists it is (``surface/script/observed_request.py``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from deepweb.form.script import is_route
from deepweb.read.data.json_fields import (
    ADDRESS,
    MAX_TEXT,
    TITLES,
    Scalar,
    fields,
    is_told,
    names_like,
    plain_text,
)
from deepweb.read.data.json_lists import EACH, MAX_SAMPLE, MAX_VALUES, as_object, at, json_lists
from deepweb.read.records.identity import content_id, hashed
from deepweb.read.records.records import MAX_TITLE, FoundRecord, record_url

MAX_RECORDS = 30_000  # records of an answer; the index of a large site has some thousands
_MAX_TEXTS = 2_000  # texts of an answer that are kept
_LINKED = 0.5  # share of the values of a field that must be addresses, each a different one
_OWN = 0.9  # share of the addresses of a field that must be different ones
# Pages per section of a site whose pages are the records, and not their sections.
_OF_PAGES = 0.1

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
_CODED = re.compile(r"[A-Za-z]+[-_:]?(\d+)")
_FIELD = re.compile(r"\{([+~:]?)([^{}]+)\}")
_RESERVED = ":/?#[]@!$&'()*+,;=%~"  # kept where a value may be a whole address (RFC 6570 §3.2.3)


@dataclass(frozen=True, slots=True)
class RecordShape:
    """Where the records of a site stand in its JSON, and how their URL and title are found."""

    path: tuple[str, ...] | None = None
    url: str = ""
    title: str = ""


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
            stack += reversed(list(inner)[:MAX_VALUES])
        elif isinstance(value, str) and is_told(value):
            found.append(plain_text(value[:MAX_TEXT]))
    return found


def filled_url(pattern: str, said: Mapping[str, Scalar], base_url: str) -> str | None:
    """The address of a record, by a pattern that names fields: ``/item/{id}``, ``/{+path}``.

    ``{~title}`` is a field as addresses spell titles (``slug``), ``{:row}`` the number in a field.

    None if the record lacks a field.
    """
    names = _FIELD.findall(pattern)
    if any(name not in said or (how == ":" and not number_in(said[name])) for how, name in names):
        return None
    made = _FIELD.sub(lambda field: _spelt(str(said[field[2]]), field[1]), pattern)
    return _joined(base_url, made)


def _spelt(value: str, how: str) -> str:
    """A field as a part of an address."""
    if how == ":":
        return number_in(value)
    return slug(value) if how == "~" else quote(value, safe=_RESERVED if how else "")


def number_in(value: Scalar) -> str:
    """The only number in the code of a record, such as the id of its row: "row_17"."""
    found = _CODED.fullmatch(value) if isinstance(value, str) else None
    return found[1] if found else ""


def slug(text: str) -> str:
    """A title as addresses spell it: "Les Élèves, 2" is "les-eleves-2"."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return quote("-".join(re.findall(r"[^\W_]+", plain.lower())))


def _items(data: Any, shape: RecordShape) -> Sequence[Mapping[str, Any]]:
    if shape.path is not None:
        found = at(data, shape.path)
        # Some sites give a single record as an object instead of a list.
        inside = found if isinstance(found, list) else [found]
        return [made for each in inside if (made := as_object(each)) is not None]
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
    names = dict.fromkeys(name for said in items[:MAX_SAMPLE] for name in said)
    for place, name in enumerate(names_like(names, _LINKS)):
        values = [str(said[name]) for said in items if name in said]
        links = [v for v in values if ADDRESS.fullmatch(v) and not _PICTURE.search(v)]
        if len({*links}) > _LINKED * len(values) and len({*links}) >= _OWN * len(links):
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
