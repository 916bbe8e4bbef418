"""How long does the report of a large crawl take, and how large is it?

usage: python -m benchmarks.report

Fills a store by the crawl's own functions, 100,000 records and 20,000 requests, and makes the
report as ``scrapy report`` does. Asked: under 20 s, under 5 MB.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from deepweb.items import Record, ResultPage, Site
from deepweb.report.page import write_report
from deepweb.report.site_facts import site_facts
from deepweb.store.ledger import CrawlStore

SITE = "example.org"
RECORDS, REQUESTS = 100_000, 20_000
WORDS = tuple(
    "amber basalt cedar delta ember fjord garnet heath inlet jasper kelp lagoon".split()  # noqa: SIM905
)


def record(number: int) -> Record:
    title = f"{WORDS[number % 12]} {WORDS[number // 12 % 12]} {number}"
    return Record(
        SITE,
        f"http://example.org/{number}",
        f"http://example.org/{number}",
        title,
        f"{title} by nobody, {number % 90 + 10} pages, kept in {WORDS[number % 7]}",
        {"title": title, "pages": number % 90 + 10, "kept": WORDS[number % 7]},
        {"kind": [WORDS[number % 5]], "place": [WORDS[number % 11]]},
    )


def pages(records: int, requests: int) -> Iterator[ResultPage]:
    """Answers of twice as many records as are new."""
    each = records // requests
    for number in range(requests):
        start = number * each
        numbers = (n % records for n in range(start - each, start + each))
        word = f"{WORDS[number % 12]}{number}"
        yield ResultPage(
            site=SITE,
            form="f",
            purpose="keyword" if number % 3 else "next",
            query={"q": word},
            fingerprint=word,
            url=f"http://example.org/search?q={word}&sort=name",
            method="GET",
            status=200,
            kind="results",
            signature=word,
            records=tuple(record(n) for n in numbers),
            links=tuple(f"http://example.org/search?q={word}&sort={s}" for s in WORDS[:4]),
        )


def main() -> None:
    with TemporaryDirectory() as folder:
        store = CrawlStore.open(f"sqlite:///{folder}/store.db")
        store.decisions.save_site(Site(SITE, "http://example.org/", "explored", True))
        store.begin_crawl(SITE)
        for page in pages(RECORDS, REQUESTS):
            store.save_page(page)
            store.log_request(SITE, "GET", page.url, 200, "")
        store.end_crawl(SITE, "finished")
        started = time.perf_counter()
        facts = site_facts(store, SITE)
        assert facts is not None
        report = write_report(facts, Path(folder))
        took = time.perf_counter() - started
        megabytes = report.stat().st_size / 1e6
        store.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{facts.records:,} records, {facts.requests:,} requests: {took:.1f} s", end="")
    print(f", {megabytes:.2f} MB; {memory:.0f} MB of memory in all")


if __name__ == "__main__":
    main()
