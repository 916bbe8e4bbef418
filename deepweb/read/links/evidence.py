"""What do the links of result pages show about an argument, beside its prevalence?

Pages of a site are homogeneous [He13 §6.3.3], so that a sample shows which values an argument
takes, which links carry it, in which order, and which links differ from their page in nothing else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from deepweb.page.address.argument_names import is_random, plain
from deepweb.read.links.arguments import Pair, UrlArguments, arguments_of_url
from deepweb.read.links.query_place import PageLinks, QueryPlace

# Links of a page that are examined.
_MAX_LINKS = 300
# Values of an argument that are remembered.
_MAX_VALUES = 300
# Share of an argument's values that must be of a kind.
MOSTLY = 0.8

_INTEGER = re.compile(r"-?\d{1,9}")
_SECONDS = re.compile(r"1[0-9]{9}(?:\d{3})?(?:\.\d+)?")
_RANDOM = re.compile(
    r"(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}|[0-9A-F]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4,12}){3,4}", re.A
)
_HEX = re.compile(r"(?=.*[a-fA-F])[0-9a-fA-F]{8,200}")
_PREDICATES = re.compile(r"[^\W\d][\w.-]{0,40}[:=](?!//)")
_LABEL = re.compile(r"[A-Z]?[a-z'&.,-]+(?: [A-Za-z'&.,-]+)+|[A-Z][a-z'-]{2,}")
_LOCALE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?|[A-Z]{2,3}|[a-z]{3}")
_ADDRESS = re.compile(
    r"(?:https?:)?//|www\.|/[\w.%-]+(?:/|\?|\Z)|[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|org|net)\b"
)
_RANGE = re.compile(
    r"\W*[$€£]?\d[\d.,]*\W*(?:-|\.\.|to|TO|_|,|\||:|~|\u2013)\W*[$€£]?(?:\d[\d.,]*|\*)\W*"
    r"|\W*\*\W*(?:-|to|TO|\.\.)\W*\d[\d.,]*\W*|\d[\d.,]*-|-\d[\d.,]*|[<>]=?\d+|\[.* TO .*\]"
)
# Numbers of records on a page that sites offer.
_SIZES = frozenset(
    (5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 21, 24, 25, 28, 30, 32, 36, 40, 45, 48, 50, 60, 64, 72, 75,
     80, 90, 96, 100, 120, 125, 128, 144, 150, 180, 192, 200, 240, 250, 300, 400, 500, 1000, 2000)
)  # fmt: skip


@dataclass(slots=True)
class ArgumentEvidence:
    """What a sample of pages shows about one argument."""

    pages: int = 0
    """Pages whose links carry it."""
    links: int = 0
    """Links that carry it."""
    link_shares: list[float] = field(default_factory=list)
    """For each page, the share of its links that carry it."""
    value_counts: list[int] = field(default_factory=list)
    """For each page, the number of different values in its links."""
    alone: int = 0
    """Links that differ from their page in it alone."""
    alone_pages: int = 0
    """Pages with such links."""
    runs: int = 0
    """Pages where its values count up: 2, 3, 4 or 20, 40, 60."""
    singles: int = 0
    """Pages where it has one value, a number not below the page's own."""
    run_ends: set[int] = field(default_factory=set)
    run_starts: set[int] = field(default_factory=set)
    in_order: int = 0
    """Pages where its values count up from link to link."""
    echoes: int = 0
    """Pages where it repeats the query."""
    elsewhere: int = 0
    """Links that carry it and ask another query than their page."""
    led_on: int = 0
    """Next pages that set it to a larger number, or change it alone to another value."""
    paged: int = 0
    """Next pages that change it."""
    kept: int = 0
    """Links that carry the page's own value."""
    held: int = 0
    """Links that carry it on pages that have it themselves."""
    values: dict[str, None] = field(default_factory=dict)

    def share(self, kind: Callable[[str], object]) -> float:
        """The share of its values that are of a kind."""
        return sum(map(bool, map(kind, self.values))) / len(self.values) if self.values else 0.0

    @property
    def link_share(self) -> float:
        return sum(self.link_shares) / max(1, len(self.link_shares))

    @property
    def values_a_page(self) -> float:
        return sum(self.value_counts) / max(1, len(self.value_counts))


def evidence(
    pages: Sequence[PageLinks], place: QueryPlace | None, names: frozenset[str]
) -> dict[str, ArgumentEvidence]:
    """The evidence about each argument of the links of these pages."""
    found: defaultdict[str, ArgumentEvidence] = defaultdict(ArgumentEvidence)
    for page in pages:
        own = arguments_of_url(page.url, names)
        links = [arguments_of_url(url, names) for url in page.links[:_MAX_LINKS]]
        asked = (
            [place.query_of(url) for url in (page.url, *page.links[:_MAX_LINKS])] if place else []
        )
        _note_links(own, links, [plain(query or "") for query in asked], found)
        if page.next_url:
            _note_pager(own, arguments_of_url(page.next_url, names), found)
    return dict(found)


def note_choices(
    found: Mapping[str, ArgumentEvidence], pages: Iterable[PageLinks], view: UrlView
) -> None:
    """Add which arguments the links of the pages change alone."""
    for known in found.values():
        known.alone = known.alone_pages = 0
    for page in pages:
        own = view.atoms(page.url)
        changed = [changed_alone(own, view.atoms(url)) for url in page.links[:_MAX_LINKS]]
        changed += [name.partition(":")[0] for name in changed if ":" in name]
        for name, count in Counter(changed).items():
            if name in found:  # links may only leave it out
                found[name].alone += count
                found[name].alone_pages += 1


