"""Links from one search to another: presentation, tracking, other queries."""

from urllib.parse import parse_qs, urljoin, urlsplit

from demosite.search import Selection
from tests.site import Site, Style, used_books
from tests.site.browser import Reply, all_pages, fetch, submit
from tests.site.bruteforce import expected_ids

BOOKS = used_books(400)
FOUND = expected_ids(BOOKS, Selection("the"))


def _arguments(reply: Reply, label: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(reply.link(label)).query)


def test_links_that_only_present() -> None:
    style = Style(present_links=("sort", "per_page", "view"), names={"sort": "o", "view": "mode"})
    with Site(BOOKS, style) as live:
        first = submit(live, q="the")
        cheapest = fetch(first.link("Lowest price"))
        assert parse_qs(urlsplit(cheapest.url).query) == {"q": ["the"], "o": ["price"]}
        assert all_pages(live, cheapest) == expected_ids(BOOKS, Selection("the", sort="price"))
        assert fetch(first.link("50")).ids == FOUND[:50]
        grid = fetch(first.link("Grid"))
        assert grid.find("//div[@class='r-grid']")
        assert grid.ids == first.ids
        # Choosing one keeps the others.
        assert _arguments(cheapest, "Grid") == {"q": ["the"], "o": ["price"], "mode": ["grid"]}
        assert _arguments(cheapest, "Relevance") == {"q": ["the"]}


def test_tracking_tells_the_link_and_the_page() -> None:
    style = Style(tracks=("position", "page", "campaign"), facets=("subject", "language"))
    with Site(BOOKS, style) as live:
        first = submit(live, q="the")
        second = fetch(first.link("Next"))
        music, french = _arguments(first, "Music"), _arguments(first, "French")
        assert set(music) == {"q", "f.subject", "ref", "qid", "utm_source"}
        assert music["ref"] != french["ref"]
        assert music["qid"] == french["qid"] != _arguments(second, "Music")["qid"]
        assert _arguments(first, "Next")["utm_source"] != music["utm_source"]
        bare = first.link("Music").partition("&ref")[0]
        assert fetch(bare).ids == fetch(first.link("Music")).ids


def test_visitors_carry_their_session_on() -> None:
    with Site(BOOKS, Style(tracks=("session",))) as live:
        first, again = submit(live, q="the"), submit(live, q="the")
        (mine,) = _arguments(first, "Next")["sid"]
        assert [mine] != _arguments(again, "Next")["sid"]
        second = fetch(first.link("Next"))
        assert second.ids == FOUND[20:40]
        assert _arguments(second, "3")["sid"] == [mine]


def test_what_a_word_may_mean() -> None:
    with Site(BOOKS, Style(meanings=True)) as live:
        reply = submit(live, q="garden")
        links = reply.find("//div[@class='meant']//a")
        assert "garden may refer to:" in reply.visible
        assert len(links) == 3
        for link in links:
            more = fetch(urljoin(live.url, link.attrib["href"]))
            assert more.ids
            assert set(more.ids) <= set(all_pages(live, reply))
        assert not submit(live, q="zzz").find("//div[@class='meant']")


def test_keywords_in_the_path() -> None:
    style = Style(
        query_path=True, page_by="path", facets=("subject",), facet_style="slugs", action="/books"
    )
    with Site(BOOKS, style) as live:
        first = submit(live, q="the garden")
        assert urlsplit(first.url).query == "q=the+garden"
        music = submit(live, q="the").link("Music")
        assert urlsplit(music).path == "/books/the/music"
        second = fetch(submit(live, q="the").link("Next"))
        assert urlsplit(second.url)[2:4] == ("/books/the/page/2", "")
        assert second.ids == FOUND[20:40]
        equal = (("subject", "Music"),)
        assert fetch(music).ids == expected_ids(BOOKS, Selection("the", equal=equal))[:20]
        assert fetch(live.url + "books/the/nothing").status == 404
        assert fetch(live.url + "books/the/music/more").status == 404
