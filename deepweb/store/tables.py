"""One open database, and the statements that all parts of the store share.

A row that names a site is written only while this process owns the site (``ownership.py``).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, Table, func, select

from deepweb.store import database
from deepweb.store.ownership import Ownership, insert_into

BATCH = 500  # variables in one statement (every database allows these), and rows fetched at once


class Tables:
    """The tables of a store, open during the crawl."""

    def __init__(self, engine: Engine, shown: str, lease: float, max_wait: float) -> None:
        self.engine = engine
        self.shown = shown
        """The address of the database, without a password."""
        self.max_wait = max_wait
        """Maximum seconds to wait for an unreachable database."""
        self.ownership = Ownership(engine, lease)
        self._lease = lease

    @classmethod
    def open(cls, address: str, lease: float, max_wait: float) -> Tables:
        """Open a database, and create missing tables. Raises ``StoreError``."""
        return cls(database.opened(address), database.shown_address(address), lease, max_wait)

    def beside(self) -> Tables:
        """The same database for another crawl of this process, which owns sites of its own."""
        return Tables(self.engine, self.shown, self._lease, self.max_wait)

    def count(self, table: Table, where: Any) -> int:
        with self.engine.connect() as connection:
            wanted = select(func.count()).select_from(table).where(where)
            number: int = connection.execute(wanted).scalar_one()
        return number

    def insert(self, table: Table) -> Any:
        """An ``INSERT`` in the dialect of this database, which supports ``ON CONFLICT``."""
        return insert_into(table, self.engine)

    def put(self, connection: Connection, table: Table, row: dict[str, Any]) -> None:
        """Write a row; it replaces the row with the same key."""
        if "site" in row:
            self.ownership.check(connection, row["site"])
        keys = [c.name for c in table.primary_key]
        rest = {name: value for name, value in row.items() if name not in keys}
        statement = self.insert(table).values(**row)
        connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=rest))