def _note_links(
    own: UrlArguments,
    links: Sequence[UrlArguments],
    asked: Sequence[str],
    found: defaultdict[str, ArgumentEvidence],
) -> None:
    query = asked[0] if asked else ""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for at, link in enumerate(links, start=1):
        is_elsewhere = bool(query) and asked[at] not in {query, ""}
        for name, value in dict.fromkeys(link.pairs()):
            values[name].append(value)
            found[name].elsewhere += is_elsewhere
    given = dict(own.pairs())
    for name, of_links in values.items():
        _note(found[name], of_links, len(links), given.get(name))
        found[name].echoes += bool(query) and {plain(v) for v in of_links} == {query}


class UrlView(NamedTuple):
    """How addresses are compared: names of arguments in paths, and arguments to ignore."""

    names: frozenset[str]
    ignored: frozenset[str] = frozenset()

    def atoms(self, url: str) -> frozenset[Pair]:
        """The arguments of an address, packed ones as their parts; empty ones are left out."""
        address, arguments = arguments_of_url(url, self.names)
        atoms: set[Pair] = {("", address)}
        for name, value, parts in arguments:
            if name not in self.ignored:
                atoms.update(parts or ((name, value),))
        return frozenset(pair for pair in atoms if pair[1])


def changed_alone(page: frozenset[Pair], link: frozenset[Pair]) -> str:
    """The only argument in which a link differs from its page, or ""."""
    differing = {name for name, _ in page ^ link}
    return differing.pop() if len(differing) == 1 else ""


def _note(known: ArgumentEvidence, values: list[str], links: int, own: str | None) -> None:
    known.pages += 1
    known.links += len(values)
    known.link_shares.append(len(values) / links)
    different = dict.fromkeys(values)
    known.value_counts.append(len(different))
    if len(known.values) < _MAX_VALUES:
        known.values.update(different)
    if own is not None:
        known.held += len(values)
        known.kept += values.count(own)
    if all(map(_INTEGER.fullmatch, different)):
        _note_numbers(known, [int(value) for value in values], own)


def _note_numbers(known: ArgumentEvidence, values: list[int], own: str | None) -> None:
    different = sorted(set(values))
    if len(different) == 1:
        here = int(own) if own and _INTEGER.fullmatch(own) else 0
        known.singles += different[0] >= here
        return
    if _is_run(different):
        known.runs += 1
        known.run_ends.add(different[-1])
        known.run_starts.add(different[0])
    is_counting = different[-1] - different[0] == len(different) - 1
    known.in_order += len(different) >= 4 and values == different and is_counting


def _is_run(values: Sequence[int]) -> bool:
    """Do numbers, or at least the first of them, count up by one step?"""
    step = values[1] - values[0]
    if values[0] < 0 or values[0] > 2 * max(step, 1) + 1 or not (step == 1 or step >= 5):
        return False
    # "2 3 4 … 57": later numbers may be further apart.
    return all(b - a == step for a, b in pairwise(values[:4]))


def _note_pager(
    own: UrlArguments, following: UrlArguments, found: defaultdict[str, ArgumentEvidence]
) -> None:
    given = dict(own.pairs())
    changed = [(n, v) for n, v in following.pairs() if given.get(n) != v and ":" not in n]
    for name, value in changed:
        found[name].paged += 1
        here = given.get(name, "0")
        is_number = _INTEGER.fullmatch(value) and _INTEGER.fullmatch(here)
        is_larger = is_number and int(value) > int(here)
        found[name].led_on += bool(is_larger) or (len(changed) == 1 and not is_number)


def examples(pages: Iterable[PageLinks], view: UrlView) -> dict[str, Pair]:
    """For each argument, the first page and link that differ in it alone."""
    found: dict[str, Pair] = {}
    for page in pages:
        own = view.atoms(page.url)
        for url in page.links[:_MAX_LINKS]:
            if changed := changed_alone(own, view.atoms(url)):
                found.setdefault(changed, (page.url, url))
                found.setdefault(changed.partition(":")[0], (page.url, url))
    return found


def is_number(value: str) -> bool:
    return bool(_INTEGER.fullmatch(value))


def is_time(value: str) -> bool:
    """Is it a time of this century, in seconds or milliseconds since 1970?"""
    return bool(_SECONDS.fullmatch(value))


def is_code(value: str) -> bool:
    """Was it made up by a program?"""
    return bool(_RANDOM.fullmatch(value[:200])) or is_random(value)


def is_hexadecimal(value: str) -> bool:
    return bool(_HEX.fullmatch(value))


def is_predicate(value: str) -> bool:
    """Is it a name with a value?"""
    return bool(_PREDICATES.match(value))


def is_label(value: str) -> bool:
    """Is it written for people ("Leather bound", "Maroquinerie")?"""
    return bool(_LABEL.fullmatch(value[:60])) or not value.isascii()


def is_locale(value: str) -> bool:
    """Is it the code of a language, country or currency?"""
    return bool(_LOCALE.fullmatch(value))


def is_address(value: str) -> bool:
    return bool(_ADDRESS.match(value))


def is_range(value: str) -> bool:
    return len(value) < 60 and bool(_RANGE.fullmatch(value))


def is_page_size(value: str) -> bool:
    return len(value) < 5 and value.isdecimal() and int(value) in _SIZES
