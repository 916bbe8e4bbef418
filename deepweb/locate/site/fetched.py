"""The result of asking for a page: the page, or the reason why there is none.

Pure code asks for pages through ``fetch`` and does not know whether Scrapy, a test or a simulated
web answers it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from deepweb.locate.site.stop_criteria import Stop
from deepweb.page.page import Page


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer. Without a page, ``problem`` says why: an error, a picture, robots.txt."""

    url: str
    """Where the address led, which may be another site."""
    page: Page | None = None
    problem: str = ""
    body: bytes = b""
    """The raw answer: descriptions and sitemaps are XML, some engines answer with JSON."""
    type: str = ""
    """The content type that the site declares."""
    may_pass: bool = False
    """Might a later request succeed (no answer, 429, 5xx)?"""
    stop: Stop | None = None
    """Why the page was not requested at all: SC1 to SC5, the budget, or a site that was left."""
    error: BaseException | None = None
    """What was raised, for callers who name a remedy."""


Fetch = Callable[[str], Awaitable[Fetched]]
"""``fetched = await fetch(url)``: never raises for what the web does, only to end the crawl."""


class ExploringFetch(Protocol):
    """A ``Fetch`` that is told the depth of a page and refuses it where SC1 to SC5 say so."""

    def __call__(self, url: str, depth: int | None = None) -> Awaitable[Fetched]: ...
