"""Pairs of entities and attributes of faceted sites: how many are right or missed, at what cost?

Over the sites in memory of ``faceted_site.py``, each in another style. *online*: the project's own
way (``read/facets/facets.py``, ``surface/facets/query_graph.py``,
``surface/facets/drill_down.py``). *plain*: a crawl of all links of the site, breadth first, that is
told for nothing what each list page stands for; the pages that it needs for as many right pairs, or
more than that many where it is cut off. *offline*: see ``facets_offline.py``. A pair is right if it
held at any time of the crawl, missed if it held all the time and was not told.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from parsel import Selector

from benchmarks.faceted_site import HOME, FacetedSite, Pair, Shop
from deepweb.page.page import Page
from deepweb.read.facets.facets import FacetLink, facets
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.drill_down import DrillDowns, discover
from deepweb.surface.facets.query_graph import QueryGraph

STYLES: dict[str, Shop] = {
    "query": Shop(),
    "path, hierarchy nested": Shop(urls="path", layout="nested"),
    "packed, ticked boxes": Shop(urls="packed", layout="boxes"),
    "badges, 3 promoted": Shop(layout="badge", promoted=3),
    "plain text, 3 of 40 promoted": Shop(layout="plain", promoted=3, rotating=True),
    "10 pages a query": Shop(most_pages=10),
    "sort orders unnamed": Shop(sort_name="o", sort_heading="Arrange"),
    "no counts": Shop(counts=False),
    "changes": Shop(changes=0.5),
    "changes, path, promoted": Shop(changes=0.5, urls="path", promoted=3),
}
# Requests of our own way.
MOST = 3_000
# A plain crawl is given up after so many times the pages of ours.
PATIENCE = 11


@dataclass(frozen=True, slots=True)
class Score:
    """How a site was crawled."""

    style: str
    precision: float
    recall: float
    entities: float
    online: int
    plain: int
    is_cut: bool
    seconds: float


class Crawl:
    """Pages of a site as answers, with their facets."""

    def __init__(self, site: FacetedSite) -> None:
        self.site = site
        self.facets: dict[str, tuple[FacetLink, ...]] = {}

    async def ask(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.answer(question) for question in questions]

    def answer(self, question: Question) -> Answer:
        url = question.link or HOME
        selector = Selector(text=self.site.page(url), base_url=url)
        page = Page(url, selector.root, "utf-8", 0)
        items = selector.css("li.item a")
        found = tuple(Found(f"http://shop.example{item.attrib['href']}", "", "") for item in items)
        records = [element.root for element in selector.css("li.item")]
        following = selector.css("a[rel=next]::attr(href)").get("")
        pages = {link.attrib["href"] for link in selector.css(".pages a")}
        self.facets[question.link] = facets(page, {}, records, pages)
        count = selector.css("#count").re_first(r"\d+")
        kind = "results" if found else "empty"
        return Answer(kind, "", found, 0, following, int(count) if count else None)

    def links_of(self, question: Question, _: Answer) -> tuple[FacetLink, ...]:
        return self.facets.pop(question.link)


def online(site: FacetedSite, most: int) -> tuple[QueryGraph, int]:
    """Our way; returns what was learnt, and the pages it took."""
    crawl, drills = Crawl(site), DrillDowns(QueryGraph())
    first = Question("unrestricted")
    answer = crawl.answer(first)
    drills.take(first, answer, crawl.links_of(first, answer))
    asked = asyncio.run(discover(crawl.ask, drills, crawl.links_of, most=most, least=2.0))
    return drills.graph, asked + 1


def told(graph: QueryGraph, ids: Iterable[str]) -> set[tuple[str, Pair]]:
    """The pairs that were told."""
    return {
        (each, (attribute, value))
        for each, attributes in graph.attributes_of(ids).items()
        for attribute, values in attributes.items()
        for value in values
    }


def plain(shop: Shop, enough: int, most: int) -> tuple[int, bool]:
    """Pages that a crawl of all links needs for so many pairs, and whether it was cut off."""
    site = FacetedSite(shop)
    waiting, known = deque([HOME]), {HOME}
    pairs: set[tuple[int, Pair]] = set()
    while waiting and len(pairs) < enough:
        if site.requests >= most:
            return site.requests, True
        url = waiting.popleft()
        listing = site.listing(url)
        if listing is not None:
            pairs.update((each, pair) for pair in listing.asked.chosen for each in listing.ids)
        for link in site.links(listing):
            if link not in known:
                known.add(link)
                waiting.append(link)
    return site.requests, False


def measure(style: str, shop: Shop, most: int) -> Score:
    start = time.perf_counter()
    site = FacetedSite(shop)
    graph, pages = online(site, most)
    seconds = time.perf_counter() - start
    always, ever = site.truth()
    pairs = told(graph, {each for each, _ in ever})
    # The plain crawl does not have to tell wrong pairs; those of a changing site are all right.
    still = replace(shop, changes=0.0, promoted=0)
    cost, is_cut = plain(still, len(pairs & ever), PATIENCE * pages)
    return Score(
        style,
        len(pairs & ever) / max(len(pairs), 1),
        len(pairs & always) / len(always),
        min(len(graph.seen) / shop.entities, 1.0),
        pages,
        cost,
        is_cut,
        seconds,
    )


def facets_of_sites(*, is_quick: bool) -> list[dict[str, Any]]:
    """Every style, with 5,000 entities or a tenth of that."""
    print(f"{'style':32}{'precision':>10}{'recall':>8}{'entities':>10}{'online':>8}{'plain':>9}  s")
    scores = []
    for style, shop in STYLES.items():
        small = replace(shop, entities=min(shop.entities, 500)) if is_quick else shop
        score = measure(style, small, MOST)
        scores.append(asdict(score))
        cut = ">" if score.is_cut else ""
        print(
            f"{style:32}{score.precision:10.3f}{score.recall:8.3f}{score.entities:10.3f}"
            f"{score.online:8}{cut + str(score.plain):>9} {score.seconds:5.1f}",
            flush=True,
        )
    return scores
