"""What a step leaves in the store is what the next run starts with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from deepweb.items import Site
from deepweb.locate.site.exploration import SeenPage, Visit
from deepweb.locate.site.link_ranker import LinkWords
from deepweb.locate.site.patience import FollowedLink
from deepweb.locate.web.frontier import Candidate
from deepweb.locate.web.ranker import SiteWords
from deepweb.locate.web.reverse_search import LINK, TOPIC, AnsweredQuery, EngineQuery, EngineState
from deepweb.locate.web.topic_crawl import HubPage, LinkOutcome, LocatingStep, VisitedSite
from deepweb.store.ledger import CrawlStore
from deepweb.store.sites import SiteDatabase, has_sites, located_sites
from tests.samples import UNICODE

WORDS = SiteWords(("book", "~book"), (UNICODE,), ())
ONE = Candidate("one.example", "http://one.example/", WORDS, 2.0, "link of a.example")
TWO = Candidate("two.example", "http://two.example/", SiteWords((), (), ()), reason=UNICODE)
DEEP = VisitedSite("one.example", ONE.url, "deep", "on the topic", 1.5, 0.9, 0.8, 1, 2, 2)
PAGES = (
    SeenPage(Visit(ONE.url, 0, 1.0), ONE.url),
    SeenPage(Visit(f"{ONE.url}s", 1, 0.7, words=LinkWords(("s",), ("search",), ())), ONE.url, 1),
)


@pytest.fixture
def store() -> Iterator[CrawlStore]:
    opened = CrawlStore.open("sqlite://")
    yield opened
    opened.close()


def test_what_waits_comes_back_as_it_was(store: CrawlStore) -> None:
    database = SiteDatabase(store, "book")
    database.save(LocatingStep(candidates=(ONE, TWO)), (), None)
    assert sorted(database.prior().candidates, key=lambda c: c.site) == [ONE, TWO]
    more = replace(ONE, votes=3.0)
    database.save(LocatingStep(candidates=(more,)), (), None)
    assert sorted(database.prior().candidates, key=lambda c: c.site) == [more, TWO]


def test_a_visited_site_waits_no_more_and_teaches(store: CrawlStore) -> None:
    database = SiteDatabase(store, "book")
    database.save(LocatingStep(candidates=(ONE, TWO)), (), None)
    site = Site(DEEP.site, DEEP.url, DEEP.reason, explored=True)
    database.save(
        LocatingStep(visited=DEEP, seen=PAGES, learnt=LinkOutcome(WORDS, led=True)), (), site
    )
    prior = database.prior()
    assert [c.site for c in prior.candidates] == ["two.example"]
    assert list(prior.visited) == [DEEP]
    assert prior.learnt.relevant[(0, "book")] == prior.learnt.seen[(1, UNICODE)] == 1
    assert [(link.words.anchor, link.led) for link in prior.followed] == [(("search",), True)]
    assert list(prior.looks) == [FollowedLink(7, found=True, before=False)]
    assert store.decisions.is_explored("one.example")
    assert [(s.site, s.rank, s.worth) for s in database.found()] == [("one.example", 1, 0.8)]


def test_sites_are_found_best_first(store: CrawlStore) -> None:
    database = SiteDatabase(store, "book")
    for name, worth in (("a", 0.5), ("b", 0.9), ("c", 0.7)):
        visited = VisitedSite(f"{name}.example", "http://x/", "deep", "", worth=worth)
        database.save(LocatingStep(visited=visited), (), None)
    assert [site.site[0] for site in database.found()] == ["b", "c", "a"]


def test_topics_are_kept_apart(store: CrawlStore) -> None:
    SiteDatabase(store, "book").save(LocatingStep(candidates=(ONE,), visited=DEEP), (), None)
    other = SiteDatabase(store, "hotel")
    assert not other.prior().visited
    assert not list(other.found())
    assert other.waiting() == 0


def test_engines_and_hubs_come_back(store: CrawlStore) -> None:
    database = SiteDatabase(store, "book")
    searched = AnsweredQuery("e", EngineQuery(LINK, "link:a.example", "a.example"), 7, 3)
    hubs = (HubPage("http://h/1", "e: x", True, "links", 3), HubPage("http://h/2", "e", False, ""))
    failed = EngineState("bad", 2, 9, "HTTP 429")
    database.save(LocatingStep(hubs=hubs, searched=searched, engine=EngineState("e")), (), None)
    database.save(LocatingStep(engine=failed), (), None)
    further = [
        AnsweredQuery("e", EngineQuery(TOPIC, "books", page=page), 10, 11 - page)
        for page in (2, 10)
    ]
    for each in reversed(further):
        database.save(LocatingStep(searched=each), (), None)
    prior = database.prior()
    assert list(prior.searched) == [searched, *further]
    assert prior.hubs == {"http://h/1", "http://h/2"}
    assert prior.engines["bad"].failures == 2
    assert database.hubs() == (2, 1)
    assert failed in database.engine_states()


def test_the_sites_located_are_told_by_topic(tmp_path_factory: pytest.TempPathFactory) -> None:
    address = f"sqlite:///{tmp_path_factory.mktemp('s')}/store.db"
    with pytest.raises(ValueError, match="no site is located yet; run scrapy crawl sitelocator"):
        located_sites(address)
    opened = CrawlStore.open(address)
    SiteDatabase(opened, "book").save(LocatingStep(visited=DEEP), (), None)
    opened.close()
    assert located_sites(address) == located_sites(address, "book") == {"one.example": ONE.url}
    assert has_sites(address, "book")
    assert not has_sites(address, "hotel")
    with pytest.raises(ValueError, match="topic=hotel"):
        located_sites(address, "hotel")
