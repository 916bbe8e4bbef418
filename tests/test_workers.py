"""Many workers, one crawl: over a real Redis and a real PostgreSQL, with things going wrong."""

from __future__ import annotations

import json
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import Crawl, crawl_environment, json_lines, records_path, started
from tests.preloaded import ScrapyProcess, run_scrapy
from tests.servers import PASSWORD, PostgresServer, RedisServer, selected
from tests.site import Site, Style, unicode_characters

LEASE = 6
BUDGET = 18
# Requests that may be under way at a site when its worker dies, and once more after that.
IN_FLIGHT = 4


@dataclass(frozen=True)
class Crawling:
    """What the workers of one crawl share."""

    folder: Path
    redis: RedisServer
    store: str

    def arguments(self, *arguments: str, **settings: object) -> list[str]:
        given = {
            "DEEPWEB_REDIS": self.redis.address,
            "DEEPWEB_STORE": self.store,
            "DEEPWEB_OUTPUT": self.folder / "output",
            "DEEPWEB_LEASE": LEASE,
            "DEEPWEB_MAX_REQUESTS": BUDGET,
            **settings,
        }
        options = [part for name, value in given.items() for part in ("-s", f"{name}={value}")]
        return [*arguments, *options]

    def add(self, *sites: str) -> None:
        done = run_scrapy(*self.arguments("queue", "add", *sites))
        assert done.returncode == 0, done.stderr

    def stats(self) -> dict[str, int]:
        done = run_scrapy(*self.arguments("queue", "stats", "--json"))
        counts: dict[str, int] = json.loads(done.stdout)
        return counts

    def worker(self, *options: str, **settings: object) -> ScrapyProcess:
        arguments = self.arguments("crawl", "surfacer", *options, **settings)
        return ScrapyProcess(*arguments, env=crawl_environment())


@pytest.fixture
def crawling(tmp_path: Path, redis_server: RedisServer, postgres: PostgresServer) -> Crawling:
    return Crawling(tmp_path, redis_server, postgres.new_database())


@contextmanager
def served(count: int, delay: float = 0.05) -> Iterator[list[Site]]:
    style = Style(delay=delay, blank="all", page_size=6)
    with ExitStack() as stack:
        made = (Site(unicode_characters(60), style) for _ in range(count))
        yield [stack.enter_context(site) for site in made]


def wait_until(is_so: Callable[[], bool], seconds: float = 150) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def test_a_worker_killed_and_redis_restarted_cost_nothing(crawling: Crawling) -> None:
    with served(8) as sites:
        crawling.add(*(site.url for site in sites))
        together = {"DEEPWEB_SITES_TOGETHER": 2}
        with (
            crawling.worker(**together) as dies,
            crawling.worker(**together) as lives,
        ):
            # Both have sites, and some searches were made.
            wait_until(lambda: all("taken from the queue" in each.log for each in (dies, lives)))
            wait_until(lambda: sum(len(site.searches) for site in sites) > 12)
            dies.kill()
            wait_until(lambda: sum(len(site.searches) for site in sites) > 24)
            crawling.redis.kill()
            time.sleep(0.5)
            crawling.redis.start()
            assert lives.wait(200) == 0
            logs = dies.log, lives.log
        assert crawling.stats() == {"waiting": 0, "leased": 0, "done": 8, "failed": 0}
    owners = dict(selected(crawling.store, "SELECT site, token FROM owners"))
    assert len(owners) == 8
    assert max(owners.values()) > 1, "no site of the dead one was taken over"
    for site in sites:
        name = site.url.split("/")[2]
        asked = Counter(hit.path for hit in site.searches)
        assert sum(asked.values()) - len(asked) <= IN_FLIGHT, "something was asked again"
        stored = selected(crawling.store, f"SELECT id FROM records WHERE site = '{name}'")
        shown = {record for hit in site.searches for record in hit.shown}
        assert len(stored) == len(set(stored)) > 10
        assert {id_.rpartition("/")[2] for (id_,) in stored} == shown
        lines = json_lines(records_path(crawling.folder, site.url))
        assert sorted(line["id"] for line in lines) == sorted(id_ for (id_,) in stored)
    assert PASSWORD not in "".join(logs)
    assert "is away" in logs[1]
    assert "is back after" in logs[1]


def test_own_pages_survive_the_death_of_a_worker(crawling: Crawling) -> None:
    """Killed among the own pages, some of which still wait to be compared with others."""
    with served(1) as (site,):
        crawling.add(site.url)
        details = {"DEEPWEB_DETAILS": "yes", "DEEPWEB_MAX_REQUESTS": 60, "DEEPWEB_MAX_DETAILS": 20}
        with crawling.worker(**details) as dies:
            wait_until(lambda: len(stored_own_pages(crawling)) >= 5)
            dies.kill()
        known, before = stored_own_pages(crawling), len(site.hits)
        with crawling.worker(**details) as lives:
            assert lives.wait(200) == 0
    assert known.isdisjoint(hit.path for hit in site.hits[before:]), "asked for twice"
    assert len(stored_own_pages(crawling)) == 20
    lines = json_lines(records_path(crawling.folder, site.url))
    read = [line for line in lines if line.get("details_fetched")]
    assert len(read) == 20
    names = {"code", "category", "script", "direction", "price", "date", "zip_code", "city"}
    assert all(names <= line["fields"].keys() for line in read)
    assert all(line["details_url"] == line["url"] for line in read)


