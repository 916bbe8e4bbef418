"""Stores of earlier versions are taken over whole; of later ones, they are refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    inspect,
    select,
)

from deepweb.store import schema, upgrades
from deepweb.store.ledger import CrawlStore, StoreError
from tests import schema_3
from tests.samples import SITE, UNICODE, page, record
from tests.servers import selected

# Two rows for every column of a type.
VALUES: dict[type, tuple[Any, Any]] = {
    JSON: ({"q": UNICODE}, ["a", {"b": 1}]),
    Boolean: (True, False),
    Float: (0.25, 1.0),
    Integer: (7, 8),
}


def rows_for(table: Table) -> list[dict[str, Any]]:
    def value(column: Column[Any], number: int) -> Any:
        kinds = [pair for kind, pair in VALUES.items() if isinstance(column.type, kind)]
        return kinds[0][number] if kinds else f"{column.name} {number} {UNICODE}"

    return [{c.name: value(c, number) for c in table.c} for number in (0, 1)]


def of_version_3(address: str, engine: Engine | None = None) -> dict[str, list[Any]]:
    """Write a store as version 3 wrote it, two rows in each table; returns what it holds."""
    engine = engine or _engine(address)
    with engine.begin() as connection:
        schema_3.metadata.create_all(connection)
        connection.execute(schema_3.schema_version.insert().values(version=3))
        for table in schema_3.metadata.sorted_tables:
            if table is not schema_3.schema_version:
                connection.execute(table.insert(), rows_for(table))
        held = contents(connection)
    engine.dispose()
    return held


def contents(connection: Connection) -> dict[str, list[Any]]:
    return {
        table.name: sorted(map(repr, connection.execute(select(table)).all()))
        for table in schema_3.metadata.sorted_tables
        if table is not schema_3.schema_version
    }


def _engine(address: str) -> Engine:
    CrawlStore.open(address).close()  # makes the folder
    engine = create_engine(address)
    schema.metadata.drop_all(engine)
    return engine


def test_nothing_of_version_3_is_lost(store_address: str) -> None:
    before = of_version_3(store_address)
    store = CrawlStore.open(store_address)
    engine = create_engine(store_address)
    with engine.connect() as connection:
        assert contents(connection) == before
    engine.dispose()
    assert selected(store_address, "SELECT version FROM schema_version") == [(schema.VERSION,)]
    # And it can be gone on with.
    assert store.save_page(page("new", record(1))) == [record(1)]
    store.take_site(SITE)
    store.close()


def test_an_upgraded_store_has_every_table_and_column(store_address: str) -> None:
    """A column that is added to a table needs a line in ``upgrades.ADDED``."""
    of_version_3(store_address)
    CrawlStore.open(store_address).close()
    engine = create_engine(store_address)
    there = inspect(engine)
    for table in schema.metadata.sorted_tables:
        columns = {each["name"] for each in there.get_columns(table.name)}
        assert columns == {column.name for column in table.c}, table.name
    engine.dispose()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Integer(), 5),
        (JSON(), {"a": [1]}),
        (Text(), "it's :odd %s"),
        (Boolean(), True),
        (Float(), None),
    ],
    ids=str,
)
def test_a_column_that_is_added(store_address: str, kind: Any, value: object) -> None:
    of_version_3(store_address)
    engine = create_engine(store_address)
    late = Column("late", kind, nullable=value is None)
    table = Table("sites", MetaData(), Column("site", String), late)
    for _ in range(2):  # a second time it is there already
        with engine.begin() as connection:
            upgrades.add_column(connection, table.c.late, value)
    with engine.connect() as connection:
        assert connection.execute(select(table.c.late)).scalars().all() == [value, value]
    engine.dispose()


@pytest.mark.parametrize(
    ("version", "why"),
    [
        (schema.VERSION + 1, "use the newer deepweb that wrote it"),
        (upgrades.OLDEST - 1, "too old to be taken over; set DEEPWEB_STORE to a new one"),
    ],
)
def test_a_version_that_is_not_known_is_refused(store_address: str, version: int, why: str) -> None:
    CrawlStore.open(store_address).close()
    selected(store_address, "DROP TABLE owners")
    selected(store_address, f"UPDATE schema_version SET version = {version}")
    with pytest.raises(StoreError, match=f"version {version}") as caught:
        CrawlStore.open(store_address)
    assert why in str(caught.value)
    assert "very-secret" not in str(caught.value)
    engine = create_engine(store_address)
    assert not inspect(engine).has_table("owners"), "it was touched all the same"
    engine.dispose()


@pytest.mark.parametrize("is_new", [True, False])
def test_many_open_at_once(store_address: str, is_new: bool) -> None:
    if not is_new:
        of_version_3(store_address)
    failed: list[Exception] = []

    def open_it() -> None:
        try:
            CrawlStore.open(store_address).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert selected(store_address, "SELECT version FROM schema_version") == [(schema.VERSION,)]


def test_an_upgrade_is_told(store_address: str, caplog: pytest.LogCaptureFixture) -> None:
    of_version_3(store_address)
    CrawlStore.open(store_address).close()
    (line,) = caplog.messages
    assert "upgraded from version 3" in line
    assert "very-secret" not in line
