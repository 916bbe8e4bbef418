"""What facets say of records becomes data, in a crawl from start to end."""

from __future__ import annotations

from tests.conftest import Crawl
from tests.site import LINK_STYLES, Site, used_books
from tests.site.truth import pairs


def test_records_have_the_attributes_of_the_facets_they_are_found_under(crawl: Crawl) -> None:
    style, books = LINK_STYLES["store"], used_books(150)
    with Site(books, style) as site:
        crawled = crawl(site.url, "-a", "max_requests=300")
        records = crawled.records_file(site.url)
    told = {
        (record["url"].rsplit("/", 1)[-1], attribute, value)
        for record in records
        for attribute, values in record["attributes"].items()
        for value in values
    }
    truth = {(str(id_), attribute, value) for id_, attribute, value in pairs(style, books)}
    assert len(records) == len(books.records)
    assert told <= truth
    assert len(told) >= 0.3 * len(truth)


def test_a_second_run_tells_the_same(crawl: Crawl) -> None:
    with Site(used_books(60), LINK_STYLES["store"]) as site:
        first = crawl(site.url, "-a", "max_requests=200").records_file(site.url)
        asked = len(site.searches)
        again = crawl(site.url, "-a", "max_requests=200").records_file(site.url)
        assert len(site.searches) == asked
    assert again == first
