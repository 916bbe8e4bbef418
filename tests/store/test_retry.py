"""A database that goes away and comes back, for real."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from deepweb.items import Record
from deepweb.store import database, schema
from deepweb.store.ledger import CrawlStore
from deepweb.store.retry import MAX_DELAY, delays
from tests.samples import SITE, page, record
from tests.servers import PASSWORD, PostgresServer, own_folder


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """One that these tests may stop."""
    with own_folder() as folder, PostgresServer(folder) as server:
        yield server


def later(seconds: float, do: object) -> threading.Timer:
    timer = threading.Timer(seconds, do)  # type: ignore[arg-type]
    timer.start()
    return timer


def test_waits_for_postgresql_and_goes_on(
    server: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    store = CrawlStore.open(server.new_database())
    store.take_site(SITE)
    store.save_page(page("a", record(1)))
    server.kill()

    def start_when_missed() -> None:
        until = time.monotonic() + 60
        while "is away" not in caplog.text and time.monotonic() < until:
            time.sleep(0.02)
        server.start()

    back = later(0, start_when_missed)
    assert store.save_page(page("b", record(1), record(2))) == [record(2)]
    back.join()
    assert [each.id for each in store.records(SITE)] == ["id1", "id2"]
    store.close()
    told = "\n".join(caplog.messages)
    assert "is away" in told
    assert "trying again in" in told
    assert "is back after" in told
    assert PASSWORD not in told


def test_a_connection_that_breaks_in_the_middle_costs_nothing(server: PostgresServer) -> None:
    """Connections are cut while a store writes: all is there, and all was told once."""
    store = CrawlStore.open(server.new_database())
    told: list[str] = []
    is_done = threading.Event()

    def cut() -> None:
        while not is_done.wait(0.05):
            server.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname <> 'postgres'"
            )

    cutter = threading.Thread(target=cut)
    cutter.start()
    for number in range(60):
        told += [each.id for each in store.save_page(page(str(number), *found_on(number)))]
    is_done.set()
    cutter.join()
    assert told == [f"id{number}" for number in range(120)]
    assert [each.id for each in store.records(SITE)] == told
    store.close()


def found_on(number: int) -> list[Record]:
    return [record(2 * number + i, found_on=f"http://example.org/{number}") for i in (0, 1)]


def test_gives_up_in_the_end(server: PostgresServer) -> None:
    store = CrawlStore.open(server.new_database(), max_wait=0.5)
    server.stop()
    try:
        with pytest.raises(DBAPIError):
            store.save_page(page("a"))
    finally:
        server.start()
    store.close()


def test_an_interrupt_ends_the_wait(server: PostgresServer) -> None:
    store = CrawlStore.open(server.new_database())
    server.stop()
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    began = time.monotonic()
    later(0.6, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(DBAPIError):
            store.save_page(page("a"))
    finally:
        signal.signal(signal.SIGINT, before)
        server.start()
    assert seen == [signal.SIGINT], "whoever else waits for it was not told"
    assert time.monotonic() - began < 10
    store.close()


def test_what_does_not_pass_is_told_at_once(server: PostgresServer) -> None:
    address = server.new_database()
    store = CrawlStore.open(address)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE stops")
    with pytest.raises(DBAPIError, match="stops"):
        store.decisions.stops(SITE)
    store.close()


def test_waits_for_a_locked_file(tmp_path: Path) -> None:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=10")
    other = sqlite3.connect(tmp_path / "store.db", check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    later(0.5, other.rollback).join(0)
    assert store.save_page(page("a", record(1))) == [record(1)]
    store.close()
    other.close()


def test_waits_grow_to_a_bound_and_differ() -> None:
    waits = list(islice(delays(), 20))
    assert waits[0] < 0.3
    assert max(waits) <= MAX_DELAY
    assert min(waits[-5:]) >= MAX_DELAY / 2
    assert waits != list(islice(delays(), 20))


def test_a_process_that_stopped_within_a_transaction_locks_nobody_out(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(database.POSTGRESQL_TIMEOUTS, "idle_in_transaction_session_timeout", "1s")
    monkeypatch.setitem(database.POSTGRESQL_TIMEOUTS, "lock_timeout", "300ms")
    stopped, working = (CrawlStore.open(server.address(), max_wait=20) for _ in range(2))
    working.take_site(SITE)
    with stopped.connect() as connection:
        # It updates the row of the site, and never goes on.
        connection.execute(update(schema.owners).values(until=schema.owners.c.until))
        working.save_page(page("a", record(1)))
        with pytest.raises(DBAPIError):
            connection.commit()
    assert working.record_count(SITE) == 1
    # It is continued later, and works with a new connection.
    assert stopped.record_count(SITE) == 1
    for store in (stopped, working):
        store.close()
