"""What the own pages of records say; the records as lists show them are stored separately.

A record that is read from the store has the fields of both. If both have a field, the own page
counts; an unnamed column of the list is left out if the own page names the same value.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select, update

from deepweb.items import DetailedRecord, FieldValue, Record, RecordDetails
from deepweb.read.details.detail_reader import DetailMemory
from deepweb.read.details.own_data import ListedRecord
from deepweb.read.site_reader import SiteMemory
from deepweb.store import database
from deepweb.store.crawls import CrawlHistory
from deepweb.store.retry import patient
from deepweb.store.schema import details, readings, records
from deepweb.store.tables import BATCH, Tables

UNNAMED = ("snippet", "text")
"""Fields that the site does not name; they hold any part of the text that was shown."""
GONE = ("HTTP 404", "HTTP 410")
"""Reasons of pages that are not there any more."""
DETAIL_COLUMNS = [details.c[name].label(f"details_{name}") for name in details.c.keys()[2:]]
"""The columns of details beside those of records."""
_LISTED = [records.c[name] for name in ("id", "url", "title", "fields")]
IS_SAME_RECORD = (details.c.site == records.c.site) & (details.c.id == records.c.id)


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A record as a list shows it, and as its own page does."""

    title: str
    listed: Mapping[str, FieldValue]
    url: str
    told: Mapping[str, FieldValue]
    reason: str
    """Why the page could not be read; "" if it was."""


@patient
class DetailStore:
    """The own pages of the records of a crawl."""

    def __init__(self, tables: Tables, history: CrawlHistory) -> None:
        self.shown, self.max_wait = tables.shown, tables.max_wait
        self.completed: set[str] = set()
        """Sites whose records got details since the store was opened."""
        self._tables = tables
        self._engine = tables.engine
        self._history = history

    def forget(self) -> None:
        """Nothing is cached."""

    def save(
        self, site: str, form: str, told: Sequence[RecordDetails], learnt: DetailMemory
    ) -> None:
        """Commit the details of pages that waited to be compared, and what was learnt from them."""
        self.completed.add(site)
        with self._engine.begin() as connection:
            self._tables.ownership.check(connection, site)
            put_details(connection, self._tables, site, told)
            put_memory(connection, self._tables, (site, form), learnt)

    def read_at(self, site: str, url: str, record: str) -> bool:
        """Was the page at an address read as the own page of another record?"""
        same = (details.c.site == site) & (details.c.url == url) & (details.c.id != record)
        return self._tables.count(details, same & (details.c.reason == "")) > 0

    def beside_lists(self, site: str, most: int) -> list[RecordPage]:
        """Some records with their own pages; records whose own page was read come first."""
        mine = select(records, *DETAIL_COLUMNS).join(details, IS_SAME_RECORD)
        order = (details.c.reason != "", records.c.number)
        with self._engine.connect() as connection:
            rows = connection.execute(
                mine.where(records.c.site == site).order_by(*order).limit(most)
            ).mappings()
            return [
                RecordPage(
                    row["title"],
                    row["fields"],
                    row["details_url"],
                    row["details_fields"],
                    row["details_reason"],
                )
                for row in rows
            ]

    def wanted(self, site: str) -> list[ListedRecord]:
        """The records of the crawl that have an address, in the order of finding.

        Then the records of earlier crawls that this one did not see, but whose pages were read:
        they may be gone.
        """
        started = self._history.started(site)
        mine = (records.c.site == site) & records.c.url.is_not(None)
        wanted = select(*_LISTED).where(mine).order_by(records.c.number)
        read = records.c.id.in_(select(details.c.id).where(details.c.site == site))
        with self._engine.connect() as connection:
            seen = connection.execute(wanted.where(records.c.last_seen >= started)).all()
            unseen = connection.execute(wanted.where((records.c.last_seen < started) & read)).all()
        return [ListedRecord(*row) for row in (*seen, *unseen)]

    def listed(self, site: str, record: str) -> ListedRecord:
        """A record as its list shows it."""
        mine = (records.c.site == site) & (records.c.id == record)
        with self._engine.connect() as connection:
            row = connection.execute(select(*_LISTED).where(mine)).first()
        return ListedRecord(*row) if row else ListedRecord(record, "", "", {})


