"""Progress as a user sees it: in a real terminal, and where there is none."""

from __future__ import annotations

import os
import pty
import re
from pathlib import Path

import pytest
from scrapy import Request

from deepweb.extensions.progress import ShowProgress
from deepweb.spiders.surfacer import Surfacer
from tests.conftest import Crawl, crawl_arguments, crawl_environment
from tests.crawling import ready_crawler
from tests.preloaded import ScrapyProcess
from tests.site import Site, unicode_characters

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def in_a_terminal(arguments: list[str]) -> str:
    """Run Scrapy with a terminal for standard error; returns what it shows there."""
    try:
        here, there = pty.openpty()
    except OSError as error:  # a chroot may have none
        pytest.skip(f"no terminal to be had: {error}")
    environment = {**crawl_environment(), "TERM": "xterm", "COLUMNS": "100"}
    with ScrapyProcess(*arguments, env=environment, terminal=there) as process:
        os.close(there)
        shown = b""
        while chunk := _read(here):
            shown += chunk
        os.close(here)
        assert process.wait(timeout=60) == 0
    return shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # nobody is at the other end any more
        return b""


def test_a_panel_in_a_terminal(tmp_path: Path) -> None:
    with Site(unicode_characters(150)) as site:
        shown = in_a_terminal(crawl_arguments(tmp_path, site.url))
    told = _ESCAPES.sub("", shown)
    assert re.search(r"│ requests +\d+ of 1,000", told)
    assert re.search(r"│ records +\d+", told)
    assert "Spider closed (finished)" in told, "the log goes on beside it"
    assert "\x1b[?25h" in shown, "the cursor is shown again"


def test_no_panel_elsewhere_and_none_if_it_is_turned_off(crawl: Crawl, tmp_path: Path) -> None:
    with Site(unicode_characters(80)) as site:
        piped = crawl(site.url)
        off = in_a_terminal(
            crawl_arguments(tmp_path / "off", site.url, "-s", "DEEPWEB_PROGRESS=False")
        )
    assert "│" not in piped.log
    assert "│" not in off


def test_a_line_now_and_then_where_there_is_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with a log that is quiet, as that of ``make surface``."""
    with ready_crawler(tmp_path, Surfacer, site="http://example.org/") as crawler:
        progress = ShowProgress(crawler, 100, is_terminal=False)
        progress.count(Request("http://example.org/"))
        crawler.settings.frozen = False
        crawler.settings.set("LOG_LEVEL", "WARNING", "cmdline")
        progress._log()
    assert "example.org: phase looking for forms; requests 1 of 100" in capsys.readouterr().err
