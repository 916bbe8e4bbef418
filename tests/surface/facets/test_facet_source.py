"""Links without counts are followed once it is proven that they narrow."""

from __future__ import annotations

import asyncio

import pytest

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.drill_down import HOPE, DrillDowns
from deepweb.surface.facets.facet_source import FacetSource
from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.record_pairs import Attributes
from deepweb.surface.harvest.harvest import Harvest, HarvestLimits
from deepweb.surface.paging import PageReach
from deepweb.surface.record_numbers import KnownRecords
from tests.surface.facets.test_second_level import START, links_of_form

LIMITS = HarvestLimits(patience=10, failures=3, together=2, saturation=50, coverage=0.995)
COLOURS = ("red", "green", "blue")
WAYS = ("cheap", "fine", "old")
LAMPS = tuple(range(12))
FEW = tuple(range(6))


def link(word: str, attribute: str, value: str, count: int | None = None) -> FacetLink:
    return FacetLink(f"{START}{word}&{attribute}={value}", attribute, value, count)


class Shop:
    """Two words; lamps have a colour, by their number. "way" is another order, "tab" other things.

    ``size``: records a page.
    """

    def __init__(
        self,
        attribute: str,
        values: tuple[str, ...],
        size: int = 20,
        lamps: tuple[int, ...] = LAMPS,
    ) -> None:
        self.attribute, self.values, self.size, self.lamps = attribute, values, size, lamps
        self.asked: list[Question] = []

    def ids(self, value: str) -> list[str]:
        match self.attribute, value:
            case "colour", v if v:
                found = [n for n in self.lamps if COLOURS[n % 3] == v]
            case "way", v if v:
                at = WAYS.index(v) + 1
                found = [*self.lamps[at:], *self.lamps[:at]]
            case "tab", v if v:
                found = [100 + n for n in self.lamps]
            case _:
                found = list(self.lamps)
        return [f"lamp{n}" for n in found]

    async def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        url = question.link or f"{START}lamp"
        chosen, _, page = url.partition(f"&{self.attribute}=")[2].partition("&page=")
        ids = self.ids(chosen)
        start = int(page or 0) * self.size
        shown = tuple(Found(each, "", "") for each in ids[start : start + self.size])
        more = f"{url.partition('&page=')[0]}&page={int(page or 0) + 1}"
        facets = () if chosen else tuple(link("lamp", self.attribute, v) for v in self.values)
        return Answer(
            "results", "", shown, 0, more if start + self.size < len(ids) else "", None, facets,
            url=url,
        )  # fmt: skip


def learnt(shop: Shop, most: int = 20) -> Attributes:
    links = links_of_form()
    facets = FacetSource({}, links, PageReach())
    harvest = Harvest(shop, LIMITS, KnownRecords(), [links, facets])

    async def crawl() -> None:
        await harvest.ask_all([Question("keyword", (("q", "lamp"),))])
        assert facets.promise() == 0, "nothing is proven yet"
        await facets.discover(harvest, "q", most)

    asyncio.run(crawl())
    return facets.attributes_of(f"lamp{n}" for n in LAMPS)


def test_what_narrows_is_proven_by_one_link_and_told() -> None:
    shop = Shop("colour", COLOURS)
    told = learnt(shop)
    assert told == {f"lamp{n}": {"colour": [COLOURS[n % 3]]} for n in LAMPS}
    assert len(shop.asked) == 4


@pytest.mark.parametrize(("attribute", "values"), [("way", WAYS), ("tab", ("news", "maps"))])
@pytest.mark.parametrize(("lamps", "tests"), [(LAMPS, 1), (FEW, 2)])
def test_other_orders_and_other_things_are_left_after_one_page_or_two_short_ones(
    attribute: str, values: tuple[str, ...], lamps: tuple[int, ...], tests: int
) -> None:
    shop = Shop(attribute, values, lamps=lamps)
    assert learnt(shop) == {}
    assert len(shop.asked) == 1 + tests


def test_where_answers_are_cut_off_proof_is_sought_while_records_are() -> None:
    links, reach = links_of_form(), PageReach()
    facets = FacetSource({}, links, reach)
    found = tuple(Found(f"lamp{n}", "", "") for n in FEW)
    offered = tuple(link("lamp", "colour", colour) for colour in COLOURS)
    whole = Answer("results", "", found, 0, "", 6, offered, url=f"{START}lamp")
    cut = Answer("results", "", found, 0, "", 600, (), url=f"{START}light")
    for word, answer in (("lamp", whole), ("light", cut)):
        question = Question("keyword", (("q", word),))
        reach.take(question, answer, found)
        assert facets.promise() == 0
        facets.take(question, answer, found)
    assert facets.promise() == HOPE
    test = facets.next()
    assert test is not None
    assert test.link in {each.url for each in offered}


def test_a_page_that_goes_on_proves_nothing() -> None:
    shop = Shop("way", WAYS, size=5)
    assert learnt(shop) == {}
    assert len(shop.asked) == 1


def test_one_value_alone_is_not_tried() -> None:
    shop = Shop("colour", ("red",))
    assert learnt(shop) == {}
    assert len(shop.asked) == 1


def test_no_request_is_made_beyond_the_share() -> None:
    shop = Shop("colour", COLOURS)
    assert learnt(shop, most=0) == {}
    assert len(shop.asked) == 1


def test_counts_beside_other_links_of_the_attribute_prove_it_too() -> None:
    links = links_of_form()
    facets = FacetSource({}, links, PageReach())
    found = tuple(Found(f"lamp{n}", "", "") for n in LAMPS)
    offered = (link("lamp", "colour", "red", count=4), link("lamp", "colour", "green"))
    answer = Answer("results", "", found, 0, f"{START}lamp&page=2", 40, offered, url=f"{START}lamp")
    facets.take(Question("keyword", (("q", "lamp"),)), answer, found)
    asked = {question.link for question in iter(facets.next, None)}
    assert asked == {link.url for link in offered}


@pytest.mark.parametrize("word", ["lamp", "lamp&zq=1"])
def test_what_only_presents_by_its_address_is_never_tried(word: str) -> None:
    """Nor where all links of a run say something else besides, as those that forms stand for."""
    links = links_of_form()
    facets = FacetSource({}, links, PageReach())
    found = tuple(Found(f"lamp{n}", "", "") for n in LAMPS)
    offered = tuple(link(word, "sort", way) for way in WAYS)
    answer = Answer("results", "", found, 0, "", None, offered, url=f"{START}lamp")
    facets.take(Question("keyword", (("q", "lamp"),)), answer, found)
    assert facets.outcome() == {"show the same in another way": 3}


def test_links_without_counts_are_left_when_they_bring_no_records() -> None:
    drills = DrillDowns(QueryGraph(), has_pages=False)
    found = tuple(Found(f"lamp{n}", "", "") for n in LAMPS)
    offered = [link("lamp", "shop", str(n)) for n in range(10)]
    first = Answer("results", "", found, 0, f"{START}lamp&page=2", 500, url=f"{START}lamp")
    drills.take(Question("keyword", (("q", "lamp"),)), first, offered)
    tried = 0
    while question := drills.next():
        known = found[tried + 1 : tried + 4]
        drills.take(question, Answer("results", "", known, url=question.link), ())
        tried += 1
    assert tried == 3
    assert drills.next_questions(1), "for what records have they may be asked all the same"
