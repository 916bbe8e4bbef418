"""How much memory does a crawl take that knows five million URLs?

    python -m benchmarks.memory [--urls N] [--case "one list"] [--crawl N] [--json]

``duplicate filter``: what the requests of a crawl leave behind that are filtered. The others are
sites that the real algorithm surfaces, with everything that it keeps; every record has an address
of its own, a title with a number that no other has, and a text. ``many sites``: of 10,000 records
each, one after another, as a worker does. ``one list``: a single site that lists all it has.
``one search``: a single site that has to be searched by words, with facets beside every answer.
``--crawl`` has `scrapy crawl` go through a site of so many records, over HTTP and with a store: its
bytes a URL are what it takes beyond a crawl of a tenth of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from scrapy import Request
from scrapy.dupefilters import RFPDupeFilter

from deepweb.page.address.argument_names import ArgumentWords
from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.second_level import SearchAddress
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.run import Surfacing
from deepweb.surface.task import SurfacingLimits, Task
from tests import serving

LIMIT = 1.5e9
PAGE, SEARCH_PAGE = 1000, 100
RECORDS = 10_000
LIMITS = SurfacingLimits(4, 0.25, 20, HarvestLimits(50, 5, 2, 300, 0.995))
NO_LIMITS = SurfacingLimits(4, 0.25, 20, HarvestLimits(2000, 5, 2, 10**9, 1.0))
HOST = "https://catalogue.example.org"
# Of a site that is searched: words of each record, by what is left of its number when it is divided
# by these, and values of its facets.
DIVISORS = {"a": 997, "b": 9973, "c": 49_999}
FACETS = {"Colour": 7, "Size": 11}
NONSENSE = ("zxqv", "qqzz", "xvxv", "wqwq")
WORDS = ("old", "rare", "fine", "signed", "first", "edition", "cloth", "leather", "new", "complete")


def address(number: int) -> str:
    return f"{HOST}/items/{number:08d}/view?lang=en"


def duplicate_filter(urls: int) -> None:
    seen = RFPDupeFilter()
    for number in range(urls):
        seen.request_seen(Request(address(number)))


def many_sites(urls: int) -> None:
    for _ in range(0, urls, RECORDS):
        one_list(RECORDS)


def one_list(urls: int) -> None:
    task = Task("q", NONSENSE, WORDS)
    known = KnownRecords()
    outcome = asyncio.run(Surfacing(task, Listing(urls), known, LIMITS).run())
    if len(known.ids) != urls:
        raise SystemExit(f"{len(known.ids)} of {urls} found: {outcome.reason}")


def one_search(urls: int) -> None:
    box = SearchAddress("q", f"{HOST}/s", True, (), ArgumentWords.of({}))
    task = Task("q", NONSENSE, ("a1", "b2"), address=box, facet_requests=1000)
    known = KnownRecords()
    outcome = asyncio.run(Surfacing(task, Searched(urls), known, NO_LIMITS).run())
    if len(known.ids) < 0.9 * urls:
        raise SystemExit(f"{len(known.ids)} of {urls} found: {outcome.reason}")
    outcome.attributes_of(address(number) for number in range(5000))


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
        more = f"{HOST}/list?from={last}" if last < self._records else ""
        found = tuple(map(record, range(first, last)))
        return Answer("results", f"page {first}", found, 90_000, more, self._records)


class Searched:
    """A site that finds by words, and narrows what it found by facets."""

    def __init__(self, records: int) -> None:
        self._records = records

    async def __call__(self, question: Question) -> Answer:
        if question.purpose == "background":
            return Answer("background", "empty", length=900)
        said = parse_qs(question.link.partition("?")[2]) or {"q": [dict(question.values)["q"]]}
        word, first = said["q"][0] if "q" in said else "", int(said.get("from", ["0"])[0])
        if word[:1] not in DIVISORS or not word[1:].isdigit():
            return Answer("empty", word, length=900)
        every = range(int(word[1:]), self._records, DIVISORS[word[0]])
        chosen = f"q={word}"
        for name in said.keys() & FACETS.keys():
            every = narrowed(every, name, int(said[name][0]))
            chosen += f"&{name}={said[name][0]}"
        last = min(first + SEARCH_PAGE, len(every))
        found = tuple(map(searched_record, every[first:last]))
        url = f"{HOST}/s?{chosen}"
        more = f"{url}&from={last}" if last < len(every) else ""
        links = tuple(one.id for one in found)
        facets = tuple(facet_links(url, every, said))
        told = f"{chosen} {first}", found, 9000, more, len(every), facets
        return Answer(
            "results" if found else "empty", *told, url=f"{url}&from={first}", links=links
        )


def narrowed(every: range, name: str, value: int) -> range:
    """Those of which the number leaves a value when it is divided by that of a facet."""
    divisor = FACETS[name]
    start = next((each for each in every[:divisor] if each % divisor == value), every.stop)
    return range(start, every.stop, every.step * divisor)


def facet_links(url: str, every: range, said: Mapping[str, object]) -> Iterator[FacetLink]:
    for name in FACETS.keys() - said.keys():
        for value in range(FACETS[name]):
            count = len(narrowed(every, name, value))
            yield FacetLink(f"{url}&{name}={value}", name, f"{name} {value}", count)


def searched_record(number: int) -> Found:
    words = " ".join(f"{letter}{number % divisor}" for letter, divisor in DIVISORS.items())
    return Found(address(number), f"volume {number}", f"volume {number} {words} {number % 1000}")


def record(number: int) -> Found:
    title = f"{WORDS[number % 10]} volume {number}"
    return Found(address(number), title, f"{title} {WORDS[number // 10 % 10]} {number % 997}")


def crawled(urls: int) -> int:
    """The largest size of a real crawl of a real site."""

    def answer(target: str) -> serving.Answer:
        status = 404 if target == "/robots.txt" else 200
        return status, serving.HTML, shown_page(target, urls).encode()

    with tempfile.TemporaryDirectory() as folder, serving.served(answer) as url:
        options = {
            "DEEPWEB_STORE": f"sqlite:///{folder}/store.db",
            "DEEPWEB_OUTPUT": folder,
            "DEEPWEB_MAX_REQUESTS": urls,
        }
        command = [sys.executable, "-m", "scrapy", "crawl", "surfacer"]
        command += ["-a", f"site={url}"]
        command += [part for pair in options.items() for part in ("-s", f"{pair[0]}={pair[1]}")]
        with (
            (Path(folder) / "log").open("w") as log,
            subprocess.Popen(command, stderr=log) as crawl,
        ):
            _, code, used = os.wait4(crawl.pid, 0)
        found = sum(1 for _ in next(Path(folder).glob("*/records.jsonl")).open())
        if code or found != urls:
            raise SystemExit(f"{found} of {urls} found, code {code}")
    return used.ru_maxrss * 1024


def shown_page(path: str, urls: int) -> str:
    """A page of a list, a thousand records long; nothing is found by nonsense."""
    form = '<form action="/s"><input type="search" name="q"><button>Search</button></form>'
    said = parse_qs(urlsplit(path).query, keep_blank_values=True)
    if "q" not in said:
        return f"<html><body>{form}<p>old and rare volumes</p></body></html>"
    if said["q"][0] not in {"", *WORDS}:
        return f"<html><body>{form}<p>Nothing was found.</p></body></html>"
    first = int(said.get("from", ["0"])[0])
    last = min(first + PAGE, urls)
    items = "".join(
        f'<li><a href="/items/{n}">{one.title}</a> <p>{one.text}</p></li>'
        for n, one in ((n, record(n)) for n in range(first, last))
    )
    more = f'<a rel="next" href="/s?q={said["q"][0]}&from={last}">Next</a>' if last < urls else ""
    return f"<html><body>{form}<p>{urls} results</p><ul>{items}</ul>{more}</body></html>"


def crawl_row(urls: int) -> dict[str, object]:
    began, few = time.monotonic(), urls // 10
    before, after = crawled(few), crawled(urls)
    return {
        "case": "scrapy crawl",
        "urls": urls,
        "megabytes": round(after / 1e6),
        "bytes a URL": round((after - before) / (urls - few)),
        "seconds": round(time.monotonic() - began),
        "under 1.5 GB": after < LIMIT,
    }


CASES: dict[str, Callable[[int], None]] = {
    "duplicate filter": duplicate_filter,
    "many sites": many_sites,
    "one list": one_list,
    "one search": one_search,
}


def measured(name: str, urls: int) -> dict[str, object]:
    """In a process of its own, so that its largest size is this case's."""
    context = multiprocessing.get_context("spawn")
    queue: multiprocessing.Queue[tuple[int, int, float]] = context.Queue()
    process = context.Process(target=_run, args=(name, urls, queue))
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(process.exitcode)
    before, after, seconds = queue.get()
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
    parser.add_argument("--crawl", type=int, help="records of a site that is really crawled")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    cases = given.case or (() if given.crawl else CASES)
    rows = [measured(name, given.urls) for name in cases]
    rows += [crawl_row(given.crawl)] if given.crawl else []
    for row in rows:
        print(json.dumps(row) if given.json else "  ".join(f"{k}: {v}" for k, v in row.items()))
    sys.exit(0 if all(row["under 1.5 GB"] for row in rows) else 1)


if __name__ == "__main__":
    main()
