"""Which column is what: by name in many languages, or by content."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.knowledge.log_columns import Columns, LogError, columns, whole_number
from deepweb.store.resources import log_column_names

ROWS = [["berlin", "https://a.example/1", "12"], ["bonn", "a.example/2", "3"]]


def found(*rows: list[str]) -> Columns:
    return columns(list(rows), log_column_names())


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        # Search Console: exported by hand, in five languages; by its API; in bulk.
        ("Top queries,Clicks,Impressions,CTR,Position", (0, None, 1)),
        ("Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position", (0, None, 1)),
        ("Requêtes les plus fréquentes,Clics,Impressions,CTR,Position", (0, None, 1)),
        ("Consultas principales,Clics,Impresiones,CTR,Posición", (0, None, 1)),
        ("上位のクエリ,クリック数,表示回数,CTR,掲載順位", (0, None, 1)),
        ("query,page,clicks,impressions,ctr,position", (0, 1, 2)),
        ("data_date,site_url,url,query,is_anonymized_query,clicks", (3, 2, 5)),
        ("is_anonymized_query,query,site_url,clicks", (1, None, 3)),
        # AOL: a row a click.
        ("AnonID,Query,QueryTime,ItemRank,ClickURL", (1, 4, None)),
        ("url_clicked,num_times_clicked,keyword_query", (2, 0, 1)),
    ],
)
def test_headers(header: str, expected: tuple[int, int | None, int | None]) -> None:
    told = found(header.split(","), ["x"] * 6)
    assert (told.query, told.url, told.clicks) == expected
    assert told.has_header


def test_columns_without_names_by_what_they_hold() -> None:
    assert found(*ROWS) == Columns(0, 1, 2, has_header=False)
    turned = [[clicks, url, query] for query, url, clicks in ROWS]
    assert found(*turned) == Columns(2, 1, 0, has_header=False)


def test_a_header_in_an_unknown_language_is_no_row() -> None:
    assert found(["xx", "yy", "zz"], *ROWS * 5).has_header


def test_a_log_without_queries_is_refused_with_a_remedy() -> None:
    with pytest.raises(LogError, match=r"no column for the query.*name one 'query'"):
        found(["page", "clicks"], ["https://a.example/", "3"])
    with pytest.raises(LogError, match="is empty"):
        found()
    with pytest.raises(LogError, match="no column that could be the query"):
        found(["1", "https://a.example/"], ["2", "https://a.example/"])


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("12", 12),
        (" 7 ", 7),
        ("1,234", 1234),
        ("1.234.567", 1234567),
        ("3.0", 3),
        ("1\u202f234", 1234),
    ]
    + [(bad, None) for bad in ("", "x", "3.5", "-1", "1,2", "9" * 30, "12%")],
)
def test_whole_numbers(cell: str, expected: int | None) -> None:
    assert whole_number(cell) == expected


@settings(deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), max_size=5), max_size=8))
def test_any_rows_are_columns_or_a_clear_error(rows: list[list[str]]) -> None:
    try:
        told = found(*rows)
    except LogError:
        return
    assert told.query not in {told.url, told.clicks}


def test_long_cells_are_told_quickly() -> None:
    cell = "a." + "b" * 60_000 + "!"
    assert found([cell, cell, "3"], [cell, "x y", "4"]).clicks == 2
