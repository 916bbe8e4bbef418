"""Which engine filters a log and holds names? Each measured in a process of its own.

    python -m benchmarks.query_engines [--size N] [--json]

Rows of query, site, address and clicks are grouped; all engines must keep the same queries. DuckDB
and polars are measured twice: reading a clean file by themselves, and fed with rows that Python has
read, as it must where malformed ones are to be counted. Names are built once and asked for as many
times as there are names, half of them known. Engines that are not installed are left out.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import resource
import sqlite3
import subprocess
import sys
import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import compress, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from marisa_trie import RecordTrie

from benchmarks.synthetic_log import Zipf, vocabulary

COLUMNS = ("query", "site", "url", "clicks")
FILTER = """
select count(*) from (select site, query from (
    select site, query, url, sum(clicks) as clicks from log group by site, query, url)
group by site, query having sum(case when clicks >= 3 then 1 else 0 end) >= 2)
"""
# Rows that are handed over at a time.
BATCH = 100_000
Row = tuple[str, str, str, int]
Told = dict[str, Any]


def write(folder: Path, size: int) -> None:
    rng = random.Random(1)
    words, written = Zipf(vocabulary(rng), rng), 0
    with (folder / "names.txt").open("w") as file:
        for length in rng.choices((1, 2, 3, 4), k=size):
            file.write(" ".join(words.pick() for _ in range(length)) + "\n")
    with (folder / "log.tsv").open("w") as file:
        while written < size:
            query = " ".join(words.pick() for _ in range(rng.choice((2, 3, 4))))
            site = f"site{rng.randrange(5000)}.example"
            for _ in range(rng.choice((1, 2, 2, 3, 4))):
                page = rng.randrange(10**6)
                file.write(f"{query}\t{site}\thttp://{site}/{page}\t{rng.randint(1, 12)}\n")
                written += 1


def _rows(folder: Path) -> Iterator[Row]:
    with (folder / "log.tsv").open() as file:
        for line in file:
            query, site, url, clicks = line.rstrip("\n").split("\t")
            yield query, site, url, int(clicks)


def _batches(folder: Path) -> Iterator[list[Row]]:
    rows = _rows(folder)
    return iter(lambda: list(islice(rows, BATCH)), [])


def _names(folder: Path) -> Iterator[str]:
    with (folder / "names.txt").open() as file:
        yield from (line.rstrip("\n") for line in file)


def filter_dict(folder: Path) -> int:
    """No engine at all."""
    clicks: Counter[tuple[str, str, str]] = Counter()
    for query, site, url, times in _rows(folder):
        clicks[site, query, url] += times
    pages = Counter((site, query) for (site, query, _), n in clicks.items() if n >= 3)
    return sum(n >= 2 for n in pages.values())


Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Counted(NamedTuple):
    """A query that counts for a site, by its number, and how often it was clicked."""

    site: int
    query: str
    clicks: int


class LogClicks:
    """The rows of a log as four numbers each, 28 bytes, which numpy sorts and adds up.

    Queries and addresses are 64-bit hashes; the queries wait in a file, ``path``.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._asked, self._urls, self._clicks = array("q"), array("q"), array("q")
        self._sites = array("i")
        self.queries = 0
        """Distinct queries of a site, once they are counted."""

    def read(self, rows: Iterable[tuple[int, str, str, int]]) -> None:
        """Rows of site, query without ends of lines, address and clicks."""
        with self._path.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            for site, query, url, clicks in rows:
                self._asked.append(hash((site, query)))
                self._urls.append(hash(url))
                self._clicks.append(clicks)
                self._sites.append(site)
                file.write(f"{query}\n")

    def counted(self, pages: int, clicks: int) -> Iterator[Counted]:
        """Queries clicked so many times at least for so many pages, in the order of the log."""
        if not self._asked:
            return
        rows, times = self._kept(pages, clicks)
        chosen = np.zeros(len(self._asked), dtype=bool)
        chosen[rows] = True
        with self._path.open(encoding="utf-8", newline="\n") as file:
            lines = compress(file, chosen.tolist())
            for line, row, total in zip(lines, rows.tolist(), times.tolist(), strict=True):
                yield Counted(self._sites[row], line.removesuffix("\n"), total)

    def clear(self) -> None:
        """Give back the memory."""
        for each in (self._asked, self._urls, self._clicks, self._sites):
            del each[:]

    def _kept(self, pages: int, clicks: int) -> tuple[Numbers, Numbers]:
        """Of each query that counts a row, in order, and its clicks."""
        asked, urls, times = map(_numbers, (self._asked, self._urls, self._clicks))
        order = np.lexsort((urls, asked))
        by_page = _starts(asked[order], urls[order])
        page_clicks = np.add.reduceat(times[order], by_page)
        by_query = _starts(asked[order[by_page]])
        self.queries = len(by_query)
        enough = np.add.reduceat((page_clicks >= clicks).astype(np.int64), by_query) >= pages
        rows = order[by_page[by_query]][enough]
        in_order = np.argsort(rows)
        return rows[in_order], np.add.reduceat(page_clicks, by_query)[enough][in_order]


