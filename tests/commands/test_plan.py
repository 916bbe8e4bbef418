"""``scrapy plan`` as a user runs it, after a real crawl."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Crawl
from tests.preloaded import run_scrapy
from tests.site import Site, Style, unicode_characters


def test_the_ways_of_a_crawl_and_what_each_brought(crawl: Crawl, tmp_path: Path) -> None:
    with Site(unicode_characters(60), Style(page_size=20)) as site:
        crawled = crawl(site.url, "-a", "max_requests=120")
        place = ("-s", f"DEEPWEB_STORE=sqlite:///{tmp_path}/store.db")
        told = run_scrapy("plan", site.url, "--json", *place)
        text = run_scrapy("plan", site.url, *place)
    assert told.returncode == text.returncode == 0, told.stderr
    ways = [json.loads(line) for line in told.stdout.splitlines()]
    assert sum(way["new"] for way in ways) == len(crawled.urls)
    assert {"keyword", "next", "/"} <= {way["name"] for way in ways}
    assert all(way["reason"] for way in ways)
    assert text.stdout.count("\n") == len(ways) + 1


def test_a_site_that_was_not_crawled(tmp_path: Path) -> None:
    place = f"DEEPWEB_STORE=sqlite:///{tmp_path}/store.db"
    told = run_scrapy("plan", "example.org", "-s", place)
    assert told.returncode == 2
    assert "crawl it: -a site=example.org" in told.stderr
