"""Lines of any length and encoding, packed in any way."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.knowledge.plain_lines import (
    CUT_OFF,
    MAX_LINE,
    OTHER_ENCODING,
    TOO_LONG,
    Trouble,
    lines,
    read_lines,
)

TEXT = "erste\r\nzweite\tß\n\nletzte"


def read(path: Path) -> tuple[list[str], Trouble]:
    trouble = Trouble()
    return list(read_lines(path, trouble)), trouble


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_all_ways_to_write_a_file(
    tmp_path: Path, pack: Callable[[bytes], bytes], encoding: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(pack(TEXT.encode(encoding)))
    assert read(path) == (["erste", "zweite\tß", "", "letzte"], Trouble())


def test_lines_that_end_as_on_an_old_macintosh(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"first\rsecond\rlast")
    assert read(path) == (["first", "second", "last"], Trouble())


@given(
    content=st.binary(max_size=60).map(lambda b: b.replace(b"x", b"\n") or b"a"),
    most=st.integers(4, 20),
)
def test_blocks_hide_nothing(content: bytes, most: int) -> None:
    """Whatever the blocks are that a file is read in, its lines are the same."""
    stream = io.BufferedReader(io.BytesIO(b"a\n" + content))
    trouble = Trouble()
    found = [line for line in lines(stream, trouble, most) if line]
    every = [line for line in (b"a\n" + content).split(b"\n") if line.rstrip(b"\r")]
    fit = [line for line in every if len(line) < most]
    assert (len(found), trouble[TOO_LONG]) == (len(fit), len(every) - len(fit))
    assert all(a == b.decode() for a, b in zip(found, fit, strict=True) if b.isalnum())


def test_other_encodings_are_read_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes("münchen\n".encode() + "köln\n".encode("latin-1") + b"\xff\x81\x00\n")
    found, trouble = read(path)
    assert found[:2] == ["münchen", "köln"]
    assert len(found) == 3
    assert trouble == {OTHER_ENCODING: 2}


def test_a_line_of_100_mb_is_skipped_without_holding_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.write(b"first\n")
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b"\nlast\n")
    tracemalloc.start()
    found, trouble = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found, trouble) == (["first", "last"], {TOO_LONG: 1})
    assert peak < 10_000_000


@pytest.mark.parametrize("length", [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1])
def test_the_longest_line(tmp_path: Path, length: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * length + b"\nnext\n")
    found, trouble = read(path)
    assert found[-1] == "next"
    assert len(found) + trouble[TOO_LONG] == 2
    assert trouble[TOO_LONG] == (length >= MAX_LINE)


def test_a_file_that_breaks_off_gives_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(
        gzip.compress("".join(f"{n} {n**7}\n" for n in range(50_000)).encode())[:-5000]
    )
    found, trouble = read(path)
    assert found[0] == "0 0"
    assert trouble == {CUT_OFF: 1}
