"""A small web on loopback: a proxy that answers for every host of a table, so that each is a site.

Crawls reach it by ``http_proxy``; no name is ever resolved.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from tests.serving import Handler, Serving

BOOK_FORM = (
    "<form action=/find><label>Author <input name=author></label>"
    "<label>Title or ISBN <input name=q></label><button>Search books</button></form>"
)
BOOK_TEXT = (
    "<h1>Books</h1><p>Used and rare books from booksellers: novels, fiction, poetry, paperback and "
    "hardcover. Browse authors, titles and publishers, read book reviews, find first editions.</p>"
)
COOK_TEXT = (
    "<h1>Recipes</h1><p>Cooking and baking at home: dinner, dessert, pasta, salad, vegetarian "
    "recipes with ingredients by chefs, restaurants and wine.</p>"
)
COOK_FORM = (
    "<form action=/find><input name=q placeholder='Search recipes'><button>Go</button></form>"
)

Web = Mapping[str, str | tuple[int, str, bytes]]
"""Address without its scheme to a page, or to status, content type (or Location) and body."""


def page(title: str, *parts: str) -> str:
    return f"<html><head><title>{title}</title></head><body>{''.join(parts)}</body></html>"


def links(*hosts: str, about: str = "books") -> str:
    return "".join(f"<p><a href='http://{host}/'>{about} at {host}</a></p>" for host in hosts)


class SmallWeb(Serving):
    """Serves a web as a proxy; ``asked`` tells what for, ``delay`` is how long it takes."""

    def __init__(self, web: Web, delay: float = 0.0) -> None:
        super().__init__(_Handler)
        self.web = web
        self.delay = delay
        self.asked: list[str] = []

    @property
    def environment(self) -> dict[str, str]:
        return {"http_proxy": self.url, "no_proxy": ""}

    @property
    def pages(self) -> list[str]:
        return [each for each in self.asked if not each.endswith("/robots.txt")]

    def answer(self, url: str) -> tuple[int, str, bytes]:
        parts = urlsplit(url)
        place = f"{parts.netloc}{parts.path}" + (f"?{parts.query}" if parts.query else "")
        self.asked.append(place)
        if not place.endswith("/robots.txt"):
            time.sleep(self.delay)
        said = self.web.get(place, (404, "text/html", b"<p>not found</p>"))
        return said if isinstance(said, tuple) else (200, "text/html", said.encode())


class _Handler(Handler):
    serving: SmallWeb

    def answer(self) -> None:
        status, kind, body = self.serving.answer(self.path)
        self.send(status, {"Location" if 300 <= status < 400 else "Content-Type": kind}, body)