def stored_own_pages(crawling: Crawling) -> set[str]:
    """The paths of the own pages that the store has."""
    has_pages = selected(crawling.store, "SELECT to_regclass('pages')")[0][0]
    query = "SELECT url FROM pages WHERE purpose = 'details'"
    rows = selected(crawling.store, query) if has_pages else []
    return {urlsplit(url).path for (url,) in rows}


def test_an_interrupt_gives_the_sites_back(crawling: Crawling) -> None:
    with served(1, delay=0.2) as (site,):
        crawling.add(site.url)
        feed = crawling.folder / "feed.jsonl"
        with crawling.worker("-o", str(feed)) as worker:
            wait_until(lambda: len(site.searches) > 8)
            worker.send_signal(signal.SIGINT)
            assert worker.wait(150) == 0
        assert crawling.stats() == {"waiting": 1, "leased": 0, "done": 0, "failed": 0}
        before = len(site.searches)
        assert len(json_lines(feed)) > 0, "the worker's feed holds nothing"
        with crawling.worker("-o", str(feed)) as worker:
            assert worker.wait(150) == 0
    asked = Counter(hit.path for hit in site.searches)
    assert sum(asked.values()) - len(asked) <= IN_FLIGHT
    assert len(site.searches) > before
    ids = [line["id"] for line in json_lines(feed)]
    assert len(ids) == len(set(ids)) == len(json_lines(records_path(crawling.folder, site.url)))


def test_a_worker_waits_for_more_if_told_to(crawling: Crawling) -> None:
    with served(1) as (site,), crawling.worker(DEEPWEB_QUEUE_WAIT=True) as worker:
        wait_until(lambda: "Spider opened" in worker.log)
        crawling.add(site.url, "http://127.0.0.1:1/")
        wait_until(lambda: crawling.stats()["done"] + crawling.stats()["failed"] == 2)
        assert worker.poll() is None
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(150) == 0
        assert "does not answer" in worker.log
    assert crawling.stats() == {"waiting": 0, "leased": 0, "done": 1, "failed": 1}


def test_a_worker_without_redis_says_so(crawling: Crawling) -> None:
    crawling.redis.stop()
    with crawling.worker() as worker:
        assert worker.wait(150) == 2
        (line,) = worker.log.splitlines()
    assert re.match(r"surfacer: queue 'redis://:\*\*\*@127.0.0.1:\d+/0' cannot be used", line)


def test_two_processes_on_one_site_are_kept_apart(crawl: Crawl, tmp_path: Path) -> None:
    """One process, SQLite, no Redis: what most people have."""
    with Site(unicode_characters(60), Style(delay=0.2)) as site:
        path = records_path(tmp_path, site.url)
        with started(tmp_path, site.url) as first:
            wait_until(lambda: path.exists() and bool(path.read_text()))
            second = crawl(site.url, "-O", str(tmp_path / "other.jsonl"))
            assert second.code == 1
            (line,) = [line for line in second.log.splitlines() if " ERROR: " in line]
            assert f"site {site.url}: is being crawled by process {first.pid} of" in line
            assert "wait for it to end, or stop it" in line
            lines = json_lines(path)
            assert lines, "the second one touched the first one's file"
        # The dead keep nobody out.
        assert crawl(site.url, "-a", "max_requests=30").code == 0


def test_a_process_that_slept_leaves_its_site_in_one_line(crawl: Crawl, tmp_path: Path) -> None:
    """A laptop that was closed for longer than a lease."""
    with Site(unicode_characters(60), Style(delay=0.1)) as site:
        short = ("-s", "DEEPWEB_LEASE=2")
        with started(tmp_path, site.url, *short) as sleeper:
            path = records_path(tmp_path, site.url)
            wait_until(lambda: path.exists() and bool(path.read_text()))
            sleeper.send_signal(signal.SIGSTOP)
            time.sleep(2.5)
            other = crawl(site.url, *short, "-O", str(tmp_path / "other.jsonl"))
            sleeper.send_signal(signal.SIGCONT)
            assert sleeper.wait(60) == 1
            log = sleeper.log
        told = [" ERROR: " in line for line in log.splitlines() if "taken over" in line]
        assert told == [True, False], "in the log once, and in the summary"
        assert "Traceback" not in log
        assert other.code == 0
        lines = json_lines(path)
        assert len({line["id"] for line in lines}) == len(lines)
