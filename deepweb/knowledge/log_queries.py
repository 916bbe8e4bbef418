"""From a query log and a knowledge base to the queries of a site: filter, clean, expand.

He et al. (WSDM 2013), section 4. The decisions are made in ``surface``: ``query_filter``,
``entity_match``, ``log_patterns``, ``type_match``; here is what they run on. The rows of a log are
counted in ``log_clicks``; what is left of them goes through a temporary SQLite file, site by site.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache
from itertools import compress, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

import numpy as np

from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.knowledge.query_log import QueryLog
from deepweb.page.site import site_name
from deepweb.surface.queries.entity_match import name_key, segments, spelled, tokens
from deepweb.surface.queries.log_cleaning import (
    MAX_TOKENS,
    MIN_CLICKS,
    MIN_PAGES,
    MOST_PATTERNS,
    Pattern,
    PatternCounts,
    Patterns,
    log_site,
    names_site,
)
from deepweb.surface.queries.type_match import (
    THRESHOLD,
    BestScores,
    Document,
    Match,
    Rarity,
    TypeLengths,
    tf_idf,
)

# Kilobytes that SQLite may keep in memory.
CACHE = 400_000
NO_ADDRESS = "rows whose address is none"

TABLES = """
pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file;
pragma cache_size = -{cache}; pragma threads = 2;
create table counted (site integer, query text, clicks integer);
create table kept (
    site integer, query text, clicks integer, primary key (site, query)
) without rowid;
create table mention (
    site integer, name text, times integer, primary key (site, name)
) without rowid;
"""


@dataclass(frozen=True, slots=True)
class LogQuery:
    """A query of a site's, cleaned."""

    text: str
    clicks: int


@dataclass(slots=True)
class Totals:
    """What became of a log."""

    rows: int = 0
    sites: int = 0
    queries: int = 0
    """Distinct queries of a site."""
    kept: int = 0
    """Of these, those that are not navigational."""
    matched: int = 0
    """Of these, those that mention a known name."""
    patterned: int = 0
    """Of the kept, those that a pattern was removed from."""
    cleaned: int = 0
    """Distinct queries of a site after that."""


