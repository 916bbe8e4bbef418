"""A record as it stands on a page: its title, where it leads, what it says, its fields."""

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
from deepweb.read.records.title import may_be_title, record_links, title_and_link

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Where nothing on a record is its title, so much of its text is.
MAX_TITLE = 100
# Characters of an address that serves as an id; longer ones are told by a hash of them.
MAX_URL_ID = 1000
# An address that so many different records of a page lead to is none of theirs, nor is what heads
# so many of them their title.
SHARED = 3


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
    """The records that some elements of a page are, and the fields of each, in document order.

    ``fresh``: what is known of the answers to nonsense; links that they have are nobody's own.
    """
    query = asked.query if asked else {}
    named = _own_titles(page, _own_pages(page, [_named(page, each, fresh) for each in records]))
    shared = _shared(named)
    found = [
        FoundRecord(
            id=_url_id(record_url(each.url, query))
            if each.url and each.url not in shared
            else _content_id(each.text),
            url=each.url,
            title=each.title or each.text[:MAX_TITLE],
            text=each.text,
            fields=_told_once(row, each.url),
        )
        for each, row in zip(named, rows, strict=True)
        if each.text
    ]
    # Twice the same record on a page (picture and name as two links) is one.
    return list({record.id: record for record in found}.values())


@dataclass(frozen=True, slots=True)
class _Named:
    """A record, what it is called, and where its own page is."""

    record: RecordElements
    text: str
    title: str
    url: str | None


def _named(page: Page, record: RecordElements, fresh: Fresh | None) -> _Named:
    title, link = _title_and_link(record, fresh)
    url = link_target(page, link) if link is not None else None
    return _Named(record, record_text(record), title, url)


def _own_pages(page: Page, found: Sequence[_Named]) -> Sequence[_Named]:
    """Where records share an address (of their author, of a collection), a link of each alone."""
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
    """Where many records are headed alike (by their section), what a link to each of them says."""
    times = Counter(each.title for each in found if each.url)
    return [
        replace(each, title=_own_title(page, each, times)) if times[each.title] >= SHARED else each
        for each in found
    ]


def _own_title(page: Page, each: _Named, times: Mapping[str, int]) -> str:
    leading = (e for e in record_links(each.record) if link_target(page, e) == each.url)
    said = (text for link in leading if may_be_title(text := visible_text(link)))
    return next((text for text in said if times.get(text, 0) < SHARED), each.title)


def _targets(page: Page, record: RecordElements) -> dict[str, HtmlElement]:
    """Where the links of a record lead, and the first link to each place."""
    found: dict[str, HtmlElement] = {}
    for link in record_links(record):
        if target := link_target(page, link):
            found.setdefault(target, link)
    return found


def _shared(found: Sequence[_Named]) -> set[str]:
    """Addresses that so many different records lead to that they name none of them."""
    texts: defaultdict[str, set[str]] = defaultdict(set)
    for each in found:
        if each.url and each.text:
            texts[each.url].add(each.text)
    return {url for url, said in texts.items() if len(said) >= SHARED}


def _told_once(row: Row, url: str | None) -> Row:
    """The fields but for the record's own address, which is told already."""
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
    # What is a link to somewhere else is not its title.
    return visible_text(own) or title, own


def _url_id(url: str) -> str:
    # No database finds a text again that is longer than a page of its index.
    return url if len(url) <= MAX_URL_ID else _content_id(url)


def _content_id(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:32]


def _own_link(record: RecordElements, fresh: Fresh) -> HtmlElement | None:
    """The record's own page: the link in its heading, else the first that says something."""
    # A promoted record's link stands on every page, but is its own all the same.
    there = [e for node in record for e in node.iter("a")]
    all_links = [e for e in there if e.get("href") and e not in fresh.searches]
    links = [e for e in all_links if fresh.targets[e]] or all_links
    headed = [e for e in links if next(e.iterancestors(*HEADINGS), None) is not None]
    telling = [e for e in links if fresh.length[e]]
    return next(iter((*headed, *telling, *links)), None)


# --- merged from record_url.py; rewrite or remove this note ---
# Which part of a record's link names the record, and not the way to it?
#
# He et al. (WSDM 2013), section 6.3: arguments that do not change what a page shows are tracking. The
# prevalence test of that section is not used here; only what is certain without counting: arguments
# that hand the query on under its own name, and names that mean tracking everywhere.

# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two names.
_KEPT_BYTES = "surrogateescape"


def record_url(url: str, query: Mapping[str, str]) -> str:
    """The URL without its tracking arguments, in one spelling."""
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
