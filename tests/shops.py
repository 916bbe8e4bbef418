"""One index and 200 slow pages: a menu of shops, each with its own page of wares."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from tests.serving import HTML, Answer, served

SHOPS, WARES = 200, 3
SLOW = 0.15

_OPTIONS = "".join(f'<option value="{n}">Shop {n:03}</option>' for n in range(1, SHOPS + 1))
_FORM = f"""<form action="/shop" role="search"><label>Search the wares of
<select name="shop"><option value="">Choose a shop</option>{_OPTIONS}</select></label>
<button>Search</button></form>"""
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "ze")


@dataclass
class Shops:
    """A site; ``asked`` are the requests in the order of receipt."""

    asked: list[str] = field(default_factory=list)
    url: str = ""

    def page(self, target: str) -> tuple[int, str]:
        self.asked.append(target)
        address = urlsplit(target)
        if address.path == "/robots.txt":
            return 404, ""
        shop = parse_qs(address.query).get("shop", [""])[0]
        if address.path != "/shop":
            return 200, f"<html><body><h1>The arcade</h1>{_FORM}</body></html>"
        if not shop.isdigit() or not 1 <= int(shop) <= SHOPS:
            return 200, f"<html><body>{_FORM}<p>Please choose a shop</p></body></html>"
        time.sleep(SLOW)
        rows = "".join(_ware(int(shop), number) for number in range(WARES))
        return 200, f"<html><body>{_FORM}<ul class='wares'>{rows}</ul></body></html>"


def _ware(shop: int, number: int) -> str:
    names = (_name(shop * WARES + number + offset) for offset in (0, 1000, 2000))
    made, of, by = names
    return f'<li><a href="/ware/{shop}-{number}">{made} of {of}</a> <p>by {by}</p></li>'


def _name(number: int) -> str:
    """A word of its own for each number."""
    parts = (number * 31 // len(_SYLLABLES) ** place % len(_SYLLABLES) for place in range(4))
    return "".join(_SYLLABLES[part] for part in parts)


@contextmanager
def served_shops() -> Iterator[Shops]:
    site = Shops()

    def answer(target: str) -> Answer:
        status, page = site.page(target)
        return status, HTML, page.encode()

    with served(answer) as site.url:
        yield site
