"""How does a search by script get its next page?

As the script did when the list was scrolled, or "more" clicked: by the request that differs from
the first one in a number that grows, or in a value that the first answer had named. If that was not
observed, the names of arguments tell, or what the answer calls its own page, provided that the
answer says that there is more. A step of the path is an argument too, by its number (``/3``). HTML
may name the address of its next page in an attribute (``hx-get``, ``src`` of a custom element).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

from deepweb.form.script import Paging
from deepweb.form.submission import folded, unfolded
from deepweb.read.data.json_lists import at, json_lists
from deepweb.read.data.json_records import total
from deepweb.surface.script.answer_headers import next_by_header, total_by_header
from deepweb.surface.script.exchange import LOAD, MAX_VALUE, MORE, SEARCH, Exchange, Pairs, carries

_PAGE_NAMES = frozenset(
    {"page", "p", "pg", "pageno", "pagenum", "pagenumber", "pageindex", "currentpage", "paged",
     "seite", "pagina"}
)  # fmt: skip
_OFFSET_NAMES = frozenset(
    {"offset", "start", "from", "skip", "startindex", "firstresult", "begin", "startrow",
     "start_at"}
)  # fmt: skip
# Names under which answers tell how many pages there are.
_PAGES = frozenset(
    {"pages", "lastpage", "pagecount", "totalpages", "numpages", "nbpages", "pagestotal", "maxpage",
     "numberofpages", "pagescount"}
)  # fmt: skip
_CURSOR_NAMES = frozenset({"after", "cursor", "pagetoken", "nexttoken", "continuation", "scrollid"})
# Names under which answers tell the cursor of the next page, and whether there is one.
_CURSORS = frozenset(
    {"endcursor", "nextcursor", "cursor", "nextpagetoken", "nexttoken", "scrollid"}
)
_HAS_NEXT = frozenset({"hasnextpage", "hasnext", "hasmore", "more", "nextpageexists"})
_NEXT_NAMES = frozenset({"next", "nextpage", "nexturl", "nextlink", "nexthref", "nextpageurl"})
_NAME = re.compile(r"[^a-z]+")
_CLOCK = 1_000_000_000  # larger numbers are times
_STEP = re.compile(r"/\d{1,2}")  # a step of the path, as the name of an argument
_NUMBERS = re.compile(r"/\d+(?=/|$)")  # steps of a path that are numbers
MAX_LISTS = 3  # lists of an answer beside which its total is searched
# Attributes that are no links and hold an address.
_ATTRIBUTES = re.compile(
    r"""(?:\b((?:hx|ic|up|data)-[\w-]{2,40})|<\w+-[\w-]{1,40}\s[^<>]{0,500}?\b(src))"""
    r"""\s*=\s*["']([^"'\s]*[/?][^"']{0,1000})["']""",
    re.IGNORECASE,
)
_IN_ADDRESS = ":/?#[]@!$&'()*+,;=%~"
NEXT_DEPTH = 4  # depth of JSON that is searched for the address of the next page
CURSOR_DEPTH = 8  # depth of JSON that is searched for a cursor


def observed_paging(
    exchange: Exchange, exchanges: Sequence[Exchange], records: int, word: str
) -> Paging | None:
    """How next pages are asked for: as the script did, else by the names of its arguments."""
    if exchange.data is None and (linked := _linked(exchange, exchanges, word)):
        return linked
    further = [e for e in exchanges if e.stage == MORE and _same_place(exchange, e)]
    asked = [each for each in further if not word or carries(each, word)]
    for paging in (_changed(exchange, more, records) for more in asked):
        if paging:
            return paging
    if exchange.data is None or not records:
        return None
    whole = told_total(exchange.data, (), records, least=records + 1)
    whole = whole or total_by_header(exchange.told, records + 1)
    lists = json_lists(exchange.data)
    for listed in lists[:MAX_LISTS]:
        whole = whole or total(exchange.data, listed.path, records + 1)
    # Where all records were on one page, totals of other answers tell whether there are others.
    named = _by_name(exchange, records)
    if named is None:
        return _told(exchange)
    return named if whole else replace(named, size=0, is_supposed=True)


def told_total(
    data: Any, path: Sequence[str], records: int, *, least: int | None = None
) -> int | None:
    """The total that an answer states, or what its number of pages amounts to at most."""
    if stated := total(data, path, records if least is None else least):
        return stated
    pages = (n for place, n in _values(data) if _plain(place[-1]) in _PAGES and str(n).isdigit())
    return next((int(number) * records for number in pages if int(number) > 1), None)


def staged(exchanges: Sequence[Exchange], word: str) -> list[Exchange]:
    """The requests, where those for next pages count as such also if nobody asked for more.

    A page that is not full asks for its next one by itself. Without a word, what was asked for is
    what the page loads.
    """

    def is_asked(each: Exchange) -> bool:
        return carries(each, word) if word else not each.is_page

    stage, found = SEARCH if word else LOAD, list[Exchange]()
    for each in exchanges:
        is_here = each.stage == stage and is_asked(each)
        before = [e for e in found if e.stage == stage and is_asked(e)] if is_here else []
        is_next = any(_names(e, each) or _is_next(e, each) for e in before)
        found.append(replace(each, stage=MORE) if is_next else each)
    return found


