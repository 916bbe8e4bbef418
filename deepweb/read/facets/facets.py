"""Which links of a result page drill down into what it shows, and by what?

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 4.2, step 3: the value is
the text of the link, the attribute stands above it. The paper finds drill-down links by crawling
them and comparing results; here they are told from one page, so that only likely ones are asked
for. A run of like links is a facet if enough speaks for it: its addresses hand the query on and add
to it, counts stand beside them, a heading above, and the boxes around are named filters. Pagers,
sort orders, the records' own links and what every page of the site has are none.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Self
from urllib.parse import unquote_plus

from lxml.html import HtmlElement

from deepweb.page.argument_names import is_tracking
from deepweb.page.page import Page
from deepweb.read.facets.controls import MAX_VALUE
from deepweb.read.facets.entries import Entry, Run, runs

# What speaks for a run adds up to this at least; addresses that hand the query on add so much, if
# this share of them does.
ENOUGH, CARRIES, MOST = 2.0, 1.5, 0.8
# Values of one facet, and of one page, that are kept.
MOST_VALUES, MOST_FACETS = 200, 500
_FILTERS = re.compile(
    r"facet|filter|refine|refinement|narrow|drill|(?<![a-z])dimension|filtr|guided|aggregat", re.I
)
_ELSEWHERE = re.compile(
    r"bread-?_?crumb|(?<![a-z])(?:nav|navbar|menu|footer|header|social|share|tabs?|langs?)(?![a-z])"
    r"|related|suggest|pagi|(?<![a-z])pager",
    re.I,
)
_SORTS = re.compile(r"(?<![a-z])(?:sort|order-?_?by|view-?_?mode|per-?_?page|display)", re.I)
_BOXES_LOOKED_AT = 6
# The number that a row of pages begins with, at the most.
MOST_FIRST = 5


@dataclass(frozen=True, slots=True)
class FacetLink:
    """A link that asks for those of a page's records that have a value."""

    url: str
    attribute: str
    """The heading above it; "" where there is none."""
    value: str
    count: int | None = None
    """How many records the page says that there are."""
    is_selected: bool = False
    """Is it chosen already, so that following the link undoes it?"""
    is_multiple: bool = False
    """Can several values be ticked? Then a second one asks for either."""
    above: tuple[str, ...] = ()
    """The values that it is nested in, outermost first."""

    def to_json(self) -> dict[str, Any]:
        """As plain values, to be stored."""
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
    """The drill-down links of a page, list by list.

    ``query`` is what the page answers, ``records`` the elements that its records are; ``others``
    are addresses known to be none: of records, of next pages, of what every page links to.
    """
    here = Here(page.url, query, page.encoding)
    found: dict[str, FacetLink] = {}
    for run in runs(page, frozenset(records)):
        signs = _signs(run)
        if signs + CARRIES >= ENOUGH and len(found) < MOST_FACETS:
            judged = _Judged.of(run, here, others)
            if judged.is_facet(here, signs):
                for link in judged.links():
                    found.setdefault(link.url, link)
    return tuple(found.values())[:MOST_FACETS]


def _signs(run: Run) -> float:
    """What speaks for a run being a facet, before its addresses are looked at."""
    counted = sum(entry.count is not None for entry in run.entries)
    signs = 1.5 * (2 * counted >= len(run.entries)) + 0.5 * bool(run.heading)
    return signs + _named(run.entries[0]) - 0.5 * (len(run.entries) == 1)


def _named(entry: Entry) -> float:
    """What the boxes around are called."""
    for box in entry.around[1 : 1 + _BOXES_LOOKED_AT]:
        name = _name(box)
        if _FILTERS.search(name):
            return 1.0
        if _ELSEWHERE.search(name) or box.tag in {"nav", "header", "footer"}:
            return -1.0
    return 0.0


def _name(box: HtmlElement) -> str:
    return f"{box.get('class', '')[:300]} {box.get('id', '')[:100]}"


@dataclass(frozen=True, slots=True)
class _Judged:
    """A run, and how its entries lead away from the page."""

    run: Run
    entries: list[tuple[Entry, Step]]
    telling: tuple[str, ...]
    """The arguments, or the path, by which the entries differ, most of them first."""
    above: tuple[str, ...]
    """The value that the run is nested in, if it is one to choose."""

    @classmethod
    def of(cls, run: Run, here: Here, others: Container[str]) -> Self:
        steps = (
            (entry, here.step(entry.url))
            for entry in run.entries[:MOST_VALUES]
            if entry.url not in others and 0 < len(entry.value) <= MAX_VALUE
        )
        entries = [(entry, step) for entry, step in steps if step is not None]
        telling = _telling([step for _, step in entries if not step.undoes])
        outer = run.above and here.step(run.above.url)
        is_value = outer and not outer.undoes and not outer.undone.intersection(telling[:1])
        return cls(run, entries, telling, (run.above.value,) if run.above and is_value else ())

    def is_facet(self, here: Here, signs: float) -> bool:
        """Do the addresses narrow what the page shows?"""
        steps = [step for _, step in self.entries if not step.undoes]
        if not self.telling or 2 * len(self.entries) < min(len(self.run.entries), MOST_VALUES):
            return False
        if self._presents():
            return False
        carried = sum(step.carries for step in steps) >= MOST * len(steps)
        if here.asks:
            return signs + (CARRIES if carried else -1.0) >= ENOUGH
        is_deeper = self.telling[0] != "/" or all(step.is_deeper for step in steps)
        return signs + CARRIES * is_deeper >= ENOUGH

    def _presents(self) -> bool:
        """Are they sort orders, or numbers of pages, by what they are called?"""
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
    """The names of what differs between the links of a run, the most different first."""
    values: dict[str, set[str]] = {}
    times: Counter[str] = Counter()
    for step in steps:
        for name, value in step.changed:
            values.setdefault(name, set()).add(value)
            times[name] += 1
    differs = [name for name in values if len(values[name]) > 1 or times[name] < len(steps)]
    # Links that differ in their pages only are a pager.
    return tuple(
        sorted(values if len(steps) == 1 else differs, key=lambda name: (-len(values[name]), name))
    )


def _are_pages(values: list[str]) -> bool:
    """Are all of them numbers in a row, from the first few on? Sizes and years begin higher."""
    if not all(value.isdecimal() and len(value) < 6 for value in values):
        return False
    first, *others = map(int, values)
    return first <= MOST_FIRST and others == [first + n for n in range(1, len(values))]


# --- merged from narrowing.py; rewrite or remove this note ---
# Does a link ask for less of what its page shows?
#
# Seen by the address alone: it hands the query on (000, section 6.2) and names something besides, in
# an argument of its own, in one that has grown (``rh=n:1`` to ``rh=n:1,p_36:2``) or in its path. A
# link that names less than its page undoes a choice.

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
    return is_tracking(name.strip("_")) or bool(_PAGES.fullmatch(name[:_LONGEST_NAME]))


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
