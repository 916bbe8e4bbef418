"""``records.jsonl``: one record a line, whatever happened to the file before."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.items import Record
from deepweb.store.ledger import CrawlStore
from deepweb.store.records.record_file import RecordFile, record_line, record_path
from tests.samples import SITE, UNICODE, page, record

LINE_ENDS = ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


def lines(path: Path) -> list[str]:
    """As the strictest of readers splits them, after bytes."""
    return path.read_bytes().decode().splitlines()


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in lines(path)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return record_path(tmp_path / "output", SITE)


def test_each_site_has_its_folder(tmp_path: Path) -> None:
    assert record_path(tmp_path, "example.org") == tmp_path / "example.org" / "records.jsonl"
    assert record_path(tmp_path, "[::1]:80").parent.parent == tmp_path


@pytest.mark.parametrize("end", LINE_ENDS, ids=[repr(end) for end in LINE_ENDS])
def test_no_line_breaks_inside_a_line(end: str) -> None:
    text = f"one{end}two"
    broken = record(1, title=text, text=text, fields={text: text}, attributes={text: [text]})
    line = record_line(broken)
    assert line.endswith("\n")
    assert line.splitlines() == [line[:-1]]
    assert json.loads(line) == asdict(broken)


@given(st.text())
def test_every_text_is_one_line_and_comes_back(text: str) -> None:
    line = record_line(record(1, text=text))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["text"] == text


def test_a_line_is_readable_in_every_language() -> None:
    assert "naïve 漢字 \U0001f600 Straße" in record_line(record(1, title=UNICODE))


def test_each_append_is_there_at_once(path: Path) -> None:
    file = RecordFile(path, [])
    assert lines(path) == []
    for number in range(3):
        file.append([record(number), record(number + 10)])
        assert ids(path)[-2:] == [f"id{number}", f"id{number + 10}"]
    file.append([])
    file.close()
    assert ids(path) == ["id0", "id10", "id1", "id11", "id2", "id12"]


def test_a_cut_last_line_is_repaired(path: Path) -> None:
    stored = [record(1), record(2, title=UNICODE)]
    file = RecordFile(path, stored)
    file.close()
    whole = path.read_bytes()
    # Cut in the middle of a character of several bytes.
    path.write_bytes(whole[: whole.index("漢".encode()) + 1])
    file = RecordFile(path, stored)
    file.append([record(3)])
    file.close()
    assert path.read_bytes() == whole + record_line(record(3)).encode()


@pytest.mark.parametrize(
    "left",
    [b"", b'{"id": "id9"}\n', b"\xff\xfe garbage", b'{"id"'],
    ids=["nothing", "a record that the store lacks", "garbage", "a piece"],
)
def test_the_file_agrees_with_the_store(path: Path, tmp_path: Path, left: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(left)
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    store.save_page(page("a", *(record(n) for n in range(700))))
    file = RecordFile(path, store.records(SITE))
    new = store.save_page(page("b", record(5), record(800)))
    file.append(new)
    file.close()
    assert [json.loads(line) for line in lines(path)] == [asdict(r) for r in store.records(SITE)]
    assert [each.name for each in path.parent.iterdir()] == ["records.jsonl"]
    store.close()


def test_the_old_file_stays_until_the_new_one_is_whole(path: Path) -> None:
    file = RecordFile(path, [record(1)])
    file.close()

    def broken() -> list[Record]:
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        RecordFile(path, (each for each in [record(1), *broken()]))
    assert ids(path) == ["id1"]