def _is_next(one: Exchange, other: Exchange) -> bool:
    """Does the second request bring further records, from the same place?"""
    if not _same_place(one, other) or one.answer == other.answer:
        return False
    if "html" in one.answer_type and "html" in other.answer_type:
        before, now = _all_pairs(one), _all_pairs(other)
        changed = [name for name in {*before, *now} if before.get(name) != now.get(name)]
        return len(changed) == 1 and _changed(one, other, 0) is not None
    if not one.lists or not other.lists:
        return False
    is_new = one.lists[0].path == other.lists[0].path and one.lists[0] != other.lists[0]
    return is_new and _changed(one, other, len(one.lists[0].items)) is not None


def _names(one: Exchange, other: Exchange) -> bool:
    """Does an answer name the address of a later request, in its headers or in its HTML?"""
    if other.method != "GET":
        return False
    is_named = other.url == next_by_header(one.told, one.url)
    return is_named or ("html" in one.answer_type and bool(_attribute(one, other)))


def _linked(exchange: Exchange, exchanges: Sequence[Exchange], word: str) -> Paging | None:
    """The attribute by which HTML named the address of its next page."""
    for each in exchanges:
        if each.stage == MORE and carries(each, word) and each.method == "GET":
            path = urlsplit(each.url).path
            if attribute := _attribute(exchange, each):
                return Paging(attribute, "link", source=(path,))
    return None


def _attribute(one: Exchange, other: Exchange) -> str:
    """The attribute of an answer in HTML that holds the address of another request; "" if none."""
    html = one.answer.decode("utf-8", "replace")
    return next((name for name, url in _attributes(html, one.url) if url == other.url), "")


def _attributes(html: str, base: str) -> Iterator[tuple[str, str]]:
    """The attributes that hold addresses, with these."""
    for name, src, address in _ATTRIBUTES.findall(html):
        yield (name or src).lower(), urljoin(base, quote(unescape(address), safe=_IN_ADDRESS))


def linked_page(paging: Paging, html: str, url: str) -> str:
    """The address of the next page that an attribute of HTML names; "" if it names none."""
    for name, made in _attributes(html, url):
        if name == paging.argument and urlsplit(made).path in paging.source:
            return made if made != url else ""
    return ""


def next_pairs(
    paging: Paging, sent: Pairs, data: Any, records: int, stated: int | None = None
) -> tuple[str, str] | None:
    """The argument and value of the next page of an answer; None at its end.

    ``stated`` is the total that the answer states.
    """
    if not records or (paging.size and records < paging.size and paging.kind != "cursor"):
        return None
    before = next((value for name, value in sent if name == paging.argument), paging.first)
    if paging.kind == "cursor":
        value, beside = at(data, paging.source), at(data, paging.source[:-1])
        told = beside.items() if isinstance(beside, dict) else ()
        if any(_plain(name) in _HAS_NEXT and more is False for name, more in told):
            return None
        is_named = isinstance(value, str | int) and not isinstance(value, bool)
        return (
            (paging.argument, str(value)) if is_named and str(value) not in {"", before} else None
        )
    if not before.lstrip("-").isdigit():
        return None
    is_offset = paging.kind == "offset"
    step = records if is_offset else paging.step
    pages = int(before) - int(paging.first or 0) + 1
    shown = int(before) + records if is_offset else pages * records
    if paging.is_supposed and (stated is None or stated <= shown):
        return None
    return paging.argument, str(int(before) + step)


def end_pairs(paging: Paging, sent: Pairs, further: tuple[str, str]) -> Pairs:
    """The argument that tells where the next page ends, if there is one."""
    told = dict(sent)
    start, end = told.get(paging.argument, paging.first), told.get(paging.end, "")
    if not (start.isdigit() and end.isdigit()):
        return ()
    return ((paging.end, str(int(end) + int(further[1]) - int(start))),)


def next_address(data: Any, url: str) -> str:
    """The address of the next page that an answer in JSON names; "" if it names none."""
    level, depth = [data], 0
    while level and depth < NEXT_DEPTH:
        objects = [each for each in level if isinstance(each, dict)]
        for each in objects:
            for key, value in each.items():
                is_next = _NAME.sub("", key.lower()) in _NEXT_NAMES
                target = value.get("href") if is_next and isinstance(value, dict) else value
                if is_next and isinstance(target, str) and re.match(r"https?://|[/?]", target):
                    return urljoin(url, target)
        level = [value for each in objects for value in each.values()]
        depth += 1
    return ""


def with_arguments(url: str, pairs: Pairs) -> str:
    """An address with some arguments set."""
    for name, value in pairs:
        url = with_argument(url, name, value)
    return url


