"""``scrapy crawl surfacer`` from end to end, against live sites with known content."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from demosite.search import Index, Selection
from tests.conftest import Crawl, Crawled, crawl_arguments, crawl_environment
from tests.preloaded import run_fresh_scrapy
from tests.site import DEMO, STYLES, Site, Style, unicode_characters, world_cities

RECORD = [
    "site", "id", "url", "title", "text", "fields", "attributes", "found_on", "query",
    "part_of", "kind",
]  # fmt: skip


# Until every known word was asked.
TO_THE_END = ("-s", "DEEPWEB_PATIENCE=100000")


def requests_stored(crawled: Crawled) -> int:
    with sqlite3.connect(crawled.folder / "store.db") as store:
        (count,) = store.execute("select count(*) from requests").fetchone()
    return int(count)


def test_most_of_2000_characters_in_500_requests(crawl: Crawl) -> None:
    with Site(unicode_characters(2000), Style(page_size=20, next_links=False)) as site:
        crawled = crawl(site.url, "-a", "max_requests=500")
    assert crawled.code == 0
    assert len(site.hits) == requests_stored(crawled) == 500
    assert len(site.reached(crawled.urls)) >= 0.6 * 2000
    assert len(site.reached(crawled.urls)) == len(crawled.feed), "something else was told"


def test_next_pages_give_nearly_all_in_few_requests(crawl: Crawl) -> None:
    with Site(unicode_characters(2000), Style(page_size=20, next_links=True)) as site:
        crawled = crawl(site.url, "-a", "max_requests=300")
    assert len(site.reached(crawled.urls)) == len(crawled.feed) >= 0.9 * 2000


def reachable(site: Site) -> set[str]:
    """Records that asking every word of every record found leads to, first pages only.

    Layouts that show more than is searched may lead further.
    """
    index, size = Index(site.catalogue), site.style.page_size
    found = set(next(hit.shown for hit in site.searches if hit.shown))
    words_of = {entry.id: entry.words for entry in site.catalogue.records}
    todo, asked = list(found), set[str]()
    while todo:
        for word in words_of[todo.pop()] - asked:
            asked.add(word)
            entries = index.entries(index.positions(Selection(word))[:size])
            new = {entry.id for entry in entries} - found
            found |= new
            todo += new
    return found


# tests/read/test_reading.py reads answers of all styles; these differ in how they are asked.
@pytest.mark.parametrize("name", ["cards", "posting", "any-word", "noisy", "japanese-sjis"])
def test_every_style_gives_all_that_words_lead_to(crawl: Crawl, name: str) -> None:
    with Site(unicode_characters(70), STYLES[name]) as site:
        crawled = crawl(site.url, *TO_THE_END)
    reached = site.reached(crawled.urls)
    assert reached >= reachable(site)
    assert len(crawled.feed) == len(reached) > 35, "something else was told"


@pytest.mark.parametrize("name", ["failing", "resetting"])
def test_a_faulty_site_gives_as_much(crawl: Crawl, name: str) -> None:
    with Site(unicode_characters(70), STYLES[name]) as site:
        crawled = crawl(site.url, *TO_THE_END)
    assert {hit.status for hit in site.searches} > {200}, "the site did not fail"
    assert site.reached(crawled.urls) >= reachable(site)


def test_cities_come_with_their_fields(crawl: Crawl) -> None:
    with Site(world_cities(100), Style(layout="table", page_size=50)) as site:
        crawled = crawl(site.url, *TO_THE_END)
    assert site.reached(crawled.urls) >= reachable(site)
    countries = {entry.title: entry.attributes["country"] for entry in site.catalogue.records}
    assert all(r["fields"]["country"] == countries[r["title"]] for r in crawled.feed)


def test_a_record_says_where_it_comes_from(crawl: Crawl) -> None:
    with Site(unicode_characters(60)) as site:
        crawled = crawl(site.url)
        host = site.url.split("/")[2]
    assert all(list(record) == RECORD for record in crawled.feed)
    truth = {f"{site.url}item/{entry.id}": entry for entry in site.catalogue.records}
    for record in crawled.feed:
        assert record["site"] == host
        assert record["id"] == record["url"]
        assert record["title"] == truth[record["url"]].title
        (word,) = record["query"].values()
        assert record["found_on"].startswith(f"{site.url}search?q={word}")


def test_a_posted_record_names_the_values(crawl: Crawl) -> None:
    style = Style(method="post", hidden={"lang": "en"}, next_links=False)
    with Site(unicode_characters(60), style) as site:
        crawled = crawl(site.url)
    assert crawled.feed
    for record in crawled.feed:
        values = {"q": record["query"]["q"], "lang": "en"}
        assert record["found_on"] == {"url": f"{site.url}search", "values": values}


def test_the_site_file_holds_what_the_feed_holds(crawl: Crawl) -> None:
    with Site(unicode_characters(100)) as site:
        crawled = crawl(site.url)
    by_id = {record["id"]: record for record in crawled.records_file(site.url)}
    assert by_id == {record["id"]: record for record in crawled.feed}
    assert len(crawled.records_file(site.url)) == len(by_id) > 0


def test_only_the_search_form_is_submitted(crawl: Crawl) -> None:
    with DEMO() as site:
        crawled = crawl(site.url, "-a", "max_requests=60")
    # Records and other pages are read, to see whether they list records.
    assert {hit.kind for hit in site.hits} <= {"robots", "home", "search", "item", "other"}
    assert {hit.method for hit in site.hits} == {"GET"}
    assert "dropped: POST" in crawled.log
    assert "has an input of kind password" in crawled.log


def test_a_second_run_asks_nothing_and_tells_the_same(crawl: Crawl) -> None:
    with Site(unicode_characters(80)) as site:
        first = crawl(site.url)
        told = sorted(first.urls)
        site.forget()
        second = crawl(site.url)
        assert site.hits == []
    assert sorted(second.urls) == told
    assert told


def test_a_spent_budget_closes_and_a_larger_one_goes_on(crawl: Crawl) -> None:
    with Site(unicode_characters(500)) as site:
        first = crawl(site.url, "-a", "max_requests=40")
        told = set(first.urls)
        assert len(site.hits) == 40
        assert "'finish_reason': 'budget'" in first.log
        second = crawl(site.url, "-a", "max_requests=90")
        assert len(site.hits) == 90, "robots.txt included, which is read once"
    asked = [hit.path for hit in site.searches]
    assert len(asked) == len(set(asked)), "something was asked twice"
    assert told < set(second.urls)


def test_several_sites_each_with_its_budget(crawl: Crawl) -> None:
    with Site(unicode_characters(300)) as one, Site(world_cities(300)) as other:
        crawled = crawl(f"{one.url},{other.url}", "-a", "max_requests=30")
    assert (len(one.hits), len(other.hits)) == (30, 30)
    assert one.reached(crawled.urls)
    assert other.reached(crawled.urls)
    assert crawled.records_file(one.url)
    assert crawled.records_file(other.url)


def test_a_form_one_click_away_is_found(crawl: Crawl) -> None:
    with Site(unicode_characters(80), Style(action="/find")) as site:
        # A page of the site that holds no form, but a link to the one that does.
        crawled = crawl(f"{site.url}item/{site.catalogue.records[0].id}", *TO_THE_END)
    assert site.reached(crawled.urls) >= reachable(site)


def test_no_warnings_of_deprecation(tmp_path: Path) -> None:
    """By a new interpreter: imports warn too."""
    with Site(unicode_characters(100)) as site:
        arguments = crawl_arguments(tmp_path, site.url)
        done = run_fresh_scrapy(*arguments, env=crawl_environment())
    assert done.returncode == 0
    warned = [line for line in done.stderr.splitlines() if "Warning" in line]
    assert warned == []


def test_every_decision_is_stored_with_its_reason(crawl: Crawl) -> None:
    with Site(unicode_characters(80), Style(menus=("category",), beside=("login",))) as site:
        crawled = crawl(site.url)
    with sqlite3.connect(crawled.folder / "store.db") as store:
        for table in ("sites", "forms", "templates", "pages"):
            reasons = store.execute(f"select reason from {table}").fetchall()
            assert reasons, table
            assert all(reason for (reason,) in reasons), table
        kinds = {kind for (kind,) in store.execute("select distinct kind from pages")}
    assert kinds >= {"background", "results", "empty"}
