"""Options of what is found: each test fails where its option does nothing."""

import time
from collections import Counter
from dataclasses import replace
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest

from demosite.search import Selection
from tests.site import Site, Style, unicode_characters, world_cities
from tests.site.browser import Reply, all_pages, fetch, get, submit
from tests.site.bruteforce import expected_ids

CATALOGUE = unicode_characters(400)
LETTERS = expected_ids(CATALOGUE, Selection("letter"))
EVERY = [entry.id for entry in CATALOGUE.records]


def _reply(style: Style, **values: str) -> Reply:
    with Site(CATALOGUE, style) as live:
        return submit(live, **values)


def test_page_size_and_next_links() -> None:
    with Site(CATALOGUE, Style(page_size=30, page_name="p", next_label="More")) as live:
        first = submit(live, q="letter")
        assert len(first.ids) == 30
        assert urlsplit(first.link("More")).query == "q=letter&p=2"
        assert fetch(first.link("3")).ids == LETTERS[60:90]
        assert all_pages(live, first) == LETTERS
        assert fetch(first.link("More").replace("p=2", "p=99")).ids == []


def test_pages_may_be_without_links_to_the_next() -> None:
    reply = _reply(Style(next_links=False), q="letter")
    assert reply.ids == LETTERS[:20]
    assert not reply.find("//a[contains(@href, 'page=')]")


def test_cap_bounds_what_a_query_reaches() -> None:
    with Site(CATALOGUE, Style(cap=50)) as live:
        reply = submit(live, q="letter")
        assert f"{len(LETTERS)} results" in reply.visible
        assert all_pages(live, reply) == LETTERS[:50]
        assert get(live, "/search", q="letter", page="3").ids == LETTERS[40:50]
        assert get(live, "/search", q="letter", page="4").ids == []


def test_match_and_or() -> None:
    both = expected_ids(CATALOGUE, Selection("small letter"))
    either = expected_ids(CATALOGUE, Selection("small letter", "or"))
    assert len(both) < len(either)
    assert _reply(Style(page_size=1000), q="Small LETTER").ids == both
    assert _reply(Style(page_size=1000, match="or"), q="small letter").ids == either
    assert either[: len(both)] == both
    assert _reply(Style(match="or"), q="lett").ids == []


def test_blank_queries() -> None:
    assert "No results found" in _reply(Style(blank="nothing"), q="").visible
    assert _reply(Style(blank="all"), q=" ").ids == EVERY[:20]
    form_again = _reply(Style(blank="form"), q="")
    assert "Search 400 entries" in form_again.visible
    assert form_again.ids == []


def test_empty_layouts() -> None:
    style = Style(empty_page="Rien pour {query}, hélas", layout="table")
    assert "Rien pour <zz>, hélas" in _reply(style, q="<zz>").visible
    counted = _reply(replace(style, empty_layout="count"), q="zz")
    assert "0 records" in counted.visible
    assert "Rien" not in counted.visible
    bare = _reply(replace(style, empty_layout="bare"), q="zz")
    assert "Rien" not in bare.visible
    assert bare.find("//table[@class='r-table']/thead//th")
    assert not bare.find("//table[@class='r-table']/tbody/tr")


def test_reformulated_queries_are_never_empty() -> None:
    reply = _reply(Style(reformulate=True), q="lettes")
    assert reply.ids
    assert "Nothing for lettes. Showing results for" in reply.visible
    menu = _reply(Style(reformulate=True, menus=("script",)), script="Klingon")
    assert menu.ids
    assert _reply(Style(reformulate=True), q="letter").ids == LETTERS[:20]


def test_reformulation_may_be_silent() -> None:
    reply = _reply(Style(reformulate=True, owns_up=False, echo=False), q="lettes")
    assert reply.ids
    assert "lettes" not in reply.text
    assert "Showing results for" not in reply.visible


def test_stock_items_stand_in_for_results() -> None:
    with Site(CATALOGUE, Style(stock=4, layout="cards", empty_page="Nothing.")) as live:
        first, second = (submit(live, q=word) for word in ("zzqx", "qqwv"))
        assert len(first.ids) == 4
        assert first.ids == second.ids
        assert "Nothing." in first.visible
        # They answer nothing, so that nobody counts them.
        assert {hit.shown for hit in live.searches} == {()}
        assert submit(live, q="letter").ids == LETTERS[:20]


def test_echo() -> None:
    style = Style(count_line="{query}: {count} Treffer")
    assert f"letter: {len(LETTERS)} Treffer" in _reply(style, q="letter").visible
    silent = _reply(replace(style, echo=False), q="letter")
    assert "Treffer" not in silent.visible
    assert silent.find("//input[@name='q']/@value").get() == ""


@pytest.mark.parametrize("where", ["query", "path"])
def test_facets_narrow_the_query(where: Literal["query", "path"]) -> None:
    style = Style(facets=("category", "script"), facet_style=where)
    with Site(CATALOGUE, style) as live:
        reply = submit(live, q="letter")
        held = {entry.id: entry.attributes for entry in CATALOGUE.records}
        counts = Counter(held[record]["category"] for record in LETTERS)
        assert set(reply.find("//div[h5='Category']//a/text()").getall()) == {
            f"{value} ({count})" for value, count in counts.items()
        }
        narrowed = fetch(reply.link("Letter, lowercase ("))
        assert urlsplit(narrowed.url).path.startswith("/browse/") == (where == "path")
        lowercase = [r for r in LETTERS if held[r]["category"] == "Letter, lowercase"]
        assert all_pages(live, narrowed) == lowercase
        latin = [r for r in lowercase if held[r]["script"] == "Latin"]
        assert all_pages(live, fetch(narrowed.link("Latin ("))) == latin
        assert len(live.searches) < len(live.hits)
        assert {hit.kind for hit in live.hits} == {"home", "search", "facet"}


def test_facet_values_may_hold_slashes() -> None:
    style = Style(facets=("timezone",), facet_style="path")
    with Site(world_cities(200), style) as live:
        reply = fetch(submit(live, q="china").link("Asia/Shanghai"))
        assert unquote(reply.url).count("Asia/Shanghai") == 1
        assert reply.ids


def test_related_queries_are_links() -> None:
    with Site(CATALOGUE, Style(related=True)) as live:
        links = submit(live, q="greek").find("//div[p='Related searches']//a")
        assert links
        for related in links:
            assert fetch(live.url + related.attrib["href"].lstrip("/")).ids
    assert not _reply(Style(), q="greek").find("//div[p='Related searches']")


def test_large_catalogues_answer_in_milliseconds() -> None:
    with Site(unicode_characters(10**6), Style(page_size=20)) as live:
        started = time.process_time()
        for word in ("latin small", "ideograph cjk", "arrow", "zzz", "hangul syllable gag"):
            get(live, "/search", q=word)
        assert time.process_time() - started < 2
