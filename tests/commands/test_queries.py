"""``scrapy queries`` and ``scrapy knowledge`` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.preloaded import run_scrapy
from tests.train.test_knowledge_import import FREEBASE

QUERIES = ["hotels in berlin", "hotels in munich", "bonn reviews", "kiel reviews", "site login"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.tsv"
    pages = [1 if query == "site login" else 2 for query in QUERIES]
    rows = [
        f"{query}\thttps://travel.example/{query}/{page}\t5\n"
        for query, most in zip(QUERIES, pages, strict=True)
        for page in range(most)
    ]
    path.write_text("".join([*rows, "broken\n"]))
    return path


def test_queries_with_source_and_score_and_patterns(log: Path) -> None:
    done = run_scrapy("queries", "--site", "travel.example", "--query-log", str(log), "--json")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    queries = [row for row in rows if "query" in row]
    assert [row["query"] for row in queries] == ["berlin", "bonn", "kiel", "munich"]
    assert {tuple(row) for row in queries} == {("query", "source", "score", "reason")}
    assert {(row["source"], row["score"]) for row in queries} == {("log", 10)}
    assert [row for row in rows if "pattern" in row] == [
        {"pattern": "hotels in", "kind": "prefix with preposition", "queries": 2},
        {"pattern": "reviews", "kind": "suffix", "queries": 2},
    ]
    assert "1 rows that are no query" in done.stderr


def test_for_people_and_for_a_site_that_nobody_clicked(log: Path) -> None:
    shown = run_scrapy("queries", "--site", "https://travel.example/", "--query-log", str(log))
    assert "travel.example: 4 queries of the log, 0 types" in shown.stdout
    assert "hotels in  (prefix with preposition)" in shown.stdout
    nobody = run_scrapy("queries", "--site", "b.example", "--query-log", str(log))
    assert nobody.returncode == 1
    assert "the log has no query that counts for b.example" in nobody.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--query-log", "none.tsv"], "queries: query_log 'none.tsv' cannot be read"),
        (["--query-log", "README.md", "--knowledge", "none"], "b.example"),
        (["--query-log", "LICENSE", "--knowledge", "nowhere"], "knowledge 'nowhere' is no folder"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(arguments: list[str], told: str) -> None:
    done = run_scrapy("queries", "--site", "b.example", *arguments)
    assert done.returncode != 0
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dump_becomes_a_knowledge_base(tmp_path: Path) -> None:
    dump, folder = tmp_path / "freebase.rdf", tmp_path / "kb"
    dump.write_text(FREEBASE)
    done = run_scrapy(
        "knowledge", "import", "freebase", str(dump), "--into", str(folder), "--least", "1"
    )
    assert done.returncode == 0, done.stderr
    assert f"{folder}: 2 types, 3 names of 3 entities" in done.stdout
    assert "Alien" in (folder / "film" / "film.tsv").read_text()


def test_imports_that_go_wrong(tmp_path: Path) -> None:
    unknown = run_scrapy("knowledge", "import", "dbpedia", "x")
    assert "wikidata or freebase" in unknown.stderr + unknown.stdout
    missing = run_scrapy(
        "knowledge", "import", "wikidata", "none.json", "--into", str(tmp_path / "kb")
    )
    assert (missing.returncode, "No such file" in missing.stderr) == (2, True)
