"""Which records of an answer does a page show, and how does it link to them?

What a page shows for a word and not for nonsense is the result of the search. The list of an answer
that holds it is the list of records; the links beside them tell how the address of a record's own
page is made of the fields of the record.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin

from deepweb.page.page import Page, text_pieces
from deepweb.read.records.json_records import JsonList, fields, filled_url, texts

MAX_ITEMS = 30  # records of a list that are searched for on the page
MAX_TEXTS = 12  # texts of each of these records
MAX_SHOWN = 200_000  # characters of the page that are searched
SHOWN = 0.5  # share of the records of a list that the page must show
BY_PATTERN = 0.6  # share of the shown records whose address one pattern must make
MAX_TRIED = 5  # records whose fields patterns are made of
MAX_FIELD = 300  # characters of a field that may be part of an address


@dataclass(frozen=True, slots=True)
class SearchPages:
    """A page after a search for nonsense, and after one for a word that found something."""

    nothing: Page
    found: Page
    word: str
    nonsense: str = ""


class ShownRecords:
    """What a page showed for the word, and not for nonsense."""

    def __init__(self, seen: SearchPages) -> None:
        self.seen = seen
        nothing = set(_pieces(seen.nothing))
        self.pieces = [piece for piece in _pieces(seen.found) if piece not in nothing]
        self._text = "\n".join(self.pieces)[:MAX_SHOWN]
        self.links = [link.get("href", "") for link in seen.found.root.iter("a")]

    def held_by(self, html: str, others: Sequence[str]) -> int:
        """How many of the pieces stand in some HTML, and not in HTML without results."""
        there = html.casefold()
        return sum(p in there and not any(p in other for other in others) for p in self.pieces)

    def holds(self, text: str) -> bool:
        return len(text) > 2 and " ".join(text.casefold().split())[:80] in self._text

    def items(self, listed: JsonList) -> int:
        """How many of the first records of a list the page shows."""
        return sum(
            any(self.holds(text) for text in list(texts(item))[:MAX_TEXTS])
            for item in listed.items[:MAX_ITEMS]
        )

    def shows(self, listed: JsonList) -> int:
        there = self.items(listed)
        return there if there >= SHOWN * min(len(listed.items), MAX_ITEMS) else 0


def _pieces(page: Page) -> Iterator[str]:
    return (piece.casefold() for piece in text_pieces(page.root))


def title_field(listed: JsonList, shown: ShownRecords) -> str:
    """The field that links or headings show."""
    heads = {
        " ".join(piece.casefold().split())
        for element in shown.seen.found.root.iter("a", "h1", "h2", "h3", "h4", "strong", "b")
        for piece in text_pieces(element)
    }
    times: Counter[str] = Counter()
    for item in listed.items[:MAX_ITEMS]:
        for name, value in fields(item).items():
            if isinstance(value, str) and " ".join(value.casefold().split()) in heads:
                times[name] += 1
    most = max(times.values(), default=0)
    named = [name for name, n in times.items() if n == most]
    return named[0] if most >= SHOWN * min(len(listed.items), MAX_ITEMS) and named else ""


def url_pattern(listed: JsonList, shown: ShownRecords) -> str:
    """How the addresses of links are made of a field of each record; "" if they are not."""
    there = {link for link in shown.links if link and link != "#"}
    items = [fields(item) for item in listed.items[:MAX_ITEMS]]
    tried: Counter[str] = Counter()
    for said in items[:MAX_TRIED]:
        tried.update(set(_patterns(said, there)))
    base = "http://x/"
    absolute = {urljoin(base, link) for link in there}
    best = ""
    most = 0
    for pattern in tried:
        made = {filled_url(pattern, said, base) for said in items}
        held = len(made & absolute)
        if held > most:
            best, most = pattern, held
    is_enough = most >= min(2, len(items)) and most >= BY_PATTERN * _shown_items(items, shown)
    return urljoin_pattern(shown.seen.found.url, best) if best and is_enough else ""


def urljoin_pattern(base: str, pattern: str) -> str:
    """A pattern as an absolute address, with its braces kept."""
    if pattern.startswith("{"):
        return pattern
    start, brace, rest = pattern.partition("{")
    return f"{urljoin(base, start) if start else base}{brace}{rest}"


def _shown_items(items: Sequence[Mapping[str, Any]], shown: ShownRecords) -> int:
    return sum(
        any(isinstance(v, str) and shown.holds(v) for v in list(said.values())[:MAX_TEXTS])
        for said in items
    )


def _patterns(said: Mapping[str, Any], links: Iterable[str]) -> Iterator[str]:
    for name, value in said.items():
        told = str(value)
        if not told or len(told) > MAX_FIELD:
            continue
        for spelt in {told, quote(told, safe="")}:
            for link in links:
                if link == spelt:
                    yield f"{{{name}}}"
                elif spelt in link:
                    yield from _places(link, spelt, name)


def _places(link: str, value: str, name: str) -> Iterator[str]:
    for found in re.finditer(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", link):
        yield f"{link[: found.start()]}{{{name}}}{link[found.end() :]}"
