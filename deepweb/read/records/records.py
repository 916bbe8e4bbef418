"""What is each record of a page: its id, its address, its title, its text, its fields?

The id of a record is the address of its own page, without arguments that do not identify it. Only
certain ones are removed here: those that repeat the query in every link, and those whose names mean
tracking everywhere. The others, which one page does not show, are learnt over answers
(``identity_learning.py``). A record without an address of its own is identified by its title and
its short values; its prose may be a snippet that depends on the query.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from lxml.html import HtmlElement
from w3lib.url import canonicalize_url

from deepweb.page.address.argument_names import is_tracking
from deepweb.page.page import Page, link_target, visible_text
from deepweb.read.fields.fields import Row
from deepweb.read.fields.parts import parts_of
from deepweb.read.fields.values import Scalar
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.records.identity import KEPT_BYTES, content_id, hashed, plain
from deepweb.read.records.own_link import (
    MIN_COMPARED,
    LinkPlaces,
    OwnLinks,
    View,
    fragment,
    part_name,
    shown_as_here,
)
from deepweb.read.records.record_kind import record_kind
from deepweb.read.records.region import RecordElements, record_text
from deepweb.read.records.title import (
    HEADINGS,
    may_be_title,
    record_links,
    title_and_link,
    whole_title,
    without_label,
)

# Characters of the text that stand for the title of a record without one.
MAX_TITLE = 100
# Characters of an address that is an id; longer ones are hashed, since indexes limit the length.
_MAX_URL_ID = 1000
# An argument that programs write without a value for it. A bare name ("/wiki?HomePage") is one.
_SAYS_NOTHING = re.compile(r"(?:(?<=&)|^)[^&=]+=(?:none|null|undefined)?(?=&|$)", re.IGNORECASE)
_NUMBERED = re.compile(r"(\d{1,6})[.)]\s+(?=\S)")
# Words of a heading that may name a topic.
_WORDS_OF_TOPIC = 3
# Records of a page that share an address or a title, so that it belongs to none of them.
_SHARED = 3


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record of a page."""

    id: str
    url: str | None
    title: str
    text: str
    fields: Mapping[str, Scalar]
    part_of: str | None = None
    """The address of the thing that it is a part of, such as the topic of a post."""
    kind: str = ""
    """What it looks like (``product``, ``article`` …), where that is plain."""
    part: str = ""
    """What the part of the page is called that it is, if it has no address."""


@dataclass(frozen=True, slots=True)
class RecordLinks:
    """What the answers of a site show about the links of its records."""

    place: str = ""
    """The place of their own links in them, if it had to be found (``own_link.py``)."""
    echoed: frozenset[str] = frozenset()
    """Arguments that repeat the query in all links of an answer."""
    view: View = ("", "")
    """The argument that shows a record as its answer does (``op=view``), not in another way."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A record with its title and the address of its own page."""

    record: RecordElements
    text: str
    title: str
    url: str | None
    link: HtmlElement | None = None
    part_of: str | None = None


@dataclass(frozen=True, slots=True)
class NamedRecords:
    """The records of a page, in document order, with their titles and addresses."""

    records: Sequence[RecordElements]
    links: RecordLinks
    """What this page and those before it show about the links of records."""
    _named: Sequence[_Named]
    _query: Mapping[str, str]

    @property
    def titles(self) -> list[str]:
        """What each record is called; "" if it has no title."""
        return [each.title for each in self._named]

    def found(self, rows: Sequence[Row]) -> list[FoundRecord]:
        """The records with their fields, each once."""
        shared = _shared(self._named)
        found = [
            _record(each, row, self._query, self.links.echoed, is_shared=each.url in shared)
            for each, row in zip(self._named, rows, strict=True)
            if each.text
        ]
        # Picture and name of a record may be two elements.
        told = {record.id: record for record in _apart(found)}
        kind = record_kind(self.records, rows)
        return [replace(each, kind=kind) for each in told.values()]


def named_records(
    page: Page,
    records: Sequence[RecordElements],
    asked: AskedQuery | None = None,
    fresh: Fresh | None = None,
    *,
    links: RecordLinks | None = None,
) -> NamedRecords:
    """The records of a page from their elements.

    ``fresh``: links that background pages have too belong to no record. ``links``: what
    earlier answers of the site showed.
    """
    named: Sequence[_Named] = [_named(page, each, fresh) for each in records]
    before = links or RecordLinks()
    own = _own_links(page, named, fresh, before.place)
    if own is not None:
        named = [
            _with_link(each, own.links[n], own.targets[n]) if n in own.links else each
            for n, each in enumerate(named)
        ]
    named = _own_titles(page, _own_parts(page, named))
    view = before.view
    if "?" in page.url:
        urls = [each.url for each in named]
        shown, view = shown_as_here(page, records, urls, before.view)
        named = [replace(each, url=url) for each, url in zip(named, shown, strict=True)]
    query = asked.query if asked else {}
    echoed = before.echoed | _echoed([each.url for each in named if each.url], query)
    known = RecordLinks(own.place if own else before.place, echoed, view)
    return NamedRecords(records, known, named, query)


