"""From a query log and a knowledge base to the queries of a site: filter, clean, expand [He13 §4].

``surface/queries`` decides (``log_cleaning``, ``entity_match``, ``type_match``); this module runs
its decisions on logs of many million rows, in a temporary SQLite file, site by site.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.knowledge.query_log import QueryLog
from deepweb.page.site import site_name
from deepweb.surface.queries.entity_match import name_key, segments, spelled, tokens
from deepweb.surface.queries.log_cleaning import (
    MAX_PATTERNS,
    MAX_TOKENS,
    MIN_CLICKS,
    MIN_PAGES,
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

CACHE = 400_000  # kilobytes that SQLite may keep in memory
MAX_CLICKS = 10**9  # clicks of a row; more is a mistake
NO_ADDRESS = "rows whose address is none"

TABLES = f"""
pragma journal_mode = off; pragma synchronous = off; pragma temp_store = file;
pragma cache_size = -{CACHE}; pragma threads = 2;
create table click (site integer, query text, url text, clicks integer);
create table asked (site integer, query text, clicks integer, pages integer);
create table kept (
    site integer, query text, clicks integer, primary key (site, query)
) without rowid;
create table mention (
    site integer, name text, times integer, primary key (site, name)
) without rowid;
"""
COUNT = """
insert into asked select site, query, sum(times), sum(times >= ?) from (
    select site, query, url, sum(clicks) as times from click group by site, query, url
) group by site, query
"""


@dataclass(frozen=True, slots=True)
class LogQuery:
    """A cleaned query of a site."""

    text: str
    clicks: int


@dataclass(slots=True)
class Totals:
    """What became of a log."""

    rows: int = 0
    sites: int = 0
    queries: int = 0
    """Distinct queries per site."""
    kept: int = 0
    """Queries that are not navigational."""
    matched: int = 0
    """Kept queries that mention a known name."""
    patterned: int = 0
    """Kept queries that a pattern was removed from."""
    cleaned: int = 0
    """Distinct queries per site after cleaning."""


class LogQueries:
    """The queries of a log, step by step; a context manager, since it needs a temporary file.

    ``site`` owns the queries of a log without addresses.
    """

    def __init__(self, log: QueryLog, knowledge: KnowledgeBase, site: str = "") -> None:
        self.log, self.knowledge = log, knowledge
        self.totals = Totals()
        self.patterns: list[Pattern] = []
        self._site = log_site(site)
        self._numbers: dict[str, int] = {}
        self._folder = TemporaryDirectory(prefix="deepweb-log-")
        self._db = sqlite3.connect(Path(self._folder.name) / "log.db", isolation_level=None)
        self._db.executescript(TABLES)

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
        self._insert("click", 4, self._log_rows())
        self.totals.rows = self.log.rows
        self.totals.sites = len(self._numbers)

    def filter(self) -> None:
        """2. Leave out navigational queries."""
        self._db.execute(COUNT, [MIN_CLICKS])
        self._db.execute("drop table click")
        self.totals.queries = self._number("select count(*) from asked")
        pages = MIN_PAGES if self.has_pages else 1
        self._db.execute(
            "insert into kept select site, query, clicks from asked where pages >= ?", [pages]
        )
        self._db.execute("drop table asked")
        self.totals.kept = self._number("select count(*) from kept")

    def aggregate(self, prepositions: Set[str], most: int = MAX_PATTERNS) -> None:
        """3. Split every query around the names in it, and count the words around them."""
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
        """The names that the queries of each site mention."""
        sites = self.sites
        counted = self._read("select site, name, times from mention order by site, name")
        for number, rows in groupby(counted, key=_first):
            yield sites[number], {name: times for _, name, times in rows}

    def _log_rows(self) -> Iterator[tuple[int, str, str, int]]:
        numbers: dict[str, int | None] = {}
        """Numbers of sites, by the beginnings of addresses."""
        for query, url, clicks in self.log.clicks():
            # Up to the path, which begins after "https://".
            end = url.find("/", 8)
            start = url if end < 0 else url[:end]
            if start not in numbers:
                numbers[start] = self._number_of(start)
            if (number := numbers[start]) is None:
                self.log.trouble[NO_ADDRESS] += 1
                continue
            yield number, " ".join(query.lower().split()), url, min(clicks, MAX_CLICKS)

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
        """A query without patterns; "" if nothing else is left."""
        parts = tokens(query)
        if not 0 < len(parts) <= MAX_TOKENS:
            return ""
        left = patterns.clean(parts, is_name=name_key(parts) in self.knowledge)
        self.totals.patterned += len(left) < len(parts)
        if not self.has_pages and names_site(query, self._site):
            return ""
        return spelled(left)

    def _kept(self, site: str = "") -> Iterator[tuple[int, str, int]]:
        """The kept queries of a site, or of one site after another."""
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
    """The site of an address, which may lack "http://"."""
    try:
        return log_site(site_name(address if "://" in address else f"http://{address}")) or None
    except ValueError:
        return None
