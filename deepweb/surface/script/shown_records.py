"""Which records of an answer does a page show?

What a page shows for a word and not for nonsense is the result of the search. The list of an answer
that holds it is the list of records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice

from deepweb.page.page import Page, text_pieces
from deepweb.read.data.json_fields import fields, texts
from deepweb.read.data.json_lists import JsonList
from deepweb.surface.script.filters import ShownFilter

MAX_ITEMS = 30  # records of a list that are searched for on the page
MAX_TEXTS = 12  # texts of each of these records
MAX_SHOWN = 200_000  # characters of the page that are searched
MIN_BEGUN = 5  # records at the beginning of a list that is shown in part
MAX_MARKED = 2_000  # texts with marks in them
MAX_TITLE = 200  # characters of a title
_MARKS = ("mark", "em", "b", "strong", "span", "i", "font")
SHOWN = 0.5  # share of the records of a list that the page must show


@dataclass(frozen=True, slots=True)
class ShownClick:
    """A click on a record that a page showed, and the address to which it led."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class SearchPages:
    """A page after a search for nonsense, and after one for a word that found something."""

    nothing: Page
    found: Page
    word: str
    nonsense: str = ""
    others: tuple[Page, ...] = ()
    """Other pages that were seen: the one before the search, the results when opened again."""
    clicks: tuple[ShownClick, ...] = ()
    filters: tuple[ShownFilter, ...] = ()


class ShownTexts:
    """The texts of a page that another page does not show, or all if there is no other."""

    def __init__(self, page: Page, empty: Page | None) -> None:
        known = set(_pieces(empty)) if empty else set()
        self.pieces = [piece for piece in _pieces(page) if piece not in known]
        # Words that were searched for are often marked, which splits a text into pieces.
        self._text = " ".join(self.pieces)[:MAX_SHOWN]

    def holds(self, text: str) -> bool:
        return len(text) > 2 and " ".join(text.casefold().split())[:80] in self._text


class ShownRecords(ShownTexts):
    """What a page showed for the word, and not for nonsense."""

    def __init__(self, seen: SearchPages) -> None:
        super().__init__(seen.found, seen.nothing)
        self.seen = seen

    def held_by(self, html: str, others: Sequence[str]) -> int:
        """How many of the pieces stand in some HTML, and not in HTML without results."""
        there = " ".join(unescape(html).casefold().split())
        return sum(p in there and not any(p in other for other in others) for p in self.pieces)

    def names(self, listed: JsonList, known: JsonList) -> tuple[str, ...]:
        """The texts by which the page shows records, one for each.

        Texts that several of the ``known`` records have, such as a category, name none.
        """
        marked = {*_marked(self.seen.found)} - {*_marked(self.seen.nothing)}
        there = {" ".join(piece.casefold().split()) for piece in (*self.pieces, *marked)}
        times = Counter(
            text for said in {frozenset(texts(i)) for i in known.items} for text in said
        )
        found = (
            min(
                (t for t in texts(item) if " ".join(t.casefold().split()) in there),
                key=lambda text: times[text] > 1,
                default="",
            )
            for item in listed.items[:MAX_ITEMS]
        )
        return tuple(dict.fromkeys(filter(None, found)))

    def shows(self, listed: JsonList) -> int:
        """How many of the first records of a list the page shows; 0 if it shows another list.

        Some pages show only the beginning of a list, until one scrolls.
        """
        there = [
            any(self.holds(text) for text in list(texts(item))[:MAX_TEXTS])
            for item in listed.items[:MAX_ITEMS]
        ]
        is_begun = len(there) > MIN_BEGUN and all(there[:MIN_BEGUN])
        return sum(there) if is_begun or sum(there) >= SHOWN * len(there) else 0


def shown_texts(page: Page) -> Iterator[str]:
    """What a page shows: its text, and what it says of pictures and of links that are pictures."""
    yield from text_pieces(page.root)
    for element in page.root.iter("img", "a"):
        said = element.get("alt") if element.tag == "img" else element.get("title")
        if said and (folded := " ".join(said.split())):
            yield folded


def _marked(page: Page) -> Iterator[str]:
    """The texts in which a page marks the words that were searched for."""
    around = dict.fromkeys(each.getparent() for each in page.root.iter(*_MARKS))
    for element in islice((each for each in around if each is not None), MAX_MARKED):
        if len(text := " ".join(element.text_content().split())) <= MAX_TITLE:
            yield text


def _pieces(page: Page) -> Iterator[str]:
    return (piece.casefold() for piece in shown_texts(page))


def title_field(listed: JsonList, shown: ShownRecords) -> str:
    """The field that links or headings show."""
    heads = {
        " ".join(piece.casefold().split())
        for element in shown.seen.found.root.iter("a", "h1", "h2", "h3", "h4", "strong", "b")
        for piece in (*text_pieces(element), element.text_content(), element.get("title", ""))
    }
    times: Counter[str] = Counter()
    for item in listed.items[:MAX_ITEMS]:
        for name, value in fields(item).items():
            if isinstance(value, str) and " ".join(value.casefold().split()) in heads:
                times[name] += 1
    most = max(times.values(), default=0)
    named = [name for name, n in times.items() if n == most]
    return named[0] if named and most >= SHOWN * shown.shows(listed) else ""
