"""What came of asking for an address: a page, or why there is none.

The crawl of a topic asks for pages through one function, ``fetch``, and never knows whether Scrapy,
a test or a simulated web answers it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deepweb.page.page import Page


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer. Without a page, ``problem`` says why: an error, a picture, robots.txt."""

    url: str
    """Where the address led, which may be another site."""
    page: Page | None = None
    problem: str = ""
    body: bytes = b""
    """As it came: descriptions and sitemaps are XML, some engines answer with JSON."""
    type: str = ""
    """What the site says that it is."""
    may_pass: bool = False
    """Might it be had another time (no answer, 429, 5xx)?"""


Fetch = Callable[[str], Awaitable[Fetched]]
"""``fetched = await fetch(url)``: never raises for what the web does, only to end the crawl."""
