"""All figures of reading, one command: records, kinds, fields, Thor, the empty filter, cost.

usage: python -m benchmarks.reading DATA [--json FILE] [--quick] [--only PART …]

DATA holds labelled pages: ``result_pages/``, ``serps/``, ``page_states/`` and ``pagination/`` as
described in their README. Each part is a benchmark of its own, which says how it splits by site,
and prints its own table; here they are run one after the other and their figures joined. Thor and
the empty filter need no data: they ask the sites of tests/site live.

``--quick``: one site in six of DATA, and for Thor few of the live ones. It shows that all runs; its
figures are worth little.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

ROOT = Path(__file__).parent.parent
# In a quick run, of so many sites one is taken.
EVERY = 6
# The labelled sets: their index, and what in it names the site.
SETS = {
    "result_pages": ("index.jsonl", "site"),
    "serps": ("labels.jsonl", "service"),
    "page_states": ("index.jsonl", "site"),
    "pagination": ("index.jsonl", "Page URL"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A benchmark: what it measures, and what it is given."""

    title: str
    needs_data: bool = True
    quick: tuple[str, ...] = ()
    """Options of a quick run."""
    writes: str = ""
    """Where it writes its figures, if that is not for us to say."""


PARTS = {
    "reading_records": Part("Records, sites held out"),
    "reading_kinds": Part("Kinds of pages and next pages, each page alone"),
    "reading_fields": Part("Fields, by site", writes="output/benchmarks/reading_fields.json"),
    "thor": Part("Thor: page clusters and pagelets, by live site", False, ("--quick",)),
    "empty": Part("Empty filter over θ, by live site", False),
    "reading_cost": Part("Cost", quick=("--pages", "10")),
}


def figures(name: str, part: Part, data: Path, *, quick: bool) -> dict[str, Any]:
    """Run a part, and read what it wrote; its table goes to the screen."""
    print(f"\n=== {part.title} (benchmarks/{name}.py)", flush=True)
    with TemporaryDirectory() as folder:
        written = ROOT / part.writes if part.writes else Path(folder, "figures.json")
        command = [
            *(sys.executable, "-m", f"benchmarks.{name}"),
            *([str(data)] if part.needs_data else []),
            *([] if part.writes else ["--json", str(written)]),
            *(part.quick if quick else ()),
        ]
        started = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, check=False)
        took = {"seconds": round(time.monotonic() - started, 1)}
        if done.returncode:
            return {**took, "failed": done.returncode}
        return {**took, **json.loads(written.read_text("utf-8"))}


@contextmanager
def some_sites(data: Path) -> Iterator[Path]:
    """The same data, but with few sites in each index."""
    with TemporaryDirectory() as folder:
        for name, (index, site) in SETS.items():
            small = Path(folder, name)
            small.mkdir()
            for there in (data / name).iterdir():
                if there.name != index:
                    (small / there.name).symlink_to(there.resolve())
            lines = (data / name / index).read_text("utf-8").splitlines(keepends=True)
            kept = [line for line in lines if crc32(json.loads(line)[site].encode()) % EVERY == 0]
            (small / index).write_text("".join(kept), "utf-8")
        yield Path(folder)


def main() -> None:
    given = _arguments()
    parts = {name: PARTS[name] for name in given.only or PARTS}
    if given.quick:
        with some_sites(given.data) as data:
            result = {name: figures(name, part, data, quick=True) for name, part in parts.items()}
    else:
        data = given.data.resolve()
        result = {name: figures(name, part, data, quick=False) for name, part in parts.items()}
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(result, indent=1), "utf-8")
    failed = [name for name, found in result.items() if "failed" in found]
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("data", type=Path, help="folder of labelled pages")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--quick", action="store_true", help="few sites, to see that all runs")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="these parts and no others")
    return parser.parse_args()


if __name__ == "__main__":
    main()
