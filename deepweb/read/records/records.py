"""What is each record of a page: its id, its address, its title, its text, its fields?

The id of a record is the address of its own page, without arguments that do not identify it.
[He13 §6.3] tells these by prevalence. Departure: only certain ones are removed here, which needs no
counting: those that carry the query under its own name, and those whose names mean tracking
everywhere. A record without an address of its own is identified by its text.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from lxml.html import HtmlElement
from w3lib.url import canonicalize_url

from deepweb.page.argument_names import is_tracking
from deepweb.page.page import Page, link_target, visible_text
from deepweb.read.fields.fields import Row
from deepweb.read.fields.values import Scalar
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.records.region import RecordElements, record_text
from deepweb.read.records.title import HEADINGS, may_be_title, record_links, title_and_link

# Characters of the text that stand for the title of a record without one.
MAX_TITLE = 100
# Characters of an address that is an id; longer ones are hashed, since indexes limit the length.
_MAX_URL_ID = 1000
# Records of a page that share an address or a title, so that it belongs to none of them.
_SHARED = 3
# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two names.
_KEPT_BYTES = "surrogateescape"


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page."""

    id: str
    url: str | None
    title: str
    text: str
    fields: Mapping[str, Scalar]


def found_records(
    page: Page,
    records: Sequence[RecordElements],
    rows: Sequence[Row],
    asked: AskedQuery | None = None,
    fresh: Fresh | None = None,
) -> list[FoundRecord]:
    """The records of a page, in document order, from their elements and their fields.

    ``fresh``: links that background pages have too belong to no record.
    """
    query = asked.query if asked else {}
    named = _own_titles(page, _own_pages(page, [_named(page, each, fresh) for each in records]))
    shared = _shared(named)
    found = [
        FoundRecord(
            id=record_id(each.url, query)
            if each.url and each.url not in shared
            else _content_id(each.text),
            url=each.url,
            title=each.title or each.text[:MAX_TITLE],
            text=each.text,
            fields=_without_own_url(row, each.url),
        )
        for each, row in zip(named, rows, strict=True)
        if each.text
    ]
    # Picture and name of a record may be two elements.
    return list({record.id: record for record in found}.values())


@dataclass(frozen=True, slots=True)
class _Named:
    """A record with its title and the address of its own page."""

    record: RecordElements
    text: str
    title: str
    url: str | None


def _named(page: Page, record: RecordElements, fresh: Fresh | None) -> _Named:
    title, link = _title_and_link(record, fresh)
    url = link_target(page, link) if link is not None else None
    return _Named(record, record_text(record), title, url)


def _own_pages(page: Page, found: Sequence[_Named]) -> Sequence[_Named]:
    """If records share an address (of an author, a collection), give each a link of its own."""
    times = Counter(each.url for each in found if each.url)
    if all(n == 1 for n in times.values()):
        return found
    led_to = Counter(url for each in found for url in set(_targets(page, each.record)))
    return [
        _with_own_page(page, each, led_to) if each.url and times[each.url] > 1 else each
        for each in found
    ]


def _with_own_page(page: Page, each: _Named, led_to: Mapping[str, int]) -> _Named:
    for url, link in _targets(page, each.record).items():
        if led_to[url] == 1 and may_be_title(text := visible_text(link)):
            return replace(each, title=text, url=url)
    return each


def _own_titles(page: Page, found: Sequence[_Named]) -> Sequence[_Named]:
    """If records share a title (of their section), give each the text of a link to it."""
    times = Counter(each.title for each in found if each.url)
    return [
        replace(each, title=_own_title(page, each, times)) if times[each.title] >= _SHARED else each
        for each in found
    ]


def _own_title(page: Page, each: _Named, times: Mapping[str, int]) -> str:
    leading = (e for e in record_links(each.record) if link_target(page, e) == each.url)
    said = (text for link in leading if may_be_title(text := visible_text(link)))
    return next((text for text in said if times.get(text, 0) < _SHARED), each.title)


def _targets(page: Page, record: RecordElements) -> dict[str, HtmlElement]:
    """The targets of a record's links, with the first link to each."""
    found: dict[str, HtmlElement] = {}
    for link in record_links(record):
        if target := link_target(page, link):
            found.setdefault(target, link)
    return found


def _shared(found: Sequence[_Named]) -> set[str]:
    """Addresses that too many different records link to."""
    texts: defaultdict[str, set[str]] = defaultdict(set)
    for each in found:
        if each.url and each.text:
            texts[each.url].add(each.text)
    return {url for url, said in texts.items() if len(said) >= _SHARED}


def _without_own_url(row: Row, url: str | None) -> Row:
    """The fields without the record's own address."""
    if url is None:
        return row
    return {k: v for k, v in row.items() if not (isinstance(v, str) and _is_same(v, url))}


def _is_same(value: str, url: str) -> bool:
    return value.startswith(url) and value[len(url) : len(url) + 1] in {"", "#"}


def _title_and_link(record: RecordElements, fresh: Fresh | None) -> tuple[str, HtmlElement | None]:
    title, link = title_and_link(record)
    if fresh is None or (link is not None and link not in fresh.searches and fresh.targets[link]):
        return title, link
    own = _own_link(record, fresh)
    if own is None or link is None or own is link:
        return title, own
    # The text of a link to somewhere else is not the title.
    return visible_text(own) or title, own


def record_id(url: str, query: Mapping[str, str]) -> str:
    """The id of the record with an address."""
    return _url_id(record_url(url, query))


def _url_id(url: str) -> str:
    return url if len(url) <= _MAX_URL_ID else _content_id(url)


def _content_id(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:32]


def _own_link(record: RecordElements, fresh: Fresh) -> HtmlElement | None:
    """The link to the record's own page: in its heading, else the first with fresh text."""
    # A promoted record's link is on every page, and still its own.
    there = [e for node in record for e in node.iter("a")]
    all_links = [e for e in there if e.get("href") and e not in fresh.searches]
    links = [e for e in all_links if fresh.targets[e]] or all_links
    headed = [e for e in links if next(e.iterancestors(*HEADINGS), None) is not None]
    telling = [e for e in links if fresh.length[e]]
    return next(iter((*headed, *telling, *links)), None)


def record_url(url: str, query: Mapping[str, str]) -> str:
    """The URL without arguments that do not identify the record, in canonical form."""
    parts = urlsplit(url)
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True, errors=_KEPT_BYTES)
        if not is_tracking(name) and not (value and _same(value, query.get(name, "")))
    ]
    arguments = urlencode(kept, errors=_KEPT_BYTES)
    return str(canonicalize_url(urlunsplit(parts._replace(query=arguments))))


def _same(value: str, asked: str) -> bool:
    return value.strip().lower() == asked.strip().lower()
