"""A place that cannot be written is told before the first request."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from deepweb.output.places import check_places


def settings(output: Path, *feeds: str) -> Settings:
    return Settings({"DEEPWEB_OUTPUT": str(output), "FEEDS": {feed: {} for feed in feeds}})


def test_places_that_can_be_written(tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text("kept\n")
    feeds = (
        str(tmp_path / "new" / "feed.jsonl"),
        (tmp_path / "feed.csv").as_uri(),
        str(tmp_path / "%(time)s" / "feed.csv"),
        str(old),
        "s3://bucket/feed.jsonl",
    )
    check_places(settings(tmp_path / "output", *feeds))
    assert old.read_text() == "kept\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new", "old.jsonl", "output"]


@pytest.mark.parametrize("feed", ["blocked/feed.jsonl", "blocked/%(time)s.jsonl"])
def test_a_feed_that_cannot_be_written(tmp_path: Path, feed: str) -> None:
    (tmp_path / "blocked").write_text("a file, where a folder is needed")
    with pytest.raises(ValueError, match=r"feed '.*blocked' cannot be written .*; give another"):
        check_places(settings(tmp_path, str(tmp_path / feed)))


def test_a_feed_that_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is a folder; give the name of a file"):
        check_places(settings(tmp_path / "output", str(tmp_path)))


def test_an_output_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("")
    with pytest.raises(ValueError, match=r"DEEPWEB_OUTPUT '.*blocked' cannot be written"):
        check_places(settings(tmp_path / "blocked"))
