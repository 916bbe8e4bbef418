"""One crawl by one, two and four workers, over a real Redis and a real PostgreSQL.

    python -m benchmarks.workers [--sites 40] [--workers 1 2 4] [--disturb] [--json]

The sites are slow and answer one request after another, so that they are the limit and not this
machine. With ``--disturb`` one worker is killed in the middle, and Redis is killed and started
again; let the budget be more than the sites need then, since a request that was answered, but not
stored when its worker died, is counted all the same. For each number of workers: seconds, records,
records that are missing or there twice, searches that were made again, sites that had two owners at
one time, that were taken over, that failed, and how much faster it was than the first.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, crawl_environment
from tests.servers import PostgresServer, RedisServer, own_folder, selected
from tests.site import Site, Style, unicode_characters

LEASE = 15


@dataclass(frozen=True, slots=True)
class Result:
    workers: int
    seconds: float
    records: int
    missing: int
    twice: int
    asked_again: int
    """Searches that a site answered more than once."""
    owned_twice: int
    taken_over: int
    failed: int
    faster: float = 1.0


@contextmanager
def served(count: int, delay: float) -> Iterator[list[Site]]:
    style = Style(delay=delay, blank="all", page_size=30)
    with ExitStack() as stack:
        yield [stack.enter_context(Site(unicode_characters(60), style)) for _ in range(count)]


class Run:
    """One crawl, with servers and sites of its own."""

    def __init__(self, folder: Path, redis: RedisServer, store: str, given: Any) -> None:
        self._folder, self._redis, self._store = folder, redis, store
        self._given = given

    def _command(self, *arguments: str) -> list[str]:
        given = {
            "DEEPWEB_REDIS": self._redis.address,
            "DEEPWEB_STORE": self._store,
            "DEEPWEB_OUTPUT": self._folder / "output",
            "DEEPWEB_LEASE": LEASE,
            "DEEPWEB_MAX_REQUESTS": self._given.budget,
            "DEEPWEB_SITES_TOGETHER": self._given.together,
            "DEEPWEB_SUMMARY": False,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
            "LOG_FORMAT": "%(created)f %(levelname)s %(message)s",
        }
        options = [part for name, value in given.items() for part in ("-s", f"{name}={value}")]
        return [sys.executable, "-m", "scrapy", *arguments, *options]

    def run(self, sites: list[Site], workers: int, *, disturb: bool) -> Result:
        add = self._command("queue", "add", *(site.url for site in sites))
        subprocess.run(add, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        processes = [self._started(number) for number in range(workers)]
        began = time.monotonic()
        if disturb:
            self._disturb(sites, processes)
        for process in processes:
            process.wait()
        seconds = _last(sites) - _first(sites)
        assert time.monotonic() - began >= seconds
        return self._judged(sites, workers, seconds)

    def _started(self, number: int) -> subprocess.Popen[bytes]:
        with (self._folder / f"{number}.log").open("wb") as log:
            command = self._command("crawl", "surfacer")
            return subprocess.Popen(command, cwd=ROOT, env=crawl_environment(), stderr=log)

    def _disturb(self, sites: list[Site], processes: list[subprocess.Popen[bytes]]) -> None:
        _wait_for(sites, 3 * len(sites))
        if len(processes) > 1:
            processes[0].send_signal(signal.SIGKILL)
        _wait_for(sites, 6 * len(sites))
        self._redis.kill()
        time.sleep(2)
        self._redis.start()

    def _judged(self, sites: list[Site], workers: int, seconds: float) -> Result:
        stored = defaultdict(list)
        for site, id_ in selected(self._store, "SELECT site, id FROM records"):
            stored[site].append(id_.rpartition("/")[2])
        shown = {site.url.split("/")[2]: _shown(site) for site in sites}
        asked = [[hit.path for hit in site.searches] for site in sites]
        counts = self._redis_counts()
        return Result(
            workers=workers,
            seconds=round(seconds, 1),
            records=sum(map(len, stored.values())),
            missing=sum(len(ids - set(stored[site])) for site, ids in shown.items()),
            twice=sum(len(ids) - len(set(ids)) for ids in stored.values()),
            asked_again=sum(len(paths) - len(set(paths)) for paths in asked),
            owned_twice=self._owned_twice(workers),
            taken_over=len(selected(self._store, "SELECT site FROM owners WHERE token > 1")),
            failed=counts["waiting"] + counts["leased"] + counts["failed"],
        )

    def _redis_counts(self) -> dict[str, int]:
        command = self._command("queue", "stats", "--json")
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        counts: dict[str, int] = json.loads(done.stdout)
        return counts

    def _owned_twice(self, workers: int) -> int:
        """Sites that a worker began before another one, which did not die, had ended them."""
        begun: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for number in range(workers):
            for site, first, last in _spans((self._folder / f"{number}.log").read_text()):
                begun[site].append((first, last))
        return sum(
            any(a[1] > b[0] for a, b in pairwise(spans))
            for spans in (sorted(each) for each in begun.values())
        )


def _spans(log: str) -> Iterator[tuple[str, float, float]]:
    """When a worker had which site, by its own log; what it had when it died ends with its log."""
    open_: dict[str, float] = {}
    last = 0.0
    for line in log.splitlines():
        stamp, _, told = line.partition(" INFO site ")
        if not stamp.replace(".", "", 1).isdigit():
            continue
        last = float(stamp)
        site, _, what = told.partition(": ")
        if what == "taken from the queue":
            open_[site] = last
        elif what.startswith("ended") and site in open_:
            yield site, open_.pop(site), last
    yield from ((site, first, last) for site, first in open_.items())


def _shown(site: Site) -> set[str]:
    return {record for hit in site.searches for record in hit.shown}


def _first(sites: list[Site]) -> float:
    return min(hit.time for site in sites for hit in site.hits)


def _last(sites: list[Site]) -> float:
    return max(hit.time for site in sites for hit in site.hits)


def _wait_for(sites: list[Site], requests: int) -> None:
    while sum(len(site.hits) for site in sites) < requests:
        time.sleep(0.05)


def measured(given: argparse.Namespace) -> list[Result]:
    results: list[Result] = []
    with own_folder() as place:
        for name in ("postgres", "redis"):
            (place / name).mkdir()
        with (
            PostgresServer(place / "postgres") as postgres,
            RedisServer(place / "redis") as redis,
        ):
            for workers in given.workers:
                with redis.client() as client:
                    client.flushall()
                results.append(_one(given, workers, redis, postgres.new_database()))
    first = results[0].seconds
    return [
        Result(**{**asdict(each), "faster": round(first / each.seconds, 2)}) for each in results
    ]


def _one(given: argparse.Namespace, workers: int, redis: RedisServer, store: str) -> Result:
    with tempfile.TemporaryDirectory() as folder, served(given.sites, given.delay) as sites:
        run = Run(Path(folder), redis, store, given)
        return run.run(sites, workers, disturb=given.disturb)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=40)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--delay", type=float, default=2.0, help="seconds until a site answers")
    parser.add_argument("--together", type=int, default=4, help="sites side by side in a worker")
    parser.add_argument("--budget", type=int, default=100, help="requests to a site")
    parser.add_argument("--disturb", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results: list[dict[str, Any]] = [asdict(each) for each in measured(given)]
    if given.json:
        print(json.dumps(results))
        return
    print("  ".join(f"{name:>11}" for name in results[0]))
    for each in results:
        print("  ".join(f"{value:>11}" for value in each.values()))


if __name__ == "__main__":
    main()
