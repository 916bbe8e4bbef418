"""Which database an address names, how its address is shown, and how its tables are upgraded."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
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

from deepweb.store import database, schema
from deepweb.store.database import check_store, shown_address
from deepweb.store.ledger import CrawlStore, StoreError
from tests.samples import SITE, UNICODE, page, record
from tests.servers import PASSWORD, PostgresServer, selected

SHOWN = {
    "sqlite:///output/deepweb.db": "sqlite:///output/deepweb.db",
    "postgresql+psycopg://me:secret@host/db": "postgresql+psycopg://me:***@host/db",
    "postgresql+psycopg://me:se%40cret@host/db": "postgresql+psycopg://me:***@host/db",
    "postgresql+psycopg://h/db?password=secret": "postgresql+psycopg://h/db?password=%2A%2A%2A",
    "redis://:secret@host:6379/0": "redis://:***@host:6379/0",
    "rediss://me:secret@host": "rediss://me:***@host",
    "redis://host/0?password=secret": "redis://host/0?password=%2A%2A%2A",
    "unix:///run/redis.sock?password=secret": "unix:///run/redis.sock?password=%2A%2A%2A",
    "redis://:secret@host:abc/0": "***@host:abc/0",
    "localhost:6379": "localhost:6379",
}


@pytest.mark.parametrize(("address", "shown"), SHOWN.items())
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert shown_address(address) == shown
    assert "secret" not in shown_address(address)


def test_the_character_nul_is_no_trouble(store_address: str) -> None:
    """SQLite keeps it; PostgreSQL's texts cannot."""
    store = CrawlStore.open(store_address)
    odd = record(1, title="a\x00b", fields={"x\x00": "y\x00z"}, attributes={"k": ["\x00"]})
    (told,) = store.save_page(page("\x00", odd, texts=("t\x00",)))
    assert told == odd
    (kept,) = store.records(SITE)
    assert kept.title.replace("\N{REPLACEMENT CHARACTER}", "\x00") == "a\x00b"
    assert kept.fields == odd.fields
    assert store.known(SITE, ["id1"]) == {"id1"}
    store.close()


def test_long_texts_of_every_kind(store_address: str) -> None:
    store = CrawlStore.open(store_address)
    long = record(1, url="http://example.org/" + "x" * 5000, title="t" * 9000)
    store.save_page(page("q" * 9000, long, fingerprint="f"))
    assert list(store.records(SITE)) == [long]
    store.close()


def test_a_database_in_another_encoding_is_refused(postgres: PostgresServer) -> None:
    postgres.run("CREATE DATABASE ascii TEMPLATE template0 ENCODING SQL_ASCII")
    with pytest.raises(StoreError, match="its encoding is SQL_ASCII; make it with: createdb"):
        CrawlStore.open(postgres.address("ascii"))


def test_nobody_there_or_a_wrong_password(postgres: PostgresServer) -> None:
    for address, why in (
        (postgres.address().replace(str(postgres.port), "1"), "refused"),
        (postgres.address().replace(PASSWORD, "guessed"), "password authentication failed"),
        (postgres.address("missing"), "does not exist"),
    ):
        with pytest.raises(StoreError) as caught:
            CrawlStore.open(address)
        assert why in str(caught.value)
        assert PASSWORD not in str(caught.value)
        assert "guessed" not in str(caught.value)


VERSION = "SELECT version FROM schema_version"


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> Column[Any]:
    """As if the next version added a column to the table of sites."""
    column: Column[Any] = Column("late", Text(), nullable=False)
    Table("sites", MetaData(), column)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(database.ADDED, schema.VERSION, {column: UNICODE})
    return column


def stored(address: str) -> None:
    """Write a store of the present version, with a site and a record in it."""
    store = CrawlStore.open(address)
    store.save_page(page("old", record(1)))
    store.close()
    row = f"('{SITE}', 'u', 'r', true)"
    selected(address, f"INSERT INTO sites (site, url, reason, explored) VALUES {row}")


def test_an_older_store_is_upgraded_and_loses_nothing(
    store_address: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    stored(store_address)
    request.getfixturevalue("next_version")
    store = CrawlStore.open(store_address)
    (line,) = caplog.messages
    assert f"upgraded from version {schema.VERSION - 1}" in line
    assert "very-secret" not in line
    assert selected(store_address, VERSION) == [(schema.VERSION,)]
    assert selected(store_address, "SELECT site, late FROM sites") == [(SITE, UNICODE)]
    assert list(store.records(SITE)) == [record(1)]
    # And a crawl can continue with it.
    assert store.save_page(page("new", record(2))) == [record(2)]
    store.take_site(SITE)
    store.close()


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
    stored(store_address)
    engine = create_engine(store_address)
    late = Column("late", kind, nullable=value is None)
    table = Table("sites", MetaData(), Column("site", String), late)
    for _ in range(2):  # a second time it is there already
        with engine.begin() as connection:
            database.add_column(connection, table.c.late, value)
    with engine.connect() as connection:
        assert connection.execute(select(table.c.late)).scalars().all() == [value]
    engine.dispose()


@pytest.mark.parametrize("version", [schema.VERSION + 1, schema.VERSION + 3])
def test_a_version_that_is_not_known_is_refused(store_address: str, version: int) -> None:
    CrawlStore.open(store_address).close()
    selected(store_address, "DROP TABLE owners")
    selected(store_address, f"UPDATE schema_version SET version = {version}")
    with pytest.raises(StoreError, match=f"version {version}") as caught:
        CrawlStore.open(store_address)
    assert "use the deepweb that wrote it, or set DEEPWEB_STORE to a new store" in str(caught.value)
    assert "very-secret" not in str(caught.value)
    engine = create_engine(store_address)
    assert not inspect(engine).has_table("owners"), "it was changed all the same"
    engine.dispose()


@pytest.mark.parametrize("is_new", [True, False])
def test_many_open_at_once(
    store_address: str, is_new: bool, request: pytest.FixtureRequest
) -> None:
    if not is_new:
        stored(store_address)
        request.getfixturevalue("next_version")
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
    assert selected(store_address, VERSION) == [(schema.VERSION,)]


@pytest.mark.parametrize("place", [0.3, 0.6, 0.9])
def test_a_store_with_zeroed_pages_is_told_in_one_line(tmp_path: Path, place: float) -> None:
    path, store = tmp_path / "store.db", CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    for number in range(200):
        store.save_page(page(str(number), records=(record(number),)))
    store.close()
    check_store(f"sqlite:///{path}")
    data = bytearray(path.read_bytes())
    start = int(place * len(data) / 4096) * 4096
    data[start : start + 4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"is damaged .*; put a copy in its place") as caught:
        check_store(f"sqlite:///{path}")
    assert "\n" not in str(caught.value)