def put_details(
    connection: Connection, tables: Tables, site: str, told: Iterable[RecordDetails]
) -> None:
    """Write what own pages say, as a part of the transaction of an answer."""
    now = time.time()
    for each in told:
        id_ = _id_now(connection, site, each)
        mine = (details.c.site == site) & (details.c.id == id_)
        before = connection.execute(select(details).where(mine)).mappings().first()
        row: dict[str, Any] = {"url": each.url, "reason": each.reason, "fetched": now}
        if before is None:
            row |= {"site": site, "id": id_, "fields": dict(each.fields)}
            connection.execute(tables.insert(details).values(row))
            continue
        # A page that says nothing today (a login) does not take back what it said before.
        if each.fields and each.fields != before["fields"]:
            row["fields"] = dict(each.fields)
            row["changed"] = now if before["fields"] else before["changed"]
        connection.execute(update(details).where(mine).values(**row))


def _id_now(connection: Connection, site: str, told: RecordDetails) -> str:
    """The id of a record, which may have changed while its own page was fetched."""
    mine = select(records.c.id).where(records.c.site == site)
    is_known = connection.execute(mine.where(records.c.id == told.id)).first()
    renamed = (
        None if is_known else connection.execute(mine.where(records.c.url == told.url)).first()
    )
    return renamed.id if renamed else told.id


def rename_details(connection: Connection, site: str, before: str, new: str) -> None:
    """Keep the details of a record that gets another id."""
    if before != new:
        mine = details.c.site == site
        connection.execute(delete(details).where(mine & (details.c.id == new)))
        connection.execute(update(details).where(mine & (details.c.id == before)).values(id=new))


def put_memory(
    connection: Connection, tables: Tables, form: tuple[str, str], learnt: SiteMemory | DetailMemory
) -> None:
    """Write the memory of a reader, as a part of the transaction of an answer."""
    memory = zlib.compress(database.to_json(learnt.to_json()).encode())
    tables.put(connection, readings, {"site": form[0], "form": form[1], "memory": memory})


def with_details(connection: Connection, site: str, found: Sequence[Record]) -> list[Record]:
    """Records with what their own pages say."""
    told: dict[str, Mapping[str, Any]] = {}
    for start in range(0, len(found), BATCH):
        ids = [record.id for record in found[start : start + BATCH]]
        mine = select(details).where((details.c.site == site) & details.c.id.in_(ids))
        told |= {row["id"]: row for row in connection.execute(mine).mappings()}
    return [detailed(record, told.get(record.id)) for record in found]


def detailed(record: Record, told: Mapping[str, Any] | None) -> Record:
    """A record with what is stored of its own page, if anything is."""
    if told is None:
        return record
    plain = {name: getattr(record, name) for name in Record.__slots__}
    plain["fields"] = merged(record.fields, told["fields"])
    return DetailedRecord(**plain, details_url=told["url"], details_fetched=not told["reason"])


def merged(
    listed: Mapping[str, FieldValue], told: Mapping[str, FieldValue]
) -> dict[str, FieldValue]:
    """The fields of a list and of an own page under one scheme."""
    said = {_folded(value) for value in told.values()}
    unnamed = [name for name in listed if name.startswith(UNNAMED)]
    named = [name for name in unnamed if _folded(listed[name]) in said]
    # The number in a dropped text is dropped as well: snippet_3_value with snippet_3.
    left = {name for name in unnamed for of in named if name == of or name.startswith(f"{of}_")}
    return {name: value for name, value in listed.items() if name not in left} | dict(told)


def details_of(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """The details in a row of records with ``DETAIL_COLUMNS``; None if it has none."""
    if row["details_url"] is None:
        return None
    return {name: row[f"details_{name}"] for name in ("url", "fields", "reason")}


def is_gone(row: Mapping[str, Any], started: float) -> bool:
    """Did the own page of a record turn out to be gone since a time?"""
    return row["details_reason"] in GONE and row["details_fetched"] >= started


def _folded(value: FieldValue) -> str:
    return " ".join(map(str, value)).lower() if isinstance(value, list) else str(value).lower()
