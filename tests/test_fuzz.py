"""Broken pages through all that a crawl does to a page: no error, and no page that takes long."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.attacks.fuzz import fuzz
from benchmarks.attacks.pages import MAX_MEMORY, MAX_SECONDS, in_child

LOADED = 1.5  # a process takes longer beside others; the benchmark alone keeps to MAX_SECONDS
REAL = os.environ.get("DEEPWEB_PAGES")  # a folder of pages that are mutated, if there is one


def test_a_thousand_broken_pages() -> None:
    told = fuzz(1_000)
    assert told["errors"] == []
    assert told["slowest_seconds"] < MAX_SECONDS


@pytest.mark.parametrize(
    "name", ["accents of two classes", "half surrogates", "entity bomb", "lines and breaks"]
)
def test_hostile_pages(name: str) -> None:
    told = in_child(name, 10)
    assert "failed" not in told
    assert float(str(told["seconds"])) < LOADED * MAX_SECONDS
    assert float(str(told["memory_mb"])) < MAX_MEMORY


@pytest.mark.benchmarks
@pytest.mark.parametrize("folder", [None, Path(REAL) if REAL else None], ids=["generated", "real"])
def test_ten_thousand_broken_pages(folder: Path | None) -> None:
    told = fuzz(10_000, seed=2 if folder else 3, folder=folder)
    assert told["errors"] == []
    assert told["slowest_seconds"] < MAX_SECONDS
