"""A site's records as a JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path

from deepweb.output.record_schema import record_schema, write_schema
from tests.samples import SITE, record


def test_fields_have_type_share_and_examples() -> None:
    records = [
        record(1, fields={"price": "$3", "price_amount": 3}),
        record(2, fields={"price": "$4.50", "price_amount": 4.5}),
        record(3, fields={"note": "x" * 200}),
        record(4, fields={}),
    ]
    schema = record_schema(SITE, records)
    fields = schema["properties"]["fields"]["properties"]
    assert schema["records"] == 4
    assert fields["price"] == {"type": "string", "filled": 0.5, "examples": ["$3", "$4.50"]}
    assert fields["price_amount"]["type"] == "number"
    assert len(fields["note"]["examples"][0]) == 100


def test_a_site_without_records_has_a_schema(tmp_path: Path) -> None:
    write_schema(tmp_path, SITE, [])
    assert json.loads((tmp_path / "schema.json").read_text())["records"] == 0
