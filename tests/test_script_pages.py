"""Which pages are looked at in the browser, told without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from deepweb.crawl.scripted.pages import Scripts
from deepweb.spiders.surfacer import Surfacer
from tests.crawling import ready_crawler
from tests.read.pages import page_of

SCRIPT = "<script src='/app.js'></script><script>" + "start(window);" * 60 + "</script>"
LINKS = '<a href="/tables">tables</a> <a href="/tables/plants">plants</a>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"<div id='app'></div>{SCRIPT}", True, id="an empty shell"),
        pytest.param(f"<h1>Plants</h1>{LINKS}{SCRIPT}", False, id="little text, but links lead on"),
    ],
)
def test_an_empty_shell_has_nothing_that_leads_on(
    tmp_path: Path, body: str, expected: bool
) -> None:
    page = page_of(f"<html><body>{body}</body></html>", "http://example.org/")
    with ready_crawler(tmp_path, Surfacer, site="example.org") as crawler:
        assert isinstance(crawler.spider, Surfacer)
        assert Scripts(crawler.spider)._is_shell(page, "example.org") is expected
