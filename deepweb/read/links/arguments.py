"""What does an address say? Its arguments, wherever the site writes them, each with its value.

He et al. (WSDM 2013, section 6.3.1) read the query string: segments between ``&``, an argument and
a value each. Beyond the paper, arguments are also found

- packed in one value, ``rh=n:1,p_36:2``: predicates of their own, in whatever order;
- in the path: ``/brand-garmin/color-red``, ``/brand/garmin``, ``/page2``, ``;color=red``;
- in lists, ``/rice,stews``: a set, in whatever order.

Of the path, only what begins with a known name is an argument; ``names`` says which are known. The
rest of the path, with the host, is the address that the arguments are sent to. What holds for one
visit is left out, and so are fragments, unless a script takes them for addresses (``#!/search``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus

from deepweb.page.argument_names import without_session

# Longer addresses, and those with more arguments, carry data; each is one unlike all others.
MAX_URL = 4_000
MAX_ARGUMENTS = 100
# Segments without "=" are values of this argument.
BARE = "?"
# Bytes of other encodings than UTF-8 come back as they were: "%E4" and "%F6" are two values.
_KEPT_BYTES = "surrogateescape"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HASH_ROUTE = re.compile(r"!?/|!")
# ASP.NET's way of writing a session into the path; the rest is in one_time.py.
_VISIT = re.compile(r"/\((?:[A-Za-z]\([A-Za-z0-9]+\))+\)(?=/|$)")
_INDEX = re.compile(r"\[\d+\]")
# A predicate of a packed value. "http://…" and "12:30" are none.
_PREDICATE = re.compile(r"\s*([^\W\d][\w.\-]{0,40})\s*[:=](?!//)(.*)", re.S)
_BETWEEN = (",", ";", "|", "&", "~")
_KEY_AND_VALUE = re.compile(r"([^\W\d]\w*?)([-_:=~])(.+)")
# Only pages are numbered without a sign between: "page2", and not "model3".
_PAGE_NUMBER = re.compile(
    r"(p|pg|pag|page|pagina|seite|strona|strana|stranka|sida|side|sivu|oldal|sayfa|trang)(\d{1,4})",
    re.I,
)
# Between key and value of a step these mean nothing else.
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
    """An address taken apart."""

    address: str
    """Host and path, less what of the path is an argument; the same for http and https."""
    arguments: tuple[Argument, ...]

    def value(self, name: str) -> str | None:
        """Of the first argument of that name."""
        return next((a.value for a in self.arguments if a.name == name), None)

    def pairs(self) -> Iterator[Pair]:
        """The query segments of Definition 4, and beside a packed one its parts.

        What a form left empty is no predicate.
        """
        for name, value, parts in self.arguments:
            if value:
                yield name, value
                yield from parts


def arguments_of_url(url: str, names: frozenset[str] = frozenset()) -> UrlArguments:
    """An address taken apart. Never raises: what is no address is one without arguments."""
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
    """The pairs of many addresses, each once: those of one page repeat most of what they say."""
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
    """An address without scheme and visit, before and behind its "?"; fragments that are routes
    count as more of the path."""
    start, sharp, fragment = url.partition("#")
    path, _, query = start.partition("?")
    if sharp and _HASH_ROUTE.match(fragment):
        more, _, asked = fragment.partition("?")
        path, query = f"{path}#{more}", f"{query}&{asked}"
    return path, query


def steps_of(path: str) -> list[str]:
    """The steps of a path as it is written, without its host."""
    return _SCHEME.sub("", path).split("/")[1:]


def _segments(query: str) -> list[str]:
    if "&amp;" in query:
        query = query.replace("&amp;", "&")
    if ";" in query and "&" not in query:
        pieces = query.split(";")
        # As the HTML of old advised. In a value of its own a semicolon is just that.
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
    """What is packed in a value; a piece that is no predicate goes on with the one before it."""
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
    """A list in one order: who asks for rice or stews asks for stews or rice. Text is no list."""
    for sign in (",", "|"):
        if sign in value and f"{sign} " not in value:
            return sign.join(sorted(set(value.split(sign))))
    return value


@lru_cache(maxsize=1 << 14)
def _of_path(path: str, names: frozenset[str]) -> tuple[str, tuple[Argument, ...]]:
    """The address less its arguments, and these; sorted, since facets come in any order."""
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
    """The argument that a step makes, alone or with the step behind it, and how many these are."""
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


# --- merged from path_names.py; rewrite or remove this note ---
# Which steps of a site's paths are names of facets: ``/browse/category/rice/cuisine/thai``?
#
# He et al. (WSDM 2013, section 6.3) read arguments from query strings only. A site that writes facets
# into the path puts one behind the other as they are chosen, so a name, or the key of a step such as
# ``brand-garmin``, comes at several depths, each time with other values behind it.

MIN_DEPTHS, MIN_VALUES = 2, 3
# Of a name that may be one, as many values are remembered; and as many names.
MOST_VALUES, MOST_NAMES = 5, 5_000
MAX_STEPS = 20
_KEY = re.compile(r"([^\W\d]\w*?)[-_](.+)")


def path_names(urls: Iterable[str]) -> frozenset[str]:
    """The names of facets in the paths of a site's links, in lower case."""
    seen: dict[tuple[str, bool], tuple[set[int], set[str]]] = {}
    for path in {path_and_query(url)[0] for url in urls if len(url) <= MAX_URL}:
        for at, name, is_key, value in _named(steps_of(path)[:MAX_STEPS]):
            if len(seen) < MOST_NAMES or (name, is_key) in seen:
                depths, values = seen.setdefault((name, is_key), (set(), set()))
                depths.add(at)
                if len(values) < MOST_VALUES:
                    values.add(value)
    return frozenset(
        name
        for (name, is_key), (depths, values) in seen.items()
        # A name and a value are two steps: the next name is two further on.
        if len(values) >= MIN_VALUES
        and max(len({d for d in depths if is_key or d % 2 == odd}) for odd in (0, 1)) >= MIN_DEPTHS
    )


def _named(steps: list[str]) -> Iterator[tuple[int, str, bool, str]]:
    """Depth, name, whether the name is the key of a step, and value."""
    for at, step in enumerate(steps):
        decoded = unquote(step).lower()
        if key := _KEY.fullmatch(decoded):
            yield at, key[1], True, key[2]
        elif at + 1 < len(steps) and steps[at + 1] and decoded.isalpha():
            yield at, decoded, False, steps[at + 1]