def _numbers(values: array[int]) -> Numbers:
    return np.frombuffer(values, dtype=np.int64)


def _starts(*columns: Numbers) -> Numbers:
    """Where in sorted rows another one begins."""
    is_other = np.ones(len(columns[0]), dtype=bool)
    is_other[1:] = np.logical_or.reduce([each[1:] != each[:-1] for each in columns])
    return np.flatnonzero(is_other)


def filter_numpy(folder: Path) -> int:
    sites: dict[str, int] = {}
    clicks = LogClicks(folder / "queries.txt")
    clicks.read(
        (sites.setdefault(site, len(sites)), query, url, times)
        for query, site, url, times in _rows(folder)
    )
    return sum(1 for _ in clicks.counted(2, 3))


def filter_sqlite(folder: Path) -> int:
    """What the crawler does."""
    database = sqlite3.connect(folder / "log.db")
    database.execute("pragma journal_mode = off")
    database.execute("pragma cache_size = -400000")
    database.execute("create table log (query, site, url, clicks)")
    database.executemany("insert into log values (?, ?, ?, ?)", _rows(folder))
    return int(database.execute(FILTER).fetchone()[0])


def filter_duckdb_file(folder: Path) -> int:
    types = ", ".join(f"'{name}': 'varchar'" for name in COLUMNS[:3])
    database = import_module("duckdb").connect(config={"threads": 2})
    database.execute(
        f"create table log as select * from read_csv('{folder}/log.tsv', delim='\t', quote='', "
        f"header=false, columns={{{types}, 'clicks': 'bigint'}})"
    )
    return int(database.execute(FILTER).fetchone()[0])


def filter_duckdb_rows(folder: Path) -> int:
    database = import_module("duckdb").connect(config={"threads": 2})
    database.execute("create table log (query varchar, site varchar, url varchar, clicks bigint)")
    arrow = import_module("pyarrow")
    for batch in _batches(folder):
        database.register("batch", arrow.table(list(zip(*batch, strict=True)), names=COLUMNS))
        database.execute("insert into log select * from batch")
        database.unregister("batch")
    return int(database.execute(FILTER).fetchone()[0])


def filter_polars_file(folder: Path) -> int:
    polars = import_module("polars")
    return _polars_kept(
        polars,
        polars.scan_csv(
            folder / "log.tsv",
            separator="\t",
            quote_char=None,
            has_header=False,
            new_columns=list(COLUMNS),
        ),
    )


def filter_polars_rows(folder: Path) -> int:
    polars = import_module("polars")
    frames = [
        polars.DataFrame(list(zip(*batch, strict=True)), schema=list(COLUMNS))
        for batch in _batches(folder)
    ]
    return _polars_kept(polars, polars.concat(frames).lazy())


def _polars_kept(polars: Any, log: Any) -> int:
    clicks = log.group_by("site", "query", "url").agg(polars.col("clicks").sum())
    pages = clicks.group_by("site", "query").agg((polars.col("clicks") >= 3).sum().alias("pages"))
    kept = pages.filter(polars.col("pages") >= 2).select(polars.len())
    return int(kept.collect(engine="streaming").item())


class Hashes:
    """Names as sorted numbers."""

    def __init__(self, names: Iterator[str]) -> None:
        self._sorted = array("q", sorted(map(hash, names)))

    def __contains__(self, name: object) -> bool:
        place = bisect_left(self._sorted, hash(name))
        return place < len(self._sorted) and self._sorted[place] == hash(name)


def names_dict(folder: Path) -> Container[str]:
    return dict.fromkeys(_names(folder), (1,))


def names_trie(folder: Path) -> Container[str]:
    return _trie(folder, tries=1)


