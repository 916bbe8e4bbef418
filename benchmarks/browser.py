"""What the browser costs, and what getting rid of it gains; the test site, real crawls.

    python -m benchmarks.browser [--records 400] [--pages 500] [--json FILE]

1. A catalogue behind a JSON interface that only a script asks: records for each page that the
   browser opened, against the way that uses the browser for every question.
2. Requests in all, against the same catalogue behind a plain form that shows the same.
3. Memory of the browser, of its driver and of the crawl, each by itself, after 100 pages and after
   the last, all by the browser. The crawl keeps what it knows of records; the others must not grow.
4. The browser killed in the middle: what the crawl found, against one that was left alone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.conftest import ROOT, crawl_command, crawl_environment, json_lines
from tests.site import Site, Style, unicode_characters

# Seconds between two looks at a crawl.
LOOK = 0.5
# Pages after which memory is expected to stay as it is.
WARM = 100
PARTS = ("crawl", "driver", "browser")


@dataclass(frozen=True, slots=True)
class Run:
    """What a crawl came to."""

    name: str
    records: int
    requests: int
    browser_pages: int
    code: int
    browsers: int

    @property
    def per_page(self) -> float:
        return self.records / self.browser_pages if self.browser_pages else 0.0


def run(
    name: str,
    style: Style,
    records: int,
    *options: str,
    watch: Callable[[Site, int], None] = lambda site, process: None,
) -> Run:
    """Crawl a site of its own from the beginning; ``watch`` looks on."""
    with tempfile.TemporaryDirectory() as place, Site(unicode_characters(records), style) as site:
        folder = Path(place)
        command = crawl_command(folder, site.url, *options)
        log = folder / "log"
        with (
            log.open("w") as file,
            subprocess.Popen(command, cwd=ROOT, env=crawl_environment(), stderr=file) as crawling,
        ):
            while crawling.poll() is None:
                watch(site, crawling.pid)
                time.sleep(LOOK)
        told = dict(re.findall(r"'([\w/]+)': (\d+)", log.read_text()))
        feed = json_lines(folder / "feed.jsonl")
        urls = [(record["url"] or "").replace("/#/", "/") for record in feed]
        return Run(
            name,
            len(site.reached(urls)),
            len(site.hits),
            int(told.get("deepweb/browser/pages", 0)),
            crawling.returncode,
            int(told.get("playwright/browser_count", 0)),
        )


def descendants(parent: int) -> dict[int, str]:
    """Names of a process and of all that it started, by their numbers."""
    children: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().partition(") ")
        except OSError:  # it has ended
            continue
        names[int(path.parent.name)] = name.partition("(")[2]
        children.setdefault(int(rest.split()[1]), []).append(int(path.parent.name))
    found, todo = dict[int, str](), [parent]
    while todo:
        process = todo.pop()
        found[process] = names.get(process, "")
        todo += children.get(process, [])
    return found


def megabytes(parent: int) -> dict[str, float]:
    """Memory of the crawl, of Playwright's driver and of the browser that no other process shares.

    What is shared changes with what else runs on the machine.
    """
    total = dict.fromkeys(PARTS, 0.0)
    for process, name in descendants(parent).items():
        try:
            told = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        own = sum(map(int, re.findall(r"Private_(?:Dirty|Clean):\s+(\d+)", told)))
        is_browser = name.startswith("chrom")
        part = "crawl" if process == parent else "browser" if is_browser else "driver"
        total[part] += own / 1024
    return total


@dataclass
class Memory:
    """Memory over the pages of a crawl."""

    samples: list[tuple[int, dict[str, float]]]

    def watch(self, site: Site, process: int) -> None:
        pages = sum(hit.path == "/" for hit in site.hits)
        if not self.samples or pages >= self.samples[-1][0] + 5:
            self.samples.append((pages, megabytes(process)))

    def median(self, part: str, start: int, end: int) -> float:
        there = sorted(size[part] for pages, size in self.samples if start <= pages < end)
        return there[len(there) // 2] if there else 0.0


@dataclass
class Killer:
    """Kills the browser once, after so many pages."""

    after: int
    killed: int = 0

    def watch(self, site: Site, process: int) -> None:
        if self.killed or sum(hit.path == "/" for hit in site.hits) < self.after:
            return
        for number, name in descendants(process).items():
            if name.startswith("chrom"):
                os.kill(number, signal.SIGKILL)
                self.killed += 1


def long_run(pages: int) -> tuple[Run, Memory]:
    """So many pages by the browser, and the memory that they took."""
    memory = Memory([])
    made = run(
        f"{pages} pages by the browser",
        Style(script="hash"),
        # With fewer records the crawl would have them all before its last page.
        24 * pages,
        *("-a", f"max_requests={pages + 4}", "-s", "DEEPWEB_PATIENCE=100000"),
        watch=memory.watch,
    )
    return made, memory


def measured(records: int, pages: int) -> dict[str, object]:
    least = run("JSON interface", Style(script="json"), records, "-a", "max_requests=2000")
    # As many pages as tell what one brings.
    always = run(
        "JSON interface, all by the browser",
        Style(script="json"),
        records,
        *("-a", "max_requests=60", "-s", "DEEPWEB_BROWSER=always"),
    )
    plain = run(
        "plain form, same columns", Style(layout="table"), records, "-a", "max_requests=2000"
    )
    small = min(records, 60)
    alone = run("by the browser", Style(script="local"), small, "-a", "max_requests=30")
    killer = Killer(after=15)
    killed = run(
        "the browser killed",
        Style(script="local"),
        small,
        *("-a", "max_requests=30"),
        watch=killer.watch,
    )
    long, memory = long_run(pages)
    last = long.browser_pages
    early = {part: memory.median(part, WARM, WARM + 50) for part in PARTS}
    late = {part: memory.median(part, last - 50, last + 10) for part in PARTS}
    return {
        "runs": [asdict(each) for each in (least, always, plain, alone, killed, long)],
        "records_per_browser_page": least.per_page,
        "records_per_browser_page_always": always.per_page,
        "times_better": least.per_page / always.per_page if always.per_page else 0.0,
        "requests_against_plain": least.requests / plain.requests,
        **{f"memory_{part}_early": early[part] for part in PARTS},
        **{f"memory_{part}_late": late[part] for part in PARTS},
        "killed_processes": killer.killed,
        "killed_found": killed.records / alone.records if alone.records else 0.0,
        "memory": memory.samples,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=400)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    told = measured(given.records, given.pages)
    runs = told["runs"]
    assert isinstance(runs, list)
    print(f"{'':38} {'records':>8} {'requests':>9} {'pages':>6} {'browsers':>9} {'exit':>5}")
    for each in runs:
        print(
            f"{each['name']:38} {each['records']:8} {each['requests']:9} "
            f"{each['browser_pages']:6} {each['browsers']:9} {each['code']:5}"
        )
    for name, value in told.items():
        if isinstance(value, float):
            print(f"{name:38} {value:8.2f}")
    if given.json:
        given.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
