"""Opens the database that an address names, SQLite or PostgreSQL, and prepares its tables.

A store of an earlier version is upgraded in one transaction. Alembic is not needed: versions only
add tables and columns, and both databases can do that in a transaction. A new table needs a higher
``schema.VERSION``; a new column also needs a line in ``ADDED``.

Addresses are always shown without their passwords.
"""

from __future__ import annotations

import json
import logging
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    create_engine,
    event,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from deepweb.store import schema

logger = logging.getLogger(__name__)

ADDED: dict[int, dict[Column[Any], object]] = {
    2: {
        schema.pages.c.demands: [],
        schema.records.c.part_of: None,
        schema.records.c.kind: "",
        schema.crawls.c.outcome: "",
    },
}
"""By version, the columns that it added, and their values in the rows of earlier versions."""

NO_URL = "it is not a database URL"
DIALECTS = ("sqlite", "postgresql")
MAX_CHECKED = 500_000_000  # bytes of a SQLite file whose pages are checked, which takes a second
MAX_BUSY = 10  # seconds to wait while another process writes to SQLite
# PostgreSQL ends the session of a process that stopped within a transaction, which would lock out
# all others; a statement that waits for a lock, or runs, for longer than this is tried again.
POSTGRESQL_TIMEOUTS = {
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "10s",
    "statement_timeout": "120s",
}
# One number for all processes: the PostgreSQL lock of this number says "tables are being made".
_LOCK = 3_331_973

# Arguments of an address that are secret; libpq and redis-py accept them there.
SECRETS = frozenset({"password", "passfile", "sslpassword", "username", "user"})
HIDDEN = "***"


class StoreError(Exception):
    """A store that cannot be opened; the message names it and the remedy."""


class WrongVersionError(Exception):
    """A store of another version of deepweb; the message names the remedy."""


def opened(address: str) -> Engine:
    """The database, with its tables as this version has them. Raises ``StoreError``."""
    url = _store_url(address)
    try:
        engine = _engine(url)
        try:
            with engine.begin() as connection:
                before = prepare_tables(connection)
        except BaseException:
            engine.dispose()
            raise
    except WrongVersionError as error:
        raise StoreError(f"store {_shown(url)!r} {error}") from None
    except ImportError as error:
        why = f"{error} (pip install 'deepweb[postgres]')"
        raise StoreError(_cannot_open(_shown(url), why)) from error
    except (SQLAlchemyError, OSError) as error:
        code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
        told = _damaged if code == sqlite3.SQLITE_CORRUPT else _cannot_open
        raise StoreError(told(_shown(url), _cause(error))) from error
    if before is not None:
        logger.warning("store %s: upgraded from version %d", _shown(url), before)
    return engine


def check_store(address: str) -> None:
    """Raises ``StoreError`` for a store that cannot be opened, or a SQLite file with bad pages."""
    engine = opened(address)
    try:
        path = Path(engine.url.database or "") if engine.dialect.name == "sqlite" else Path()
        if path.is_file() and path.stat().st_size <= MAX_CHECKED:
            with engine.connect() as connection:
                told = " ".join(connection.execute(text("PRAGMA quick_check(1)")).scalars())
            if told != "ok":
                raise StoreError(_damaged(address, told))
    except SQLAlchemyError as error:
        raise StoreError(_damaged(address, _cause(error))) from error
    finally:
        engine.dispose()


def _damaged(address: str, why: str) -> str:
    return (
        f"store {shown_address(address)!r} is damaged ({' '.join(why.split())}); put a copy in its "
        "place, or set DEEPWEB_STORE to a new one"
    )


def shown_address(address: str) -> str:
    """An address of a database or of Redis, without its password."""
    try:
        return _shown(make_url(address))
    except (ArgumentError, ValueError):  # ValueError: a port in letters
        # A password can only stand before the last "@".
        _, at, rest = str(address).rpartition("@")
        return f"{HIDDEN}{at}{rest}" if at else rest


