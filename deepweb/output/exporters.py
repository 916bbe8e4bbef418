"""Feeds that the text of a page cannot break out of.

- JSON lines: characters that many readers take for the end of a line (U+2028 …) are escaped.
- CSV: a cell that a spreadsheet would take for a formula begins with an apostrophe; fields and
  attributes are JSON.
- XML: names that XML does not allow, such as those of inputs, are changed; forbidden characters are
  dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from scrapy import Field
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter, XmlItemExporter
from scrapy.utils.python import is_listlike, to_bytes
from scrapy.utils.serialize import ScrapyJSONEncoder

from deepweb.store.records.record_file import LINE_ENDS

_JSON = ScrapyJSONEncoder(ensure_ascii=False)
# The start of a formula in spreadsheets (OWASP, CSV injection); plain numbers are none.
_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*%?")
_START = (
    "A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NO_NAME = re.compile(f"[^{_START}0-9.\xb7\u0300-\u036f\u203f\u2040-]|^[^{_START}]")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class SafeJsonLines(JsonLinesItemExporter):
    """One line per item, whichever characters a reader takes for the end of a line."""

    def export_item(self, item: Any) -> None:
        data = self.encoder.encode(dict(self.get_serialized_fields(item))).translate(LINE_ENDS)
        self.file.write(to_bytes(data + "\n", self.encoding))


class SafeCsv(CsvItemExporter):
    """Cells that are text and nothing else."""

    def __init__(self, file: BytesIO, include_headers_line: bool = True, **kwargs: Any) -> None:
        # A file that is appended to has its headings already.
        super().__init__(file, include_headers_line and not file.tell(), **kwargs)

    def serialize_field(self, field: Mapping[str, Any] | Field, name: str, value: Any) -> Any:
        if isinstance(value, (Mapping, list, tuple)):
            return safe_cell(_JSON.encode(value))
        return safe_cell(super().serialize_field(field, name, value))


class SafeXml(XmlItemExporter):
    """Elements whose names and text XML allows."""

    def serialize_field(self, field: Mapping[str, Any] | Field, name: str, value: Any) -> Any:
        return _safe_xml(super().serialize_field(field, name, value))


@dataclass(frozen=True, slots=True)
class _Elements:
    """A mapping whose names may occur twice: two names of a page may become one name of XML."""

    pairs: tuple[tuple[str, Any], ...]

    def items(self) -> tuple[tuple[str, Any], ...]:
        return self.pairs


def _safe_xml(value: Any) -> Any:
    """A value whose names are names of XML, and whose characters XML allows."""
    if isinstance(value, str):
        return _NO_XML.sub("", value)
    if isinstance(value, Mapping):
        pairs = ((_NO_NAME.sub("_", name) or "_", _safe_xml(of)) for name, of in value.items())
        return _Elements(tuple(pairs))
    if is_listlike(value):
        return [_safe_xml(each) for each in value]
    return value


def safe_cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    is_text = isinstance(value, str) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_text and _FORMULA.match(value) else value
