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


_OLD = (("Der stille Hafen", "Maria Holz", 1974), ("Briefe aus Thurso", "Jan Reuter", 1981),
        ("Grammatik der Fluten", "Peter Lund", 1969), ("Brot und Salz", "Anna Krane", 1990),
        ("Vom Uhrwerk", "H. Weber", 1958), ("Das gelbe Buch", "Tom Asche", 2001))  # fmt: skip


def _old(row: str, around: str = "{}") -> str:
    rows = "".join(row.format(n=n, t=t, a=a, y=y) for n, (t, a, y) in enumerate(_OLD, 1))
    form = "<form action=/cgi-bin/find><input name=q value=x><input type=submit></form>"
    foot = "<hr><address><a href=/>Home</a> | <a href=/help.html>Help</a></address>"
    return f"<html><body><h1>Search</h1>{form}{around.format(rows)}{foot}"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            _old("Titel:  {t}\nAutor:  {a}\nJahr:   {y}\n\n", "<pre>{}</pre>"), id="labels"
        ),
        pytest.param(
            _old("<b>{t}</b><br>{a}, {y}<br><a href=/rec?{n}>ver ficha</a><br><br>"),
            id="one text of all links",
        ),
        pytest.param(_old("<p><b>{t}</b> von {a}<p>{y}. <a href=/b/{n}>Mehr</a><hr>"), id="bold"),
        pytest.param(_old("<li>{a} : <a href=/m/{n}>{t}</a>, {y}", "<menu>{}</menu>"), id="menu"),
    ],
)
def test_titles_of_old_pages(body: str) -> None:
    (reading,) = read_pages([page_of(body)], reading_knowledge())
    assert [record.title for record in reading.records] == [title for title, *_ in _OLD]
    names = {name for record in reading.records for name in record.fields}
    assert not [name for name in names if "holz" in name], "a value became a name"


def test_a_numbered_list_without_its_numbers() -> None:
    body = _old("{n}. {t}, ein Buch von {a}, {y}<br>")
    (reading,) = read_pages([page_of(body)], reading_knowledge())
    assert [r.title.partition(",")[0] for r in reading.records] == [title for title, *_ in _OLD]


def test_the_head_of_a_table_in_plain_text_is_no_record() -> None:
    head = f"Nr  {'Titel':25} {'Autor':17} Jahr\n--- {'-' * 25} {'-' * 17} ----\n"
    body = _old("{n:<3} {t:25} {a:17} {y}\n", f"<pre>{head}{{}}</pre>")
    (reading,) = read_pages([page_of(body)], reading_knowledge())
    assert [r.text[0] for r in reading.records] == list("123456")
