"""A real ``scrapy crawl surfacer`` of a site of tests/site, and what it left behind.

What was asked and what was reached are told by the site's own log and by the feed, what was decided
by the store; each is read apart, so that a crawl that fails half-way still tells the rest.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT, crawl_command, crawl_environment
from tests.site import Site

TIMEOUT = 900.0
# A site on the same machine needs no patience.
FAST = (
    *("-s", "DOWNLOAD_DELAY=0.001", "-s", "AUTOTHROTTLE_ENABLED=0"),
    *("-s", "DEEPWEB_SUMMARY=0", "-s", "LOG_LEVEL=WARNING"),
)


@dataclass(frozen=True, slots=True)
class Template:
    """A template as the store tells it."""

    binding: tuple[str, ...]
    informative: bool
    tested: int


@dataclass(frozen=True, slots=True)
class Crawled:
    """What became of a crawl."""

    code: int
    requests: int
    """As the site saw them, robots.txt and the form page included."""
    reached: frozenset[str]
    """Records of the catalogue that the feed holds."""
    told: int
    """Records that the feed holds; more than were reached, if something else was told."""
    urls: int
    """Different addresses and bodies of searches, further pages left out."""
    templates: tuple[Template, ...]
    roles: dict[str, str]
    """What was decided about inputs, by name."""
    seconds: float
    log: str

    @property
    def failed(self) -> bool:
        """Scrapy leaves with 0 even where the spider broke."""
        return bool(self.code) or "Traceback" in self.log or not self.requests


def crawl(site: Site, budget: int, *options: str) -> Crawled:
    """Crawl a site that is being served, from an empty store."""
    with tempfile.TemporaryDirectory(prefix="surfacing") as name:
        folder = Path(name)
        asked = crawl_command(folder, site.url, "-a", f"max_requests={budget}", *FAST, *options)
        started = time.perf_counter()
        code, log = run_command(asked)
        seconds = time.perf_counter() - started
        fed = list(_feed(folder / "feed.jsonl"))
        return Crawled(
            code,
            len(site.hits),
            frozenset(site.reached(fed)),
            len(fed),
            _urls(site),
            tuple(_templates(folder / "store.db")),
            dict(_roles(folder / "store.db")),
            round(seconds, 1),
            log[-2000:],
        )


def run_command(command: list[str]) -> tuple[int, str]:
    """Run a crawl; its exit code and what it logged."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=crawl_environment(),
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, f"not done after {TIMEOUT:.0f} s"
    return done.returncode, done.stderr


def _feed(path: Path) -> Iterator[str]:
    """The addresses of the records, "" for one that has none."""
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line).get("url") or ""


def _urls(site: Site) -> int:
    page_name = site.style.page_name
    return len(
        {
            (hit.path.partition("?")[0], tuple(sorted(hit.form.items())))
            for hit in site.hits
            if hit.kind in ("search", "facet") and page_name not in hit.form
        }
    )


def _templates(store: Path) -> Iterator[Template]:
    for binding, informative, tested in _rows(
        store, "select binding, informative, tested from templates"
    ):
        yield Template(tuple(json.loads(str(binding))), bool(informative), int(str(tested)))


def _roles(store: Path) -> Iterator[tuple[str, str]]:
    for name, role in _rows(store, "select name, role from inputs"):
        yield str(name), str(role)


def _rows(store: Path, query: str) -> list[tuple[object, ...]]:
    """None where the crawl did not come so far as to make the table."""
    if not store.exists():
        return []
    with closing(sqlite3.connect(store)) as connection:
        try:
            return connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []
