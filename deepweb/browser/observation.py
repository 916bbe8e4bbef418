"""What a visit by the browser learns, and whom it asks to read the HTML that it sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from deepweb.surface.script.exchange import Exchange


@dataclass(frozen=True, slots=True)
class Box:
    """A search box of a page, and how sure it is that it is one."""

    places: tuple[int, ...]
    """Where it may stand among the boxes of the page."""
    may_post: bool
    told: str
    """Why it is taken for a search."""
    probability: float


class PageReader(Protocol):
    """Reads HTML as the rest of the crawl does (``crawl/search_boxes.py``)."""

    def boxes(self, html: str, url: str) -> Sequence[Box]:
        """The search boxes of a page, the likeliest first."""

    def words(self, html: str, url: str, most: int) -> Sequence[str]:
        """Words of a page to ask for."""

    def has_results(self, nothing: str, found: str, word: str) -> bool:
        """Does a page show something for a word that it does not show for nonsense?"""

    def broad_words(self, nothing: str, found: str, word: str, most: int) -> Sequence[str]:
        """Words that most results of a page contain."""

    def texts(self, html: str) -> Sequence[str]:
        """The pieces of text of a page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the browser showed in the end, and where."""

    html: str
    url: str


@dataclass(slots=True)
class Observation:
    """What was seen when a page was searched."""

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
    """What the page showed for nonsense."""
    found: str = ""
    """What the page showed for the word."""
    url: str = ""
    """The address of the browser in the end."""
    reopened: str = ""
    """What that address shows when it is opened again."""
    more: str = ""
    """How more results were loaded."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: tuple[str, ...] = ()
