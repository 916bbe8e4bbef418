"""Further pages: how they are linked, counted, and when they end."""

from typing import Literal
from urllib.parse import urlsplit

import pytest

from demosite.search import Selection
from tests.site import Site, Style, used_books
from tests.site.browser import Reply, fetch, submit
from tests.site.bruteforce import expected_ids
from tests.site.style import PageBy, PageLinks

BOOKS = used_books(400)
FOUND = expected_ids(BOOKS, Selection("the"))
_PAGER = "//div[@class='r-pages']"


def _links(style: Style) -> list[str]:
    with Site(BOOKS, style) as live:
        return submit(live, q="the").find(f"{_PAGER}/a/text()").getall()


@pytest.mark.parametrize(
    ("shown", "labels"),
    [
        ("both", ["2", "3", "4", "5", "6", "Next"]),
        ("next", ["Next"]),
        ("numbers", ["2", "3", "4", "5", "6"]),
    ],
)
def test_what_is_linked(shown: PageLinks, labels: list[str]) -> None:
    assert _links(Style(page_links=shown)) == labels


@pytest.mark.parametrize("label", ["\u203a", "Load more", "Weiter"])
def test_the_word_for_next(label: str) -> None:
    assert _links(Style(page_links="next", next_label=label)) == [label]


@pytest.mark.parametrize(
    ("counts", "second", "third"),
    [
        ("number", "/search?q=the&p=2", "/search?q=the&p=3"),
        ("zero", "/search?q=the&p=1", "/search?q=the&p=2"),
        ("offset", "/search?q=the&p=25", "/search?q=the&p=50"),
        ("path", "/search/page/2?q=the", "/search/page/3?q=the"),
    ],
)
def test_how_pages_are_counted(counts: PageBy, second: str, third: str) -> None:
    with Site(BOOKS, Style(page_by=counts, page_name="p", page_size=25)) as live:
        first = submit(live, q="the")
        links = first.find(f"{_PAGER}/a/@href").getall()
        assert links[:2] == [second, third]
        assert links[-1] == second, "the next page"
        assert fetch(live.url + third[1:]).ids == FOUND[50:75]
        assert _followed(first, 99) == FOUND


def _followed(reply: Reply, pages: int) -> list[str]:
    ids = list(reply.ids)
    while pages and (following := reply.link("Next")):
        reply, pages = fetch(following), pages - 1
        ids += reply.ids
    return ids


def test_last_pages_may_repeat_for_ever() -> None:
    with Site(BOOKS, Style(endless="repeats", cap=30)) as live:
        first = submit(live, q="the")
        last = FOUND[20:30]
        assert _followed(first, 4) == FOUND[:20] + last * 4


def test_empty_pages_may_go_on_for_ever() -> None:
    with Site(BOOKS, Style(endless="empty", cap=30)) as live:
        reply = submit(live, q="the")
        assert _followed(reply, 6) == FOUND[:30]
        for _ in range(6):
            reply = fetch(reply.link("Next"))
        assert reply.ids == []
        assert reply.link("Next")
        assert submit(live, q="zzz").link("Next") == "", "nothing was found"


def test_pages_end_by_default() -> None:
    with Site(BOOKS, Style(cap=30)) as live:
        assert fetch(submit(live, q="the").link("Next")).link("Next") == ""


_LINES = {
    "Displaying {first} - {last} of {count} items": "Displaying 21 - 40 of {n} items",
    "Page {page} of {pages}": "Page 2 of {pages}",
    "{count}件中 {first}件": "{n}件中 21件",
}


@pytest.mark.parametrize("line", _LINES)
def test_count_lines(line: str) -> None:
    with Site(BOOKS, Style(count_line=line)) as live:
        second = fetch(submit(live, q="the").link("Next"))
    pages = -(-len(FOUND) // 20)
    said = _LINES[line].replace("{n}", str(len(FOUND))).replace("{pages}", str(pages))
    assert second.find("//p[@class='r-count']/text()").get() == said


def test_there_may_be_no_count_line() -> None:
    with Site(BOOKS, Style(count_line="")) as live:
        assert not submit(live, q="the").find("//p[@class='r-count']")


@pytest.mark.parametrize("unstable", [0.0, 0.3])
def test_some_records_change_their_place(unstable: float) -> None:
    with Site(BOOKS, Style(unstable=unstable)) as live:
        seen = [tuple(submit(live, q="the").ids) for _ in range(4)]
        assert (len(set(seen)) > 1) == bool(unstable)
        # Most stay near their place.
        assert all(len(set(ids) & set(FOUND[:40])) >= 15 for ids in seen)
        assert len(_followed(submit(live, q="the"), 99)) == len(FOUND)


def test_unstable_orders_are_the_same_in_every_run() -> None:
    runs = []
    for _ in range(2):
        with Site(BOOKS, Style(unstable=0.3)) as live:
            runs.append([submit(live, q="the").ids for _ in range(3)])
    assert runs[0] == runs[1]


@pytest.mark.parametrize("method", ["get", "post"])
def test_pages_of_forms_that_post(method: Literal["get", "post"]) -> None:
    with Site(BOOKS, Style(method=method, page_by="path")) as live:
        assert _followed(submit(live, q="the"), 99) == FOUND
        assert {urlsplit(hit.path).path for hit in live.searches[1:3]} == {
            "/search/page/2",
            "/search/page/3",
        }
