"""Which arguments does an address have, and what are their values?

[He13 §6.3.1] reads the query string: segments between ``&``, each an argument and a value. Beyond
the paper, arguments are also found

- packed in one value, ``rh=n:1,p_36:2``: predicates of their own, in any order;
- in the path: ``/brand-garmin/color-red``, ``/brand/garmin``, ``/page2``, ``;color=red``;
- in lists, ``/rice,stews``: a set, in any order.

A step of the path is an argument if it begins with a known name (``path_names``). The rest of the
path, with the host, is the address. Session ids are removed, and so are fragments, unless scripts
use them as addresses (``#!/search``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus

from deepweb.page.address.argument_names import without_session

# Characters of an address that is parsed; longer ones carry data.
MAX_URL = 4_000
# Arguments of an address that is parsed.
MAX_ARGUMENTS = 100
# Depths at which a name must occur in paths, and values that it must have, to be an argument.
_MIN_DEPTHS = 2
_MIN_VALUES = 3
# Values that are remembered for a name.
_MAX_VALUES = 5
# Names that are remembered.
_MAX_NAMES = 5_000
# Steps of a path that are examined.
_MAX_STEPS = 20
# Segments without "=" are values of this argument.
BARE = "?"
# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two values.
_KEPT_BYTES = "surrogateescape"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HASH_ROUTE = re.compile(r"!?/|!")
# How ASP.NET writes a session into the path; other sessions are in argument_names.py.
_VISIT = re.compile(r"/\((?:[A-Za-z]\([A-Za-z0-9]+\))+\)(?=/|$)")
_INDEX = re.compile(r"\[\d+\]")
# A predicate of a packed value; "http://…" and "12:30" are none.
_PREDICATE = re.compile(r"\s*([^\W\d][\w.\-]{0,40})\s*[:=](?!//)(.*)", re.S)
_BETWEEN = (",", ";", "|", "&", "~")
_KEY_AND_VALUE = re.compile(r"([^\W\d]\w*?)([-_:=~])(.+)")
# Only page numbers follow their name without a sign: "page2", but not "model3".
_PAGE_NUMBER = re.compile(
    r"(p|pg|pag|page|pagina|seite|strona|strana|stranka|sida|side|sivu|oldal|sayfa|trang)(\d{1,4})",
    re.I,
)
_KEY = re.compile(r"([^\W\d]\w*?)[-_](.+)")
# Signs that always separate the key and the value of a step.
_SURE_SIGNS = ":=~"

Pair = tuple[str, str]


class Argument(NamedTuple):
    """An argument and its value, decoded."""

    name: str
    """As in the query string; ``/brand`` in the path, ``;color`` behind a semicolon."""
    value: str
    parts: tuple[Pair, ...] = ()
    """The predicates of a packed value, named ``rh:n``, in one order."""


class UrlArguments(NamedTuple):
    """An address and its arguments."""

    address: str
    """Host and path, without arguments in the path; the same for http and https."""
    arguments: tuple[Argument, ...]

    def value(self, name: str) -> str | None:
        """The value of the first argument of that name."""
        return next((a.value for a in self.arguments if a.name == name), None)

    def pairs(self) -> Iterator[Pair]:
        """The query segments of Definition 4 that have a value, and the parts of packed ones."""
        for name, value, parts in self.arguments:
            if value:
                yield name, value
                yield from parts


def arguments_of_url(url: str, names: frozenset[str] = frozenset()) -> UrlArguments:
    """Parse an address. Never raises: an invalid address has no arguments."""
    if len(url) > MAX_URL:
        return UrlArguments(url, ())
    path, query = path_and_query(url)
    address, in_path = _of_path(path, names)
    if not query:
        return UrlArguments(address, in_path)
    segments = _segments(query)
    if len(segments) > MAX_ARGUMENTS:
        return UrlArguments(url, ())
    return UrlArguments(address, (*in_path, *map(_of_segment, filter(None, segments))))


def pairs_of_urls(urls: Iterable[str], names: frozenset[str] = frozenset()) -> Iterable[Pair]:
    """The pairs of many addresses, each once; faster than one address at a time."""
    paths: dict[str, None] = {}
    segments: dict[str, None] = {}
    for url in urls:
        if len(url) <= MAX_URL:
            path, query = path_and_query(url)
            of_url = _segments(query)
            if len(of_url) <= MAX_ARGUMENTS:
                paths[path] = None
                segments.update(dict.fromkeys(of_url))
    segments.pop("", None)
    found = [argument for path in paths for argument in _of_path(path, names)[1]]
    found += map(_of_segment, segments)
    return dict.fromkeys(UrlArguments("", tuple(found)).pairs())


def path_and_query(url: str) -> tuple[str, str]:
    """An address before and behind its "?"; fragments that are routes belong to the path."""
    start, sharp, fragment = url.partition("#")
    path, _, query = start.partition("?")
    if sharp and _HASH_ROUTE.match(fragment):
        more, _, asked = fragment.partition("?")
        path, query = f"{path}#{more}", f"{query}&{asked}"
    return path, query


def steps_of(path: str) -> list[str]:
    """The steps of a path as written, without the host."""
    return _SCHEME.sub("", path).split("/")[1:]


def _segments(query: str) -> list[str]:
    if "&amp;" in query:
        query = query.replace("&amp;", "&")
    if ";" in query and "&" not in query:
        pieces = query.split(";")
        # Old HTML advised semicolons between arguments; elsewhere they belong to a value.
        if all("=" in piece for piece in pieces if piece):
            return pieces
    return query.split("&")


@lru_cache(maxsize=1 << 16)
def _of_segment(segment: str) -> Argument:
    name, sign, value = segment.partition("=")
    if not sign:
        return Argument(BARE, _decoded(segment))
    name = _decoded(name)
    return _argument(_INDEX.sub("[]", name) if "[" in name else name, _decoded(value))


def _decoded(text: str) -> str:
    if "%" not in text:
        return text.replace("+", " ")
    return unquote_plus(text, errors=_KEPT_BYTES)


def _argument(name: str, value: str) -> Argument:
    parts = _predicates(name, value) if ":" in value or "=" in value else ()
    if len(parts) > 1:
        told = (f"{part.removeprefix(name + ':')}:{value}" for part, value in parts)
        return Argument(name, ",".join(told), parts)
    return Argument(name, _as_set(value), parts)


def _predicates(name: str, value: str) -> tuple[Pair, ...]:
    """The predicates packed in a value; a piece that is none continues the one before it."""
    between = next((sign for sign in _BETWEEN if sign in value), ",")
    found: list[Pair] = []
    if value.count(between) > MAX_ARGUMENTS:
        return ()
    for piece in value.split(between):
        if match := _PREDICATE.fullmatch(piece):
            found.append((f"{name}:{match[1]}", match[2]))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}{between}{piece}")
        else:
            return ()
    return tuple(sorted((part, _as_set(value)) for part, value in found))


def _as_set(value: str) -> str:
    """A list in sorted order: "rice or stews" is "stews or rice". Text is no list."""
    for sign in (",", "|"):
        if sign in value and f"{sign} " not in value:
            return sign.join(sorted(set(value.split(sign))))
    return value


@lru_cache(maxsize=1 << 14)
def _of_path(path: str, names: frozenset[str]) -> tuple[str, tuple[Argument, ...]]:
    """The address without its arguments, and these; sorted, since facets come in any order."""
    path = _VISIT.sub("", without_session(_SCHEME.sub("", path)))
    host, *steps = path.split("/")
    kept, found = [_host(host)], []
    at = 0
    while at < len(steps):
        step, *matrix = steps[at].split(";")
        found += [_matrix(piece) for piece in matrix if piece]
        argument, used = _of_steps(step, steps[at + 1 : at + 2], names)
        if argument:
            found.append(argument)
        elif step:
            kept.append(_as_set(unquote(step, errors=_KEPT_BYTES)))
        at += used
    return "/".join(kept), tuple(sorted(found))


def _host(host: str) -> str:
    return host.lower().removesuffix(":80").removesuffix(":443")


def _matrix(piece: str) -> Argument:
    name, _, value = piece.partition("=")
    return _argument(f";{_decoded(name)}", _decoded(value))


def _of_steps(
    step: str, following: list[str], names: frozenset[str]
) -> tuple[Argument | None, int]:
    """The argument in a step, alone or with the next one, and the number of steps used."""
    step = unquote(step, errors=_KEPT_BYTES)
    if following and following[0] and step.lower() in names:
        value = unquote(following[0].partition(";")[0], errors=_KEPT_BYTES)
        return _argument(f"/{step}", value), 2
    if page := _PAGE_NUMBER.fullmatch(step):
        return Argument(f"/{page[1]}", page[2]), 1
    if (found := _KEY_AND_VALUE.fullmatch(step)) and _is_key(found[1], found[2], names):
        return _argument(f"/{found[1]}", found[3]), 1
    return None, 1


def _is_key(key: str, sign: str, names: frozenset[str]) -> bool:
    return key.lower() in names or sign in _SURE_SIGNS


def path_names(urls: Iterable[str]) -> frozenset[str]:
    """The names of arguments in the paths of a site's links, in lower case.

    Beyond [He13 §6.3]: sites that write facets into the path append them as they are chosen
    (``/browse/category/rice/cuisine/thai``), so that a name, or the key of a step such as
    ``brand-garmin``, occurs at several depths, each time with other values.
    """
    seen: dict[tuple[str, bool], tuple[set[int], set[str]]] = {}
    for path in {path_and_query(url)[0] for url in urls if len(url) <= MAX_URL}:
        for at, name, is_key, value in _named(steps_of(path)[:_MAX_STEPS]):
            if len(seen) < _MAX_NAMES or (name, is_key) in seen:
                depths, values = seen.setdefault((name, is_key), (set(), set()))
                depths.add(at)
                if len(values) < _MAX_VALUES:
                    values.add(value)
    return frozenset(
        name
        for (name, is_key), (depths, values) in seen.items()
        # A name and its value are two steps, so the next name is two steps further on.
        if len(values) >= _MIN_VALUES
        and max(len({d for d in depths if is_key or d % 2 == odd}) for odd in (0, 1)) >= _MIN_DEPTHS
    )


def _named(steps: list[str]) -> Iterator[tuple[int, str, bool, str]]:
    """Depth, name, whether the name is the key of a step, and value."""
    for at, step in enumerate(steps):
        decoded = unquote(step).lower()
        if key := _KEY.fullmatch(decoded):
            yield at, key[1], True, key[2]
        elif at + 1 < len(steps) and steps[at + 1] and decoded.isalpha():
            yield at, decoded, False, steps[at + 1]
