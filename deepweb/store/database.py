"""Opens the database that an address names, and gets it ready: SQLite or PostgreSQL.

Addresses are shown without their passwords, wherever they are told.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from deepweb.store.upgrades import WrongVersionError, prepare_tables

logger = logging.getLogger(__name__)

NO_URL = "it is no database URL"
DIALECTS = ("sqlite", "postgresql")

# Arguments of an address that are nobody's business; libpq and redis-py take them there too.
SECRETS = frozenset({"password", "passfile", "sslpassword", "username", "user"})
HIDDEN = "***"


class StoreError(Exception):
    """A store that cannot be opened; the message names it and the remedy."""


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
        raise StoreError(_cannot_open(_shown(url), _cause(error))) from error
    if before is not None:
        logger.warning("store %s: upgraded from version %d", _shown(url), before)
    return engine


def shown_address(address: str) -> str:
    """An address of a database or of Redis, without its password."""
    try:
        return _shown(make_url(address))
    except (ArgumentError, ValueError):  # ValueError: a port in letters
        # What there is of a password stands before the last "@".
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
    # Several crawls of a process share it; a connection that died is noticed before it is used.
    engine = create_engine(url, json_serializer=to_json, pool_pre_ping=True)
    # First of all: SQLAlchemy's own look at a database in another encoding fails obscurely.
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
    # WAL: a commit survives kill -9 without waiting for the disk.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _: Any) -> None:
    from psycopg.types.string import StrDumper  # noqa: PLC0415 - an extra

    class WithoutNul(StrDumper):
        """Pages may hold the character NUL, which PostgreSQL's texts do not take."""

        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\x00", "\N{REPLACEMENT CHARACTER}"))

    connection.adapters.register_dumper(str, WithoutNul)
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise OSError(f"its encoding is {encoding}; make it with: createdb --encoding UTF8")


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
