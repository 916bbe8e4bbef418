"""The offline way to the pairs of a faceted site: crawl it, then mine [Huang §4.2].

List pages are crawled breadth first and clustered into queries by Jaccard's coefficient of their
links; a link from one cluster into another, most of whose entities are its own too, is an edge with
the attribute and value that the link says; a query has the pairs of the edges that lead to it. The
whole site is far too large to crawl (the paper: "extremely wasteful"), so what is mined grows with
the pages; beside it stands what the online way tells with the same number of pages. The same
reader of facets serves both. Entity pages are not fetched, which spares this way half its cost.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.faceted_site import HOME, FacetedSite, Pair, Shop
from benchmarks.links_facets import Crawl, online, told
from deepweb.surface.answer import Question

# The paper's epsilon, and how close to 1 the inclusion has to be.
EPSILON, INCLUDED = 0.2, 0.8
STEPS = (0.1, 0.3, 1.0)


@dataclass(frozen=True, slots=True)
class ListPage:
    """A list page: its entities, its other links, and what those that drill down say."""

    ids: frozenset[str]
    links: frozenset[str]
    says: dict[str, Pair]


def crawl(site: FacetedSite, most: int) -> dict[str, ListPage]:
    """List pages by URL, breadth first."""
    reader = Crawl(site)
    waiting, pages = deque([HOME]), dict[str, ListPage]()
    known = {HOME}
    while waiting and len(pages) < most:
        url = waiting.popleft()
        question = Question("facet", (), url)
        answer = reader.answer(question)
        facets = reader.links_of(question, answer)
        links = [link for link in site.links(site.listing(url)) if link.startswith(HOME)]
        says = {f.url: (f.attribute, f.value) for f in facets if not f.is_selected}
        pages[url] = ListPage(frozenset(r.id for r in answer.found), frozenset(links), says)
        waiting += [link for link in dict.fromkeys(links) if link not in known]
        known.update(links)
    return pages


def clusters(pages: dict[str, ListPage]) -> dict[str, str]:
    """Of each page, the page that stands for its query."""
    stands = {url: url for url in pages}

    def first(url: str) -> str:
        while stands[url] != url:
            stands[url] = url = stands[stands[url]]
        return url

    for url, page in pages.items():
        for link in sorted(page.links):
            other = pages.get(link)
            if other and len(page.links & other.links) > (1 - EPSILON) * len(
                page.links | other.links
            ):
                stands[first(link)] = first(url)
    return {url: first(url) for url in pages}


def mine(pages: dict[str, ListPage]) -> set[tuple[str, Pair]]:
    """The pairs that a crawl tells."""
    query_of = clusters(pages)
    entities: defaultdict[str, set[str]] = defaultdict(set)
    edges: defaultdict[str, set[tuple[str, Pair]]] = defaultdict(set)
    for url, page in pages.items():
        entities[query_of[url]] |= page.ids
    for url, page in pages.items():
        for link, pair in page.says.items():
            below = query_of.get(link)
            if below and below != query_of[url]:
                edges[below].add((query_of[url], pair))
    return set(_told(_pairs(edges, entities), entities))


def _pairs(
    edges: dict[str, set[tuple[str, Pair]]], entities: dict[str, set[str]]
) -> dict[str, set[Pair]]:
    """Of each query its pairs, from the most general query down."""
    pairs: dict[str, set[Pair]] = {}
    for query in sorted(entities, key=lambda each: (-len(entities[each]), each)):
        own, pairs[query] = entities[query], set()
        for above, pair in edges.get(query, ()):
            is_above = above in pairs and above != query
            if is_above and len(own & entities[above]) >= INCLUDED * len(own):
                pairs[query] |= {pair, *pairs[above]}
    return pairs


def _told(pairs: dict[str, set[Pair]], entities: dict[str, set[str]]) -> Iterable[tuple[str, Pair]]:
    for query, said in pairs.items():
        yield from ((each, pair) for each in entities[query] for pair in said)


def offline(entities: int = 300, most: int = 1_500) -> list[dict[str, float]]:
    """Both ways, by the number of pages."""
    shop = Shop(entities=entities)
    site = FacetedSite(shop)
    pages = crawl(site, most)
    truth, _ = site.truth()
    rows = []
    print(
        f"{'pages':>7}{'offline: precision':>20}{'recall':>8}{'online: precision':>19}{'recall':>8}"
    )
    for step in STEPS:
        few = round(step * len(pages))
        mined = mine(dict(list(pages.items())[:few]))
        graph, asked = online(FacetedSite(shop), few)
        known = told(graph, {each for each, _ in truth})
        row = {
            "pages": few,
            "offline_precision": _share(mined, truth),
            "offline_recall": len(mined & truth) / len(truth),
            "online_precision": _share(known, truth),
            "online_recall": len(known & truth) / len(truth),
            "online_pages": asked,
        }
        rows.append(row)
        print(
            f"{few:7}{row['offline_precision']:20.3f}{row['offline_recall']:8.3f}"
            f"{row['online_precision']:19.3f}{row['online_recall']:8.3f} ({asked} pages)"
        )
    return rows


def _share(pairs: set[tuple[str, Pair]], truth: set[tuple[str, Pair]]) -> float:
    return len(pairs & truth) / max(len(pairs), 1)
