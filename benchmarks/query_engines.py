"""Which engine filters a log and holds names? Each measured in a process of its own.

    python -m benchmarks.query_engines [--size N] [--json]

The filter groups rows of query, site, address and clicks; all must keep the same queries. Names are
built once and asked for as many times as there are names, half of them known.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from marisa_trie import RecordTrie

from benchmarks.synthetic_log import Zipf, vocabulary

FILTER = """
select count(*) from (select site, query from (
    select site, query, url, sum(clicks) as clicks from log group by site, query, url)
group by site, query having sum(case when clicks >= 3 then 1 else 0 end) >= 2)
"""
Row = tuple[str, str, str, int]


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


def _names(folder: Path) -> list[str]:
    return (folder / "names.txt").read_text().splitlines()


def sqlite(folder: Path) -> object:
    database = sqlite3.connect(folder / "log.db")
    database.execute("pragma journal_mode = off")
    database.execute("pragma cache_size = -400000")
    database.execute("create table log (query, site, url, clicks)")
    database.executemany("insert into log values (?, ?, ?, ?)", _rows(folder))
    return database.execute(FILTER).fetchone()[0]


def duckdb_file(folder: Path) -> object:
    import duckdb  # noqa: PLC0415

    columns = "{'query': 'varchar', 'site': 'varchar', 'url': 'varchar', 'clicks': 'bigint'}"
    database = duckdb.connect(config={"threads": 2})
    database.execute(
        f"create table log as select * from read_csv('{folder}/log.tsv', delim='\t', quote='', "
        f"header=false, columns={columns})"
    )
    row = database.execute(FILTER).fetchone()
    return row[0] if row else None


def names_dict(folder: Path) -> object:
    known = dict.fromkeys(_names(folder), (1,))
    return sum(name in known for name in _asked(folder))


def names_trie(folder: Path) -> object:
    known = RecordTrie("<I", ((name, (1,)) for name in _names(folder)))
    return sum(name in known for name in _asked(folder))


def names_hashes(folder: Path) -> object:
    hashes = array("q", sorted(map(hash, _names(folder))))
    places = ((bisect_left(hashes, hash(name)), hash(name)) for name in _asked(folder))
    return sum(place < len(hashes) and hashes[place] == wanted for place, wanted in places)


def _asked(folder: Path) -> Iterator[str]:
    for number, name in enumerate(_names(folder)):
        yield name if number % 2 else f"{name} not"


ENGINES: dict[str, Callable[[Path], object]] = {
    each.__name__: each for each in (sqlite, duckdb_file, names_dict, names_trie, names_hashes)
}


def measured(name: str, folder: Path) -> None:
    started = time.process_time()
    found = ENGINES[name](folder)
    seconds = round(time.process_time() - started, 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told = {"engine": name, "cpu_seconds": seconds, "peak_mb": peak, "found": found}
    print(json.dumps(told))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=2_000_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    opts = parser.parse_args()
    if opts.one:
        measured(opts.one[0], Path(opts.one[1]))
        return
    with TemporaryDirectory() as folder:
        write(Path(folder), opts.size)
        for name in ENGINES:
            command = [sys.executable, "-m", "benchmarks.query_engines", "--one", name, folder]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            row = json.loads(done.stdout)
            text = f"{name:<14}{row['cpu_seconds']:>8} CPU s{row['peak_mb']:>8} MB  {row['found']}"
            print(done.stdout.strip() if opts.json else text)


if __name__ == "__main__":
    main()