def with_argument(url: str, name: str, value: str) -> str:
    """An address with one argument set."""
    parts = urlsplit(url)
    if _STEP.fullmatch(name):
        steps = parts.path.split("/")
        steps[int(name[1:])] = quote(value, safe="")
        return parts._replace(path="/".join(steps)).geturl()
    asked = unfolded(parse_qsl(parts.query, keep_blank_values=True))
    new = [(n, value if n == name else v) for n, v in asked]
    if name not in {n for n, _ in asked}:
        new.append((name, value))
    return parts._replace(query=urlencode(folded(new))).geturl()


def path_pairs(method: str, url: str) -> Pairs:
    """The steps of a path that are numbers, each by its place."""
    steps = urlsplit(url).path.split("/") if method == "GET" else ()
    return tuple((f"/{n}", step) for n, step in enumerate(steps) if step.isdigit())


def _same_place(one: Exchange, other: Exchange) -> bool:
    """Do two requests go to the same path, apart from numbers?"""
    here, there = (_NUMBERS.sub("/0", urlsplit(each.url).path) for each in (one, other))
    return one.method == other.method and here == there


def _changed(one: Exchange, other: Exchange, records: int) -> Paging | None:
    """The argument that grew or was named.

    Scripts count their requests too, so arguments with a name of paging are preferred.
    """
    before, found = _all_pairs(one), list[tuple[bool, Paging]]()
    for name, value in _all_pairs(other).items():
        old = before.get(name, "")
        if value == old or len(value) > MAX_VALUE:
            continue
        is_number = value.isdigit() and (old.isdigit() or old in {"", "null"})
        counted = _counted(name, old, value, records) if is_number else None
        if counted is not None:
            is_named = _plain(name) in _PAGE_NAMES or counted.kind == "offset"
            found.append((is_named, counted))
        elif (source := _source(one.data, value)) is not None:
            found.append((True, Paging(name, "cursor", size=records, first=old, source=source)))
    if not found:
        return None
    best = max(found, key=lambda each: (each[0], -_start(each[1])))[1]
    ends = (each.argument for _, each in found if _start(each) > _start(best))
    return replace(best, end=next(ends, "")) if best.kind == "offset" else best


def _start(paging: Paging) -> int:
    """Where the first page starts; of two that move together, the other one is its end."""
    return int(paging.first or 0) if paging.kind == "offset" else 0


def _all_pairs(exchange: Exchange) -> dict[str, str]:
    return dict((*(exchange.pairs or ()), *path_pairs(exchange.method, exchange.url)))


def _counted(name: str, old: str, value: str, records: int) -> Paging | None:
    old = old if old.isdigit() else ""
    step = int(value) - int(old or 0)
    if int(value) > _CLOCK or step <= 0:
        return None
    is_offset = _plain(name) in _OFFSET_NAMES or (records > 1 and step == records)
    if is_offset:
        return Paging(name, "offset", step, records, old or "0")
    # If the first page has no number, the second may be 1 or 2.
    first = old or ("1" if value == "2" else "0")
    return Paging(name, "number", max(1, int(value) - int(first)), records, first)


def _source(data: Any, value: str) -> tuple[str, ...] | None:
    """The path of a value in an answer, outside of lists."""
    return next((path for path, each in _values(data) if str(each) == value), None)


def _values(data: Any) -> Iterator[tuple[tuple[str, ...], str | int]]:
    """The texts and numbers of an answer outside of lists, with their paths."""
    stack: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while stack:
        path, each = stack.pop()
        if isinstance(each, dict) and len(path) < CURSOR_DEPTH:
            stack += [((*path, key), inner) for key, inner in each.items()]
        elif path and isinstance(each, str | int) and not isinstance(each, bool):
            yield path, each


def _by_name(exchange: Exchange, records: int) -> Paging | None:
    for name, value in exchange.pairs or ():
        plain = _plain(name)
        if plain in _PAGE_NAMES and value.isdigit():
            return Paging(name, "number", 1, records, value)
        if plain in _OFFSET_NAMES and value.isdigit():
            return Paging(name, "offset", records, records, value)
        if plain in _CURSOR_NAMES and value in {"", "null"}:
            named = (path for path, _ in _values(exchange.data) if _plain(path[-1]) in _CURSORS)
            if source := next(named, None):
                return Paging(name, "cursor", size=records, first=value, source=source)
    return None


def _told(exchange: Exchange) -> Paging | None:
    """The argument that an answer names: its first page calls itself page 1."""
    for path, value in _values(exchange.data) if exchange.method == "GET" else ():
        if path[-1].lower() in _PAGE_NAMES and str(value) in {"0", "1"}:
            return Paging(path[-1], "number", first=str(value), is_supposed=True)
    return None


def _plain(name: str) -> str:
    """The last part of a name: ``page`` of ``/variables/page``, all of ``page[number]``."""
    if name.lower() == "page[number]":  # JSON:API
        return "pagenumber"
    return _NAME.sub("", re.split(r"[/.\[]", name)[-1].lower())
