"""Which links of a result page drill down into what it shows, and by which attribute?

[Huang §4.2, step 3]: the value is the text of the link, the attribute is the heading above. The
paper requests links and compares the results. Departure: one page is enough to recognise likely
drill-down links, and only those are requested.

1. Entries in like places under one heading form a run (``entries.py``).
2. Each address is compared with that of the page: a drill-down link carries the query [He13 §6.2]
   and adds something, in an argument of its own, in one that has grown (``rh=n:1`` to
   ``rh=n:1,p_36:2``) or in the path. A link that leaves something out undoes a choice.
3. A run is a facet if enough speaks for it: its addresses, counts, a heading, and boxes that are
   named filters. Pagers, sort orders, links of records and links on every page are no facets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Self
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from lxml.html import HtmlElement

from deepweb.page.address.argument_names import is_tracking
from deepweb.page.page import Page
from deepweb.read.facets.controls import MAX_VALUE
from deepweb.read.facets.entries import Entry, Run, runs

# A run is a facet if its signs add up to this.
_ENOUGH = 2.0
# What addresses that carry the query add to the signs.
_CARRIES = 1.5
# Share of the addresses of a run that must carry the query.
_MIN_CARRIED = 0.8
# Values of one facet that are kept.
_MAX_VALUES = 200
# Values of all facets of a page that are kept.
_MAX_FACETS = 500
# Boxes around a run whose names are examined.
_MAX_BOXES = 6
# The highest number that a row of page numbers may begin with; sizes and years begin higher.
_MAX_FIRST_PAGE = 5
# Arguments of an address that are examined.
_MAX_ARGUMENTS = 100
# Characters of a value or a path that are compared.
_MAX_LENGTH = 1_000
# Characters of the name of an argument that are examined.
_MAX_NAME = 50

_FILTERS = re.compile(
    r"facet|filter|refine|refinement|narrow|drill|(?<![a-z])dimension|filtr|guided|aggregat", re.I
)
_ELSEWHERE = re.compile(
    r"bread-?_?crumb|(?<![a-z])(?:nav|navbar|menu|footer|header|social|share|tabs?|langs?)(?![a-z])"
    r"|related|suggest|pagi|(?<![a-z])pager",
    re.I,
)
_SORTS = re.compile(r"(?<![a-z])(?:sort|order-?_?by|view-?_?mode|per-?_?page|display)", re.I)
# Arguments that choose how records are shown, not which.
_PRESENTS = re.compile(
    r"(?:.*[_.\-\[])?(?:sort\w{0,12}|order\w{0,12}|ord|orden\w{0,8}|ordre|tri|sortierung|reihenfolge"
    r"|view\w{0,6}|layout|display\w{0,6}|dir|direction|asc|desc|mode|(?:results?_?)?per_?page|page_?size"
    r"|limit|rows|num|ipp|rpp|hl|lang\w{0,5}|locale|currency|format|print|rss|feed|output)\]?",
    re.I,
)
_PAGES = re.compile(
    r"(?:.*[_.\-\[])?(?:p|pg|pn|page\w{0,8}|start\w{0,6}|offset|skip|first|seite|cursor)\]?", re.I
)
_NO_WORD = re.compile(r"[\W_]+")
_PACKED = re.compile(r"[,|;~/\s]+")

_Arguments = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class FacetLink:
    """A link to those of a page's records that have a value."""

    url: str
    attribute: str
    """The heading above it, or ""."""
    value: str
    count: int | None = None
    """The number of records that the page states."""
    is_selected: bool = False
    """Is it chosen already, so that following the link undoes it?"""
    is_multiple: bool = False
    """Can several values be ticked? Then a second one asks for either."""
    above: tuple[str, ...] = ()
    """The values that it is nested in, outermost first."""

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storage."""
        return asdict(self) | {"above": list(self.above)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        return cls(**{**stored, "above": tuple(stored["above"])})


def facets(
    page: Page,
    query: Mapping[str, str],
    records: Iterable[HtmlElement] = (),
    others: Container[str] = frozenset(),
) -> tuple[FacetLink, ...]:
    """The drill-down links of a page, run by run.

    The page answers ``query`` and shows ``records``; ``others`` are addresses that are known to be
    no facets: of records, of next pages, of links on every page.
    """
    here = PageAddress(page.url, query, page.encoding)
    found: dict[str, FacetLink] = {}
    for run in runs(page, frozenset(records)):
        signs = _signs(run)
        if signs + _CARRIES >= _ENOUGH and len(found) < _MAX_FACETS:
            judged = _JudgedRun.of(run, here, others)
            if judged.is_facet(here, signs):
                for link in judged.links():
                    found.setdefault(link.url, link)
    return tuple(found.values())[:_MAX_FACETS]


# 2. How does a link differ from its page?


@dataclass(frozen=True, slots=True)
class Step:
    """The difference between the address of a link and that of its page."""

    carries: bool
    """Does the link carry the query, if there is any?"""
    changed: frozenset[tuple[str, str]]
    """Arguments that it adds or changes, with their values; "/" is the name of the path."""
    undone: frozenset[str]
    """Arguments that it leaves out."""
    is_deeper: bool
    """Does its path continue that of the page?"""

    @property
    def undoes(self) -> bool:
        """Does it only leave something out?"""
        return not self.changed and bool(self.undone)


class PageAddress:
    """The address of a page, parsed once, and the query that the page answers."""

    def __init__(self, url: str, query: Mapping[str, str], encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self._host, self._path, self._arguments = _parts(url, encoding)
        asked = {name: value for name, value in query.items() if value.strip()}
        self._asked = [(name, _words(value)) for name, value in asked.items()]

    @property
    def asks(self) -> bool:
        """Is there a query to carry?"""
        return bool(self._asked)

    def step(self, url: str) -> Step | None:
        """The difference of a link; None if it leads to another host or to the same place."""
        host, path, arguments = _parts(url, self._encoding)
        if host != self._host:
            return None
        changed = {pair for pair in arguments - self._arguments if not _is_ignored(pair[0])}
        less = {pair for pair in self._arguments - arguments if not _is_ignored(pair[0])}
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
            # "/Ntt-small+business/" and "/small-business.html" carry it in the path.
            written = [path, *(value for _, value in arguments)]
            if given or not any(said in _words(text) for text in written):
                return False
        return True


def presents(name: str) -> bool:
    """Does an argument of this name choose how records are shown, not which?"""
    return bool(_PRESENTS.fullmatch(name[:_MAX_NAME]))


def _is_part(value: str, whole: str) -> bool:
    """Is a packed value, or a path, a part of another?"""
    return len(value) < len(whole) and _pieces(value) < _pieces(whole)


@lru_cache(maxsize=1000)
def _pieces(value: str) -> frozenset[str]:
    return frozenset(_PACKED.split(value[:_MAX_LENGTH]))


@lru_cache(maxsize=1000)
def _is_ignored(name: str) -> bool:
    """Is an argument about pages or tracking?"""
    return is_tracking(name.strip("_")) or bool(_PAGES.fullmatch(name[:_MAX_NAME]))


def _parts(url: str, encoding: str) -> tuple[str, str, _Arguments]:
    """Host, path and arguments that have a value."""
    try:
        parts = urlsplit(url)
    except ValueError:  # "http://["
        return "", url, frozenset()
    pieces = "&".join(parts.query.replace(";", "&").split("&")[:_MAX_ARGUMENTS])
    pairs = parse_qsl(pieces, encoding=_known(encoding), errors="replace")
    path = unquote_plus(parts.path.removeprefix("/"), _known(encoding), errors="replace")
    return parts.netloc.lower().removeprefix("www."), f"/{path.rstrip('/')}", frozenset(pairs)


@lru_cache(maxsize=16)
def _known(encoding: str) -> str:
    try:
        b"a".decode(encoding)
    except (LookupError, ValueError):
        return "utf-8"
    return encoding


@lru_cache(maxsize=1000)
def _words(text: str) -> str:
    return f" {' '.join(_NO_WORD.sub(' ', text[:_MAX_LENGTH].casefold()).split())} "


# 3. Is a run a facet?


def _signs(run: Run) -> float:
    """What speaks for a run, before its addresses are compared."""
    counted = sum(entry.count is not None for entry in run.entries)
    signs = 1.5 * (2 * counted >= len(run.entries)) + 0.5 * bool(run.heading)
    return signs + _named(run.entries[0]) - 0.5 * (len(run.entries) == 1)


def _named(entry: Entry) -> float:
    """What the names of the boxes around an entry speak for."""
    for box in entry.around[1 : 1 + _MAX_BOXES]:
        name = _name(box)
        if _FILTERS.search(name):
            return 1.0
        if _ELSEWHERE.search(name) or box.tag in {"nav", "header", "footer"}:
            return -1.0
    return 0.0


def _name(box: HtmlElement) -> str:
    return f"{box.get('class', '')[:300]} {box.get('id', '')[:100]}"


@dataclass(frozen=True, slots=True)
class _JudgedRun:
    """A run, and how its entries differ from the page."""

    run: Run
    entries: list[tuple[Entry, Step]]
    telling: tuple[str, ...]
    """The arguments, or the path, in which the entries differ, the most different first."""
    above: tuple[str, ...]
    """The value that the run is nested in, if that is one to choose."""

    @classmethod
    def of(cls, run: Run, here: PageAddress, others: Container[str]) -> Self:
        steps = (
            (entry, here.step(entry.url))
            for entry in run.entries[:_MAX_VALUES]
            if entry.url not in others and 0 < len(entry.value) <= MAX_VALUE
        )
        entries = [(entry, step) for entry, step in steps if step is not None]
        telling = _telling([step for _, step in entries if not step.undoes])
        outer = run.above and here.step(run.above.url)
        is_value = outer and not outer.undoes and not outer.undone.intersection(telling[:1])
        return cls(run, entries, telling, (run.above.value,) if run.above and is_value else ())

    def is_facet(self, here: PageAddress, signs: float) -> bool:
        """Do the addresses narrow what the page shows?"""
        steps = [step for _, step in self.entries if not step.undoes]
        if not self.telling or 2 * len(self.entries) < min(len(self.run.entries), _MAX_VALUES):
            return False
        if self._presents():
            return False
        is_carried = sum(step.carries for step in steps) >= _MIN_CARRIED * len(steps)
        if here.asks:
            return signs + (_CARRIES if is_carried else -1.0) >= _ENOUGH
        is_deeper = self.telling[0] != "/" or all(step.is_deeper for step in steps)
        return signs + _CARRIES * is_deeper >= _ENOUGH

    def _presents(self) -> bool:
        """Are they sort orders or page numbers, by their names?"""
        entries = [entry for entry, step in self.entries if not step.undoes]
        names = " ".join(_name(box) for box in entries[0].around[:3])
        if any(map(presents, self.telling)) or _SORTS.search(names):
            return True
        if _SORTS.match(self.run.heading):
            return True
        is_counted = any(entry.count is not None for entry in entries)
        return not is_counted and _are_pages([entry.value for entry in entries])

    def links(self) -> Iterator[FacetLink]:
        argument = next((name for name in self.telling if name != "/"), "")
        attribute = self.run.heading or self.run.entries[0].name or argument
        for entry, step in self.entries:
            is_undone = step.undoes or self.telling[0] in step.undone
            yield FacetLink(
                entry.url,
                attribute,
                entry.value,
                entry.count,
                entry.is_chosen or is_undone,
                entry.is_multiple,
                self.above,
            )


def _telling(steps: list[Step]) -> tuple[str, ...]:
    """The names in which the links of a run differ, the most different first."""
    values: dict[str, set[str]] = {}
    times: Counter[str] = Counter()
    for step in steps:
        for name, value in step.changed:
            values.setdefault(name, set()).add(value)
            times[name] += 1
    # Links that differ in nothing that counts are a pager.
    differs = [name for name in values if len(values[name]) > 1 or times[name] < len(steps)]
    return tuple(
        sorted(values if len(steps) == 1 else differs, key=lambda name: (-len(values[name]), name))
    )


def _are_pages(values: list[str]) -> bool:
    """Are all values consecutive numbers that begin like page numbers?"""
    if not all(value.isdecimal() and len(value) < 6 for value in values):
        return False
    first, *others = map(int, values)
    return first <= _MAX_FIRST_PAGE and others == [first + n for n in range(1, len(values))]
