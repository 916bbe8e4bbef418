"""What a page in a real browser gets from other hosts; only the network is made up."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from scrapy.settings import Settings

from deepweb.browser.page_requests import script_rule
from tests.conftest import Crawl
from tests.crawl.test_scripted import stats, stored

HANDLER = "tests.browser.made_up_network.MadeUpNetwork"


def test_libraries_come_from_other_hosts_and_nothing_else(crawl: Crawl, tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    made = crawl(
        "http://example.org/",
        *("-a", "max_requests=12", "-s", f"ASKED={asked}", "-s", "DOWNLOAD_DELAY=0.01"),
        *("-s", "AUTOTHROTTLE_ENABLED=False"),
        *("-s", f"DOWNLOAD_HANDLERS={json.dumps({'http': HANDLER, 'https': HANDLER})}"),
    )
    told = [tuple(json.loads(line)) for line in asked.read_text().splitlines()]
    there = [each for each in told if urlsplit(each[1]).hostname != "example.org"]
    # Each of them once; robots.txt is obeyed there too, and no cookie goes back.
    assert sorted(there) == [
        ("GET", f"https://cdn.example.net/{path}", "")
        for path in ("app.css", "app.js", "late.js?v=2", "robots.txt")
    ]
    assert stats(made)["deepweb/browser/from_other_hosts"] == 4  # one of them was forbidden
    logged = "select url, reason from requests where site = 'cdn.example.net' and reason != ''"
    why = "browser: part of a page of example.org"
    urls = [url for _, url, _ in there if not url.endswith("robots.txt")]
    assert sorted(stored(tmp_path, logged)) == sorted((url, why) for url in urls)
    assert stored(tmp_path, "select way from scripts") == [("request",)]


@pytest.mark.parametrize("is_on", [True, False])
def test_it_can_be_turned_off(is_on: bool) -> None:
    settings = Settings({"DEEPWEB_BROWSER_LIBRARIES": is_on, "DEEPWEB_FORM_SITES": []})
    assert script_rule("example.org", settings).has_libraries is is_on
