"""A feed that cannot be written ends the crawl in one line; the same command then writes it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Crawl, json_lines
from tests.site import Site, unicode_characters

WHY = "could not be written: No space left on device; fix that, then run the same command again"


@pytest.mark.parametrize("fields", ["title", ""], ids=["found at the end", "in between"])
def test_a_feed_on_a_full_disk_is_one_line_and_nothing_is_lost(
    crawl: Crawl, tmp_path: Path, fields: str
) -> None:
    full = tmp_path / "full.jsonl"
    full.symlink_to("/dev/full")
    with Site(unicode_characters(100)) as site:
        name = site.url.split("/")[2]
        failed = crawl(site.url, "-O", str(full), "-s", f"FEED_EXPORT_FIELDS={fields}")
        report = json.loads((records_folder(tmp_path, name) / "report.json").read_text())
        full.unlink()
        again = crawl(site.url, "-O", str(full), "-s", f"FEED_EXPORT_FIELDS={fields}")
    assert failed.code == 1
    assert "Traceback" not in failed.log
    assert len([line for line in failed.log.splitlines() if "ERROR" in line and WHY in line]) == 1
    assert f"\n{name}: failed: feed {full} {WHY}" in failed.log
    assert report["outcome"] == "failed"
    assert "'deepweb/outcome': 'failed'" in failed.log
    assert again.code == 0
    assert len(json_lines(full)) == len(again.feed) >= 95


def records_folder(folder: Path, name: str) -> Path:
    return folder / "output" / name.replace(":", "_")
