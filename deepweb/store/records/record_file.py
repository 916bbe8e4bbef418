"""``records.jsonl`` of a site: one record a line, written as soon as it is found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from deepweb.items import Record
from deepweb.page.site import folder_name

# Allowed inside JSON, but many readers take them for the end of a line.
LINE_ENDS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}


def record_path(output: Path, site: str) -> Path:
    return output / folder_name(site) / "records.jsonl"


def record_line(record: Record) -> str:
    return json.dumps(asdict(record), ensure_ascii=False).translate(LINE_ENDS) + "\n"


class RecordFile:
    """The file; it is written again when opened, since a kill may have cut its last line."""

    def __init__(self, path: Path, stored: Iterable[Record]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.with_suffix(".new")
        with whole.open("w", encoding="utf-8") as file:
            file.writelines(map(record_line, stored))
        whole.replace(path)
        self._file = path.open("a", encoding="utf-8", buffering=1)  # line by line

    def append(self, records: Iterable[Record]) -> None:
        self._file.writelines(map(record_line, records))

    def close(self) -> None:
        """Close the file. Raises OSError if what is left cannot be written."""
        self._file.close()
