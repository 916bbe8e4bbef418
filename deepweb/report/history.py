"""The history of a site, read from the store: questions, requests, records, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from deepweb.store.records.changes import KnownRecord, known_records
from deepweb.store.records.identities import renamings
from deepweb.store.schema import crawls, found, pages, requests, sites


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """A question, its answer, and the number of records that it showed and of new ones."""

    form: str
    purpose: str
    query: Mapping[str, str]
    url: str
    status: int
    kind: str
    reason: str
    count: int | None
    shown: int
    new: int
    next_url: str = ""


@dataclass(frozen=True, slots=True)
class MadeRequest:
    """A request of any purpose."""

    url: str
    status: int
    reason: str
    time: float | None


@dataclass(frozen=True, slots=True)
class Ending:
    """When a crawl of a site began and ended, and why; ``ended`` is None while it runs."""

    started: float
    ended: float | None
    reason: str
    outcome: str


class SiteHistory:
    """One site in an open store; can be read in the middle of a crawl."""

    def __init__(self, connection: Connection, site: str) -> None:
        self._connection = connection
        self.site = site

    def address(self) -> tuple[str, str] | None:
        """The first address of the site, and how exploring ended; None if the site is unknown."""
        wanted = select(sites.c.url, sites.c.reason).where(sites.c.site == self.site)
        row = self._connection.execute(wanted).first()
        return (row.url, row.reason) if row else None

    def ending(self) -> Ending | None:
        """The ending of the last crawl."""
        mine = select(crawls).where(crawls.c.site == self.site)
        row = self._connection.execute(mine.order_by(crawls.c.crawl.desc())).first()
        return Ending(row.started, row.ended, row.reason, row.outcome) if row else None

    def asked(self) -> list[LoggedAnswer]:
        """Every question in the order of asking."""
        shown, new = self._shown(), self._new()
        columns = [c for c in pages.c if c.name in LoggedAnswer.__slots__]
        wanted = select(pages.c.page, *columns).where(pages.c.site == self.site)
        rows = self._connection.execute(wanted.order_by(pages.c.page)).mappings()
        told = (dict(row) for row in rows)
        return [
            LoggedAnswer(shown=shown[page], new=new[page], **row)
            for row in told
            for page in [row.pop("page")]
        ]

    def made(self) -> list[MadeRequest]:
        """Every request in the order of asking."""
        columns = (requests.c[name] for name in ("url", "status", "reason", "time"))
        wanted = select(*columns).where(requests.c.site == self.site)
        rows = self._connection.execute(wanted.order_by(requests.c.request))
        return [MadeRequest(*row) for row in rows]

    def known(self) -> Iterator[KnownRecord]:
        """Every record, with its status in the last crawl."""
        return known_records(self._connection, self.site)

    def _shown(self) -> Counter[int]:
        mine = _joined(select(found.c.page, func.count().label("number")), self.site)
        rows = self._connection.execute(mine.group_by(found.c.page))
        return Counter({row.page: row.number for row in rows})

    def _new(self) -> Counter[int]:
        """By page, the number of records that were first seen there, whatever their ids became."""
        mine = _joined(select(func.min(found.c.page).label("page"), found.c.record), self.site)
        by_record = mine.group_by(found.c.record)
        if changes := renamings(self._connection, self.site):
            seen: dict[str, int] = {}
            for page, id_ in self._connection.execute(by_record.order_by("page")):
                seen.setdefault(_latest(id_, changes), page)
            return Counter(seen.values())
        first = by_record.subquery()
        wanted = select(first.c.page, func.count().label("number")).group_by(first.c.page)
        return Counter({row.page: row.number for row in self._connection.execute(wanted)})


def _latest(id_: str, changes: Iterable[Mapping[str, str]]) -> str:
    for renamed in changes:
        id_ = renamed.get(id_, id_)
    return id_


def known_sites(connection: Connection) -> list[str]:
    """Every site in the store; not the names of earlier crawls."""
    wanted = select(sites.c.site).where(~sites.c.site.contains("@")).order_by(sites.c.site)
    return list(connection.execute(wanted).scalars())


def _joined(wanted: Select[Any], site: str) -> Select[Any]:
    return wanted.select_from(found.join(pages, found.c.page == pages.c.page)).where(
        pages.c.site == site
    )
