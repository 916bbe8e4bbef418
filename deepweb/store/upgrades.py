"""From the tables of an earlier version to those of this one, with nothing lost.

A version table and steps, and not Alembic: all that ever changes here are tables and columns that
are added, which both databases do in one transaction; Alembic would be a folder of scripts and a
dependency for that. New tables need no step of their own. A new column needs a line in ``ADDED``.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Column, Connection, inspect, select, text, update
from sqlalchemy.schema import CreateColumn

from deepweb.store import schema

OLDEST = 3
"""The first version whose stores are taken over."""

# Columns by the version that added them, and what rows of before hold there.
ADDED: dict[int, dict[Column[Any], object]] = {
    4: {
        schema.requests.c.time: None,
        schema.records.c.first_seen: 0.0,
        schema.records.c.last_seen: 0.0,
        schema.records.c.changed: None,
    }
}

# One number for all who open stores: a PostgreSQL lock by this number is "tables are being made".
_LOCK = 3_331_973


class WrongVersionError(Exception):
    """A store of a version that this deepweb does not know; the message names the remedy."""


def prepare_tables(connection: Connection) -> int | None:
    """Make what is missing; returns the version that was upgraded, if any was."""
    _take_turn(connection)
    version = _version(connection)
    if version is not None and not OLDEST <= version <= schema.VERSION:
        raise WrongVersionError(_refusal(version))
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
    """Add a column to a table that lacks it; the rows there are get the value."""
    table = column.table
    if column.name in {each["name"] for each in inspect(connection).get_columns(table.name)}:
        return
    told = CreateColumn(column).compile(dialect=connection.dialect)
    statement = f"ALTER TABLE {table.name} ADD COLUMN {told} DEFAULT {_literal(value)}"
    connection.execute(text(statement.replace(":", r"\:")))


def _literal(value: object) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return "NULL" if value is None else str(value)
    said = value if isinstance(value, str) else json.dumps(value)
    return "'" + said.replace("'", "''") + "'"


def _take_turn(connection: Connection) -> None:
    """Let one process at a time make tables; they are all made, or none."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def _version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(schema.schema_version.name):
        return None
    return connection.execute(select(schema.schema_version.c.version)).scalar()


def _refusal(version: int) -> str:
    if version > schema.VERSION:
        return (
            f"has tables of version {version}, this deepweb knows them up to {schema.VERSION}; "
            "use the newer deepweb that wrote it, or set DEEPWEB_STORE to a new one"
        )
    return (
        f"has tables of version {version}, too old to be taken over; set DEEPWEB_STORE to a new one"
    )
