"""How is the address of a record made of its values?

A page that shows a record links to it, or leads to it when the record is clicked on. The pattern of
that address (``/book/{id}``) is learnt from one record and must make the addresses of others too.
If there is no such address, the address counts from which the page got the data of single records.

In a pattern ``{name}`` is a field of the record, quoted, ``{+name}`` a field that may hold several
steps of a path (as in RFC 6570), ``{~name}`` its words, joined as addresses do, and ``{:name}`` the
number in it ("row_17").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from urllib.parse import quote, unquote, urljoin, urlsplit

from deepweb.form.script import is_route
from deepweb.page.page import short_text
from deepweb.read.data.json_fields import Scalar, fields, names_like
from deepweb.read.data.json_lists import JsonList
from deepweb.read.data.json_records import filled_url, number_in, slug
from deepweb.surface.script.exchange import CLICK, GUESS, Exchange, carries
from deepweb.surface.script.shown_records import SearchPages, ShownTexts

MAX_ITEMS = 1_000  # records of a list that are searched for on a page
MAX_TRIED = 30  # records whose values patterns are made of
MAX_FIELD = 300  # characters of a value that may be part of an address
MAX_TEXTS = 12  # texts of a record that are searched for on a page
MAX_LISTS = 5  # lists of another answer that may hold the same records
BY_PATTERN = 0.6  # share of the shown records whose address one pattern must make
MANY = 5  # records whose address a pattern makes, so that it is believed in any case
MAX_LINKS = 500  # links of a page that are compared
MAX_LABEL = 100  # characters of the text of a link that are compared
TELLING = 0.3  # share of the values of a field that differ, if it shows which record it is
GUESSED = 2  # records whose addresses are guessed
_IDS = ("id", "objectid", "recid", "uid", "uuid", "slug", "key", "pk", "code")
LONG = 12  # letters of a value by which one click shows how an address is made
DISTINCT = 0.9  # share of the records that must have an address of their own

_Said = Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class LinkSource:
    """Addresses that a page has for records, best first, and which records it shows."""

    base: str
    links: Sequence[str]
    shows: Callable[[_Said], bool]
    records: int | None = None
    """Of how many records it has addresses; None if of all that it shows."""
    enough: int = 2
    """Records whose address a pattern must make, at least."""


def linked_address(listed: JsonList, seen: SearchPages) -> str:
    """The pattern of the addresses by which the pages link to a list's records; "" if none does."""
    items = _fields_of(listed)
    made = (_pattern(items, source, items) for source in _pages(seen))
    return next(filter(None, made), "")


def links_made(pattern: str, listed: JsonList, seen: SearchPages) -> int:
    """How many links of the pages a pattern makes of the records of a list."""
    if not pattern:
        return 0
    there = {unquote(link) for source in _pages(seen) for link in source.links}
    made = (filled_url(pattern, fields(item), seen.found.url) for item in listed.items)
    return len({unquote(url) for url in made if url} & there)


def record_address(listed: JsonList, seen: SearchPages, exchanges: Sequence[Exchange]) -> str:
    """The pattern of the addresses of a list's records; "" if it is unknown."""
    if pattern := linked_address(listed, seen):
        return pattern
    items, pages = _fields_of(listed), list(_pages(seen))
    for other in _same_records(items, exchanges):
        for source in pages:
            if pattern := _pattern(other, source, items):
                return pattern
    for source in (_clicked(seen), _requested(seen, exchanges, items)):
        if pattern := _pattern(items, source, items):
            return pattern
    return ""


def guessed_addresses(listed: JsonList, url: str, word: str) -> tuple[str, ...]:
    """Addresses at which an interface may tell single records: its path, with their ids behind it.

    Interfaces for programs mostly do: ``/books?q=…`` lists what ``/books/7`` tells.
    """
    steps = urlsplit(url).path.rstrip("/").split("/")
    before = list(takewhile(lambda step: not word or word not in unquote(step), steps))
    places = ("/".join(before[:end]) for end in (len(before), len(before) - 1) if end > 1)
    items = _fields_of(listed)
    name = next(iter(names_like(_fields_apart(items, DISTINCT), _IDS, whole=True)), "")
    ids = [quote(str(said[name]), safe="") for said in items if name in said][:GUESSED]
    origin = _origin(url)
    return tuple(f"{origin}{place}/{each}" for place in places for each in ids)


def _fields_of(listed: JsonList) -> list[_Said]:
    """The records of a list, each once: answers may tell its place in them, or mark the word."""
    said: list[_Said] = [fields(item) for item in islice(listed.items, MAX_ITEMS)]
    every = list({tuple(each.items()): each for each in said}.values())
    names = dict.fromkeys(name for each in every for name in each)
    for name in names_like(names, _IDS, whole=True):
        first = {each[name]: each for each in reversed(every) if name in each}
        again = [each for each in every if name in each and each is not first[each[name]]]
        alike = sum(_is_same(each, first[each[name]]) for each in again)
        if len(first) + len(again) == len(every) and alike >= DISTINCT * len(again):
            return list(first.values())[::-1]
    return every


