"""Files of lines, whatever they are packed in: gzip, bzip2, xz, or plain.

A line may be of any length and any encoding: what is too long is left out, what is no UTF-8 is
read as Windows-1252. ``Trouble`` counts what could not be read as it stands.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from typing import IO, AnyStr, cast

# Bytes of a line; no query, address or name comes near it.
MAX_LINE = 64 * 1024

PACKED = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ", lzma.open))
BROKEN = (EOFError, OSError, zlib.error, lzma.LZMAError)
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

TOO_LONG = f"lines longer than {MAX_LINE // 1024} KB"
OTHER_ENCODING = "lines that are no UTF-8"
CUT_OFF = "files that break off"


class Trouble(Counter[str]):
    """What could not be read as it stands, and how often."""

    def __str__(self) -> str:
        return ", ".join(f"{times:,} {what}" for what, times in sorted(self.items()) if times)


def read_lines(file: Traversable, trouble: Trouble, most: int = MAX_LINE) -> Iterator[str]:
    """The lines of a file, without their ends. Raises OSError if it cannot be opened."""
    with file.open("rb") as raw:
        yield from lines(unpacked(raw), trouble, most)


def unpacked(raw: IO[bytes]) -> IO[bytes]:
    """What a file holds, by what it begins with and not by what it is called."""
    head = raw.read(6)
    raw.seek(0)
    for magic, opened in PACKED:
        if head.startswith(magic):
            return cast(IO[bytes], opened(raw))
    return raw


def lines(stream: IO[bytes], trouble: Trouble, most: int = MAX_LINE) -> Iterator[str]:
    """The lines of a stream, as text."""
    buffered = cast(io.BufferedReader, stream)  # files of all packings can peek
    try:
        head = buffered.peek(4)[:4]
        if head.startswith(UTF_16):
            text = io.TextIOWrapper(buffered, "utf-16", errors="replace", newline="\n")
            for row in _bounded(text.readline, "\n", trouble, most):
                yield row.rstrip("\r\n")
            text.detach()  # it is for others to close
            return
        if head.startswith(codecs.BOM_UTF8):
            buffered.read(len(codecs.BOM_UTF8))
        for line in _bounded(buffered.readline, b"\n", trouble, most):
            yield _decoded(line.rstrip(b"\r\n"), trouble)
    except BROKEN:
        trouble[CUT_OFF] += 1


def _bounded(
    readline: Callable[[int], AnyStr], end: AnyStr, trouble: Trouble, most: int
) -> Iterator[AnyStr]:
    """Lines up to a length; longer ones are skipped without being held in memory."""
    while line := readline(most):
        if len(line) < most or line.endswith(end):
            yield line
            continue
        trouble[TOO_LONG] += 1
        while (line := readline(most)) and not line.endswith(end):
            pass


def _decoded(line: bytes, trouble: Trouble) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        trouble[OTHER_ENCODING] += 1
        return line.decode("cp1252", "replace")
