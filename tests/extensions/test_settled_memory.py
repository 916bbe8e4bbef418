"""What is loaded before the first crawl is left alone by the garbage collector, once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy import Spider

from deepweb.extensions.settled_memory import settle
from tests.crawling import crawl, project_settings


@pytest.fixture(autouse=True)
def _as_in_a_new_process() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


class Idle(Spider):
    name = "idle"


def test_a_crawl_settles_what_is_loaded(tmp_path: Path) -> None:
    crawl(project_settings(tmp_path), Idle)
    assert gc.get_freeze_count() > 1000


def test_it_does_so_once(tmp_path: Path) -> None:
    settle()
    before = gc.get_freeze_count()
    later = [[number] for number in range(1000)]
    settle()
    assert gc.get_freeze_count() <= before < before + len(later)
