"""What changed at a site: the records that a later crawl found new, changed or gone.

A record is **changed** if its title or one of its fields differs, or its text differs for the same
question: for other questions, sites show other parts of it. It is **gone** if a question that
showed it in the last crawl was asked again and did not show it, although nothing new took its
place; otherwise nobody knows, and it is **unseen**.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select, update

from deepweb.items import Record, ResultPage
from deepweb.store.crawls import earlier_name
from deepweb.store.records.details import (
    DETAIL_COLUMNS,
    IS_SAME_RECORD,
    UNNAMED,
    detailed,
    details_of,
    is_gone,
)
from deepweb.store.schema import crawls, details, found, pages, records
from deepweb.store.tables import BATCH

NEW = "new"
CHANGED = "changed"
SAME = "same"
UNSEEN = "unseen"
GONE = "gone"


@dataclass(frozen=True, slots=True)
class KnownRecord:
    """A record with its history."""

    record: Record
    status: str
    first_seen: float
    last_seen: float
    changed: float | None


def see_again(connection: Connection, record: Record, now: float) -> None:
    """Note that a later crawl saw a record, and what it says now."""
    mine = (records.c.site == record.site) & (records.c.id == record.id)
    before = dict(connection.execute(select(records).where(mine)).mappings().one())
    values: dict[str, Any] = {"last_seen": now}
    if is_changed(before, record):
        values |= {
            "changed": now,
            "title": record.title,
            "text": record.text,
            "fields": dict(record.fields),
        }
    connection.execute(update(records).where(mine).values(**values))


def is_changed(before: Mapping[str, Any], record: Record) -> bool:
    """Does a record differ from what is stored?"""
    if before["title"] != record.title:
        return True
    old, new = _named(before["fields"]), _named(record.fields)
    if any(new[name] != value for name, value in old.items() if name in new):
        return True
    is_same_question = (before["found_on"], before["query"]) == _place_of(record)
    return is_same_question and before["text"] != record.text


def brought_by(connection: Connection, page: ResultPage) -> set[str]:
    """Ids of the records that this answer has stored already.

    There are some only if the connection broke during the first commit, so that the answer is saved
    a second time.
    """
    key = (pages.c.site == page.site) & (pages.c.fingerprint == page.fingerprint)
    if not connection.execute(select(pages.c.page).where(key & pages.c.answered)).first():
        return set()
    mine = {record.id: record for record in page.records}
    among = (records.c.site == page.site) & records.c.id.in_(list(mine)[:BATCH])
    stored = connection.execute(
        select(records.c.id, records.c.found_on, records.c.query).where(among)
    )
    return {row.id for row in stored if (row.found_on, row.query) == _place_of(mine[row.id])}


def _place_of(record: Record) -> tuple[Any, Any]:
    return record.found_on, dict(record.query)


def last_seen(connection: Connection, site: str, ids: Sequence[str]) -> dict[str, float]:
    """Of these records, those that the store holds, and when they were seen."""
    seen: dict[str, float] = {}
    for start in range(0, len(ids), BATCH):
        among = records.c.id.in_(ids[start : start + BATCH])
        wanted = select(records.c.id, records.c.last_seen).where((records.c.site == site) & among)
        seen.update((row.id, row.last_seen) for row in connection.execute(wanted))
    return seen


def known_records(
    connection: Connection, site: str, since: float | None = None
) -> Iterator[KnownRecord]:
    """Every record of a site with its status in the last crawl.

    ``since``: only those that are new, changed or gone since that time.
    """
    last = _last_crawl(connection, site)
    started = last.started if last else 0.0
    gone = _gone(connection, site, last) if last and last.crawl > 1 else set()
    wanted = select(records, *DETAIL_COLUMNS).outerjoin(details, IS_SAME_RECORD)
    mine = wanted.where(records.c.site == site).order_by(records.c.number)
    rows = connection.execution_options(yield_per=500).execute(mine).mappings()
    for row in map(dict, rows):
        row["changed"] = max(row["changed"] or 0.0, row["details_changed"] or 0.0) or None
        if is_gone(row, started):
            gone.add(row["id"])
        status = _status(row, started, gone)
        if since is None or _is_since(row, status, since):
            yield _known(row, status)


def _named(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if not name.startswith(UNNAMED)}


def _last_crawl(connection: Connection, site: str) -> Row[Any] | None:
    mine = select(crawls).where(crawls.c.site == site)
    return connection.execute(mine.order_by(crawls.c.crawl.desc())).first()


def _status(row: Mapping[str, Any], started: float, gone: set[str]) -> str:
    if row["last_seen"] < started:
        return GONE if row["id"] in gone else UNSEEN
    if row["first_seen"] >= started:
        return NEW
    if row["id"] in gone and row["details_fields"]:
        return GONE  # lists still show it, but its own page, which was read before, is not there
    return CHANGED if (row["changed"] or 0.0) >= started else SAME


def _is_since(row: Mapping[str, Any], status: str, since: float) -> bool:
    """Is a record new, changed or gone since a time?"""
    came_or_changed = max(row["first_seen"], row["changed"] or 0.0) >= since
    return status == GONE or (came_or_changed and status != UNSEEN)


def _known(row: Mapping[str, Any], status: str) -> KnownRecord:
    record = Record(**{name: row[name] for name in Record.__slots__})
    told = details_of(row)
    return KnownRecord(
        detailed(record, told), status, row["first_seen"], row["last_seen"], row["changed"]
    )


def _gone(connection: Connection, site: str, last: Row[Any]) -> set[str]:
    """Records that a question showed before, and now shows neither them nor new ones."""
    before, now = pages.alias("before"), pages.alias("now")
    told = ("results", "empty", "duplicate")
    came = (
        select(found.c.page)
        .join(records, (records.c.id == found.c.record) & (records.c.site == site))
        .where(records.c.first_seen >= last.started)
    )
    shown_before = (
        select(found.c.record)
        .join(before, found.c.page == before.c.page)
        .join(now, now.c.fingerprint == before.c.fingerprint)
        .where((before.c.site == earlier_name(site, last.crawl - 1)) & (now.c.site == site))
        .where(now.c.answered & now.c.kind.in_(told) & now.c.page.not_in(came))
    )
    unseen = select(records.c.id).where(
        (records.c.site == site) & (records.c.last_seen < last.started)
    )
    return set(connection.execute(unseen.where(records.c.id.in_(shown_before))).scalars())