class LogQueries:
    """The queries of a log, step by step; a context, since it needs room on disk.

    ``site`` owns the queries of a log that tells no addresses.
    """

    def __init__(self, log: QueryLog, knowledge: KnowledgeBase, site: str = "") -> None:
        self.log, self.knowledge = log, knowledge
        self.totals = Totals()
        self.patterns: list[Pattern] = []
        self._site = log_site(site)
        self._numbers: dict[str, int] = {}
        self._folder = TemporaryDirectory(prefix="deepweb-log-")
        self._db = sqlite3.connect(Path(self._folder.name) / "log.db", isolation_level=None)
        self._db.executescript(TABLES.format(cache=CACHE))
        self._clicks = LogClicks(Path(self._folder.name) / "queries.txt")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()
        self._folder.cleanup()

    @property
    def has_pages(self) -> bool:
        """Does the log tell which pages were clicked?"""
        return self.log.columns.url is not None

    @property
    def sites(self) -> list[str]:
        return list(self._numbers)

    def load(self) -> None:
        """1. Read the log."""
        self._clicks.read(self._log_rows())
        self.totals.rows = self.log.rows
        self.totals.sites = len(self._numbers)

    def filter(self) -> None:
        """2. Leave out navigational queries."""
        self._insert("counted", 3, self._clicks.counted(MIN_PAGES if self.has_pages else 1))
        self._db.execute("insert into kept select * from counted order by site, query")
        self._db.execute("drop table counted")
        self._clicks.clear()
        self.totals.queries = self._clicks.queries
        self.totals.kept = self._number("select count(*) from kept")

    def aggregate(self, prepositions: Set[str], most: int = MOST_PATTERNS) -> None:
        """3. Cut every query around the names in it, and count what stands around them."""
        counts = PatternCounts()
        self._insert("mention", 3, self._mentions(counts))
        self.patterns = counts.top(prepositions, most)

    def cleaned(self, site: str = "") -> Iterator[LogQuery]:
        """4. The queries of a site, or of all, without the patterns; the most clicked first."""
        patterns = Patterns(self.patterns)
        for _, rows in groupby(self._kept(site), key=_first):
            clicks: Counter[str] = Counter()
            for _, query, times in rows:
                if text := self._clean(query, patterns):
                    clicks[text] += times
            self.totals.cleaned += len(clicks)
            for text in sorted(clicks, key=lambda text: (-clicks[text], text)):
                yield LogQuery(text, clicks[text])

    def expand(self, threshold: float = THRESHOLD) -> Iterator[tuple[str, list[Match]]]:
        """5. The types that each site matches."""
        types_of = cache(self.knowledge.types_of)
        holders = dict(self._read("select name, count(*) from mention group by name"))
        rarity = Rarity(self._number("select count(distinct site) from mention"), holders)
        lengths = TypeLengths(self.knowledge.sizes, rarity)
        for name in holders:
            lengths.add(name, types_of(name))
        best, scores = BestScores(), {}
        for site, document in self.documents():
            scores[site] = tf_idf(document, types_of, lengths, rarity)
            best.add(scores[site])
        for site, found in scores.items():
            yield site, best.matches(found, threshold)

    def documents(self) -> Iterator[tuple[str, Document]]:
        """Of each site the names that its queries mention."""
        sites = self.sites
        counted = self._read("select site, name, times from mention order by site, name")
        for number, rows in groupby(counted, key=_first):
            yield sites[number], {name: times for _, name, times in rows}

    def _log_rows(self) -> Iterator[tuple[int, str, str, int]]:
        numbers: dict[str, int | None] = {}
        """By the beginnings of addresses."""
        for query, url, clicks in self.log.clicks():
            # Behind "https://", up to where the path begins.
            end = url.find("/", 8)
            start = url if end < 0 else url[:end]
            if start not in numbers:
                numbers[start] = self._number_of(start)
            if (number := numbers[start]) is None:
                self.log.trouble[NO_ADDRESS] += 1
                continue
            yield number, " ".join(query.lower().split()), url, clicks

    def _number_of(self, address: str) -> int | None:
        site = _site_of(address) if self.has_pages else self._site
        return None if site is None else self._numbers.setdefault(site, len(self._numbers))

    def _mentions(self, counts: PatternCounts) -> Iterator[tuple[int, str, int]]:
        for number, rows in groupby(self._kept(), key=_first):
            mentioned: Counter[str] = Counter()
            for _, query, _ in rows:
                parts = tokens(query)
                if len(parts) > MAX_TOKENS:
                    continue
                found = segments(parts, self.knowledge)
                counts.add(found)
                self.totals.matched += bool(found)
                mentioned.update({each.entity for each in found})
            yield from ((number, name, times) for name, times in mentioned.items())

    def _clean(self, query: str, patterns: Patterns) -> str:
        """A query without patterns; nothing where it says nothing else."""
        parts = tokens(query)
        if not 0 < len(parts) <= MAX_TOKENS:
            return ""
        left = patterns.clean(parts, is_name=name_key(parts) in self.knowledge)
        self.totals.patterned += len(left) < len(parts)
        if not self.has_pages and names_site(query, self._site):
            return ""
        return spelled(left)

    def _kept(self, site: str = "") -> Iterator[tuple[int, str, int]]:
        """The queries of a site, or of all, one site after another, that are not navigational."""
        which = f"where site = {self._numbers.get(log_site(site), -1)}" if site else ""
        return self._read(f"select site, query, clicks from kept {which} order by site, query")  # noqa: S608

    def _insert(self, table: str, width: int, rows: Iterator[tuple[object, ...]]) -> None:
        marks = ", ".join("?" * width)
        self._db.execute("begin")
        self._db.executemany(f"insert into {table} values ({marks})", rows)  # noqa: S608
        self._db.execute("commit")

    def _read(self, query: str) -> Iterator[Any]:
        return iter(self._db.execute(query))

    def _number(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])


def _first(row: tuple[int, str, int]) -> int:
    return row[0]


def _site_of(address: str) -> str | None:
    """The site of an address, which may be written without http://."""
    try:
        return log_site(site_name(address if "://" in address else f"http://{address}")) or None
    except ValueError:
        return None


# --- merged from log_clicks.py; rewrite or remove this note ---
# Which queries of a log were clicked for enough pages of a site, in logs of many million rows?
#
# The counting of ``surface/queries/log_cleaning.py``. A row is four numbers in memory, 28 bytes in
# all, which numpy sorts and adds up: queries and addresses are told apart by 64-bit hashes, which two
# of 20 million share once in 100,000 logs. The queries themselves wait in a file, and of these only
# those that count are read again. SQLite takes twice as long, and longer where it must sort on disk
# (``benchmarks/query_engines.py``).

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
