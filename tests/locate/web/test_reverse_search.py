"""Whom to ask what, and how engines answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Sequence
from random import Random

import pytest

from deepweb.locate.site.fetched import Fetch, Fetched
from deepweb.locate.site.page_links import Link
from deepweb.locate.web.engines import KINDS, OpenSearchEngine, SearxEngine
from deepweb.locate.web.reverse_search import (
    LINK,
    TOPIC,
    AnsweredQuery,
    EngineError,
    EngineQuery,
    ReverseSearch,
)
from tests.read.pages import page_of

DESCRIPTION = b"""<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<Url type="text/html" template="http://engine.example/?q={searchTerms}&amp;p={startPage?}"/>
</OpenSearchDescription>"""
ASKED = EngineQuery(LINK, "link:a.example", "a.example")


class Silent:
    """An engine that is never asked."""

    def __init__(self, name: str, kinds: Sequence[str] = KINDS) -> None:
        self.name = name
        self.kinds = kinds

    async def find(self, query: EngineQuery, fetch: Fetch) -> list[Link]:
        raise NotImplementedError


def asked_of(search: ReverseSearch, *sites: str) -> tuple[str, str] | None:
    found = search.next(sites)
    return (found[0].name, found[1].text) if found else None


def web(**pages: bytes | str) -> Fetch:
    """Pages by the last word of their addresses."""

    async def fetch(url: str) -> Fetched:
        body = pages.get(url.rpartition("/")[2].partition("?")[0] or "answer", "")
        if isinstance(body, bytes):
            return Fetched(url, body=body)
        return Fetched(url, page_of(body, url)) if body else Fetched(url, problem="HTTP 429")

    return fetch


def run(found: Awaitable[Sequence[Link]]) -> list[str]:
    async def wait() -> list[str]:
        return [link.url for link in await found]

    return asyncio.run(wait())


def test_no_question_is_asked_twice_and_none_after_a_restart() -> None:
    search = ReverseSearch([Silent("e", (LINK,))], Random(0))
    texts = set()
    while (found := search.next(["a.example", "b.example"])) is not None:
        texts.add(found[1].text)
        search.answered(AnsweredQuery("e", found[1], 3, 1))
    assert texts == {"link:a.example", "link:b.example"}
    before = [AnsweredQuery("e", ASKED, 3, 1)]
    again = ReverseSearch([Silent("e", (LINK,))], Random(0), searched=before)
    assert asked_of(again, "a.example") is None


def test_an_engine_that_fails_rests_twice_as_long_each_time() -> None:
    search = ReverseSearch([Silent("e")], Random(0))
    rests = []
    for _ in range(3):
        waited = 0
        while asked_of(search, "a.example") is None:
            waited += 1
        rests.append(waited)
        search.failed("e", "HTTP 429")
    assert rests == [0, 2, 4]
    assert search.states["e"].reason == "HTTP 429"


def test_while_one_engine_rests_another_is_asked() -> None:
    search = ReverseSearch([Silent("bad"), Silent("good")], Random(0))
    search.failed("bad", "blocked")
    found = asked_of(search, "a.example")
    assert found is not None and found[0] == "good"


def test_an_answer_ends_the_rest() -> None:
    search = ReverseSearch([Silent("e")], Random(0))
    search.failed("e", "HTTP 500")
    assert search.answered(AnsweredQuery("e", ASKED, 1, 1)).failures == 0


def test_what_brings_more_sites_is_asked_more_often() -> None:
    search = ReverseSearch([Silent("e", (LINK, TOPIC))], Random(0), [f"t{n}" for n in range(50)])
    kinds = []
    for _ in range(30):
        found = search.next([f"s{n}.example" for n in range(50)])
        assert found is not None
        kinds.append(found[1].kind)
        new = 10 if found[1].kind == TOPIC else 0
        search.answered(AnsweredQuery("e", found[1], 10, new))
    assert kinds.count(TOPIC) > 25


def test_opensearch_results_are_the_links_that_lead_away() -> None:
    answer = """<a href="/about">About</a><a href="http://hub.example/list">A list</a>
        <a href="/l/?to=https%3A%2F%2Fother.example%2F">Other</a>
        <a href="http://hub.example/list">again</a>"""
    engine = OpenSearchEngine("http://engine.example/osd.xml")
    pages: dict[str, bytes | str] = {"osd.xml": DESCRIPTION, "answer": answer}
    fetch = web(**pages)
    assert run(engine.find(ASKED, fetch)) == ["http://hub.example/list", "https://other.example/"]


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        ({}, "its description http://engine.example/osd.xml: HTTP 429"),
        ({"osd.xml": b"<html>"}, "describes no search that can be asked by GET"),
        ({"osd.xml": DESCRIPTION}, "HTTP 429"),
        ({"osd.xml": DESCRIPTION, "answer": "<p>Are you a robot?</p>"}, "blocked"),
    ],
)
def test_opensearch_that_fails_says_why(pages: dict[str, bytes | str], why: str) -> None:
    def blocked(page: object) -> str:
        return "blocked"

    engine = OpenSearchEngine("http://engine.example/osd.xml", blocked)
    with pytest.raises(EngineError, match=why):
        run(engine.find(ASKED, web(**pages)))


def test_searxng_by_its_json() -> None:
    results = [{"url": "http://a.example/", "title": "A"}, {"url": "ftp://x/"}, {"title": "?"}, 3]
    fetch = web(search=json.dumps({"results": results}).encode())
    assert run(SearxEngine("http://s.example/").find(ASKED, fetch)) == ["http://a.example/"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<html>Forbidden</html>", "no JSON"),
        (b"[]", "names no results"),
        (b'{"results": 3}', "names no results"),
        (b'{"results": [], "unresponsive_engines": [["x", "CAPTCHA"]]}', "CAPTCHA"),
        (b"[" * 100_000, "no JSON"),
    ],
)
def test_searxng_that_fails_says_why(body: bytes, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        run(SearxEngine("http://s.example/").find(ASKED, web(search=body)))


def asked_pages(gains: dict[tuple[str, int], int], turns: int) -> list[tuple[str, int]]:
    """What is asked in turn, if each page of each answer brings so many new sites."""
    search = ReverseSearch([Silent("e", (TOPIC,))], Random(0), ["one", "two"])
    asked = []
    for _ in range(turns):
        if (found := search.next([])) is None:
            break
        query = found[1]
        asked.append((query.text, query.page))
        new = gains.get((query.text, query.page), 0)
        search.answered(AnsweredQuery("e", query, 10, new))
    return asked


def test_further_pages_are_asked_for_as_long_as_they_bring_new_sites() -> None:
    rich = {("one", page): 9 for page in range(1, 5)}
    pages = [("one", page) for page in range(1, 7)]
    assert asked_pages(rich, 9) == [pages[0], ("two", 1), *pages[1:], ("two", 2)]


def test_the_first_page_may_be_known_the_second_as_well_is_enough() -> None:
    assert asked_pages({}, 9) == [("one", 1), ("two", 1), ("one", 2), ("two", 2)]


def test_an_answer_without_results_has_no_next_page() -> None:
    search = ReverseSearch([Silent("e", (TOPIC,))], Random(0), ["one"])
    search.answered(AnsweredQuery("e", EngineQuery(TOPIC, "one"), 0, 0))
    assert search.next([]) is None


def test_pages_that_an_earlier_run_asked_for_are_not_asked_again() -> None:
    before = [AnsweredQuery("e", EngineQuery(TOPIC, "one", page=page), 10, 8) for page in (1, 2)]
    search = ReverseSearch([Silent("e", (TOPIC,))], Random(0), ["one"], searched=before)
    assert search.next([]) == (search._engines[0], EngineQuery(TOPIC, "one", page=3))


def test_the_pages_of_an_answer_as_its_description_has_them() -> None:
    asked: list[str] = []

    def engine(template: str) -> tuple[OpenSearchEngine, Fetch]:
        described = DESCRIPTION.replace(b"p={startPage?}", template.encode())

        async def fetch(url: str) -> Fetched:
            asked.append(url)
            if url.endswith(".xml"):
                return Fetched(url, body=described)
            return Fetched(url, page_of('<a href="http://a.example/">A</a>', url))

        return OpenSearchEngine("http://engine.example/osd.xml"), fetch

    for template in ("p={startPage?}", "s={startIndex?}", "x=1"):
        found, fetch = engine(template)
        links = [run(found.find(EngineQuery(TOPIC, "x", page=page), fetch)) for page in (1, 3)]
        # Who does not say how further pages are asked for has none.
        assert links == [["http://a.example/"], [] if template == "x=1" else ["http://a.example/"]]
    paged = [url.partition("?")[2] for url in asked if "?" in url]
    assert paged == ["q=x", "q=x&p=3", "q=x", "q=x&s=21", "q=x&x=1"]


def test_the_pages_of_searxng() -> None:
    asked: list[str] = []

    async def fetch(url: str) -> Fetched:
        asked.append(url)
        return Fetched(url, body=b'{"results": []}')

    for page in (1, 2):
        run(SearxEngine("http://s.example/").find(EngineQuery(TOPIC, "x", page=page), fetch))
    assert asked == [
        "http://s.example/search?q=x&format=json",
        "http://s.example/search?q=x&pageno=2&format=json",
    ]
