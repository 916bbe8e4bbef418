"""The history of the crawls of a site: when each began, and when and why it ended.

An interrupted crawl resumes; a new one begins only if the one before is over and the user asks for
another. The ledger of the earlier crawl is then renamed to the site's name and its number,
``example.org@1``: it does not answer the new crawl, and reports can still be made of it. Records
stay under the site's name, with the times when they were first and last seen.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, Engine, Row, Table, Update, select, update

from deepweb.store import schema
from deepweb.store.schema import crawls

RUNNING = "it runs, or was killed"  # reason of a crawl that has not ended
# Tables whose rows belong to several crawls.
_KEPT = frozenset(
    {
        "records",
        "details",
        "identities",
        "crawls",
        "owners",
        "located_sites",
        "frontier",
        "searches",
    }
)


def earlier_name(site: str, crawl: int) -> str:
    """The name of a site in the ledger of an earlier crawl; no host has such a name."""
    return f"{site}@{crawl}"


class CrawlHistory:
    """When the crawls of sites began and ended."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._started: dict[str, float] = {}

    def begin(self, site: str, *, again: bool = False) -> str:
        """Resume a site's crawl or begin one; ``again``: begin a new one if the last is over.

        Returns the outcome of the earlier run that is resumed; "" if there is none.
        """
        with self._engine.begin() as connection:
            last = _last(connection, site)
            if last is None or (again and last.is_over):
                number = last.crawl + 1 if last else 1
                if last:
                    _put_away(connection, site, last.crawl)
                row = {"crawl": number, "started": time.time(), "is_over": False}
                connection.execute(
                    crawls.insert(), {"site": site, "reason": RUNNING, "outcome": "", **row}
                )
            else:
                resumed = {"ended": None, "reason": RUNNING, "outcome": ""}
                connection.execute(_crawl(site, last.crawl).values(**resumed))
        self._started.pop(site, None)
        return last.outcome if last and not (again and last.is_over) else ""

    def end(self, site: str, reason: str, outcome: str, *, is_over: bool) -> None:
        """Note that a crawl ended; ``is_over``: nothing is left for it to do."""
        with self._engine.begin() as connection:
            if last := _last(connection, site):
                values = {"ended": time.time(), "reason": reason, "is_over": is_over}
                values |= {"outcome": outcome}
                connection.execute(_crawl(site, last.crawl).values(**values))

    def started(self, site: str) -> float:
        """When the present crawl began; records seen since then are its own."""
        if site not in self._started:
            with self._engine.connect() as connection:
                last = _last(connection, site)
            self._started[site] = last.started if last else 0.0
        return self._started[site]


def _last(connection: Connection, site: str) -> Row[Any] | None:
    mine = select(crawls).where(crawls.c.site == site).order_by(crawls.c.crawl.desc())
    return connection.execute(mine).first()


def _crawl(site: str, number: int) -> Update:
    return update(crawls).where((crawls.c.site == site) & (crawls.c.crawl == number))


def _put_away(connection: Connection, site: str, crawl: int) -> None:
    """Rename the ledger of a crawl that is over."""
    for table in _of_one_crawl():
        mine = update(table).where(table.c.site == site)
        connection.execute(mine.values(site=earlier_name(site, crawl)))


def _of_one_crawl() -> list[Table]:
    return [
        table
        for table in schema.metadata.sorted_tables
        if "site" in table.c and table.name not in _KEPT
    ]
