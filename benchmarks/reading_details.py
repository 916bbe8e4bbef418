"""What does reading the own page of a record cost, once its site is learnt?

usage: python -m benchmarks.reading_details DATA [--profile]

DATA holds ``details/`` as described in its README. The first eight pages of each site are compared,
as a crawl does; each of the others is read a single time, in this one process. CPU time:

- *plain*: lxml parses the page and lists its words and its links (``benchmarks.reading_cost``);
- *parse*: the page is parsed as a crawl does;
- *read*: the page is parsed, read by what was learnt, and held against the other pages.

Each ratio is the time over that of *plain*: of all pages together, and the median and nine in ten
of the sites.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import json
import pstats
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from scrapy.http import HtmlResponse

from benchmarks.reading_cost import plain
from deepweb.crawl.html import html_page
from deepweb.extensions.settled_memory import settle
from deepweb.page.page import Page
from deepweb.read.details.detail_reader import ENOUGH, DetailMemory, DetailReader
from deepweb.read.details.reading import learn_fitting

URL = "http://site.example/item"


def bodies(data: Path) -> dict[str, list[bytes]]:
    """The pages of each site."""
    found: dict[str, list[bytes]] = defaultdict(list)
    for line in (data / "details/index.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        path = data / "details" / row["html"]
        found[f"{row['vertical']}-{row['site']}"].append(gzip.decompress(path.read_bytes()))
    return found


def parsed(body: bytes) -> Page:
    page = html_page(HtmlResponse(URL, body=body, encoding="utf-8"))
    assert page is not None
    return page


def cost(work: Callable[[bytes], object], pages: Sequence[bytes]) -> float:
    """Milliseconds a page."""
    start = time.process_time()
    for body in pages:
        work(body)
    return 1000 * (time.process_time() - start) / len(pages)


def costs(pages: Sequence[bytes], profile: cProfile.Profile | None) -> dict[str, float]:
    """Milliseconds a page of one site, by what was done."""
    learnt = DetailMemory(learn_fitting(list(map(parsed, pages[:ENOUGH]))))
    reader = DetailReader(learnt)
    later = pages[ENOUGH:]

    def read(body: bytes) -> object:
        return reader.read("id", parsed(body))

    found = {
        "plain": cost(lambda body: plain(body, "utf-8"), later),
        "parse": cost(parsed, later),
    }
    if profile:
        profile.enable()
    found["read"] = cost(read, later)
    if profile:
        profile.disable()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    given = parser.parse_args()
    profile = cProfile.Profile() if given.profile else None
    settle()  # as a crawl does
    sites = [costs(pages, profile) for pages in bodies(given.data).values()]
    print(f"{len(sites)} sites, {'a page:':12}{'ms':>8}{'ratio':>8}{'median':>8}{'9 in 10':>8}")
    for name in sites[0]:
        mean = statistics.fmean(site[name] for site in sites)
        least = statistics.fmean(site["plain"] for site in sites)
        ratios = sorted(site[name] / site["plain"] for site in sites)
        nine = ratios[int(0.9 * len(ratios))]
        print(f"{name:22}{mean:8.2f}{mean / least:8.2f}{statistics.median(ratios):8.2f}{nine:8.2f}")
    if profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    main()
