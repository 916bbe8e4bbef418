"""Second-level URLs through filter and prevalence: how many a second, in how much memory?

They come page by page, as in a crawl, from a made-up site: facets by the hundred thousand, and an
argument that is new in each link, which is what memory runs out of.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from deepweb.read.links.query_place import QueryPlace
from deepweb.read.links.site_urls import SiteUrls
from deepweb.store.resources import argument_words

LINKS_A_PAGE = 100
# The time is taken so many times over, to see that it grows no faster than the URLs.
STRETCHES = 10


def speed(urls: int) -> dict[str, Any]:
    """Counts that many URLs; the time of making them is not counted."""
    known = SiteUrls(argument_words(), QueryPlace("q"))
    pages = _pages(random.Random(0))
    stretches = []
    for _ in range(STRETCHES):
        batch = list(islice(pages, urls // LINKS_A_PAGE // STRETCHES))
        start = time.process_time()
        for url, links in batch:
            known.add_page(url, links)
        stretches.append(len(batch) * LINKS_A_PAGE / (time.process_time() - start))
    start = time.process_time()
    roles = known.roles()
    told = {
        "urls": urls,
        "a_second": STRETCHES / sum(1 / each for each in stretches),
        "first": stretches[0],
        "last": stretches[-1],
        "seconds_for_roles": time.process_time() - start,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "roles": {role.argument: role.role for role in roles},
    }
    print("\n".join(f"{key:<18} {value}" for key, value in told.items()))
    return told


def _pages(rng: random.Random) -> Iterator[tuple[str, list[str]]]:
    start = "https://shop.example.org/search?q="
    count = 0
    while True:
        count += 1
        query = f"thing+{rng.randrange(200_000)}"
        links: list[str] = []
        for at in range(LINKS_A_PAGE - 15):
            facet = ("brand", "color", "cat", "size_id")[at % 4]
            value = rng.randrange((90_000, 400, 9_000, 60)[at % 4])
            links.append(f"{start}{query}&{facet}={value}&from={at % 5}&click={count:x}{at:x}z")
        links += [f"{start}{query}&page={page}&from=7&click={count:x}p" for page in range(2, 11)]
        links += [f"{start}{query}&sort={way}&from=8" for way in ("asc", "desc", "price", "new")]
        links += [f"{start}other+{rng.randrange(10**6)}&from=9" for _ in range(2)]
        yield f"{start}{query}", links
