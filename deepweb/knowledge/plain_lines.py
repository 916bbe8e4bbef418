"""Files of lines, plain or compressed by gzip, bzip2 or xz.

A line may have any length and any encoding: overlong lines are left out, and lines that are not
UTF-8 are read as Windows-1252. ``Trouble`` counts lines that were left out or converted.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import IO, cast

MAX_LINE = 64 * 1024  # bytes of a line; queries, addresses and names are far shorter
BLOCK = 32 * 1024  # bytes that are read at a time; line by line takes three times as long

PACKED = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ", lzma.open))
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError)
# Beginnings of files in wider encodings: a byte order mark, or two letters of two bytes each.
WIDE = (
    (re.compile(rb"\xff\xfe\0\0|\0\0\xfe\xff"), "utf-32"),
    (re.compile(rb"\xff\xfe|\xfe\xff"), "utf-16"),
    (re.compile(rb"[^\0]\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]\0[^\0]"), "utf-16-be"),
)

TOO_LONG = "overlong lines"
OTHER_ENCODING = "lines that are no UTF-8"
CUT_OFF = "files that break off"


class Trouble(Counter[str]):
    """How many lines were left out or converted, by reason."""

    def __str__(self) -> str:
        return ", ".join(f"{times:,} {what}" for what, times in sorted(self.items()) if times)


def read_lines(file: Traversable, trouble: Trouble, most: int = MAX_LINE) -> Iterator[str]:
    """The lines of a file, without their ends. Raises OSError if it cannot be opened."""
    with file.open("rb") as raw:
        yield from lines(unpacked(raw), trouble, most)


def unpacked(raw: IO[bytes]) -> IO[bytes]:
    """The content of a file; its first bytes tell the compression, not its name."""
    head = raw.read(6)
    raw.seek(0)
    for magic, opened in PACKED:
        if head.startswith(magic):
            return cast(IO[bytes], opened(raw))
    return raw


def lines(stream: IO[bytes], trouble: Trouble, most: int = MAX_LINE) -> Iterator[str]:
    """The lines of a stream, as text."""
    buffered = cast(io.BufferedReader, stream)  # all kinds of compressed files can peek
    size = min(BLOCK, most // 2)
    try:
        head = buffered.peek(size)
        blocks = _blocks(buffered, size, head)
        if b"\r" in head and b"\n" not in head:  # written by Excel for a Macintosh
            blocks = (block.replace(b"\r", b"\n") for block in blocks)
        for whole in _whole_lines(blocks, trouble, most):
            yield from _decoded(whole, trouble)
    except BROKEN:
        trouble[CUT_OFF] += 1


def _blocks(stream: io.BufferedReader, size: int, head: bytes) -> Iterator[bytes]:
    """The content of a stream; wider encodings become UTF-8."""
    blocks = iter(lambda: stream.read1(size), b"")
    wide = next((name for begin, name in WIDE if begin.match(head)), "")
    if wide:
        return (text.encode() for text in codecs.iterdecode(blocks, wide, "replace"))
    if head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    return blocks


def _whole_lines(blocks: Iterable[bytes], trouble: Trouble, most: int) -> Iterator[bytes]:
    """Several whole lines at a time, without the last line end; overlong lines are never held.

    Blocks are shorter than ``most``, so only the first line of each can be too long.
    """
    begun = bytearray()
    for block in blocks:
        whole, ended, rest = block.rpartition(b"\n")
        if not ended:
            begun += rest if len(begun) < most else b""
            continue
        first, _, others = whole.partition(b"\n")
        if len(begun) + len(first) < most:
            yield bytes(begun) + whole
        else:
            trouble[TOO_LONG] += 1
            if others:
                yield others
        begun = bytearray(rest)
    if len(begun) >= most:
        trouble[TOO_LONG] += 1
    elif begun:
        yield bytes(begun)


def _decoded(whole: bytes, trouble: Trouble) -> list[str]:
    try:
        found = whole.decode().split("\n")
    except UnicodeDecodeError:
        found = [_decoded_line(line, trouble) for line in whole.split(b"\n")]
    return [line.rstrip("\r") for line in found] if b"\r" in whole else found


def _decoded_line(line: bytes, trouble: Trouble) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        trouble[OTHER_ENCODING] += 1
        return line.decode("cp1252", "replace")
