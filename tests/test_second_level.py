"""What result pages lead to, in crawls from start to end: each thing once, and nothing in vain."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

from tests.conftest import Crawl
from tests.site import LINK_STYLES, Site, used_books
from tests.site.truth import meaning
from tests.test_crash import IN_FLIGHT, stop_after

BOOKS = used_books(120)
STYLE = replace(
    LINK_STYLES["uncounted"],
    tracks=("position", "page"),
    present_links=("sort", "view"),
    names={"sort": "zo", "view": "zv"},  # nothing says what they are for
    related=True,
)
BUDGET = ("-a", "max_requests=200")


def asked(folder: Path, *purposes: str) -> tuple[list[str], set[str]]:
    """The links that were followed, and all links of all answers, by the store."""
    connection = sqlite3.connect(folder / "store.db")
    rows = connection.execute("SELECT purpose, url, links FROM pages ORDER BY page").fetchall()
    connection.close()
    there = {link for _, _, links in rows for link in json.loads(links)}
    return [url for purpose, url, _ in rows if purpose in purposes], there


def test_facets_and_related_queries_are_followed_once_each_and_as_they_are(crawl: Crawl) -> None:
    with Site(BOOKS, STYLE) as site:
        crawled = crawl(site.url, *BUDGET)
    followed, there = asked(crawled.folder, "facet", "related")
    assert followed
    assert set(followed) <= there, "one was rewritten"
    asking = [meaning(STYLE, BOOKS, url) for url in followed]
    assert len(set(asking)) == len(asking)
    # What is chosen on top of sorting shows what was shown.
    assert not [url for url in followed if "zo=" in url or "zv=" in url]
    assert "carry a query" in crawled.log
    assert "deepweb/links/partitions" in crawled.log


def test_what_was_decided_is_stored_with_its_reason(crawl: Crawl) -> None:
    with Site(BOOKS, LINK_STYLES["tracked-links"]) as site:
        crawled = crawl(site.url, *BUDGET)
    connection = sqlite3.connect(crawled.folder / "store.db")
    rows = connection.execute("SELECT argument, role, reason FROM link_arguments").fetchall()
    ((links, partitions, left),) = connection.execute(
        "SELECT links, partitions, left FROM form_links"
    ).fetchall()
    connection.close()
    roles = {argument: role for argument, role, _ in rows}
    assert roles["q"] == "query"
    assert "tracking" in roles.values()
    assert all(reason for *_, reason in rows)
    assert links > 2 * partitions > 0
    assert json.loads(left)["facet"]["selects the same as another"] > 0


def test_killed_crawls_follow_the_same_links(crawl: Crawl, tmp_path: Path) -> None:
    style, rng, kills = replace(STYLE, delay=0.004), random.Random(5), 3
    with Site(used_books(60), style) as site:
        whole, killed = tmp_path / "whole", tmp_path / "killed"
        whole.mkdir()
        killed.mkdir()
        crawl(site.url, folder=whole)
        times = len(site.searches)
        site.forget()
        for _ in range(kills):
            assert stop_after(site, killed, rng.randint(10, times // (kills + 1)), signal.SIGKILL)
        crawl(site.url, folder=killed)
        assert len(site.searches) <= times + kills * IN_FLIGHT
    assert asked(whole, "facet")[0]
    purposes = "facet", "related", "compare", "next"
    assert sorted(asked(killed, *purposes)[0]) == sorted(asked(whole, *purposes)[0])
