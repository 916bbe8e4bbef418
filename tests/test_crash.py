"""``kill -9`` in the middle of a crawl, then the same command again.

First within this process: forks of it crawl a site over a made-up network, and kill themselves.
Then ``scrapy crawl`` as users run it, over a real one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Self

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from deepweb.crawl.signals import page_stored
from deepweb.items import Record, ResultPage
from deepweb.settings import EXTENSIONS
from deepweb.spiders.surfacer import Surfacer
from deepweb.store.ledger import CrawlStore
from tests.conftest import (
    ROOT,
    Crawl,
    Crawled,
    crawl_arguments,
    crawl_command,
    crawl_environment,
    json_lines,
    records_path,
    started,
)
from tests.crawling import Answers, Network, answers_of, project_settings
from tests.crawling import crawl as crawl_in_process
from tests.preloaded import ScrapyProcess, run_scrapy
from tests.shops import SHOPS, WARES, served_shops
from tests.site import STYLES, Site, Style, unicode_characters

# --- Resumed is as never killed, field for field ---

SITE = "example.org"


# Where a reader that knew only its first pages would read other fields; and facets, whose links and
# attributes depend on all that was asked before.
SITES = {
    name: answers_of(Site(unicode_characters(150), STYLES[name]))
    for name in ("silent", "menus-only", "faceted")
}


class SlowNetwork(Network):
    """Answers come now earlier, now later: their order differs from run to run."""

    async def download_request(self, request: Request) -> Response:
        await asyncio.sleep(random.uniform(0, 0.004))
        if next(self.crawler.settings["KILL_AFTER_REQUESTS"], None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return await super().download_request(request)


class KillAfterAnswers:
    """An extension that ends the process when so many answers with records are stored."""

    def __init__(self, answers: int) -> None:
        self._left = answers

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler.settings.getint("KILL_AFTER_ANSWERS"))
        crawler.signals.connect(extension.count, page_stored)
        return extension

    def count(self, page: ResultPage) -> None:
        self._left -= page.kind == "results"
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)


def crawl_here(folder: Path, site: Answers, answers: int = -1, requests: int = 100_000) -> None:
    """Crawl until so many answers with records are stored, or requests made, in this run."""
    handlers = {"http": SlowNetwork, "https": SlowNetwork, "ftp": None}
    settings = project_settings(
        folder,
        ANSWERS=site,
        DOWNLOAD_HANDLERS=handlers,
        EXTENSIONS=EXTENSIONS | {KillAfterAnswers: 900},
        KILL_AFTER_ANSWERS=answers,
        KILL_AFTER_REQUESTS=iter(range(requests)),
        DEEPWEB_MAX_REQUESTS=80,
        DEEPWEB_REPORT=False,
        DEEPWEB_PROGRESS=False,
    )
    random.seed()
    crawl_in_process(settings, Surfacer, site=f"http://{SITE}/")


def is_killed(folder: Path, site: Answers, answers: int = -1, requests: int = 100_000) -> bool:
    """Crawl in a fork of this process; was it killed, and did not end by itself?"""
    child = os.fork()
    if not child:
        try:
            crawl_here(folder, site, answers, requests)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def stored_records(folder: Path) -> list[Record]:
    store = CrawlStore.open(f"sqlite:///{folder}/store.db")
    records = list(store.records(SITE))
    store.close()
    return records


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Record]]:
    """The records of a site that is crawled without a kill."""

    @cache
    def found(name: str) -> list[Record]:
        folder = tmp_path_factory.mktemp("undisturbed")
        crawl_here(folder, SITES[name])
        return stored_records(folder)

    return found


Undisturbed = Callable[[str], list[Record]]


@pytest.mark.parametrize("name", SITES)
@pytest.mark.parametrize("answers", [1, 2, 3, 5, 10])
def test_killed_after_an_answer_a_crawl_finds_the_same(
    tmp_path: Path, undisturbed: Undisturbed, name: str, answers: int
) -> None:
    assert is_killed(tmp_path, SITES[name], answers)
    crawl_here(tmp_path, SITES[name])
    assert stored_records(tmp_path) == undisturbed(name)
    assert len(undisturbed(name)) > 60


@pytest.mark.parametrize("seed", range(3))
def test_killed_anywhere_again_and_again_a_crawl_finds_the_same(
    tmp_path: Path, undisturbed: Undisturbed, seed: int
) -> None:
    """Between the coming of an answer and its storing, too, with two requests under way."""
    rng, site = random.Random(seed), SITES["silent"]
    kills = 0
    while is_killed(tmp_path, site, requests=rng.randint(4, 20)):
        kills += 1
        assert kills < 40, "nothing is kept"
    crawl_here(tmp_path, site)
    assert kills > 3
    assert stored_records(tmp_path) == undisturbed("silent")


# --- Over a real network ---

KILLS = 20
# Requests that may be under way when the process dies (CONCURRENT_REQUESTS_PER_DOMAIN).
IN_FLIGHT = 2


def test_a_site_that_goes_away_is_told_and_taken_up_again(crawl: Crawl, tmp_path: Path) -> None:
    site = Site(unicode_characters(150), Style(delay=0.005))
    with site, started(tmp_path, site.url) as process:
        port = int(site.url.rstrip("/").rpartition(":")[2])
        while process.poll() is None and len(site.searches) < 30:
            time.sleep(0.005)
        site.stop()
        _, log = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(r"stopped answering: \d errors in a row; run the same command later", log)
    with Site(unicode_characters(150), port=port) as back:
        later = crawl(back.url)
    assert later.code == 0
    answered = {hit.path for hit in site.searches[:-IN_FLIGHT]}
    assert not answered & {hit.path for hit in back.searches}
    assert len(back.reached(later.urls)) > 100


def stop_after(
    site: Site,
    folder: Path,
    searches: int,
    how: signal.Signals,
    and_then: float = 0.0,
    options: tuple[str, ...] = (),
) -> bool:
    """Start a crawl, stop it so many more searches and seconds later; False if it ended before."""
    before = len(site.searches)
    with started(folder, site.url, *options) as process:
        while process.poll() is None and len(site.searches) < before + searches:
            time.sleep(0.005)
        time.sleep(and_then)
        running = process.poll() is None
        process.send_signal(how)
        process.communicate(timeout=60)
    return running


def test_killed_again_and_again_ends_as_if_never_killed(crawl: Crawl, tmp_path: Path) -> None:
    """Also where the budget ends it: what a kill cost is not taken from that."""
    rng, budget = random.Random(1), ("-s", "DEEPWEB_MAX_REQUESTS=90")
    with Site(unicode_characters(120), Style(delay=0.005)) as site:
        undisturbed = crawl(site.url, *budget, folder=_folder(tmp_path, "undisturbed"))
        asked = {hit.path for hit in site.searches}
        site.forget()
        folder = _folder(tmp_path, "killed")
        killed, in_flight = 0, set[str]()
        for _ in range(KILLS):
            more = rng.randint(0, 2 * len(asked) // (KILLS + 2) - 1)
            later = rng.uniform(0, 0.03)
            killed += stop_after(site, folder, more, signal.SIGKILL, later, budget)
            in_flight |= {hit.path for hit in site.searches[-IN_FLIGHT:]}
        last = crawl(site.url, *budget, folder=folder)
    assert "budget of 90 requests spent" in undisturbed.log
    assert killed == KILLS, "the crawl ended before it could be killed"
    assert last.code == 0

    times = Counter(hit.path for hit in site.searches)
    assert times.keys() == asked
    assert {path for path, often in times.items() if often > 1} <= in_flight

    assert sorted(last.urls) == sorted(undisturbed.urls)
    assert len(set(last.urls)) == len(last.urls) > 80
    file = last.records_file(site.url)
    assert sorted(record["url"] for record in file) == sorted(last.urls)


def test_of_201_pages_none_is_lost_to_a_kill(crawl: Crawl, tmp_path: Path) -> None:
    together = 16
    options = (
        *("-s", f"CONCURRENT_REQUESTS_PER_DOMAIN={together}"),
        *("-s", f'DOWNLOAD_SLOTS={{"127.0.0.1": {{"delay": 0.001, "concurrency": {together}}}}}'),
    )
    with served_shops() as site:
        with started(tmp_path, site.url, *options) as process:
            while process.poll() is None and len(site.asked) < 80:
                time.sleep(0.005)
            process.kill()
            process.communicate(timeout=60)
        before = list(site.asked)
        again = crawl(site.url, *options)
    assert 80 <= len(before) < 120, "it was not killed in the middle"
    assert again.code == 0
    shops = {f"/shop?shop={number}" for number in range(1, SHOPS + 1)}
    times = Counter(path for path in site.asked if path in shops)
    assert times.keys() == shops
    assert {path for path, often in times.items() if often > 1} <= set(before[-together:])
    assert max(times.values()) <= 2
    wares = {record["url"].rpartition("/")[2] for record in again.feed}
    assert wares == {f"{shop}-{n}" for shop in range(1, SHOPS + 1) for n in range(WARES)}
    assert len(again.feed) == len(again.records_file(site.url)) == SHOPS * WARES


def test_a_feed_that_is_gone_on_with_is_whole_after_a_kill(tmp_path: Path) -> None:
    with Site(unicode_characters(120), Style(delay=0.005)) as site:
        command = ["-o" if part == "-O" else part for part in crawl_arguments(tmp_path, site.url)]
        with ScrapyProcess(*command) as process:
            while process.poll() is None and len(site.searches) < 60:
                time.sleep(0.005)
            process.kill()
        feed = tmp_path / "feed.jsonl"
        held = len(feed.read_text().splitlines()) if feed.exists() else 0
        last = run_scrapy(*command)
    assert last.returncode == 0
    records = {record["id"] for record in json_lines(records_path(tmp_path, site.url))}
    fed = [record["id"] for record in json_lines(feed)]
    assert held < len(records)
    assert len(fed) == len(set(fed))
    assert set(fed) == records


def test_records_are_on_disk_as_they_come(tmp_path: Path) -> None:
    with Site(unicode_characters(300), Style(delay=0.005)) as site:
        assert stop_after(site, tmp_path, 40, signal.SIGKILL)
        path = records_path(tmp_path, site.url)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    shown = {record for hit in site.searches[:-IN_FLIGHT] for record in hit.shown}
    assert len(whole) >= 0.9 * len(shown) > 0


def test_ctrl_c_is_told_alike_everywhere(tmp_path: Path) -> None:
    with (
        Site(unicode_characters(150), Style(delay=0.005)) as site,
        started(tmp_path, site.url) as process,
    ):
        while process.poll() is None and len(site.searches) < 30:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=60)
        assert process.returncode == 1
    report = json.loads(records_path(tmp_path, site.url).with_name("report.json").read_text())
    assert (report["outcome"], report["state"]) == ("interrupted", "interrupted")
    assert "'finish_reason': 'interrupted'" in log
    assert "'deepweb/outcome': 'interrupted'" in log
    assert ": interrupted: a signal stopped it; run the same command again" in log


def test_a_clean_stop_goes_on_too(crawl: Crawl, tmp_path: Path) -> None:
    with Site(unicode_characters(150), Style(delay=0.005)) as site:
        assert stop_after(site, tmp_path, 30, signal.SIGTERM)
        halfway = json_lines(records_path(tmp_path, site.url))
        last = crawl(site.url)
    assert 0 < len(halfway) < len(last.feed)
    paths = [hit.path for hit in site.searches]
    assert len(paths) - len(set(paths)) <= IN_FLIGHT


def test_a_full_disk_is_told_and_costs_nothing_stored(crawl: Crawl) -> None:
    with Site(unicode_characters(150)) as site:
        crawl(site.url, "-a", "max_requests=3")
        full = _limited(90, lambda: crawl(site.url))
        assert full.code == 1
        assert "an answer could not be stored: disk I/O error; fix that" in full.log
        kept = full.records_file(site.url)
        site.forget()
        again = crawl(site.url)
    assert again.code == 0
    assert {record["id"] for record in kept} < {record["id"] for record in again.feed}


FULL = """
mount -t tmpfs -o size={size} tmpfs {disk} || exit 77
{crawl} ; echo $? >> {codes}
mount -o remount,size=50m {disk}
{crawl} ; echo $? >> {codes}
"""
FULL_DISKS = {
    "of all": ("600k", ()),
    "of the store": ("600k", ("-s", "DEEPWEB_STORE=sqlite:///{disk}/store.db")),
    "of the output": ("40k", ("-s", "DEEPWEB_OUTPUT={disk}")),
}


@pytest.mark.parametrize("which", FULL_DISKS)
def test_a_disk_that_fills_up_is_told_and_the_same_command_goes_on(
    tmp_path: Path, which: str
) -> None:
    disk, rest, codes = _folder(tmp_path, "disk"), _folder(tmp_path, "rest"), tmp_path / "codes"
    size, options = FULL_DISKS[which]
    folder = rest if options else disk
    with Site(unicode_characters(300)) as site:
        given = (option.format(disk=disk) for option in options)
        command = shlex.join(crawl_command(folder, site.url, *given))
        script = FULL.format(size=size, disk=disk, crawl=command, codes=codes)
        script += f"cp {folder}/feed.jsonl {tmp_path}"
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", script],
            cwd=ROOT,
            env=crawl_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode == 77 or not codes.exists():
        pytest.skip("no file system can be mounted here")
    assert codes.read_text().split() == ["1", "0"]
    told = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert len(told) == 1
    assert re.search(r"(disk is full|No space left on device); fix that, then run", told[0])
    assert "Traceback" not in done.stderr
    paths = [hit.path for hit in site.searches]
    assert len(paths) - len(set(paths)) <= IN_FLIGHT
    fed = [record["id"] for record in json_lines(tmp_path / "feed.jsonl")]
    assert len(fed) == len(set(fed)) > 250


def _limited(pages: int, run: Callable[[], Crawled]) -> Crawled:
    """Run with a quota on the file system: no file may grow beyond so many pages of 4 KB."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (pages * 4096, before[1]))
    try:
        return run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder
