"""Which links of answers are one, as answers come in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from deepweb.read.facets.facets import FacetLink
from deepweb.store.resources import argument_words
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.second_level import (
    MAX_COMPARED,
    LinkCount,
    SearchAddress,
    SecondLevel,
    settle_doubts,
)

HOST = "https://shop.example"
START = f"{HOST}/s?q="
WORDS = ("lamp", "chair", "table", "shelf", "sofa", "bench", "rug", "mirror")
BRANDS = ("acme", "birch", "cedar", "delta", "elm", "fir", "gale", "holm")


def links_of_form(**more: object) -> SecondLevel:
    known = {"box": "q", "action": f"{HOST}/s", "is_get": True, "defaults": (("in", "all"),)}
    return SecondLevel(SearchAddress(words=argument_words(), **{**known, **more}))  # type: ignore[arg-type]


def answer(url: str, links: tuple[str, ...], *facets: FacetLink) -> Answer:
    found = (Found(url, url, ""),)
    return Answer("results", "", found, url=url, links=links, facets=facets)


def page(number: int) -> Answer:
    """An answer with facets, sort orders, a code for each click, and another query."""
    word, other = WORDS[number % 8], WORDS[(number + 3) % 8]
    click = f"&click={number:x}f7a{number}"
    links = (
        f"{START}{word}&brand={BRANDS[number % 8]}{click}a",
        f"{START}{word}&brand={BRANDS[(number + 1) % 8]}{click}b",
        f"{START}{word}&sort=price{click}c",
        f"{START}{word}&sort=newest{click}d",
        f"{START}{other}{click}e",
        f"{HOST}/item/{number}",
        "https://elsewhere.example/s?q=lamp&sort=price",
    )
    return answer(START + word, links)


@pytest.fixture
def learnt() -> SecondLevel:
    made = links_of_form()
    for number in range(8):
        made.take(Question("keyword"), page(number), ())
    return made


def test_before_anything_is_known_only_the_order_of_arguments_does_not_count() -> None:
    made = links_of_form()
    assert made.page_key(f"{START}a&b=1") == made.page_key(f"{HOST}/s?b=1&q=a")
    assert made.page_key(f"{START}a&sort=1") != made.page_key(f"{START}a")


def test_what_is_learnt_makes_links_one(learnt: SecondLevel) -> None:
    start = f"{START}lamp"
    assert learnt.page_key(f"{start}&sort=price&click=9c") == learnt.page_key(start)
    assert learnt.page_key(f"{start}&brand=acme") != learnt.page_key(f"{start}&brand=elm")
    assert learnt.only_presents(f"{start}&sort=newest", start)
    assert not learnt.only_presents(f"{start}&brand=elm", start)
    assert {r.argument: r.role for r in learnt.roles()}["sort"] == "presentation"
    assert learnt.arguments.roles


def test_links_are_counted_and_how_many_of_them_differ(learnt: SecondLevel) -> None:
    # Each answer has five that carry a query: two brands, two orders of itself, another query,
    # which is the same as one of the eight themselves.
    assert learnt.count() == LinkCount(links=40, partitions=24)


def test_answers_without_records_or_address_teach_nothing() -> None:
    made = links_of_form()
    for _ in range(8):
        made.take(Question("keyword"), Answer("empty", "", url=START, links=(f"{START}a",)), ())
        made.take(Question("keyword"), Answer("results", "", (Found("1", "", ""),)), ())
    assert (made.arguments.roles, made.roles(), made.count()) == ({}, [], LinkCount(0, 0))


@pytest.mark.parametrize(
    ("url", "query"),
    [
        (f"{START}floor+lamp&sort=price", "floor lamp"),
        (f"{HOST}/s/?q=%20lamp%20", "lamp"),
        (f"{START}", ""),
        (f"{HOST}/other?q=lamp", ""),
        (f"{HOST}/s?text=lamp", ""),
        ("http://[", ""),
    ],
)
def test_which_links_ask_the_form(url: str, query: str) -> None:
    assert links_of_form().query_of(url) == query


def test_a_form_that_posts_is_asked_by_links_only_where_they_show_its_box() -> None:
    made = links_of_form(is_get=False)
    assert made.query_of(f"{START}lamp") == ""
    for number in range(8):
        made.take(Question("keyword"), page(number), ())
    assert made.query_of(f"{START}lamp") == "lamp"


def test_queries_in_paths_are_learnt() -> None:
    made = links_of_form()
    for word in WORDS:
        links = (f"{HOST}/find/{word}/acme", f"{HOST}/find/{word}/elm", f"{HOST}/find/other")
        made.take(Question("keyword"), answer(START + word, links), ())
    assert made.query_of(f"{HOST}/find/corner-sofa") == "corner-sofa"


@pytest.mark.parametrize(
    ("more", "is_more"),
    [
        ("", False),
        ("&sort=price&click=17", False),
        ("&in=all", False),
        ("&in=attic", True),
        ("&brand=elm", True),
        ("&brand=", False),
    ],
)
def test_does_a_link_choose_more_than_its_page(
    learnt: SecondLevel, more: str, is_more: bool
) -> None:
    assert learnt.selects_more(f"{START}chair{more}", f"{START}lamp") == is_more


def test_what_the_page_itself_chooses_is_no_more(learnt: SecondLevel) -> None:
    assert not learnt.selects_more(f"{START}chair&brand=elm", f"{START}lamp&brand=elm")


@pytest.mark.parametrize(
    ("more", "is_shown"),
    [("&@sort1=price", True), ("&colour=red", False), ("&x7=1", False), ("&keyword=a", False)],
)
def test_of_arguments_that_no_link_had_the_name_tells(more: str, is_shown: bool) -> None:
    assert links_of_form().only_presents(f"{START}lamp{more}", f"{START}lamp") == is_shown


def test_counts_beside_links_say_that_they_select(learnt: SecondLevel) -> None:
    url = f"{START}lamp&sort=oak"
    assert learnt.only_presents(url, f"{START}lamp")
    counted = answer(f"{START}lamp", (), FacetLink(url, "Sort of wood", "oak", 12))
    learnt.take(Question("keyword"), counted, ())
    assert not learnt.only_presents(url, f"{START}lamp")
    told = {role.argument: role for role in learnt.roles()}
    assert (told["sort"].role, told["sort"].reason) == (
        "selection",
        "counts stand beside its links",
    )


def test_the_same_answers_teach_the_same() -> None:
    made = [links_of_form(), links_of_form()]
    for links in made:
        for number in range(20):
            links.take(Question("keyword"), page(number), ())
    assert made[0].roles() == made[1].roles()


# Arguments in doubt

KINDS = ("oak", "elm", "fir")


def doubting() -> SecondLevel:
    """Each answer offers the same three values of "zk": facets, or ways to show?"""
    links = links_of_form()
    for word in WORDS:
        urls = tuple(f"{START}{word}&zk={kind}" for kind in KINDS)
        links.take(Question("keyword"), answer(START + word, urls), ())
    return links


class Site:
    def __init__(self, *pages: tuple[str, ...], kind: str = "results") -> None:
        self.pages, self.kind = pages, kind
        self.asked: list[Question] = []

    async def __call__(self, questions: Sequence[Question]) -> list[Answer]:
        self.asked += questions
        return [
            Answer(self.kind, "", tuple(Found(each, "", "") for each in ids))
            for _, ids in zip(questions, self.pages, strict=True)
        ]


def role(links: SecondLevel) -> tuple[str, bool]:
    told = next(each for each in links.roles() if each.argument == "zk")
    return told.role, told.doubtful


def settled(links: SecondLevel, site: Site, *waiting: str) -> int:
    return asyncio.run(settle_doubts(site, links, "q", waiting or (f"{START}lamp&zk=oak",)))


def test_there_is_a_doubt_and_meanwhile_it_is_taken_to_select() -> None:
    links = doubting()
    assert role(links)[1]
    assert not links.only_presents(f"{START}lamp&zk=oak", f"{START}lamp&zk=elm")


@pytest.mark.parametrize(
    ("second", "now", "presents"),
    [(("b", "a", "c"), "presentation", True), (("d", "e"), "selection", False)],
)
def test_two_pages_settle_it(second: tuple[str, ...], now: str, presents: bool) -> None:
    links, site = doubting(), Site(("a", "b", "c"), second)
    assert settled(links, site) == 2
    told, doubtful = role(links)
    assert not doubtful
    assert (told == "selection") == (now == "selection")
    assert links.only_presents(f"{START}lamp&zk=oak", f"{START}lamp&zk=elm") == presents
    (one, other) = (question.link for question in site.asked)
    assert one.partition("&zk=")[0] == other.partition("&zk=")[0]
    assert all(q.purpose == "compare" and q.values[0][1] in WORDS for q in site.asked)
    # It is settled for good.
    assert settled(links, site) == 0


def test_what_failed_settles_nothing() -> None:
    links = doubting()
    assert settled(links, Site((), (), kind="error")) == 2
    assert role(links)[1]


def test_only_what_a_waiting_link_depends_on_is_asked() -> None:
    site = Site()
    assert settled(doubting(), site, f"{START}lamp&brand=elm") == 0
    assert site.asked == []
    assert MAX_COMPARED == 2
