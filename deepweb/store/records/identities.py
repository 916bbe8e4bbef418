"""What identifies the records of a site, and what its fields are called.

When a rule is learnt, stored records that are the same by this rule are merged: the first of them
stays, under its new id. The table ``found``, which says what each answer showed, keeps the old ids,
since a resumed crawl must see the same answers again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, exists, false, or_, select, update

from deepweb.items import Record, ResultPage
from deepweb.read.records.identity import IdentityRules, is_hashed
from deepweb.read.records.identity_learning import SeenRecord
from deepweb.store.records.details import rename_details
from deepweb.store.retry import patient
from deepweb.store.schema import found, identities, learnt_identities, pages, records
from deepweb.store.tables import BATCH, Tables
from deepweb.surface.answer import LearntIdentity

SAMPLE = 20  # first and last answers by which identities are judged; links may change in between
MAX_SAMPLED = 4_000  # records of these answers
COMPARED = 12  # records of an answer that are compared with known ones
EARLIER = -1  # the number of the page that stands for all earlier ones
# Kinds of answers that show records.
TELLING = ("results", "duplicate")


@dataclass(frozen=True, slots=True)
class KnownIdentity:
    """What identifies the records of a site, and how many were merged because of it."""

    rules: IdentityRules = field(default_factory=IdentityRules)
    merged: int = 0


@patient
class Identities:
    """The rules of sites, and the answers from which they are learnt."""

    def __init__(self, tables: Tables) -> None:
        self.max_wait, self.shown = tables.max_wait, tables.shown
        self._tables = tables
        self._engine = tables.engine

    def of(self, site: str) -> KnownIdentity:
        """What is known of a site."""
        with self._engine.connect() as connection:
            return _known(connection, site)

    def answers(self, site: str) -> int:
        """The number of answers that showed records."""
        return self._tables.count(pages, _telling(site))

    def seen(self, site: str) -> list[SeenRecord]:
        """The records of the first and the last answers, as they were shown."""
        with self._engine.connect() as connection:
            every = select(pages.c.page, pages.c.query).where(_telling(site))
            queries = {
                row.page: tuple(map(str, row.query.values()))
                for order in (pages.c.page, pages.c.page.desc())
                for row in connection.execute(every.order_by(order).limit(SAMPLE))
            }
            is_same = (records.c.id == found.c.record) & (records.c.site == site)
            wanted = select(found, records.c.fields).select_from(found.outerjoin(records, is_same))
            among = wanted.where(found.c.page.in_(queries))
            newest = among.order_by(found.c.page.desc(), found.c.position).limit(MAX_SAMPLED)
            there = connection.execute(newest).all()
        return [
            SeenRecord(r.page, r.record, r.title, r.text, r.fields or {}, queries[r.page])
            for r in there
        ]

    def longer(self, site: str, ids: Sequence[str]) -> list[SeenRecord]:
        """The known records whose addresses only add arguments to one of these."""
        plain = [each for each in ids if "?" not in each and not is_hashed(each)][:COMPARED]
        # "@" is the character after "?".
        ranges = [(records.c.id > f"{each}?") & (records.c.id < f"{each}@") for each in plain]
        wanted = select(records).where((records.c.site == site) & or_(false(), *ranges))
        with self._engine.connect() as connection:
            there = connection.execute(wanted.order_by(records.c.number)).all()
        return [SeenRecord(EARLIER, r.id, r.title, r.text, r.fields) for r in there]

    def records(self, site: str, ids: Collection[str]) -> list[Record]:
        """The records with these ids, as they are stored now."""
        columns = [records.c[name] for name in Record.__slots__]
        mine = (records.c.site == site) & records.c.id.in_(ids)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*columns).where(mine).order_by(records.c.number))
            return [Record(**row) for row in rows.mappings()]

    def learn(self, connection: Connection, page: ResultPage) -> None:
        """Store what an answer taught: new rules merge records, new names are given to fields."""
        if page.renamed:
            _rename(connection, page)
        if page.identity is not None:
            before = _known(connection, page.site).merged
            renamed, merged = _merge(connection, page.site, page.identity)
            row = {"site": page.site, "rules": page.identity.to_json()}
            self._tables.put(connection, identities, row | {"merged": before + merged})
            taught = row | {"fingerprint": page.fingerprint, "renamed": renamed}
            # A commit that is tried again finds nothing left to rename.
            insert = self._tables.insert(learnt_identities).on_conflict_do_nothing()
            connection.execute(insert, taught)


def learnt_with(connection: Connection, site: str, fingerprint: str) -> LearntIdentity | None:
    """What an answer taught about the ids of records."""
    mine = learnt_identities.c.site == site
    mine &= learnt_identities.c.fingerprint == fingerprint
    row = connection.execute(select(learnt_identities).where(mine)).first()
    return LearntIdentity(IdentityRules.from_json(row.rules), row.renamed) if row else None


def renamings(connection: Connection, site: str) -> list[Mapping[str, str]]:
    """The new ids by the old ones, as the answers taught them one after another."""
    taught = (pages.c.site == learnt_identities.c.site) & (
        pages.c.fingerprint == learnt_identities.c.fingerprint
    )
    rows = select(learnt_identities.c.renamed).join(pages, taught).order_by(pages.c.page)
    every = connection.execute(rows.where(learnt_identities.c.site == site)).scalars()
    return [renamed for renamed in every if renamed]


def _known(connection: Connection, site: str) -> KnownIdentity:
    wanted = select(identities).where(identities.c.site == site)
    row = connection.execute(wanted).first()
    return KnownIdentity(IdentityRules.from_json(row.rules), row.merged) if row else KnownIdentity()


def _telling(site: str) -> Any:
    is_answer = (pages.c.site == site) & pages.c.answered & pages.c.kind.in_(TELLING)
    return is_answer & exists().where(found.c.page == pages.c.page)


def _rename(connection: Connection, page: ResultPage) -> None:
    """Give the fields of a form's records their new names."""
    of_form = (pages.c.site == page.site) & (pages.c.form == page.form)
    shown = select(found.c.record).join(pages, found.c.page == pages.c.page).where(of_form)
    mine = (records.c.site == page.site) & records.c.id.in_(shown)
    for row in connection.execute(select(records.c.number, records.c.fields).where(mine)).all():
        named = {page.renamed.get(name, name): value for name, value in row.fields.items()}
        if named.keys() != row.fields.keys() and len(named) == len(row.fields):
            one = update(records).where(records.c.number == row.number)
            connection.execute(one.values(fields=named))


