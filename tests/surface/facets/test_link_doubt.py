"""Doubtful arguments of links, settled by two pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.link_doubt import MOST_COMPARED, settle_doubts
from deepweb.surface.facets.second_level import SecondLevel
from tests.surface.facets.test_second_level import START, WORDS, answer, links_of_form

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
    assert MOST_COMPARED == 2
