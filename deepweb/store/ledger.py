"""The ledger: answers and records, stored before any decision uses them.

An answered submission is one transaction: the page, its records and its verdict. Rows have keys and
are written once, so that a crawl that is killed and resumed writes the same store.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Insert, delete, func, select, update

from deepweb.items import Record, ResultPage
from deepweb.read.facets.facets import FacetLink
from deepweb.read.kind.demands import Demand
from deepweb.read.kind.empty import SOLE, UNREAD, Background
from deepweb.read.kind.response import TRANSIENT
from deepweb.store import database
from deepweb.store.arrived import ArrivedResponse, ArrivedResponses, drop_arrived, put_arrived
from deepweb.store.crawls import CrawlHistory
from deepweb.store.decisions import Decisions
from deepweb.store.records.changes import brought_by, last_seen, see_again
from deepweb.store.records.details import DetailStore, put_details, put_memory, with_details
from deepweb.store.records.identities import Identities, learnt_with
from deepweb.store.retry import patient
from deepweb.store.samples import AnswerSamples
from deepweb.store.schema import found, pages, readings, records, requests
from deepweb.store.tables import BATCH, Tables
from deepweb.surface.answer import Answer, Found

MANY = 5000  # ids that are read at a time
# The columns of an ``Answer``.
_ANSWER = [
    pages.c[name]
    for name in (
        *("page", "kind", "signature", "length", "next_url"),
        *("count", "facets", "status", "url", "links", "demands"),
    )
]

StoreError = database.StoreError

LEASE = 60.0  # seconds that a process owns a site without a heartbeat
MAX_WAIT = 3600.0  # maximum seconds to wait for an unreachable database


@patient
class CrawlStore:
    """The database of a crawl: answers, records, and the ``decisions``."""

    def __init__(self, tables: Tables) -> None:
        self.decisions = Decisions(tables)
        self.identities = Identities(tables)
        self.arrived = ArrivedResponses(tables)
        self.ownership = tables.ownership
        self.shown, self.max_wait = tables.shown, tables.max_wait
        self._tables = tables
        self._engine = tables.engine
        self._history = CrawlHistory(tables.engine)
        self.details = DetailStore(tables, self._history)
        self._samples = AnswerSamples(tables.engine)
        self._completed: set[str] = set()

    @classmethod
    def open(cls, address: str, lease: float = LEASE, max_wait: float = MAX_WAIT) -> CrawlStore:
        """Open the store, and create missing tables."""
        return cls(Tables.open(address, lease, max_wait))

    def beside(self) -> CrawlStore:
        """The same database for another crawl of this process; closing one closes both."""
        return CrawlStore(self._tables.beside())

    def close(self) -> None:
        self._engine.dispose()

    def connect(self) -> Connection:
        """A connection for the queries of reports."""
        return self._engine.connect()

    def begin_crawl(self, site: str, *, again: bool = False) -> str:
        """Resume the crawl of a site, or begin one; ``again`` begins one if the last is over.

        Returns the outcome of the earlier run that is resumed; "" if there is none.
        """
        earlier = self._history.begin(site, again=again)
        self.forget()
        return earlier

    def end_crawl(
        self,
        site: str,
        reason: str,
        outcome: str = "",
        *,
        is_over: bool = True,
        may_resume: bool = False,
    ) -> None:
        """Note how a crawl ended; ``may_resume``: a larger budget resumes it, though it is over."""
        self._history.end(site, reason, outcome, is_over=is_over)
        if is_over and not may_resume:
            with self._engine.begin() as connection:
                drop_arrived(connection, site)

    def forget(self) -> None:
        """Clear the caches, since an interrupted write may not have been committed."""
        self._samples.forget()

    def take_site(self, site: str) -> None:
        """Own a site, so that no other process writes it. Raises ``SiteOwnedError``."""
        self.ownership.take(site)

    def renew_site(self, site: str) -> None:
        """Stay the owner. Raises ``SiteLostError`` if another process owns the site now."""
        self.ownership.renew(site)

    def save_attributes(
        self, site: str, attributes: Mapping[str, Mapping[str, Sequence[str]]]
    ) -> None:
        """Add attributes to stored records, by id."""
        with self._engine.begin() as connection:
            self.ownership.check(connection, site)
            for id_, had in attributes.items():
                mine = (records.c.site == site) & (records.c.id == id_)
                connection.execute(update(records).where(mine).values(attributes=had))
        self._completed.add(site)

    def withdraw(self, site: str, ids: Collection[str]) -> None:
        """Delete records that proved to be none; the answers that showed them stay as they are."""
        with self._engine.begin() as connection:
            self.ownership.check(connection, site)
            mine = (records.c.site == site) & records.c.id.in_(ids)
            connection.execute(delete(records).where(mine))

    def is_completed(self, site: str) -> bool:
        """Did stored records get attributes or details since the store was opened?"""
        return site in self._completed or site in self.details.completed

    def save_page(self, page: ResultPage) -> list[Record]:
        """Commit an answer with all that was read from it; returns the new records."""
        with self._engine.begin() as connection:
            self.ownership.check(connection, page.site)
            self.identities.learn(connection, page)
            unsure = brought_by(connection, page)
            number = self._put_page(connection, page)
            _put_found(connection, number, page.records)
            new = self._put_records(connection, page, unsure)
            put_details(connection, self._tables, page.site, page.details)
            drop_arrived(connection, page.site, page.fingerprint)
            if page.learnt is not None:
                put_memory(connection, self._tables, (page.site, page.form), page.learnt)
        if page.details:
            self.details.completed.add(page.site)
        self._samples.note(page)
        return new

    def answer(self, site: str, fingerprint: str, *, even_failed: bool = False) -> Answer | None:
        """The stored answer to a submission, if there is one.

        ``even_failed``: also an answer that failed and would be asked again.
        """
        asked = (pages.c.site == site) & (pages.c.fingerprint == fingerprint)
        if not even_failed:
            asked &= pages.c.answered
        with self._engine.connect() as connection:
            row = connection.execute(select(*_ANSWER).where(asked)).mappings().first()
            if row is None:
                return None
            listed = select(found.c.record, found.c.title, found.c.text)
            mine = listed.where(found.c.page == row["page"]).order_by(found.c.position)
            there = connection.execute(mine).all()
            identity = learnt_with(connection, site, fingerprint) if there else None
        return Answer(
            kind=row["kind"],
            signature=row["signature"],
            found=tuple(Found(*each) for each in there),
            length=row["length"],
            next_url=row["next_url"],
            count=row["count"],
            facets=tuple(map(FacetLink.from_json, row["facets"])),
            is_final=row["status"] not in TRANSIENT or bool(row["demands"]),
            url=row["url"],
            links=tuple(row["links"] or ()),
            demands=tuple(map(Demand.from_json, row["demands"] or ())),
            identity=identity,
        )

    def answered_words(self, site: str, form: str, box: str) -> dict[str, Answer]:
        """The words that were asked in a box and found results, in the order of asking."""
        mine = (pages.c.site == site) & (pages.c.form == form) & pages.c.answered
        asked = mine & pages.c.purpose.in_(("seed", "keyword")) & (pages.c.kind == "results")
        with self._engine.connect() as connection:
            wanted = select(pages.c.query, pages.c.fingerprint).where(asked)
            rows = connection.execute(wanted.order_by(pages.c.page)).all()
        answers = ((row.query.get(box), self.answer(site, row.fingerprint)) for row in rows)
        return {word: answer for word, answer in answers if word and answer}

    def background(self, site: str, form: str) -> Background:
        """The background pages of a form: its answers to nonsense so far [He13 §5]."""
        return self._samples.background(site, form)

    def reading(self, site: str, form: str) -> dict[str, Any] | None:
        """The memory of the reader of a form's answers (``SiteMemory.to_json``)."""
        mine = (readings.c.site == site) & (readings.c.form == form)
        with self._engine.connect() as connection:
            stored = connection.execute(select(readings.c.memory).where(mine)).scalar()
        memory: dict[str, Any] | None = json.loads(zlib.decompress(stored)) if stored else None
        return memory

    def first_file(self, site: str, form: str) -> tuple[str, dict[str, str]] | None:
        """The hash of a form's first dated answer (``ResultPage.file``), and its query."""
        mine = (pages.c.site == site) & (pages.c.form == form) & (pages.c.file != "")
        with self._engine.connect() as connection:
            wanted = select(pages.c.file, pages.c.query).where(mine).order_by(pages.c.page)
            row = connection.execute(wanted.limit(1)).first()
        return (row.file, row.query) if row else None

    def unread_answers(self, site: str, form: str, alike: float) -> int:
        """How many different answers, unlike the background, show no list; 0 if any shows one."""
        mine = (pages.c.site == site) & (pages.c.form == form) & (pages.c.similarity < alike)
        with self._engine.connect() as connection:
            rows = connection.execute(select(pages.c.reason, pages.c.signature).where(mine)).all()
        shows_list = any(row.reason not in {UNREAD, SOLE} for row in rows)
        return 0 if shows_list else len({row.signature for row in rows})

    def page_with_signature(self, site: str, signature: str) -> str | None:
        """URL of the first page with this signature."""
        same = (pages.c.site == site) & (pages.c.signature == signature)
        with self._engine.connect() as connection:
            wanted = select(pages.c.url).where(same).order_by(pages.c.page).limit(1)
            return connection.execute(wanted).scalar()

    def known(self, site: str, ids: Collection[str]) -> set[str]:
        """Which of these records the crawl has seen already."""
        with self._engine.connect() as connection:
            seen = last_seen(connection, site, list(ids))
        return {id_ for id_, time_ in seen.items() if time_ >= self._history.started(site)}

    def records(self, site: str) -> Iterator[Record]:
        """Every record that the crawl of a site has seen, in the order of finding."""
        some = self.some_records(site, 0)
        while some:
            yield from (record for _, record in some)
            some = self.some_records(site, some[-1][0]) if len(some) == BATCH else []

    def record_ids(self, site: str) -> Iterator[list[str]]:
        """The ids of every record that the crawl of a site has seen, some thousands at a time."""
        some = self.some_ids(site, 0)
        while some:
            yield [id_ for _, id_ in some]
            some = self.some_ids(site, some[-1][0])

    def some_ids(self, site: str, after: int) -> list[tuple[int, str]]:
        """The next ids after a record number, each with its number."""
        mine = self._seen(site) & (records.c.number > after)
        wanted = select(records.c.number, records.c.id).where(mine)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(records.c.number).limit(MANY)).all()
        return [(row.number, row.id) for row in rows]

    def some_records(self, site: str, after: int) -> list[tuple[int, Record]]:
        """The next records of a site after a record number, each with its number."""
        columns = [records.c[name] for name in ("number", *Record.__slots__)]
        mine = self._seen(site) & (records.c.number > after)
        wanted = select(*columns).where(mine).order_by(records.c.number).limit(BATCH)
        with self._engine.connect() as connection:
            rows = [dict(row) for row in connection.execute(wanted).mappings()]
            numbers = [row.pop("number") for row in rows]
            found = with_details(connection, site, [Record(**row) for row in rows])
        return list(zip(numbers, found, strict=True))

    def log_request(  # noqa: PLR0913, PLR0917 - a row of the log
        self,
        site: str,
        method: str,
        url: str,
        status: int,
        reason: str,
        response: ArrivedResponse | None = None,
    ) -> None:
        """Log a request, and keep its response, if that may be needed once more."""
        row = {"site": site, "method": method, "url": url, "status": status, "reason": reason}
        with self._engine.begin() as connection:
            self.ownership.check(connection, site)
            connection.execute(requests.insert(), row | {"time": time.time()})
            if response is not None:
                put_arrived(connection, self._tables, site, response)

    def request_count(self, site: str, reason: str = "") -> int:
        """Requests to the site in all runs; those with a reason, if one is given."""
        mine = requests.c.site == site
        return self._tables.count(
            requests, mine & (requests.c.reason == reason) if reason else mine
        )

    def record_count(self, site: str) -> int:
        """Records that the crawl of a site has seen."""
        return self._tables.count(records, self._seen(site))

    def page_kinds(self, site: str) -> dict[str, int]:
        """The number of pages by kind."""
        return self._pages_by(pages.c.kind, site)

    def purposes(self, site: str) -> dict[str, int]:
        """The number of pages by purpose."""
        return self._pages_by(pages.c.purpose, site)

    def _pages_by(self, column: Column[str], site: str) -> dict[str, int]:
        wanted = select(column.label("kind"), func.count().label("number"))
        mine = wanted.where(pages.c.site == site).group_by(column)
        with self._engine.connect() as connection:
            return {row.kind: row.number for row in connection.execute(mine).all()}

    def _put_page(self, connection: Connection, page: ResultPage) -> int:
        key = (pages.c.site == page.site) & (pages.c.fingerprint == page.fingerprint)
        # A later answer replaces a failed one.
        before = select(pages.c.page).where(key)
        connection.execute(delete(found).where(found.c.page.in_(before)))
        connection.execute(delete(pages).where(key))
        row = {c.name: getattr(page, c.name) for c in pages.c if c.name not in {"page", "answered"}}
        row |= {
            "facets": [facet.to_json() for facet in page.facets],
            "demands": [asdict(demand) for demand in page.demands],
            # A site that blocks the crawler today may answer tomorrow.
            # An error that says what to ask instead is an answer.
            "answered": (page.status not in TRANSIENT or bool(page.demands))
            and page.kind != "blocked",
            "texts": page.texts if self._samples.takes(connection, page) else None,
        }
        inserted: Insert = pages.insert().values(**row)
        number: int = connection.execute(inserted.returning(pages.c.page)).scalar_one()
        return number

    def _seen(self, site: str) -> ColumnElement[bool]:
        return (records.c.site == site) & (records.c.last_seen >= self._history.started(site))

    def _put_records(
        self, connection: Connection, page: ResultPage, unsure: Collection[str] = ()
    ) -> list[Record]:
        """Write the records of a page; returns those that are new to the crawl.

        ``unsure``: ids that an interrupted commit stored; their records may not have been emitted.
        """
        if not page.records:
            return []
        there = {record.id: record for record in page.records}
        seen = last_seen(connection, page.site, list(there))
        now, started = time.time(), self._history.started(page.site)
        new = [record for id_, record in there.items() if id_ not in seen or id_ in unsure]
        if new:
            statement = self._tables.insert(records).on_conflict_do_nothing()
            times = {"first_seen": now, "last_seen": now}
            connection.execute(statement, [asdict(record) | times for record in new])
        again = [record for id_, record in there.items() if seen.get(id_, started) < started]
        for record in again:
            see_again(connection, record, now)
        return [*new, *again]


def _put_found(connection: Connection, page: int, there: Sequence[Record]) -> None:
    if there:
        rows = [
            {"page": page, "position": i, "record": r.id, "title": r.title, "text": r.text}
            for i, r in enumerate(there)
        ]
        connection.execute(found.insert(), rows)
