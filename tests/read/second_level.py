"""Result pages of a made-up shop, as far as addresses go."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from deepweb.read.links.query_place import PageLinks

SHOP = "https://shop.example/search"
QUERIES = tuple(
    f"{a} {b}" for a in ("red", "old", "big", "new") for b in ("lamp", "desk", "sofa", "clock")
)
Extra = Callable[[random.Random, int], str]


def shop_pages(
    offered: Mapping[str, Sequence[str]],
    *,
    local: Sequence[str] = ("brand",),
    on_all: Mapping[str, Extra] | None = None,
    queries: Sequence[str] = QUERIES,
    last_page: int = 9,
    page: str = "page",
) -> list[PageLinks]:
    """A page for each query. Of ``offered`` arguments each value is linked, alone; of ``local``
    ones a few that follow the query. ``on_all`` is added to each link, made by its number.
    """
    pages = []
    for at, query in enumerate(queries):
        rng = random.Random(query)
        start = f"{SHOP}?q={query.replace(' ', '+')}"
        ends = [f"&{name}={value}" for name, values in offered.items() for value in values]
        for name in local:
            ends += [f"&{name}={name}{rng.randrange(200)}" for _ in range(6)]
        ends += [f"&{page}={n}" for n in range(2, 3 + (at * 5) % last_page)]
        links = [f"{start}{end}" for end in ends]
        if on_all:
            links = [
                link + "".join(f"&{name}={made(rng, n)}" for name, made in on_all.items())
                for n, link in enumerate(links, start=1)
            ]
        things = [f"https://shop.example/thing/{rng.randrange(9999)}?list=1" for _ in range(5)]
        pages.append(PageLinks(start, [*links, *things, "https://shop.example/login"]))
    return pages
