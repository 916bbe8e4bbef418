"""A feed holds every record once, whatever happened to it before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scrapy.settings import Settings

from deepweb.items import Record, Site
from deepweb.output.feeds import (
    NotYetThere,
    feed_key,
    has_feeds,
    keep_feeds_to,
    known_in,
    merge_feed,
)
from deepweb.surface.record_numbers import TextNumbers

ONE, TWO = Record("a.example", "1", None, "", ""), Record("a.example", "2", None, "", "")
LINE = json.dumps({"site": "a.example", "id": "1"}) + "\n"


@pytest.mark.parametrize("name", ["feed.jsonl", "feed.jl"])
def test_what_a_feed_of_lines_holds(tmp_path: Path, name: str) -> None:
    feed = tmp_path / name
    feed.write_text(LINE + "no json\n[1]\n" + '{"site": "a.example", "id": "2", "tit')
    assert list(known_in(str(feed), {})) == [("a.example", "1")]
    assert feed.read_text() == LINE + "no json\n[1]\n", "the line that was cut off is gone"


def test_what_a_feed_of_cells_holds(tmp_path: Path) -> None:
    feed = tmp_path / "feed.csv"
    whole = 'site,id,text\na.example,1,"two\nlines, ""quoted"""\n'
    feed.write_text(whole + 'a.example,2,"cut\noff')
    assert list(known_in(feed.as_uri(), {"format": "csv"})) == [("a.example", "1")]
    assert feed.read_text() == whole


@pytest.mark.parametrize("name", ["feed.json", "feed.xml", "missing.jsonl"])
def test_of_other_feeds_nothing_is_known(tmp_path: Path, name: str) -> None:
    if not name.startswith("missing"):
        (tmp_path / name).write_text("[" + LINE)
    assert list(known_in(str(tmp_path / name), {})) == []


def test_what_a_feed_holds_does_not_go_in_again() -> None:
    filter_ = NotYetThere(
        {"item_classes": [Record], "known": TextNumbers([feed_key("a.example", "1")])}
    )
    assert not filter_.accepts(ONE)
    assert filter_.accepts(TWO)
    assert not filter_.accepts(Site("a.example", "http://a.example/", ""))


def test_a_feed_that_starts_anew_holds_nothing(tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    feed.write_text(LINE)
    settings = Settings({"FEEDS": {str(feed): {"overwrite": True}}})
    assert has_feeds(settings)
    keep_feeds_to((Record,), settings)
    options = settings.getdict("FEEDS")[str(feed)]
    assert not options["known"]
    assert NotYetThere(options).accepts(ONE)
    assert not has_feeds(Settings())


def test_records_that_are_one_by_now_are_merged_in_a_feed(tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    rows = [
        {"site": "s", "id": f"/show/{n}{tail}", "title": "ä"}
        for n in (1, 2)
        for tail in ("", "?f=1")
    ]
    feed.write_text("".join(json.dumps(row) + "\n" for row in [*rows[1:], {"other": "item"}]))
    assert merge_feed(
        feed.as_uri(), {"format": "jsonlines"}, lambda row: row["id"].partition("?")[0]
    )
    merged = [json.loads(line) for line in feed.read_text().splitlines()]
    assert [row.get("id") for row in merged] == ["/show/1", "/show/2", None]
    assert merged[0]["title"] == "ä"
    assert [path.name for path in tmp_path.iterdir()] == ["feed.jsonl"]
    assert not merge_feed("s3://bucket/feed.jsonl", {}, lambda row: "")


def test_records_that_proved_to_be_none_leave_a_feed(tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    feed.write_text("".join(json.dumps({"site": "s", "id": f"/{n}"}) + "\n" for n in range(3)))
    assert merge_feed(str(feed), {}, lambda row: None if row["id"] == "/1" else row["id"])
    left = [json.loads(line)["id"] for line in feed.read_text().splitlines()]
    assert left == ["/0", "/2"]


@pytest.mark.parametrize("broken", ['{"site": "s", "id": "/2', "[1]", "\n"])
def test_a_feed_with_a_broken_line_stays_as_it_is(tmp_path: Path, broken: str) -> None:
    feed = tmp_path / "feed.jsonl"
    feed.write_text(LINE + LINE + broken)
    assert not merge_feed(str(feed), {}, lambda row: row["id"])
    assert feed.read_text() == LINE + LINE + broken
    assert [path.name for path in tmp_path.iterdir()] == ["feed.jsonl"]


def test_a_feed_that_cannot_be_written_again_stays_as_it_is(tmp_path: Path) -> None:
    feed = tmp_path / "feed.jsonl"
    feed.write_text(LINE + LINE)
    (tmp_path / "feed.jsonl.merged").symlink_to("/dev/full")
    assert not merge_feed(str(feed), {}, lambda row: row["id"])
    assert feed.read_text() == LINE + LINE
