"""What is committed is told, in that order."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from deepweb.items import Record, ResultPage, Site
from deepweb.pipelines.store import Store
from deepweb.read.records.identity import IdentityRules
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.record_file import record_path
from tests.samples import SITE, page, record, search_form


class Desk:
    """The pipeline over a real store; ``events`` tells what it let others know."""

    def __init__(self, folder: Path) -> None:
        self.store = CrawlStore.open(f"sqlite:///{folder}/store.db")
        self.events: list[str] = []
        self.path = record_path(folder, SITE)
        self.pipeline = Store(self.store, folder, (SITE,), self, tell=self.tell, fail=self.fail)

    async def add(self, site: str, records: Iterable[Record]) -> None:
        for each in records:
            assert self.store.known(site, [each.id]), "told before it was stored"
            assert each.id in self.lines, "told before it was in the file"
            self.events.append(each.id)

    def merge(self, site: str, rules: IdentityRules) -> None:
        self.events.append(f"merged {sorted(rules.arguments)}")

    def withdraw(self, site: str, ids: Collection[str]) -> None:
        self.events.append(f"withdrew {sorted(ids)}")

    def refresh(self, site: str, stored: Callable[[str, list[str]], list[Record]]) -> None:
        self.events.append("refreshed")

    async def close(self) -> None:
        self.events.append("closed")

    def tell(self, page: ResultPage, new: int) -> None:
        assert self.store.answer(page.site, page.fingerprint)
        self.events.append(page.fingerprint)

    def fail(self, site: str, why: str) -> None:
        self.events.append(f"{site} {why}")

    @property
    def lines(self) -> list[str]:
        return [json.loads(line)["id"] for line in self.path.read_text("utf-8").splitlines()]

    def process(self, item: Any) -> None:
        assert asyncio.run(self.pipeline.process_item(item)) is item


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    desk.pipeline.open_spider()
    yield desk
    asyncio.run(desk.pipeline.close_spider())
    desk.store.close()


def test_pages_and_their_new_records(desk: Desk) -> None:
    desk.process(page("a", record(1), record(2)))
    desk.process(page("b", record(2), record(3)))
    assert desk.events == ["id1", "id2", "print-a", "id3", "print-b"]
    assert desk.lines == ["id1", "id2", "id3"]
    assert list(desk.store.records(SITE)) == [record(1), record(2), record(3)]


def test_sites_and_forms_are_kept(desk: Desk) -> None:
    for item in (Site(SITE, "u", "r"), search_form()):
        desk.process(item)
    assert desk.store.decisions.forms(SITE) == [search_form()]
    assert desk.events == []


def test_the_file_tells_what_records_were_found_to_have_later(desk: Desk) -> None:
    desk.process(page("a", record(1), record(2)))
    desk.store.save_attributes(SITE, {"id2": {"colour": ["red"]}})
    asyncio.run(desk.pipeline.close_spider())
    told = [json.loads(line)["attributes"] for line in desk.path.read_text().splitlines()]
    assert told == [{}, {"colour": ["red"]}]


def test_records_and_items_of_others_pass(desk: Desk) -> None:
    for item in (record(1), {"a": 1}):
        desk.process(item)
    assert (desk.lines, desk.store.record_count(SITE)) == ([], 0)


def test_the_file_of_a_killed_run_is_mended(tmp_path: Path) -> None:
    first = Desk(tmp_path)
    first.pipeline.open_spider()
    first.process(page("a", record(1), record(2)))
    # Killed: a record in the store, the line cut.
    first.store.save_page(page("b", record(3)))
    first.path.write_bytes(first.path.read_bytes()[:-20])
    asyncio.run(first.pipeline.close_spider())
    first.store.close()
    second = Desk(tmp_path)
    second.pipeline.open_spider()
    assert second.lines == ["id1", "id2", "id3"]
    second.process(page("c", record(3), record(4)))
    assert second.lines == ["id1", "id2", "id3", "id4"]
    assert second.events == ["id4", "print-c"]
    asyncio.run(second.pipeline.close_spider())
    second.store.close()


def test_records_that_proved_to_be_none_are_withdrawn(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.pipeline.open_spider()
    desk.process(page("a", record(1), record(2), record(3)))
    desk.pipeline.withdraw(SITE, ["id2"])
    assert desk.events[-1] == "withdrew ['id2']"
    assert [each.id for each in desk.store.records(SITE)] == ["id1", "id3"]
    # The answer stays as it was, so that a resumed crawl decides as this one did.
    answer = desk.store.answer(SITE, "print-a")
    assert answer is not None
    assert [each.id for each in answer.found] == ["id1", "id2", "id3"]
    asyncio.run(desk.pipeline.close_spider())
    assert desk.lines == ["id1", "id3"]
    desk.store.close()


def test_every_site_has_a_file_from_the_start(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    sites = "a.example", "b.example:81"
    pipeline = Store(desk.store, tmp_path, sites, desk, tell=desk.tell, fail=desk.fail)
    pipeline.open_spider()
    asyncio.run(pipeline.close_spider())
    desk.store.close()
    assert record_path(tmp_path, "a.example").read_bytes() == b""
    assert record_path(tmp_path, "b.example:81").exists()


def test_a_full_disk_fails_the_site_and_its_answer(desk: Desk) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, desk.pipeline._files[SITE]._file.fileno())
    os.close(full)
    answer = page("full", records=(record(1),))
    with pytest.raises(OSError, match="No space left"):
        asyncio.run(desk.pipeline.process_item(answer))
    why = f"{SITE} folder {desk.path.parent} could not be written: No space left on device"
    assert desk.events == [why]


def test_a_store_that_cannot_be_written_fails_the_site(desk: Desk) -> None:
    with desk.store._engine.begin() as connection:
        connection.exec_driver_sql("drop table pages")
    with pytest.raises(DBAPIError):
        asyncio.run(desk.pipeline.process_item(page("lost")))
    assert desk.events == [f"{SITE} an answer could not be stored: no such table: pages"]
