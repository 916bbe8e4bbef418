"""What a report tells, from real stores."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deepweb.items import Site
from deepweb.report.site_facts import KILLED, MAX_SAMPLE, RUNNING, Dropped, site_facts, stats_of
from deepweb.store.decisions import QueryTemplate
from deepweb.store.ledger import CrawlStore
from deepweb.surface.harvest.size import Size
from tests.samples import SITE, page, record, search_form


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CrawlStore]:
    store = CrawlStore.open(f"sqlite:///{tmp_path}/store.db")
    yield store
    store.close()


def crawled(store: CrawlStore) -> None:
    store.decisions.save_site(Site(SITE, "http://example.org/", "explored: 1 search form", True))
    store.begin_crawl(SITE)
    store.decisions.save_form(
        search_form(0, searchable=True, safe=True, reason="looks like search")
    )
    store.decisions.save_form(search_form(1, searchable=False, reason="says 'login'"))
    store.decisions.save_template(QueryTemplate(SITE, "f", ("q",), True, 40, 0.756, "enough"))
    first = replace(record(1), fields={"price": "5"}, attributes={"brand": ["Garmin"]})
    second = replace(record(2), fields={"price": "6", "stock": "no"})
    store.save_page(page("a", first, second))
    store.save_page(page("b", second))
    store.save_page(replace(page("c", kind="empty"), reason="like empty pages by 0.91"))
    store.save_page(replace(page("d", kind="empty"), reason="like empty pages by 0.95"))
    store.log_request(SITE, "GET", "http://example.org/", 200, "")
    store.log_request(SITE, "GET", "http://example.org/x", 0, "timed out")


def test_a_site_nobody_knows(store: CrawlStore) -> None:
    assert site_facts(store, SITE) is None


def test_a_site_where_nothing_came_of_it(store: CrawlStore) -> None:
    store.decisions.save_site(Site(SITE, "http://example.org/", "robots.txt forbids", False))
    facts = site_facts(store, SITE)
    assert facts is not None
    assert (facts.records, facts.requests, facts.curve, facts.size) == (0, 0, [], None)
    assert facts.coverage is None


def test_everything_of_a_crawl(store: CrawlStore) -> None:
    crawled(store)
    store.end_crawl(SITE, "finished")
    facts = site_facts(store, SITE)
    assert facts is not None
    assert (facts.records, facts.requests, facts.reason) == (2, 2, "finished")
    assert facts.started is not None and facts.ended is not None and facts.ended >= facts.started
    assert facts.answers == {"results": 2, "empty": 2}
    assert [(point.records) for point in facts.curve] == [2, 2, 2, 2]
    assert [form["asked"] for form in facts.forms] == [True, False]
    assert [(each.name, each.filled) for each in facts.fields] == [("price", 2), ("stock", 1)]
    assert facts.facets == {"brand": {"Garmin": 1}}


def test_what_was_dropped_is_counted_by_kind_of_reason(store: CrawlStore) -> None:
    crawled(store)
    facts = site_facts(store, SITE)
    assert facts is not None
    assert Dropped("answer: empty", "like empty pages by …", 2) in facts.dropped
    assert Dropped("request failed", "timed out", 1) in facts.dropped
    assert any(each.what == "form" and "says 'login'" in each.reason for each in facts.dropped)


def test_in_the_middle_of_a_crawl(store: CrawlStore) -> None:
    crawled(store)
    store.take_site(SITE)
    facts = site_facts(store, SITE)
    assert facts is not None
    assert (facts.ended, facts.outcome, facts.state) == (None, RUNNING, RUNNING)


def test_a_crawl_that_was_killed_does_not_run(store: CrawlStore) -> None:
    crawled(store)
    facts = site_facts(store, SITE)
    assert facts is not None
    assert (facts.outcome, facts.reason) == ("interrupted", KILLED)


def test_a_site_that_was_only_located(store: CrawlStore) -> None:
    store.decisions.save_site(Site(SITE, "http://example.org/", "found", False))
    facts = site_facts(store, SITE)
    assert facts is not None
    assert facts.state == "located"


def test_stats_for_monitors(store: CrawlStore) -> None:
    crawled(store)
    facts = site_facts(store, SITE)
    assert facts is not None
    stats = stats_of([facts, replace(facts, size=Size(4, 8, 9, ""))])
    assert (stats["records"], stats["requests"]) == (4, 4)
    assert stats["ways/keyword/records"] == 4
    assert "coverage" not in stats, "the size of one site is not known"
    assert stats_of([replace(facts, size=Size(4, 8, 9, ""))])["coverage"] == 0.25


def test_a_crawl_taken_up_again_keeps_its_beginning(store: CrawlStore) -> None:
    crawled(store)
    store.end_crawl(SITE, "budget")
    before = site_facts(store, SITE)
    store.begin_crawl(SITE)
    after = site_facts(store, SITE)
    assert before is not None and after is not None
    assert (after.started, after.ended) == (before.started, None)


def test_only_some_records_are_shown(store: CrawlStore) -> None:
    crawled(store)
    store.save_page(page("many", *(record(n) for n in range(10, 80))))
    facts = site_facts(store, SITE)
    assert facts is not None
    assert (len(facts.sample), facts.records) == (MAX_SAMPLE, 72)


def test_it_is_plain_data(store: CrawlStore) -> None:
    crawled(store)
    facts = site_facts(store, SITE)
    assert facts is not None
    told = json.loads(json.dumps(facts.to_json()))
    assert told["records"] == 2
    assert told["ways"][0]["new"] == 2
