"""``schema.json`` of a site: a JSON Schema of its records, learnt from the records themselves.

For each field: its type, the share of records that have it, and examples.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from deepweb.items import Record
from deepweb.read.fields.values import Scalar

MAX_EXAMPLES = 3
MAX_EXAMPLE = 100  # characters of an example
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TYPES: dict[type, str] = {str: "string", int: "integer", float: "number"}
_PLAIN = {
    "site": {"type": "string"},
    "id": {"type": "string", "description": "stable from crawl to crawl"},
    "url": {"type": ["string", "null"], "description": "address of the record's own page"},
    "title": {"type": "string"},
    "text": {"type": "string", "description": "all that the list says about the record"},
    "part_of": {"type": ["string", "null"], "description": "what the record is a part of"},
    "kind": {"type": "string"},
}


def record_schema(site: str, records: Iterable[Record]) -> dict[str, Any]:
    """The JSON Schema of a site's records."""
    filled: Counter[str] = Counter()
    types: defaultdict[str, set[str]] = defaultdict(set)
    examples: defaultdict[str, dict[Scalar, None]] = defaultdict(dict)
    count = 0
    for record in records:
        count += 1
        for name, value in record.fields.items():
            filled[name] += 1
            types[name].add(_TYPES.get(type(value), "string"))
            if len(examples[name]) < MAX_EXAMPLES:
                shown = ", ".join(value) if isinstance(value, list) else value
                examples[name][shown[:MAX_EXAMPLE] if isinstance(shown, str) else shown] = None
    fields = {
        name: {
            "type": _type(types[name]),
            "filled": round(times / count, 3),
            "examples": list(examples[name]),
        }
        for name, times in filled.most_common()
    }
    required = [name for name, times in filled.items() if times == count]
    return {
        "$schema": DRAFT,
        "title": f"Records of {site}",
        "type": "object",
        "records": count,
        "properties": {
            **_PLAIN,
            "fields": {"type": "object", "properties": fields, "required": required},
        },
        "required": ["site", "id", "title", "text", "fields"],
    }


def write_schema(folder: Path, site: str, records: Iterable[Record]) -> None:
    """Write ``schema.json``; a crash leaves the former one."""
    path = folder / "schema.json"
    made = path.with_suffix(".new")
    text = json.dumps(record_schema(site, records), ensure_ascii=False, indent=2)
    made.write_text(text + "\n", encoding="utf-8")
    made.replace(path)


def _type(found: set[str]) -> str | list[str]:
    if found == {"integer", "number"}:
        return "number"
    return next(iter(found)) if len(found) == 1 else sorted(found)
