"""Which queries of a log were clicked for enough pages of a site, in logs of many million rows?

The counting of ``surface/queries/query_filter.py``. A row is four numbers in memory, 28 bytes in
all, which numpy sorts and adds up: queries and addresses are told apart by 64-bit hashes, which two
of 20 million share once in 100,000 logs. The queries themselves wait in a file, and of these only
those that count are read again. SQLite takes twice as long, and longer where it must sort on disk
(``benchmarks/query_engines.py``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import compress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from deepweb.surface.queries.query_filter import MIN_CLICKS

Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Counted(NamedTuple):
    """A query that counts for a site, by its number, and how often it was clicked."""

    site: int
    query: str
    clicks: int


class LogClicks:
    """The rows of a log; ``path`` is a file to be made."""

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

    def counted(self, pages: int, clicks: int = MIN_CLICKS) -> Iterator[Counted]:
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
