"""Drill-downs of a shop in a few lines: what is asked, in how many pages, and what is learnt."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.drill_down import DrillDowns, discover
from deepweb.surface.facets.query_graph import QueryGraph

ROOT = Question("unrestricted")
VALUES = {"Brand": "abcdefgh", "Colour": "rgb", "State": "no", "Price": "12345"}
Pairs = tuple[tuple[str, str], ...]


@dataclass
class Shop:
    """A site: its address is what is chosen, in the order of choosing, and a page."""

    size: int = 300
    page_size: int = 10
    most_pages: int = 1000
    counts: bool = True
    sorts: Sequence[str] = ()
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(5)
        self.records = {
            f"r{n}": {name: chance.choice(values) for name, values in VALUES.items()}
            for n in range(self.size)
        }

    @property
    def pairs(self) -> set[tuple[str, str, str]]:
        return {(r, name, v) for r, has in self.records.items() for name, v in has.items()}

    def answer(self, question: Question) -> Answer:
        self.asked.append(question.link)
        chosen, page, found = self._found(question.link)
        shown = found[page * self.page_size : (page + 1) * self.page_size]
        is_more = (page + 1) * self.page_size < len(found) and page + 1 < self.most_pages
        return Answer(
            "results",
            "",
            tuple(Found(each, each, each) for each in shown),
            0,
            _url(chosen, page + 1) if is_more else "",
            len(found) if self.counts else None,
        )

    def links(self, question: Question, _: Answer | None = None) -> list[FacetLink]:
        chosen, _page, found = self._found(question.link)
        links = [FacetLink(_url((*chosen, ("o", each))), "Arrange", each) for each in self.sorts]
        for name, values in VALUES.items():
            for value in values if name not in dict(chosen) else ():
                count = sum(self.records[each][name] == value for each in found)
                url = _url((*chosen, (name, value)))
                links.append(FacetLink(url, name, value, count if self.counts else None))
        return links

    async def ask(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.answer(question) for question in questions]

    def _found(self, url: str) -> tuple[Pairs, int, list[str]]:
        arguments = parse_qsl(url.partition("?")[2])
        chosen = tuple(pair for pair in arguments if pair[0] != "page")
        wanted = {name: value for name, value in chosen if name in VALUES}
        found = [each for each, has in self.records.items() if wanted.items() <= has.items()]
        if "o" in dict(chosen):
            found = found[::-1]
        return chosen, int(dict(arguments).get("page", 0)), found


def _url(chosen: Pairs, page: int = 0) -> str:
    return "http://s.example/?" + urlencode([*chosen, *([("page", str(page))] if page else [])])


def crawled(shop: Shop, **limits: float) -> DrillDowns:
    drills = DrillDowns(QueryGraph())
    drills.take(ROOT, shop.answer(ROOT), shop.links(ROOT))
    given = {"most": 2000, **limits}
    asyncio.run(discover(shop.ask, drills, shop.links, **given))  # type: ignore[arg-type]
    return drills


def told(drills: DrillDowns, shop: Shop) -> set[tuple[str, str, str]]:
    return {
        (each, name, value)
        for each, has in drills.graph.attributes_of(shop.records).items()
        for name, values in has.items()
        for value in values
    }


def test_all_pairs_are_told_in_fewer_pages_than_one_attribute_at_a_time_takes() -> None:
    shop = Shop()
    assert told(crawled(shop), shop) == shop.pairs
    one_by_one = 4 * shop.size // shop.page_size
    assert len(shop.asked) < one_by_one


def test_nothing_is_asked_twice() -> None:
    shop = Shop()
    crawled(shop, together=4)
    assert len(set(shop.asked)) == len(shop.asked)


def test_where_pages_end_early_parts_are_asked() -> None:
    shop = Shop(most_pages=2)
    missed = shop.pairs - told(crawled(shop), shop)
    assert len(missed) < 0.02 * len(shop.pairs)


def test_without_counts() -> None:
    shop = Shop(counts=False)
    found = told(crawled(shop), shop)
    assert found <= shop.pairs
    assert len(found) > 0.97 * len(shop.pairs)
    assert len(shop.asked) < 3 * 4 * shop.size // shop.page_size


def test_sort_orders_are_left_after_two() -> None:
    shop = Shop(sorts=("price", "name", "date", "size"))
    assert told(crawled(shop), shop) <= shop.pairs
    assert sum("o=" in url for url in shop.asked) <= 2


def test_the_budget_holds() -> None:
    shop = Shop()
    crawled(shop, most=17)
    assert len(shop.asked) == 18  # the root was asked before


def test_the_same_answers_lead_to_the_same_questions() -> None:
    first, second = Shop(), Shop()
    crawled(first)
    crawled(second)
    assert first.asked == second.asked


def test_questions_refine_the_question_that_they_come_from() -> None:
    shop, drills = Shop(), DrillDowns(QueryGraph())
    asked = Question("keyword", (("q", "gps"),))
    drills.take(asked, shop.answer(asked), shop.links(asked))
    (offer,) = drills.next_questions()
    assert offer.question.purpose == "facet"
    assert offer.question.values == asked.values
    assert offer.question.link.startswith("http://s.example/?")
    assert offer.pairs > 0
    assert offer.promise > 0


def test_as_a_source_it_promises_new_records_until_all_are_seen() -> None:
    shop, drills = Shop(most_pages=2), DrillDowns(QueryGraph())
    drills.take(ROOT, shop.answer(ROOT), shop.links(ROOT))
    while drills.promise() > 0 and (question := drills.next()):
        drills.take(question, shop.answer(question), shop.links(question))
    assert len(drills.graph.seen) > 0.99 * shop.size
    assert len(shop.asked) < 80  # 30 pages would hold them all


def test_it_promises_less_where_others_have_seen_the_records() -> None:
    shop, drills = Shop(most_pages=2), DrillDowns(QueryGraph())
    drills.take(ROOT, shop.answer(ROOT), shop.links(ROOT))
    before = drills.promise()
    for number, start in enumerate(range(0, shop.size, 10)):
        found = tuple(Found(f"r{n}", "", "") for n in range(start, start + 10))
        drills.take(Question("keyword", (("q", str(number)),)), Answer("results", "", found), ())
    for _ in range(5):
        question = drills.next()
        assert question is not None
        drills.take(question, shop.answer(question), shop.links(question))
    assert drills.promise() < before / 2


def test_nothing_to_ask() -> None:
    drills = DrillDowns(QueryGraph())
    assert drills.next_questions() == []
    assert drills.promise() == 0
    assert drills.next() is None
    shop = Shop()
    drills.take(ROOT, shop.answer(ROOT), shop.links(ROOT))
    assert drills.next_questions()
