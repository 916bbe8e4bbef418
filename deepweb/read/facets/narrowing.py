"""Does a link ask for less of what its page shows?

Seen by the address alone: it hands the query on (000, section 6.2) and names something besides, in
an argument of its own, in one that has grown (``rh=n:1`` to ``rh=n:1,p_36:2``) or in its path. A
link that names less than its page undoes a choice.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote_plus

from deepweb.read.records.record_url import TRACKING, TRACKING_PREFIXES

# How records are shown, not which.
_PRESENTS = re.compile(
    r"(?:.*[_.\-\[])?(?:sort\w{0,12}|order\w{0,12}|ord|orden\w{0,8}|ordre|tri|sortierung|reihenfolge"
    r"|view\w{0,6}|layout|display\w{0,6}|dir|direction|asc|desc|mode|(?:results?_?)?per_?page|page_?size"
    r"|limit|rows|num|ipp|rpp|hl|lang\w{0,5}|locale|currency|format|print|rss|feed|output)\]?",
    re.I,
)
_PAGES = re.compile(
    r"(?:.*[_.\-\[])?(?:p|pg|pn|page\w{0,8}|start\w{0,6}|offset|skip|first|seite|cursor)\]?", re.I
)
_MOST_ARGUMENTS, _LONGEST, _LONGEST_NAME = 100, 1_000, 50
_NO_WORD = re.compile(r"[\W_]+")
_PACKED = re.compile(r"[,|;~/\s]+")

_Arguments = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Step:
    """How the address of a link differs from that of its page."""

    carries: bool
    """Does it hand the query on, if there is any?"""
    changed: frozenset[tuple[str, str]]
    """Arguments that it adds or changes, with their values; "/" is the name of the path."""
    undone: frozenset[str]
    """Arguments that it leaves out."""
    is_deeper: bool
    """Does its path go on from that of the page?"""

    @property
    def undoes(self) -> bool:
        """Does it only take something away?"""
        return not self.changed and bool(self.undone)


def presents(name: str) -> bool:
    """Does an argument say how records are shown, and not which, by its name?"""
    return bool(_PRESENTS.fullmatch(name[:_LONGEST_NAME]))


class Here:
    """The address of a page, taken apart once, and what it answers."""

    def __init__(self, url: str, query: Mapping[str, str], encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self._host, self._path, self._arguments = _parts(url, encoding)
        asked = {name: value for name, value in query.items() if value.strip()}
        self._asked = [(name, _words(value)) for name, value in asked.items()]

    @property
    def asks(self) -> bool:
        """Is there a query to hand on?"""
        return bool(self._asked)

    def step(self, url: str) -> Step | None:
        """How one gets from here to there; None where that is another host or the same place."""
        host, path, arguments = _parts(url, self._encoding)
        if host != self._host:
            return None
        changed = {pair for pair in arguments - self._arguments if not _is_aside(pair[0])}
        less = {pair for pair in self._arguments - arguments if not _is_aside(pair[0])}
        if path != self._path:
            changed.add(("/", path))
            less.add(("/", self._path))
        # "rh=n:1" says less than "rh=n:1,p:2".
        changed = {
            (n, v) for n, v in changed if not any(n == m and _is_part(v, w) for m, w in less)
        }
        undone = {name for name, _ in less} - {name for name, _ in changed}
        if not changed and not undone:
            return None
        above = self._path.rstrip("/")
        return Step(
            carries=self._carries(path, arguments),
            changed=frozenset(changed),
            undone=frozenset(undone),
            is_deeper=len(above) > 1 and path.startswith(above + "/"),
        )

    def _carries(self, path: str, arguments: _Arguments) -> bool:
        for asked, said in self._asked:
            given = [_words(value) for name, value in arguments if name == asked]
            if said in given:
                continue
            # "/Ntt-small+business/" and "/small-business.html" ask for it in the path.
            written = [path, *(value for _, value in arguments)]
            if given or not any(said in _words(text) for text in written):
                return False
        return True


def _is_part(value: str, whole: str) -> bool:
    """Is a value that packs several together, or a path, a part of another?"""
    return len(value) < len(whole) and _pieces(value) < _pieces(whole)


@lru_cache(maxsize=1000)
def _pieces(value: str) -> frozenset[str]:
    return frozenset(_PACKED.split(value[:_LONGEST]))


@lru_cache(maxsize=1000)
def _is_aside(name: str) -> bool:
    """Is an argument about pages or tracking?"""
    plain = name.strip("_").lower()
    is_tracking = plain in TRACKING or plain.startswith(TRACKING_PREFIXES)
    return is_tracking or bool(_PAGES.fullmatch(name[:_LONGEST_NAME]))


def _parts(url: str, encoding: str) -> tuple[str, str, _Arguments]:
    """Host, path and arguments. ``urlsplit`` and ``parse_qsl`` check more, and take five times as
    long; the addresses come from ``link_target``, which has checked them."""
    place, _, query = url.partition("#")[0].partition("?")
    host, _, path = place.partition("://")[2].partition("/")
    pieces = query.replace(";", "&").split("&", _MOST_ARGUMENTS)[:_MOST_ARGUMENTS]
    pairs = [piece.partition("=") for piece in pieces]
    plain = {(_plain(n, encoding), _plain(v, encoding)) for n, _, v in pairs if v}
    path = "/" + _plain(path, encoding).rstrip("/")
    return host.lower().removeprefix("www."), path, frozenset(plain)


def _plain(text: str, encoding: str) -> str:
    if "%" not in text and "+" not in text:
        return text
    return unquote_plus(text, _known(encoding), errors="replace")


@lru_cache(maxsize=16)
def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "utf-8"


@lru_cache(maxsize=1000)
def _words(text: str) -> str:
    return f" {' '.join(_NO_WORD.sub(' ', text[:_LONGEST].casefold()).split())} "