def names_tries(folder: Path) -> Container[str]:
    return _trie(folder, tries=3)


def names_hashes(folder: Path) -> Container[str]:
    return Hashes(_names(folder))


def _trie(folder: Path, *, tries: int) -> Container[str]:
    names = ((name, (1,)) for name in _names(folder))
    return RecordTrie("<I", names, num_tries=tries)  # type: ignore[no-any-return]


FILTERS: dict[str, Callable[[Path], int]] = {
    "Python's dict": filter_dict,
    "numpy, hashes sorted": filter_numpy,
    "SQLite": filter_sqlite,
    "DuckDB, a file": filter_duckdb_file,
    "DuckDB, rows from Python": filter_duckdb_rows,
    "polars, a file": filter_polars_file,
    "polars, rows from Python": filter_polars_rows,
}
NAMES: dict[str, Callable[[Path], Container[str]]] = {
    "Python's dict": names_dict,
    "MARISA, one trie": names_trie,
    "MARISA, three tries in each other": names_tries,
    "sorted 64-bit hashes, bisect": names_hashes,
}
NEEDS = {"DuckDB": ("duckdb",), "polars": ("polars",), "DuckDB, rows": ("duckdb", "pyarrow")}


def missing(engine: str) -> list[str]:
    """Packages that an engine needs and that are not installed."""
    needed = {each for name, every in NEEDS.items() if engine.startswith(name) for each in every}
    return sorted(each for each in needed if not find_spec(each))


def filtered(engine: str, folder: Path) -> Told:
    found, seconds, cpu = _timed(lambda: FILTERS[engine](folder))
    return {
        "engine": engine,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "peak_mb": _peak_mb(),
        "found": found,
    }


def looked_up(engine: str, folder: Path) -> Told:
    before = _held_mb()
    names, _, built = _timed(lambda: NAMES[engine](folder))
    memory = {"peak_mb": _peak_mb(), "held_mb": _held_mb() - before}
    asked = [name if n % 2 else f"{name} not" for n, name in enumerate(_names(folder))]
    found, _, cpu = _timed(lambda: sum(name in names for name in asked))
    each = {"build": round(built, 1), "microseconds": round(cpu / len(asked) * 1e6, 2)}
    return {"engine": engine, "found": found} | each | memory


def _timed(step: Callable[[], Any]) -> tuple[Any, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    found = step()
    return found, time.perf_counter() - wall, time.process_time() - cpu


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _held_mb() -> int:
    """What is in use: memory given back by Python first goes back to the system."""
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 2**20


MEASURED: dict[str, tuple[Sequence[str], Callable[[str, Path], Told]]] = {
    "filter": (list(FILTERS), filtered),
    "names": (list(NAMES), looked_up),
}
COLUMNS_OF = {
    "filter": ("seconds", "cpu_seconds", "peak_mb"),
    "names": ("build", "microseconds", "peak_mb", "held_mb"),
}


def in_own_process(kind: str, engine: str, folder: str) -> Told:
    command = [sys.executable, "-m", "benchmarks.query_engines", "--one", kind, engine, folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    told: Told = json.loads(done.stdout)
    return told


def compared(kind: str, folder: str) -> list[Told]:
    """All engines that are installed; they must agree."""
    rows = []
    for engine in MEASURED[kind][0]:
        if lacking := missing(engine):
            print(f"{engine}: left out, needs {', '.join(lacking)}", file=sys.stderr)
        else:
            rows.append(in_own_process(kind, engine, folder))
    assert len({row["found"] for row in rows}) == 1, rows
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=2_000_000, help="rows, and names")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    opts = parser.parse_args()
    if opts.one:
        kind, engine, folder = opts.one
        print(json.dumps(MEASURED[kind][1](engine, Path(folder))))
        return
    with TemporaryDirectory() as folder:
        write(Path(folder), opts.size)
        told = {kind: compared(kind, folder) for kind in MEASURED}
    if opts.json:
        print(json.dumps(told, indent=1))
        return
    for kind, rows in told.items():
        print(f"\n{kind:<36}" + "".join(f"{name:>14}" for name in COLUMNS_OF[kind]))
        for row in rows:
            cells = "".join(f"{row[name]:>14}" for name in COLUMNS_OF[kind])
            print(f"{row['engine']:<36}{cells}")


if __name__ == "__main__":
    main()