def _merge(connection: Connection, site: str, rules: IdentityRules) -> tuple[dict[str, str], int]:
    """Give stored records their new ids; of those that get the same one, the first stays.

    Returns the new ids by the old ones, and how many records were merged.
    """
    columns = (records.c[name] for name in ("number", "id", "title", "fields", "last_seen"))
    wanted = select(*columns).where(records.c.site == site).order_by(records.c.number)
    same: defaultdict[str, list[tuple[int, str, float]]] = defaultdict(list)
    # The option is of this statement alone: PostgreSQL can update nothing by the same cursor.
    for row in connection.execute(wanted, execution_options={"yield_per": 500}):
        new = rules.id_of(row.id, row.title, row.fields)
        same[new].append((row.number, row.id, row.last_seen))
    copies = [number for each in same.values() for number, *_ in each[1:]]
    for start in range(0, len(copies), BATCH):
        some = copies[start : start + BATCH]
        connection.execute(delete(records).where(records.c.number.in_(some)))
    for new, each in same.items():
        number, before, seen = each[0]
        last = max(seen for *_, seen in each)
        if new != before or last != seen:
            kept = update(records).where(records.c.number == number)
            connection.execute(kept.values(id=new, last_seen=last))
            rename_details(connection, site, before, new)
    renamed = {old: new for new, each in same.items() for _, old, _ in each if old != new}
    return renamed, len(copies)
