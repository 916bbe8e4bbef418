"""How much memory does a crawl take that knows five million URLs?

    python -m benchmarks.memory [--urls N] [--json]

Three figures. ``duplicate filter``: what the requests of a crawl leave behind that are filtered.
``many sites``: sites of 10,000 records each, surfaced one after another by the real algorithm, as a
worker does; every record has an address of its own, a title and a text. ``one site``: the same of a
single site that has them all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable

from scrapy import Request
from scrapy.dupefilters import RFPDupeFilter

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest import HarvestLimits
from deepweb.surface.surfacing import KnownRecords, Surfacing, SurfacingLimits, Task

LIMIT = 1.5e9
PAGE = 1000
RECORDS = 10_000
LIMITS = SurfacingLimits(4, 0.25, 20, HarvestLimits(50, 5, 2, 300, 0.995))
WORDS = ("old", "rare", "fine", "signed", "first", "edition", "cloth", "leather", "new", "complete")


def address(number: int) -> str:
    return f"https://catalogue.example.org/items/{number:08d}/view?lang=en"


def duplicate_filter(urls: int) -> None:
    seen = RFPDupeFilter()
    for number in range(urls):
        seen.request_seen(Request(address(number)))


def many_sites(urls: int) -> None:
    for _ in range(0, urls, RECORDS):
        one_site(RECORDS)


def one_site(urls: int) -> None:
    task = Task("q", ["zxqv", "qqzz", "xvxv", "wqwq"], WORDS)
    known = KnownRecords()
    outcome = asyncio.run(Surfacing(task, Listing(urls), known, LIMITS).run())
    if len(known.ids) != urls:
        raise SystemExit(f"{len(known.ids)} of {urls} found: {outcome.reason}")


class Listing:
    """A site that answers nothing at all with all of its records, a page at a time."""

    def __init__(self, records: int) -> None:
        self._records = records

    async def __call__(self, question: Question) -> Answer:
        if question.purpose == "background":
            return Answer("background", "empty", length=900)
        first = int(question.link.rpartition("=")[2] or 0) if question.link else 0
        if not question.link and (said := dict(question.values).get("q", "")) not in {"", *WORDS}:
            return Answer("empty", said, length=900)
        last = min(first + PAGE, self._records)
        more = f"https://catalogue.example.org/list?from={last}" if last < self._records else ""
        found = tuple(map(record, range(first, last)))
        return Answer("results", f"page {first}", found, 90_000, more, self._records)


def record(number: int) -> Found:
    title = f"{WORDS[number % 10]} volume {number}"
    return Found(address(number), title, f"{title} {WORDS[number // 10 % 10]} {number % 997}")


CASES: dict[str, Callable[[int], None]] = {
    "duplicate filter": duplicate_filter,
    "many sites": many_sites,
    "one site": one_site,
}


def measured(name: str, urls: int) -> dict[str, object]:
    """In a process of its own, so that its largest size is this case's."""
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[tuple[int, int, float]] = context.Queue()
    process = context.Process(target=_run, args=(name, urls, queue))
    process.start()
    before, after, seconds = queue.get()
    process.join()
    return {
        "case": name,
        "urls": urls,
        "megabytes": round(after / 1e6),
        "bytes a URL": round((after - before) / urls),
        "seconds": round(seconds),
        "under 1.5 GB": after < LIMIT,
    }


def _run(name: str, urls: int, queue: multiprocessing.Queue[tuple[int, int, float]]) -> None:
    before, began = _largest(), time.monotonic()
    CASES[name](urls)
    queue.put((before, _largest(), time.monotonic() - began))


def _largest() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=5_000_000)
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [measured(name, given.urls) for name in given.case or CASES]
    for row in rows:
        print(json.dumps(row) if given.json else "  ".join(f"{k}: {v}" for k, v in row.items()))
    sys.exit(0 if all(row["under 1.5 GB"] for row in rows) else 1)


if __name__ == "__main__":
    main()