def _named(page: Page, record: RecordElements, fresh: Fresh | None) -> _Named:
    title, link = _title_and_link(record, fresh)
    url = link_target(page, link) if link is not None else None
    return _Named(record, record_text(record), title, url, link)


def _record(
    each: _Named, row: Row, query: Mapping[str, str], echoed: Collection[str], *, is_shared: bool
) -> FoundRecord:
    fields = _without_own_url(row, each.url)
    title = each.title or each.text[:MAX_TITLE]
    if each.link is None:  # a link says what it leads to, colon or not
        title = without_label(title, fields)
    url = None if is_shared else each.url
    if url:
        title = whole_title(title, fields, each.link)
    id_ = _url_id(url, query, echoed) if url else content_id(title, fields)
    part_of = each.url if is_shared else each.part_of
    part = "" if url else part_name(each.record)
    return FoundRecord(id_, url, title, each.text, fields, part_of, part=part)


def _apart(found: Sequence[FoundRecord]) -> list[FoundRecord]:
    """Records without an address that only their prose tells apart get ids of their own."""
    texts: defaultdict[str, set[str]] = defaultdict(set)
    for each in found:
        if each.url is None:
            texts[each.id].add(each.text)
    return [
        replace(each, id=content_id(each.title, each.fields, more=each.text))
        if len(texts[each.id]) > 1
        else each
        for each in found
    ]


# --- Addresses ---


def _own_links(
    page: Page, found: Sequence[_Named], fresh: Fresh | None, place: str
) -> OwnLinks | None:
    """The records' own links, if those that stand out are not."""
    chosen = {n: each.url for n, each in enumerate(found) if each.url}
    is_outside = any(not _is_beside(url, page.base_url) for url in chosen.values())
    shared = _those_shared(found)
    if chosen and not (place or is_outside or shared):
        return None
    places = LinkPlaces(page, [each.record for each in found], fresh.searches if fresh else ())
    if place and (own := places.known(place)):
        return own
    if len(found) < MIN_COMPARED:
        return None
    return (
        (places.unshared(shared) if shared else None)
        or (places.inner(chosen) if is_outside else None)
        or (places.clicked() if shared or not chosen else None)
    )


def _those_shared(found: Sequence[_Named]) -> dict[int, str]:
    """The addresses of records that another record of the page has too."""
    times = Counter(each.url for each in found if each.url)
    return {n: each.url for n, each in enumerate(found) if each.url and times[each.url] > 1}


def _is_beside(url: str, base_url: str) -> bool:
    return urlsplit(url).netloc == urlsplit(base_url).netloc


def _with_link(each: _Named, link: HtmlElement, url: str) -> _Named:
    """The record with its own link; what its former link says is a title of something else."""
    if url == each.url:
        return each
    if each.url is None or not _is_beside(each.url, url):
        # A title that leads outside is its own.
        return replace(each, url=url, link=link if link.tag == "a" else each.link)
    text = visible_text(link) if link.tag == "a" else ""
    is_part = _names_whole(each) or url.startswith(f"{each.url}/")
    rest = each.title if is_part else _first_words(each)
    title = text if may_be_title(text) else rest
    return replace(each, title=title, url=url, link=link, part_of=each.url if is_part else None)


def _names_whole(each: _Named) -> bool:
    """Is the former title of a record a heading, of a topic? Names of authors are shorter."""
    around = each.link.iterancestors(*HEADINGS) if each.link is not None else iter(())
    return next(around, None) is not None and each.title.count(" ") >= _WORDS_OF_TOPIC - 1


def _first_words(each: _Named) -> str:
    """The beginning of the longest text of a record."""
    said = [part.text for part in parts_of(each.record, frozenset()) if part.slot == "text"]
    return max(said, key=len, default=each.text)[:MAX_TITLE]


