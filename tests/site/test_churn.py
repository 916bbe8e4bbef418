"""Records that come and go while the site is crawled."""

from itertools import pairwise

from tests.site import Site, Style, used_books
from tests.site.browser import all_pages, get, submit
from tests.site.churn import PERIOD, is_there, steady_records

BOOKS = used_books(500)
IDS = [entry.id for entry in BOOKS.records]
STYLE = Style(churn=0.2, page_size=500, blank="all")


def test_some_come_and_some_go() -> None:
    first = {record for record in IDS if is_there(STYLE, record, 0)}
    last = {record for record in IDS if is_there(STYLE, record, PERIOD)}
    steady = steady_records(STYLE, BOOKS)
    assert 0.7 < len(steady) / len(IDS) < 0.9
    assert steady < first
    assert steady < last
    assert first - last
    assert last - first
    assert first | last == set(IDS)
    assert first & last == steady


def test_each_has_one_turn() -> None:
    for record in IDS:
        there = [is_there(STYLE, record, moment) for moment in range(PERIOD)]
        assert sum(a != b for a, b in pairwise(there)) <= 1


def test_the_site_changes_with_every_search() -> None:
    with Site(BOOKS, STYLE) as live:
        seen = [set(submit(live, q="").ids) for _ in range(60)]
        assert len({frozenset(ids) for ids in seen}) > 10
        assert all(seen[0] >= ids - (seen[-1] - seen[0]) for ids in seen)
        gone = next(iter(seen[0] - seen[-1]))
        assert get(live, f"/item/{gone}").status == 404
        assert get(live, f"/item/{next(iter(seen[-1]))}").status == 200
        assert live.reached([f"{live.url}item/{gone}"]) == {gone}, "it was there"


def test_the_same_changes_in_every_run() -> None:
    runs = []
    for _ in range(2):
        with Site(BOOKS, STYLE) as live:
            runs.append([submit(live, q="the").ids for _ in range(5)])
    assert runs[0] == runs[1]


def test_facets_count_what_is_there() -> None:
    style = Style(churn=0.4, facets=("language",), several=("language",), page_size=500)
    with Site(BOOKS, style) as live:
        reply = submit(live, q="the")
        labels = reply.find("//div[@class='facet']//a/text()").getall()
        counted = sum(int(label.rpartition("(")[2].rstrip(")")) for label in labels)
        assert counted == len(reply.ids)


def test_nothing_changes_by_default() -> None:
    with Site(BOOKS) as live:
        seen = [all_pages(live, submit(live, q="the")) for _ in range(2)]
        assert seen[0] == seen[1]
