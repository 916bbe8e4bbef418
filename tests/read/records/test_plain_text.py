"""Records that are plain text, in many shapes, are told whole: each with its title and its year."""

from __future__ import annotations

import pytest

from deepweb.read.pages import read_pages
from deepweb.store.resources import reading_knowledge
from tests.read.pages import page_of
from tests.read.records.plain_text import SHAPES, page, records

# Few blocks of labels between rules look like the parts of one record.
_NOT_REACHED = {("labels and rules", 12)}


@pytest.mark.parametrize(
    ("shape", "count"),
    [(shape, n) for shape in SHAPES for n in (12, 30) if (shape, n) not in _NOT_REACHED],
)
def test_plain_text(shape: str, count: int) -> None:
    wanted = records(count)
    (reading,) = read_pages([page_of(page(shape, wanted))], reading_knowledge())
    assert reading.kind == "results"
    assert len(reading.records) == count
    for record, told in zip(wanted, reading.records, strict=True):
        assert record.title in told.text
        assert str(record.year) in told.text


@pytest.mark.parametrize("shape", ["pre, a link a line", "numbered lines", "paragraphs of lines"])
def test_the_link_of_a_line_is_its_record_s(shape: str) -> None:
    wanted = records(12)
    (reading,) = read_pages([page_of(page(shape, wanted))], reading_knowledge())
    assert [told.title for told in reading.records] == [record.title for record in wanted]
    assert [told.url for told in reading.records] == [
        f"http://site.example{record.href}" for record in wanted
    ]
