"""What the browser is to do on a page, and what it observed there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from deepweb.crawl.html import rendered_page
from deepweb.page.page import Page, link_target, visible_text
from deepweb.surface.script.exchange import Exchange
from deepweb.surface.script.filters import ShownFilter
from deepweb.surface.script.shown_records import SearchPages, ShownClick, shown_texts

SLOT = "browser"
"""Download slot of visits; the requests of the visited pages wait in the slot of the site."""

LOOK = "look"
"""The way of a visit to the own page of a record."""
MIN_SHOWN = 12  # letters that a page must show for a word, and not for nonsense


@dataclass(frozen=True, slots=True)
class BrowserVisit:
    """What the browser is to do on a page (``request.meta["browser"]``)."""

    site: str
    way: str
    """``observe`` a search, ``look`` at a record's own page, or ``open`` or ``fill`` to ask."""
    page: str = ""
    """The page to observe."""
    always: bool = False
    """Is the browser to answer every question, whatever is observed?"""
    nonsense: str = ""
    words: tuple[str, ...] = ()
    """Words to try until one finds something."""
    url: str = ""
    """The page with the box to fill in; the address of the request if empty."""
    place: int = -1
    """The position of that box among the boxes of the page."""
    word: str = ""
    is_sent: bool = True
    """Is Enter pressed after typing?"""
    may_post: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A search box of a page, with its probability."""

    places: tuple[int, ...]
    """Its possible positions among the boxes of the page."""
    may_post: bool
    reason: str
    """Why it is judged to be a search."""
    probability: float


@dataclass(slots=True)
class Observation:
    """What the browser observed when it searched a page."""

    raw: str = ""
    """The page before the first query."""
    box: Box | None = None
    place: int = -1
    is_sent: bool = True
    """Was Enter pressed? If not, typing into the box is enough."""
    is_behind_menu: bool = False
    """Must a menu be chosen from before it finds anything?"""
    nonsense: str = ""
    word: str = ""
    """The word that found results."""
    nothing: str = ""
    """What the page showed for nonsense."""
    found: str = ""
    """What the page showed for the word."""
    url: str = ""
    """The final URL of the browser."""
    reopened: str = ""
    """The page at that URL when it is opened again."""
    more: str = ""
    """How more results were loaded."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: tuple[str, ...] = ()
    opened: str = ""
    """The URL of the page before the first query."""
    clicks: list[ShownClick] = field(default_factory=list)
    filters: list[ShownFilter] = field(default_factory=list)
    hung: str = ""
    """What was done when the page hung; "" if it did not."""

    def pages(self) -> SearchPages | None:
        """The pages that were seen; None if no word found anything."""
        nothing, found = rendered_page(self.nothing, self.url), rendered_page(self.found, self.url)
        if nothing is None or found is None or not self.found:
            return None
        before = rendered_page(self.raw, self.opened)
        again = rendered_page(self.reopened, self.url) if self.reopened else None
        others = tuple(page for page in (before, again) if page is not None)
        acted = tuple(self.clicks), tuple(self.filters)
        return SearchPages(nothing, found, self.word, self.nonsense, others, *acted)

    def until(self, step: str, exchanges: Sequence[Exchange], refused: Iterable[str]) -> bool:
        """End the visit, because the page hung at a step if one is given; was anything seen?"""
        self.hung, self.exchanges, self.refused = step, list(exchanges), tuple(refused)
        return bool(self.raw)


def browser_meta(visit: BrowserVisit) -> dict[str, Any]:
    """The meta of a request for a visit by the browser."""
    return {
        "browser": visit,
        "download_slot": SLOT,
        "autothrottle_dont_adjust_delay": True,
        # The visit has its own time limit, and its requests are retried one by one.
        "download_timeout": 0,
        "dont_retry": True,
        "dont_redirect": True,
    }


def has_results(nothing: str, found: str, word: str) -> bool:
    """Does a page show something for a word that it does not show for nonsense?"""
    # Text that only repeats the query does not count, and neither does a number alone.
    telling = [
        piece
        for piece in fresh_pieces(nothing, found)
        if word.casefold() not in piece.casefold() or " " in piece
    ]
    is_said = sum(map(len, telling)) >= MIN_SHOWN and len(telling) > 1
    return is_said or bool(_fresh_links(nothing, found, word))


def _fresh_links(nothing: str, found: str, word: str) -> set[str]:
    """The pages of the site that only the second page links to, under a text with the word.

    A result may say no more than what was asked for. Links that carry the query are no results.
    """
    empty, full = rendered_page(nothing, "http://x/"), rendered_page(found, "http://x/")
    if empty is None or full is None:
        return set()
    known, asked = {url for url, _ in _links(empty)}, word.casefold()
    return {
        url
        for url, text in _links(full)
        if url not in known and asked in text.casefold() and not _is_query(url, asked)
    }


def _links(page: Page) -> Iterator[tuple[str, str]]:
    for element in page.root.iter("a"):
        url = link_target(page, element) or ""
        if url.startswith("http://x/"):
            yield url, visible_text(element)


def _is_query(url: str, asked: str) -> bool:
    """Does an address hold a word as a value, or as the last step of a path?"""
    parts = urlsplit(url)
    values = (value for _, value in parse_qsl(f"{parts.query}&{parts.fragment}"))
    last = unquote_plus(parts.path.rstrip("/").rpartition("/")[2])
    return asked in {each.casefold() for each in (*values, last)}


def fresh_pieces(nothing: str, found: str) -> list[str]:
    """The pieces of text of the second page that are not on the first."""
    empty, full = rendered_page(nothing, "http://x/"), rendered_page(found, "http://x/")
    if empty is None or full is None:
        return []
    known = {piece.casefold() for piece in shown_texts(empty)}
    return [piece for piece in shown_texts(full) if piece.casefold() not in known]