def _own_parts(page: Page, found: Sequence[_Named]) -> Sequence[_Named]:
    """Records that share a page, each with its own place on that page."""
    shared = _those_shared(found)
    ends = {n: fragment(link) for n in shared if (link := found[n].link) is not None}
    if not shared or len({(shared[n], end) for n, end in ends.items() if end}) < len(shared):
        return found
    return [
        replace(each, url=f"{each.url}#{ends[n]}", part_of=each.url) if n in shared else each
        for n, each in enumerate(found)
    ]


def _own_titles(page: Page, found: Sequence[_Named]) -> Sequence[_Named]:
    """Titles without the numbers of a list; if records share a title (of their section), each gets
    the text of a link to it, or its own first words."""
    times = Counter(each.title for each in found if each.url)
    titles = [
        _own_title(page, each, times) if each.url and times[each.title] >= _SHARED else each.title
        for each in found
    ]
    numberless = _without_numbers(titles) if len(titles) >= _SHARED else titles
    return [replace(each, title=title) for each, title in zip(found, numberless, strict=True)]


def _without_numbers(titles: Sequence[str]) -> Sequence[str]:
    """Titles without the numbers of a list ("1. …", "2. …")."""
    found = [_NUMBERED.match(title) for title in titles]
    numbers = [int(each[1]) for each in found if each]
    if len(numbers) < len(titles) or any(b - a != 1 for a, b in pairwise(numbers)):
        return titles
    return [title[each.end() :] for title, each in zip(titles, found, strict=True) if each]


def _own_title(page: Page, each: _Named, times: Mapping[str, int]) -> str:
    leading = (e for e in record_links(each.record) if link_target(page, e) == each.url)
    said = (text for link in leading if may_be_title(text := visible_text(link)))
    own = next((text for text in said if times.get(text, 0) < _SHARED), "")
    # What the links of all records say at their end ("ver ficha") is the title of none.
    is_of_all = not own and times[each.title] == sum(times.values())
    return own or (_words_before(each) if is_of_all else "") or each.title


def _words_before(each: _Named) -> str:
    """The first text of a record that may be its title, if it stands before the present one."""
    parts = (p.text for p in parts_of(each.record, frozenset()) if p.slot == "text")
    first = next((text for text in parts if text == each.title or may_be_title(text)), "")
    return "" if first == each.title else first[:MAX_TITLE]


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


def record_id(url: str) -> str:
    """The id of the record with an address that no query led to."""
    return _url_id(url, {}, ())


def _own_link(record: RecordElements, fresh: Fresh) -> HtmlElement | None:
    """The link to the record's own page: in its heading, else the first with fresh text."""
    # A promoted record's link is on every page, and still its own.
    there = [e for node in record for e in node.iter("a")]
    all_links = [e for e in there if e.get("href") and e not in fresh.searches]
    links = [e for e in all_links if fresh.targets[e]] or all_links
    headed = [e for e in links if next(e.iterancestors(*HEADINGS), None) is not None]
    telling = [e for e in links if fresh.length[e]]
    return next(iter((*headed, *telling, *links)), None)


def _url_id(url: str, query: Mapping[str, str], echoed: Collection[str]) -> str:
    address, _, part = url.partition("#")
    id_ = record_url(address, query, echoed) + (f"#{part}" if part else "")
    return id_ if len(id_) <= _MAX_URL_ID else hashed(id_)


def _echoed(urls: Sequence[str], query: Mapping[str, str]) -> frozenset[str]:
    """Arguments that repeat the query, or a word of it, in every link that has them."""
    asked = {plain(value) for value in query.values()}
    asked |= {word for value in asked for word in value.split()}
    asked.discard("")
    if not asked:
        return frozenset()
    values: defaultdict[str, list[str]] = defaultdict(list)
    for url in urls:
        for name, value in _arguments(url):
            values[name].append(plain(value))
    repeating = (n for n, said in values.items() if len(said) > 1 and asked.issuperset(said))
    return frozenset(repeating)


def _arguments(url: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(url).query, keep_blank_values=True, errors=KEPT_BYTES)


def record_url(url: str, query: Mapping[str, str], echoed: Collection[str] = ()) -> str:
    """The URL without arguments that do not identify the record, in canonical form."""
    parts = urlsplit(url)
    said = _SAYS_NOTHING.sub("", parts.query)
    kept = [
        (name, value)
        for name, value in parse_qsl(said, keep_blank_values=True, errors=KEPT_BYTES)
        if not is_tracking(name)
        and name not in echoed
        and not (value and _same(value, query.get(name, "")))
    ]
    parts = parts._replace(query=urlencode(kept, errors=KEPT_BYTES))
    return str(canonicalize_url(urlunsplit(parts)))


def _same(value: str, asked: str) -> bool:
    return value.strip().lower() == asked.strip().lower()
