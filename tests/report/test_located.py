"""The report of a topic: sites with rank and forms, and why others were left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from deepweb.items import Site
from deepweb.locate.web.topic_crawl import DEEP, SKIPPED, LocatingStep, VisitedSite
from deepweb.report.located import topic_facts, write_topic
from deepweb.report.summary import located_summary
from deepweb.store.ledger import CrawlStore
from deepweb.store.sites import SiteDatabase, known_topics
from tests.samples import SITE, search_form


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SiteDatabase]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    database = SiteDatabase(store, "book")
    found = VisitedSite(SITE, "http://example.org/", DEEP, "2 forms kept", worth=0.9, pages=3)
    site = Site(SITE, found.url, found.reason, True)
    form = search_form(0, searchable=True, safe=True, reason="on the topic (0.93)")
    database.save(LocatingStep(visited=found), [form], site)
    left = VisitedSite("parked.example", "http://parked.example/", SKIPPED, "is <b>for sale</b>")
    database.save(LocatingStep(visited=left), [], None)
    assert known_topics(store) == ["book"]
    yield database
    store.close()


def test_sites_rank_forms_and_why_skipped(database: SiteDatabase, tmp_path: Path) -> None:
    facts = topic_facts(database, "book")
    assert [(site["rank"], site["site"], site["pages"]) for site in facts.found] == [(1, SITE, 3)]
    assert facts.found[0]["forms"][0]["name"].startswith("Find: ")
    path = write_topic(facts, tmp_path)
    told = path.read_text()
    assert path.name == "located-book.html"
    assert "on the topic (0.93)" in told
    assert "is &lt;b&gt;for sale&lt;/b&gt;" in told
    summary = located_summary(database, topic="book", ended="no site waits", store_address="s")
    assert "    skipped: 1 is <b>for sale</b>" in summary
    assert json.loads(path.with_suffix(".json").read_text())["verdicts"] == {DEEP: 1, SKIPPED: 1}
