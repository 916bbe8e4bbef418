"""Logs in all the forms that people have them in, and in bad shape."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deepweb.knowledge.plain_lines import TOO_LONG
from deepweb.knowledge.query_log import (
    MALFORMED,
    Click,
    LogColumns,
    LogError,
    QueryLog,
    columns,
    whole_number,
)
from deepweb.store.resources import log_column_names

ROWS = [("hotel paris", "https://a.example/1", 12), ("a, b", "https://a.example/2", 3)]
CLICKS = [Click(*row) for row in ROWS]


def lines(separator: str, header: str = "") -> bytes:
    rows = [separator.join((f'"{q}"' if separator in q else q, u, str(n))) for q, u, n in ROWS]
    return "\n".join([*([header] if header else []), *rows]).encode()


def zipped(**files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.csv", text)
    return packed.getvalue()


def parquet() -> bytes:
    queries, urls, clicks = zip(*ROWS, strict=True)
    table = pa.table({"url": urls, "tags": [["x"], []], "query": queries, "clicks": clicks})
    written = io.BytesIO()
    pq.write_table(table, written)
    return written.getvalue()


def opened(folder: Path, content: bytes) -> QueryLog:
    path = folder / "a log.dat"
    path.write_bytes(content)
    return QueryLog.open(path, log_column_names())


@pytest.mark.parametrize(
    "content",
    [
        lines("\t"),
        lines(",", "query,url,clicks"),
        lines(";", "Query;Page;Clicks"),
        b"\xef\xbb\xbf" + lines(",", "query,page,clicks"),
        lines("\t").decode().encode("utf-16"),
        gzip.compress(lines("\t")),
        parquet(),
        zipped(Readme="nothing,here", Queries=lines(",", "query,url,clicks").decode()),
    ],
    ids=["tsv", "csv", "semicolons", "bom", "utf-16", "gz", "parquet", "zip"],
)
def test_all_formats_give_the_same_rows(tmp_path: Path, content: bytes) -> None:
    log = opened(tmp_path, content)
    assert list(log.clicks()) == CLICKS
    assert (log.rows, log.trouble.total()) == (2, 0)


def test_what_search_console_exports_works_as_it_is(tmp_path: Path) -> None:
    exported = zipped(
        Chart="Date,Clicks,Impressions,CTR,Position\n2026-01-01,5,9,55%,1.2\n",
        Countries="Country,Clicks,Impressions,CTR,Position\nFrance,5,9,55%,1.2\n",
        Queries="Top queries,Clicks,Impressions,CTR,Position\nred shoes,5,90,5.56%,3.1\n",
        Pages="Top pages,Clicks,Impressions,CTR,Position\nhttps://a.example/,5,9,55%,1.2\n",
    )
    log = opened(tmp_path, exported)
    assert list(log.clicks()) == [Click("red shoes", "", 5)]
    assert log.columns.url is None


def test_rows_that_make_no_sense_are_counted(tmp_path: Path) -> None:
    bad = ["only one cell", "q\thttp://a.example/\tmany", "\thttp://a.example/\t3", "q\t\t3"]
    good = [f"q{n}\thttp://a.example/{n}\t{n}" for n in range(1, 9)]
    long = "x" * 400 + "\thttp://a.example/\t3"
    huge = "y" * 200_000 + "\thttp://a.example/\t3"
    log = opened(tmp_path, "\n".join([*good, *bad, long, huge, "", "  "]).encode())
    assert len(list(log.clicks())) == 8
    assert log.trouble == {MALFORMED: 5, TOO_LONG: 1}


def test_quotes_that_do_not_close(tmp_path: Path) -> None:
    content = b'query,url,clicks\n"open,http://a.example/1,3\nok,http://a.example/2,4\n'
    assert Click("ok", "http://a.example/2", 4) in list(opened(tmp_path, content).clicks())


def test_without_clicks_a_row_is_one(tmp_path: Path) -> None:
    content = b"AnonID\tQuery\tClickURL\n7\tmaps\thttp://a.example/\n"
    assert list(opened(tmp_path, content).clicks()) == [Click("maps", "http://a.example/", 1)]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty"),
        (b"page,clicks\nhttp://a.example/,3\n", "has no column for the query"),
        (b"PK\x03\x04 no zip at all", "cannot be unpacked"),
        (b"PAR1 no parquet", "is no Parquet file"),
        (
            zipped(Pages="Top pages,Clicks\nhttps://a.example/,5\n"),
            "no file.*, only Pages",
        ),
        (zipped(), "holds no file with queries"),
        (b'{"query": "paris", "url": "http://a.example/"}\n', "is JSON; give rows"),
        (b"<!DOCTYPE html>\n<title>Sign in</title>", "is HTML or XML; give rows"),
        (b"x" * 200_000, "no row that can be read: 1 overlong lines"),
        (gzip.compress(b"a\tb\n", mtime=0)[:9], "no row that can be read: 1 files that break off"),
        (parquet()[:60] + b"\xff" * 40 + parquet()[100:], "cannot be read: .*[a-z]|is no Parquet"),
    ],
)
def test_what_is_no_log_gets_a_clear_error(tmp_path: Path, content: bytes, told: str) -> None:
    with pytest.raises(LogError, match=f"a log.dat.*{told}"):
        opened(tmp_path, content)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(LogError, match="cannot be read"):
            QueryLog.open(path, log_column_names())


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(LogError, match=r"is a pipe.*write it to a file"):
        QueryLog.open(tmp_path / "pipe", log_column_names())


@settings(max_examples=60, deadline=None)
@given(content=st.binary(max_size=300))
def test_any_bytes_are_a_log_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    try:
        log = opened(tmp_path_factory.mktemp("log"), content)
        for click in log.clicks():
            assert click.query
    except LogError as error:
        assert "a log.dat" in str(error)


def test_parquet_without_its_library_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(LogError, match=r"pip install 'deepweb\[parquet\]'"):
        opened(tmp_path, parquet())


# Columns

COLUMN_ROWS = [["berlin", "https://a.example/1", "12"], ["bonn", "a.example/2", "3"]]


def found(*rows: list[str]) -> LogColumns:
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
    assert found(*COLUMN_ROWS) == LogColumns(0, 1, 2, has_header=False)
    turned = [[clicks, url, query] for query, url, clicks in COLUMN_ROWS]
    assert found(*turned) == LogColumns(2, 1, 0, has_header=False)


def test_a_header_in_an_unknown_language_is_no_row() -> None:
    assert found(["xx", "yy", "zz"], *COLUMN_ROWS * 5).has_header


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
