"""Feeds that what stands on a page cannot break out of.

- JSON lines: what many readers take for the end of a line (U+2028 and its kin) is escaped.
- CSV: a cell that a spreadsheet would take for a formula begins with an apostrophe; what has parts
  (fields, attributes) is JSON.
- XML: names that are none, such as those of inputs, are made so; characters that XML forbids go.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter, XmlItemExporter
from scrapy.utils.python import to_bytes

from deepweb.store.record_file import LINE_ENDS

# What spreadsheets take for the start of a formula (OWASP, CSV injection), but for plain numbers.
_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*%?")
_START = (
    "A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NO_NAME = re.compile(f"[^{_START}0-9.\xb7\u0300-\u036f\u203f\u2040-]|^[^{_START}]")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class SafeJsonLines(JsonLinesItemExporter):
    """One line an item, however one splits lines."""

    def export_item(self, item: Any) -> None:
        data = self.encoder.encode(dict(self.get_serialized_fields(item))).translate(LINE_ENDS)
        self.file.write(to_bytes(data + "\n", self.encoding))


class SafeCsv(CsvItemExporter):
    """Cells that are text and nothing else."""

    def __init__(self, file: BytesIO, include_headers_line: bool = True, **kwargs: Any) -> None:
        # A file that is gone on with has its headings.
        super().__init__(file, include_headers_line and not file.tell(), **kwargs)

    def _join_if_needed(self, value: Any) -> Any:
        if isinstance(value, (Mapping, list, tuple)):
            return json.dumps(value, ensure_ascii=False)
        return value

    def _build_row(self, values: Iterable[Any]) -> Iterable[Any]:
        return map(safe_cell, super()._build_row(values))


class SafeXml(XmlItemExporter):
    """Elements that are closed where we close them."""

    def _export_xml_field(self, name: str, serialized_value: Any, depth: int) -> None:
        value = serialized_value
        if isinstance(value, str):
            value = _NO_XML.sub("", value)
        super()._export_xml_field(_NO_NAME.sub("_", name) or "_", value, depth)


def safe_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    is_text = isinstance(value, str) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_text and _FORMULA.match(value) else value
