"""Fixtures for tests that crawl: a real ``scrapy crawl`` in a process of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.preloaded import PARENTS, ScrapyProcess, run_scrapy
from tests.preloaded import ROOT as ROOT  # noqa: PLC0414

# Fixtures of all tests.
from tests.servers import postgres as postgres  # noqa: PLC0414
from tests.servers import redis_server as redis_server  # noqa: PLC0414
from tests.servers import store_address as store_address  # noqa: PLC0414

# How long a case takes depends on what else the machine does.
# The same examples in every run, so that a red one has to do with the change; look for new ones by
# --hypothesis-profile random.
settings.register_profile("random", deadline=None)
settings.register_profile("deepweb", deadline=None, derandomize=True)
settings.load_profile("deepweb")

# Files that take longest start first, so that no process is left with one of them at the end.
FIRST = (
    "tests/crawl/test_scripted.py",
    "tests/browser/test_other_hosts.py",
    "tests/test_scrapyd.py",
    "tests/test_workers.py",
    "tests/test_crash.py",
    "tests/test_faults.py",
    "tests/commands/test_report.py",
    "tests/test_second_level.py",
    "tests/test_sitelocator.py",
    "tests/test_simulated_web.py",
    "tests/test_surfacer.py",
    "tests/test_wheel.py",
)


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores: who looks at a page with the browser mostly waits."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


Lines = list[dict[str, Any]]


def json_lines(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@dataclass(frozen=True)
class Crawled:
    """What a crawl left behind."""

    code: int
    log: str
    folder: Path

    @cached_property
    def feed(self) -> Lines:
        return json_lines(self.folder / "feed.jsonl")

    @property
    def urls(self) -> list[str]:
        return [record["url"] for record in self.feed]

    def records_file(self, site_url: str) -> Lines:
        """The site's own file, which is written as the crawl goes."""
        return json_lines(records_path(self.folder, site_url))


def records_path(folder: Path, site_url: str) -> Path:
    host = site_url.split("/")[2].replace(":", "_")
    return folder / "output" / host / "records.jsonl"


def crawl_arguments(folder: Path, site: str, *options: str) -> list[str]:
    """What follows ``scrapy`` on a command line."""
    settings = {
        "DEEPWEB_OUTPUT": folder / "output",
        "DEEPWEB_STORE": f"sqlite:///{folder}/store.db",
    }
    given = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    feed = ["-O", str(folder / "feed.jsonl")]
    return ["crawl", "surfacer", "-a", f"site={site}", *feed, *given, *options]


def crawl_command(folder: Path, site: str, *options: str) -> list[str]:
    return [sys.executable, "-m", "scrapy", *crawl_arguments(folder, site, *options)]


def crawl_environment() -> dict[str, str]:
    # Warnings are shown, so that a test can see that there are none of ours.
    return {**os.environ, "PYTHONWARNINGS": "default"}


def started(folder: Path, site: str, *options: str) -> ScrapyProcess:
    """A crawl that runs beside the test."""
    return ScrapyProcess(*crawl_arguments(folder, site, *options), env=crawl_environment())


Crawl = Callable[..., Crawled]


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    """``crawl(url, *options)``: runs to the end; a second call goes on with the same store."""

    def run(site: str, *options: str, folder: Path = tmp_path) -> Crawled:
        arguments = crawl_arguments(folder, site, *options)
        done = run_scrapy(*arguments, env=crawl_environment())
        return Crawled(done.returncode, done.stderr, folder)

    return run


@pytest.fixture(scope="session", autouse=True)
def preloaded() -> Iterator[None]:
    """Whatever ran ``scrapy`` ends with the tests."""
    yield
    for parent in PARENTS:
        parent.stop()
