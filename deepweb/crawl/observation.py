"""What was seen when a search was made on a page in the browser."""

from __future__ import annotations

from dataclasses import dataclass, field

from deepweb.crawl.html import rendered_page
from deepweb.page.page import text_pieces
from deepweb.surface.script.exchange import Exchange

MIN_SHOWN = 12  # letters that a page must show for a word, and not for nonsense


@dataclass(frozen=True, slots=True)
class Box:
    """A search box of a page, and how sure it is that it is one."""

    places: tuple[int, ...]
    """Where it may stand among the boxes of the page."""
    may_post: bool
    told: str
    """Why it is taken for a search."""
    probability: float


@dataclass(slots=True)
class Observation:
    """What was seen when a search was made on a page."""

    raw: str = ""
    """The page before anything was asked."""
    box: Box | None = None
    place: int = -1
    is_sent: bool = True
    """Was Enter pressed, or is it enough to write into the box?"""
    nonsense: str = ""
    word: str = ""
    """The word that found something."""
    nothing: str = ""
    found: str = ""
    """What the page showed for nonsense, and for the word."""
    url: str = ""
    """Where the browser was in the end."""
    reopened: str = ""
    """What that address shows when it is opened afresh."""
    more: str = ""
    """How more results were had."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: tuple[str, ...] = ()


def has_results(nothing: str, found: str, word: str) -> bool:
    """Does a page show for a word what it does not show for nonsense?"""
    empty, full = rendered_page(nothing, "http://x/"), rendered_page(found, "http://x/")
    if empty is None or full is None:
        return False
    known = {piece.casefold() for piece in text_pieces(empty.root)}
    fresh = [p for p in text_pieces(full.root) if p.casefold() not in known]
    # What only repeats the query says nothing, nor does a count alone.
    telling = [piece for piece in fresh if word.casefold() not in piece.casefold() or " " in piece]
    return sum(map(len, telling)) >= MIN_SHOWN and len(telling) > 1
