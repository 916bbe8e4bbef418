"""Which database an address names, and what of the address may be told."""

from __future__ import annotations

import pytest

from deepweb.store.database import shown_address
from deepweb.store.ledger import CrawlStore, StoreError
from tests.samples import SITE, page, record
from tests.servers import PASSWORD, PostgresServer

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
