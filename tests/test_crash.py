"""``kill -9`` in the middle of a crawl, then the same command again."""

from __future__ import annotations

import random
import re
import resource
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import (
    ROOT,
    Crawl,
    Crawled,
    crawl_command,
    crawl_environment,
    json_lines,
    records_path,
)
from tests.site import Site, Style, unicode_characters

KILLS = 5
# Requests that may be under way when the process dies (CONCURRENT_REQUESTS_PER_DOMAIN).
IN_FLIGHT = 2


def test_a_site_that_goes_away_is_told_and_taken_up_again(crawl: Crawl, tmp_path: Path) -> None:
    site = Site(unicode_characters(150), Style(delay=0.005))
    with site, started(tmp_path, site.url) as process:
        port = int(site.url.rstrip("/").rpartition(":")[2])
        while process.poll() is None and len(site.searches) < 30:
            time.sleep(0.002)
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


def started(folder: Path, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        crawl_command(folder, url),
        cwd=ROOT,
        env=crawl_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def stop_after(site: Site, folder: Path, searches: int, how: signal.Signals) -> bool:
    """Start a crawl, stop it after so many more searches; False if it ended before that."""
    before = len(site.searches)
    with started(folder, site.url) as process:
        while process.poll() is None and len(site.searches) < before + searches:
            time.sleep(0.002)
        running = process.poll() is None
        process.send_signal(how)
        process.communicate(timeout=60)
    return running


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_again_and_again_ends_as_if_never_killed(
    crawl: Crawl, tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    with Site(unicode_characters(120), Style(delay=0.005)) as site:
        undisturbed = crawl(site.url, folder=_folder(tmp_path, "undisturbed"))
        asked = {hit.path for hit in site.searches}
        site.forget()
        folder = _folder(tmp_path, "killed")
        killed = sum(
            stop_after(site, folder, rng.randint(1, len(asked) // KILLS), signal.SIGKILL)
            for _ in range(KILLS)
        )
        last = crawl(site.url, folder=folder)
    assert killed == KILLS, "the crawl ended before it could be killed"
    assert last.code == 0

    times = Counter(hit.path for hit in site.searches)
    assert times.keys() == asked
    repeated = sum(times.values()) - len(times)
    assert repeated <= KILLS * IN_FLIGHT

    assert sorted(last.urls) == sorted(undisturbed.urls)
    assert len(last.urls) > 80
    file = last.records_file(site.url)
    assert sorted(record["url"] for record in file) == sorted(last.urls)


def test_records_are_on_disk_as_they_come(tmp_path: Path) -> None:
    with Site(unicode_characters(300), Style(delay=0.005)) as site:
        assert stop_after(site, tmp_path, 40, signal.SIGKILL)
        path = records_path(tmp_path, site.url)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    shown = {record for hit in site.searches[:-IN_FLIGHT] for record in hit.shown}
    assert len(whole) >= 0.9 * len(shown) > 0


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
        assert "an answer could not be stored: disk I/O error; mend that" in full.log
        kept = full.records_file(site.url)
        site.forget()
        again = crawl(site.url)
    assert again.code == 0
    assert {record["id"] for record in kept} < {record["id"] for record in again.feed}


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