def _is_same(one: _Said, other: _Said) -> bool:
    """Do two records with the same id agree in most of what they say?"""
    return 2 * len(one.items() & other.items()) >= min(len(one), len(other))


def _pages(seen: SearchPages) -> Iterator[LinkSource]:
    """The pages that were seen: that of the results shows only what is there for the word."""
    for page, empty in ((seen.found, seen.nothing), *((each, None) for each in seen.others)):
        texts = ShownTexts(page, empty)
        there = [(short_text(a, MAX_LABEL), a.get("href", "")) for a in page.root.iter("a", "area")]
        times = Counter(text for text, _ in there)
        # A label that many links have ("Edit") names no record: these links count less.
        there.sort(key=lambda each: times[each[0]])
        links = (found for _, link in there for found in _addresses(link, page.url, seen.word))
        best = list(islice(dict.fromkeys(links), MAX_LINKS))
        yield LinkSource(page.url, best, partial(_is_shown, texts))


def _clicked(seen: SearchPages) -> LinkSource:
    """The addresses to which clicks on records led."""
    base, texts = seen.found.url, {click.text for click in seen.clicks}
    links = [link for click in seen.clicks for link in _addresses(click.url, base, seen.word)]
    # Several records may hold a text that was clicked on: the name of an author.
    is_shown = partial(_says_one_of, texts)
    return LinkSource(base, links, is_shown, len({click.url for click in seen.clicks}))


def _says_one_of(texts: Collection[str], said: _Said) -> bool:
    return any(value in texts for value in said.values())


def _is_one(guessed: Exchange, items: Sequence[_Said]) -> bool:
    """Does the answer to a guess tell a single record of a list?"""
    told = fields(guessed.data) if isinstance(guessed.data, dict) else {}
    pairs = {*told.items()}
    return any(len(pairs.intersection(said.items())) >= min(2, len(said)) for said in items)


def _requested(
    seen: SearchPages, exchanges: Sequence[Exchange], items: Sequence[_Said]
) -> LinkSource:
    """The addresses from which a page got data of single records, and not answers to words."""
    read = [each for each in exchanges if each.method == "GET" and each.is_answered]
    # What a click on a record brought tells that record, or is a part of its page.
    proved = [each for each in read if each.stage in {CLICK, GUESS} and _is_one(each, items)]
    read = proved or [e for e in read if e.data or (e.stage == CLICK and not e.is_page)]
    read = [each for each in read if each.stage != GUESS or _is_one(each, items)]
    asked = {_way_of_asking(each, seen.word) for each in read if carries(each, seen.word)}
    links = [each.url for each in read if not any(map(partial(_is_asked, each), asked))]
    found = {unquote(link) for link in links}
    values = {part for link in found for part in re.split(r"[/?&=#]", link)}
    return LinkSource(
        seen.found.url,
        links,
        lambda said: any(str(value) in values for value in said.values()),
        enough=1 if proved else 2,
    )


def _way_of_asking(exchange: Exchange, word: str) -> tuple[str, Collection[str]]:
    """The path of a search, as a pattern for any word, and the names of its arguments."""
    path = re.escape(unquote(urlsplit(exchange.url).path))
    anything = re.sub(re.escape(re.escape(word)), "[^/]+", path, flags=re.IGNORECASE)
    return anything, frozenset(name for name, _ in exchange.pairs or ())


def _is_asked(exchange: Exchange, way: tuple[str, Collection[str]]) -> bool:
    path, names = unquote(urlsplit(exchange.url).path), {name for name, _ in exchange.pairs or ()}
    return names == way[1] and re.fullmatch(way[0], path) is not None


def _same_records(items: Sequence[_Said], exchanges: Sequence[Exchange]) -> Iterator[list[_Said]]:
    """Lists of other answers that hold some of the records, with the same fields."""
    known = {pair for said in items for pair in said.items() if _is_name(pair[1])}
    for each in exchanges:
        for listed in each.lists[:MAX_LISTS]:
            other = _fields_of(listed)
            if any(pair in known for said in other for pair in said.items()):
                yield other


def _is_name(value: Scalar) -> bool:
    return isinstance(value, str) and 2 < len(value) <= MAX_FIELD


def _addresses(link: str, base: str, word: str) -> Iterator[str]:
    """The addresses that a link may stand for: without the query, and without a place on a page."""
    try:
        url = urljoin(base, link.strip())
    except ValueError:
        return
    if not url.startswith(("http://", "https://")) or not link.strip("#"):
        return
    if word:
        url = re.sub(rf"(?<=[?&#])[^=&#?]*={re.escape(quote(word))}(?:&|(?=#)|$)", "", url)
        url = re.sub(r"[?&](?=#|$)", "", url)
    place, mark, fragment = url.partition("#")
    if mark and not is_route(fragment):
        yield place
    yield url


def _is_shown(texts: ShownTexts, said: _Said) -> bool:
    told = (value for value in said.values() if isinstance(value, str))
    return any(texts.holds(value) for value in islice(told, MAX_TEXTS))


def _pattern(items: Sequence[_Said], source: LinkSource, wanted: Sequence[_Said]) -> str:
    """The pattern that makes the addresses of most of the records that are shown.

    It must also give an address of its own to each of the ``wanted`` records.
    """
    if not source.links:
        return ""
    own, telling = _fields_apart(items, DISTINCT), _fields_apart(items, TELLING)
    is_telling = source.records is None
    there = [e for e in items if source.shows(_only(e, telling) if is_telling else e)]
    shown = list(there)
    expected = len(shown) if source.records is None else source.records
    exact, plain = set(source.links), {unquote(link) for link in source.links}
    rank = {link: place for place, link in reversed([*enumerate(source.links)])}
    some = shown[:MAX_TRIED] if source.records is None else shown
    tried = dict.fromkeys(p for said in some for p in _patterns(said, own, source.links))
    best: tuple[int, int, int, int, str] = (0, 0, 0, 0, "")
    for pattern in tried:
        made = {url for said in shown if (url := filled_url(pattern, said, source.base))}
        held = len({unquote(url) for url in made} & plain)
        is_told = source.records is not None and _tells({unquote(u) for u in made} & plain, shown)
        enough = 1 if is_told else source.enough
        is_most = held >= min(enough, len(items)) and held >= BY_PATTERN * expected
        if (is_most or held >= MANY) and _is_own(pattern, wanted):
            first = min((rank[url] for url in made if url in rank), default=len(rank))
            simple = -pattern.count("{") - pattern.count("{~")
            best = max(best, (held, len(made & exact), -first, simple, pattern))
    return best[4]


def _tells(urls: Iterable[str], items: Iterable[_Said]) -> bool:
    """Does an address hold a value so long that it cannot stand there by chance?"""
    values = [str(value) for said in items for value in said.values() if len(str(value)) >= LONG]
    return any(value in url for url in urls for value in values)


def _only(said: _Said, names: Iterable[str]) -> _Said:
    return {name: said[name] for name in names if name in said}


def _fields_apart(items: Sequence[_Said], share: float) -> list[str]:
    """The fields that tell records apart; others (a language) do not show which it is."""
    values: defaultdict[str, list[Scalar]] = defaultdict(list)
    for said in items:
        for name, value in said.items():
            values[name].append(value)
    return [name for name, found in values.items() if len({*found}) >= share * len(found)]


def _is_own(pattern: str, wanted: Sequence[_Said]) -> bool:
    made = [url for said in wanted if (url := filled_url(pattern, said, "http://x/"))]
    return len({*made}) >= DISTINCT * len(wanted)


def _patterns(said: _Said, own: Iterable[str], links: Iterable[str]) -> Iterator[str]:
    """Links with the name of a field of the record's ``own`` in place of its value.

    Another field may stand beside it: ``/book/{id}/{~title}``, ``/{kind}/{id}``.
    """
    every, one = list(_spellings(said)), list(_spellings(_only(said, own)))
    for link in links:
        for made in _with_field(one, link) if "{" not in link else ():
            yield made
            yield from _with_field(every, made)


def _spellings(said: _Said) -> Iterator[tuple[str, str]]:
    """How addresses spell the values of fields, with what stands for them in a pattern."""
    for name, value in said.items():
        told = str(value)
        if told and len(told) <= MAX_FIELD and "{" not in name and "}" not in name:
            spelt = {
                number_in(value): ":",
                slug(told): "~",
                quote(told): "+",
                told: "+",
                quote(told, safe=""): "",
            }
            yield from ((each, f"{{{how}{name}}}") for each, how in spelt.items() if each)


def _with_field(spellings: Iterable[tuple[str, str]], link: str) -> Iterator[str]:
    for spelt, name in spellings:
        if spelt in link:
            yield from _places(link, spelt, name)


def _places(link: str, value: str, name: str) -> Iterator[str]:
    """The link with the name of a field in place of its value."""
    start = len(_origin(link)) if not value.startswith("http") else 0
    part = r"\d" if value.isdigit() else r"[^\W_]"
    first = rf"(?<!{part})" if value[:1].isalnum() else ""
    last = rf"(?!{part})" if value[-1:].isalnum() else ""
    for found in re.finditer(f"{first}{re.escape(value)}{last}(?![^{{}}]*}})", link[start:]):
        before, behind = link[: start + found.start()], link[start + found.end() :]
        is_whole = value.startswith("/") and before == _origin(link)
        yield f"{'' if is_whole else before}{name}{behind}"


def _origin(link: str) -> str:
    end = link.find("/", link.find("//") + 2)
    return link if end < 0 else link[:end]