def _shown(url: URL) -> str:
    hidden = {name: HIDDEN for name in url.query if name.lower() in SECRETS}
    return url.update_query_dict(hidden).render_as_string(hide_password=True)


def _store_url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError(_cannot_open(shown_address(address), NO_URL)) from None
    if url.get_backend_name() not in DIALECTS:
        raise StoreError(_cannot_open(_shown(url), "use sqlite or postgresql"))
    return url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    # Several crawls of a process share it; a dead connection is noticed before it is used.
    engine = create_engine(url, json_serializer=to_json, pool_pre_ping=True)
    # Before SQLAlchemy's own first query, which fails obscurely in another encoding.
    event.listen(engine, "connect", _prepare_postgresql, insert=True)
    return engine


def _sqlite(url: URL) -> Engine:
    database = url.database or ":memory:"
    if database != ":memory:" and not database.startswith("file:"):
        Path(database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, json_serializer=to_json)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout={MAX_BUSY * 1000}")
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous=NORMAL")


def _write_ahead(connection: Any) -> None:
    """Turn on WAL: a commit survives kill -9 without waiting for the disk.

    SQLite refuses the switch at once, whatever the busy timeout, while another connection makes
    it too.
    """
    end = time.monotonic() + MAX_BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(random.uniform(0.005, 0.02))  # noqa: S311
        else:
            return


def _prepare_postgresql(connection: Any, _: Any) -> None:
    from psycopg.types.string import StrDumper  # noqa: PLC0415 - an extra

    class WithoutNul(StrDumper):
        """Pages may hold the character NUL, which PostgreSQL's texts do not take."""

        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\x00", "\N{REPLACEMENT CHARACTER}"))

    connection.adapters.register_dumper(str, WithoutNul)
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise OSError(f"its encoding is {encoding}; make it with: createdb --encoding UTF8")
    for name, limit in POSTGRESQL_TIMEOUTS.items():
        connection.execute(f"SET {name} = '{limit}'")
    connection.commit()


def prepare_tables(connection: Connection) -> int | None:
    """Create what is missing; returns the version that was upgraded, if one was."""
    _take_turn(connection)
    version = _version(connection)
    if version is not None and version > schema.VERSION:
        raise WrongVersionError(
            f"has tables of version {version}, and this deepweb knows version {schema.VERSION}; "
            "use the deepweb that wrote it, or set DEEPWEB_STORE to a new store"
        )
    schema.metadata.create_all(connection)
    if version == schema.VERSION:
        return None
    if version is None:
        connection.execute(schema.schema_version.insert().values(version=schema.VERSION))
        return None
    for number in range(version + 1, schema.VERSION + 1):
        for column, value in ADDED.get(number, {}).items():
            add_column(connection, column, value)
    connection.execute(update(schema.schema_version).values(version=schema.VERSION))
    return version


def add_column(connection: Connection, column: Column[Any], value: object) -> None:
    """Add a column to a table that lacks it; existing rows get the value."""
    table = column.table
    if column.name in {each["name"] for each in inspect(connection).get_columns(table.name)}:
        return
    described = CreateColumn(column).compile(dialect=connection.dialect)
    statement = f"ALTER TABLE {table.name} ADD COLUMN {described} DEFAULT {_literal(value)}"
    connection.execute(text(statement.replace(":", r"\:")))


def _literal(value: object) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return "NULL" if value is None else str(value)
    said = value if isinstance(value, str) else json.dumps(value)
    return "'" + said.replace("'", "''") + "'"


def _take_turn(connection: Connection) -> None:
    """Let one process at a time create tables."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def _version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(schema.schema_version.name):
        return None
    return connection.execute(select(schema.schema_version.c.version)).scalar()


def _cannot_open(address: str, why: str) -> str:
    return (
        f"store {address!r} cannot be opened: {why}; set DEEPWEB_STORE to a database URL that can, "
        "such as sqlite:///output/deepweb.db"
    )


def _cause(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
