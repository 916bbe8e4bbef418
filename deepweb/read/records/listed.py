"""Which records does a page of the site list that no form answered with?

Two readings are joined. Records by their layout, as on any answer: several must lead to pages of
one kind on the site, since the entries of a list do. And records by their address: every link of
the kinds that records are known to have, with its text as the title.

Some pages carry an argument along in all their links (a branch, an order, the page one came from).
Where the addresses without it are those of known records, it says only how they were reached.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from deepweb.page.address.kind import (
    CODE,
    OF_A_PAGE,
    as_text,
    codes,
    is_coded,
    is_narrower,
    is_of_kind,
    is_other_scope,
    is_word,
    kind_of,
    may_be_of_kind,
    slots,
    with_name,
)
from deepweb.page.address.same_page import page_key
from deepweb.page.page import Page, link_target, visible_text
from deepweb.page.walk import subject_texts
from deepweb.read.records.own_link import part_name
from deepweb.read.records.records import MAX_TITLE, FoundRecord, record_id

MIN_LINKED = 20  # links of one kind, at least, that make a page a list by themselves
MIN_ALIKE = 3  # records of one kind on a page, at least, that make it a list
OF_ALL = 0.25  # share of the entries of a list that say the same and are no records
DISTINCT = 0.8  # share of the entries of a list whose addresses end differently, if that is a name
MAX_LINKS = 3_000  # links of a page that are looked at
MIN_SOLE = 40  # characters of an answer that is a record itself
MAX_TEXT = 1_000  # characters of the text of a record's own page
WEEK = 7  # days on a page, at least, that make it a calendar
MAX_DAY = 20  # characters of the text of a link to a day
_NUMBER = re.compile(r"\d+")
_NUMBERS = re.compile(r"[=/](\d{1,4})(?![^/?&;#])")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ARGUMENT = re.compile(r"[&;]?[^&;]+")
_FILE = re.compile(r"[^/?]+")


class Addressed(Protocol):
    """A record with an id and an address."""

    @property
    def id(self) -> str: ...
    @property
    def url(self) -> str | None: ...


_Record = TypeVar("_Record", bound=Addressed)


@dataclass(frozen=True, slots=True)
class ListKinds:
    """What is known of the addresses of a site (``page/address/kind.py``)."""

    records: tuple[str, ...] = ()
    """The kinds that records have."""
    lists: tuple[str, ...] = ()
    """The kinds that lists of records have."""
    views: tuple[str, ...] = ()
    """The kinds under which the site shows parts of records, or records once more."""
    is_settled: bool = False
    """Are these the only kinds that records have?"""
    are_files: bool = False
    """Do most records lie in folders, so that they may lie in any other as well?"""
    are_coded: bool = False
    """Are addresses without a number or a code none of records?"""
    are_parts: bool = False
    """Are records parts of pages?"""


def listed_records(
    page: Page, read: Sequence[FoundRecord], known: ListKinds, *, is_last: bool = False
) -> tuple[FoundRecord, ...]:
    """The records of a page: by their layout (``read``), and by the kinds of their addresses.

    ``is_last``: was nothing found elsewhere? Then many links of one kind are records, too.
    """
    if not known.records and (parts := _parts(page, read, known)):
        return parts
    links = {url: text for url, text in _links(page).items() if not _is_view(url, page, known)}
    by_layout = [
        _whole(each)
        for each in read
        if each.url and _is_here(each.url, page) and not _is_view(each.url, page, known)
    ]
    said = Counter(each.title for each in by_layout)
    # What many entries say is what one can do with each of them: "Add to the cart".
    by_layout = [e for e in by_layout if said[e.title] < max(MIN_ALIKE, len(by_layout) * OF_ALL)]
    if days := _days(links):
        links = {u: t for u, t in links.items() if _is_title(t) and kind_of(u) not in days}
        by_layout = [each for each in by_layout if each.url in links]
    own = () if known.is_settled else _kind_of_entries(by_layout, known)
    if days and not own and not known.is_settled:
        coded = [each for each in map(_linked, links.items()) if is_coded(kind_of(each.id))]
        own = _kind_of_entries(coded, known)
    if not own and not known.is_settled:
        own = _kind_of_entries(_pictured(page), known)
    if not own and is_last and not known.records:
        own = _kind_of_links(links, known)
    wanted = {*known.records, *own, *_other_scopes(links, known)}
    files = _files(page, links) if known.are_files else {}
    entries = (
        each for each in by_layout if each.url in files or may_be_of_kind(each.url or "", wanted)
    )
    found: dict[str, FoundRecord] = {}
    for record in (*entries, *_by_address(links, wanted), *map(_linked, files.items())):
        found.setdefault(page_key(record.url or ""), record)
    return tuple(found.values())


def _parts(page: Page, read: Sequence[FoundRecord], known: ListKinds) -> tuple[FoundRecord, ...]:
    """The records that are parts of pages, such as the entries of a glossary: most on the page."""
    here = page.url.partition("#")[0]
    told = {
        each.id: each
        for record in read
        if "#" in ((each := _part(record, here)).url or "") and _is_same_host(each.url or "", page)
    }
    pages = {(each.url or "").partition("#")[0] for each in told.values()}
    # A menu of the parts of a page says no more than their titles.
    telling = [each for each in told.values() if len(each.text) > 2 * len(each.title)]
    is_list = 2 * len(telling) > len(read) and len(told) >= OF_A_PAGE * len(pages)
    if known.are_parts:
        return tuple(told.values()) or tuple(_named_terms(page, here))
    return tuple(told.values()) if is_list else ()


def _named_terms(page: Page, here: str) -> Iterator[FoundRecord]:
    """The terms with a name of their own; a page that lists a few may show more of a menu."""
    for element in page.root.iter("dt"):
        title, behind = visible_text(element), element.getnext()
        text = f"{title} {visible_text(behind) if behind is not None else ''}"
        if title and (part := part_name([element])):
            url = f"{here}#{part}"
            yield FoundRecord(record_id(url), url, title[:MAX_TITLE], text[:MAX_TEXT], {})


def _part(record: FoundRecord, here: str) -> FoundRecord:
    """A record without an address under that of its part of the page."""
    if record.url or not record.part:
        return record
    url = f"{here}#{record.part}"
    return replace(record, id=record_id(url), url=url)


def _whole(record: FoundRecord) -> FoundRecord:
    """The record whose part a link leads to: "/topic/5#reply-7" is on the page of topic 5."""
    url, sign, part = (record.url or "").partition("#")
    is_page_of_script = part.startswith(("/", "!"))
    return record if not sign or is_page_of_script else replace(record, id=record_id(url), url=url)


def own_record(page: Page, url: str) -> FoundRecord:
    """The record that a page of its own shows."""
    headings = (visible_text(e) for tag in ("h1", "title", "h2") for e in page.root.iter(tag))
    text = " ".join(subject_texts(page))[:MAX_TEXT]
    title = next((each for each in headings if each), "") or text
    return FoundRecord(id=record_id(url), url=url, title=title[:MAX_TITLE], text=text, fields={})


def sole_record(
    page: Page, url: str, fresh: Sequence[str], query: Sequence[str]
) -> FoundRecord | None:
    """The record that an answer is, as that of a dictionary is one definition; None if it is none.

    ``fresh`` are the texts that answers to nonsense do not hold: they must speak of what was asked.
    """
    text = " ".join(fresh)
    asked = " ".join(filter(None, query))
    if len(text) < MIN_SOLE or not asked or asked.casefold() not in text.casefold():
        return None
    headings = (visible_text(e) for tag in ("h1", "h2", "h3") for e in page.root.iter(tag))
    title = next((each for each in headings if each and each in text), "") or asked
    return FoundRecord(record_id(url), url, title[:MAX_TITLE], text[:MAX_TEXT], {})


def _days(links: Mapping[str, str]) -> set[str]:
    """The kinds of the links to the days of a calendar, if the page shows one."""
    days = [url for url, text in links.items() if _is_day(url, text)]
    return set(map(kind_of, days)) if len(days) >= WEEK else set()


def _is_day(url: str, text: str) -> bool:
    """Does a link say no number but that of the day in the date that its address holds?"""
    said, held = _NUMBER.findall(text[:MAX_DAY]), _NUMBERS.findall(url)
    is_dated = any(map(_YEAR.fullmatch, held)) and sum(len(each) < len("100") for each in held) > 1
    return is_dated and len(said) == 1 and len(text) < MAX_DAY and int(said[0]) in map(int, held)


def _kind_of_entries(records: Sequence[FoundRecord], known: ListKinds) -> tuple[str, ...]:
    """The kind of most records, if several are of one kind that is not one of lists."""
    urls = {each.url or "" for each in records}
    for of_one in (_loose_kind, _open_kind):
        kinds = Counter(map(of_one, urls))
        for kind, n in kinds.most_common(1):
            if n >= MIN_ALIKE and 2 * n > len(records) and not _is_known(kind, known):
                ends = {slots(url)[-1:] for url in urls if of_one(url) == kind}
                # "/topic/17/edit" and "/topic/18/edit" say the same of two things.
                if of_one is _loose_kind or len(ends) >= DISTINCT * n:
                    return (kind,)
    return ()


def _kind_of_links(links: Mapping[str, str], known: ListKinds) -> tuple[str, ...]:
    """The kind of most links of a page that is a plain list, whatever its layout."""
    kinds = _kind_of_entries([_linked(each) for each in links.items()], known)
    own = _by_address(links, kinds)
    is_long = len(own) >= MIN_LINKED and len({each.title for each in own}) >= DISTINCT * len(own)
    return kinds if is_long else ()


def _is_known(kind: str, known: ListKinds) -> bool:
    """Are pages of a kind known to be something else than records?"""
    is_named = known.are_coded and not is_coded(kind)
    return is_named or kind in known.lists or is_narrower(kind, known.views)


def _links(page: Page) -> dict[str, str]:
    """The addresses on the site that a page links to, each with its longest text."""
    texts: dict[str, str] = {}
    for element in islice(page.root.iter("a"), MAX_LINKS):
        url = (link_target(page, element) or "").partition("#")[0]
        if url and _is_here(url, page):
            text = visible_text(element) or _picture_text(element)
            if url not in texts or len(text) > len(texts[url]):
                texts[url] = text
    return texts


def _picture_text(element: HtmlElement) -> str:
    """What a link without a text is called: by its title, or by that of its picture."""
    told = (element.get("title"), *(picture.get("alt") for picture in element.iter("img")))
    return next((" ".join(text.split()) for text in told if text and text.strip()), "")


def _pictured(page: Page) -> list[FoundRecord]:
    """The links of a page that show nothing but a picture with a text of its own."""
    shown: dict[str, str] = {}
    for element in islice(page.root.iter("a"), MAX_LINKS):
        url = link_target(page, element) or ""
        is_picture = element.find(".//img") is not None and not visible_text(element)
        if is_picture and _is_here(url, page):
            shown.setdefault(url, _picture_text(element))
    times = Counter(shown.values())
    own = (each for each in shown.items() if times[each[1]] == 1 and _is_title(each[1]))
    return [_linked(each) for each in own]


def _other_scopes(links: Collection[str], known: ListKinds) -> set[str]:
    """The kinds of links that are records of another part of the site.

    Links that share their codes with records show the same records otherwise.
    """
    if not known.records:
        return set()
    there = Counter(map(kind_of, links))
    near = {
        kind
        for kind, n in there.items()
        if n >= MIN_ALIKE and not _is_known(kind, known) and kind not in known.records
        if any(is_other_scope(kind, record) for record in known.records)
    }
    if not near:
        return near
    told = {code for url in links if is_of_kind(url, known.records) for code in codes(url)}
    shared = {kind_of(url) for url in links if not told.isdisjoint(codes(url))}
    return near - shared


def _by_address(links: Mapping[str, str], kinds: Collection[str]) -> list[FoundRecord]:
    told = links.items() if kinds else ()
    return [_linked(each) for each in told if is_of_kind(each[0], kinds) and _is_title(each[1])]


def _linked(link: tuple[str, str]) -> FoundRecord:
    """The record that a link leads to, by its address and text."""
    url, text = link
    return FoundRecord(id=record_id(url), url=url, title=text, text=text, fields={})


def _is_title(text: str) -> bool:
    return any(map(str.isalpha, text))


def _files(page: Page, links: Mapping[str, str]) -> dict[str, str]:
    """The links of a folder to its files: addresses of folders end in "/", those of files not."""
    folder = page.url.partition("?")[0]
    if not folder.endswith("/"):
        return {}
    return {
        url: text
        for url, text in links.items()
        if url.startswith(folder) and _FILE.fullmatch(url, len(folder)) and _is_title(text)
    }


def _is_here(url: str, page: Page) -> bool:
    """Does an address lead to another page of the same host?"""
    return _is_same_host(url, page) and page_key(url) != page_key(page.url)


def _is_same_host(url: str, page: Page) -> bool:
    try:
        return urlsplit(url).netloc == urlsplit(page.url).netloc
    except ValueError:
        return False


def _is_view(url: str, page: Page, known: ListKinds) -> bool:
    """Does the page of a record link to itself with arguments: /page/Name?edit?"""
    path, sign, _ = url.partition("?")
    is_same = bool(sign) and path == page.url.partition("?")[0]
    return is_same and is_of_kind(path, known.records)


def _loose_kind(url: str) -> str:
    """The kind of an address; if it consists of words, whatever the last word is."""
    there = slots(url)
    words = [at for at, slot in enumerate(there) if is_word(slot)]
    if words and len(words) == len(there):
        at = words[-1]
        there = (*there[:at], with_name(there[at]), *there[at + 1 :])
    return as_text(there)


def _open_kind(url: str) -> str:
    """The kind of an address, whatever its last slot says, if that names something in words."""
    *before, last = slots(url) or ("",)
    is_name = bool(before) and any(map(str.isalpha, last))
    return as_text((*before, with_name(last) if is_name or CODE in last else last))


def without_carried(
    records: Sequence[_Record], known: Callable[[Collection[str]], Collection[str]]
) -> tuple[_Record, ...]:
    """The records, without arguments that say only how they were reached.

    ``known`` says which of some ids are those of known records.
    """
    others = {(each.id, name): url for each in records for name, url in _shorter(each.url or "")}
    ids = {key: record_id(url) for key, url in others.items()}
    there = set(known(set(ids.values()))) if ids else set()
    having = Counter(name for _, name in ids)
    meant = Counter(name for (_, name), id_ in ids.items() if id_ in there)
    # Several: "/view" may be a page of the site, of which "/view?id=1" is no view.
    several = Counter(name for name, _ in {(key[1], ids[key]) for key in ids if ids[key] in there})
    # Parts of a page are known by the page: a search may have found a few of them.
    least = 0.0 if all("#" in (each.url or "") for each in records) else 0.5
    carried = [n for n in meant if several[n] > 1 and meant[n] >= least * having[n]]
    found: dict[str, _Record] = {}
    for each in records:
        url = next((others[each.id, name] for name in carried if (each.id, name) in others), "")
        told = _renamed(each, url) if url else each
        found.setdefault(told.id, told)
    return tuple(found.values())


def _renamed(record: Any, url: str) -> Any:
    return replace(record, id=record_id(url), url=url)


def _shorter(url: str) -> Iterator[tuple[str, str]]:
    """The address without any argument, and without each of several, by name."""
    address, hash_, part = url.partition("#")
    path, sign, asked = address.partition("?")
    arguments = _ARGUMENT.findall(asked)
    if sign:
        yield "", f"{path}{hash_}{part}"
    for at, argument in enumerate(arguments if len(arguments) > 1 else ()):
        left = "".join((*arguments[:at], *arguments[at + 1 :])).strip("&;")
        yield argument.strip("&;").partition("=")[0], f"{path}?{left}{hash_}{part}"
