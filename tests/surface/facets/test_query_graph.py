"""The queries of small sites, and what records are known to have."""

from collections.abc import Iterable
from string import ascii_lowercase
from urllib.parse import parse_qsl, urlencode, urlsplit

import networkx as nx
import pytest

from deepweb.read.facets.facets import FacetLink
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets import query_graph
from deepweb.surface.facets.query_graph import QueryGraph
from deepweb.surface.facets.site_query import Drill

ROOT = Question("unrestricted")
RECORDS = [*ascii_lowercase, "ad", *(f"r{n}" for n in range(20))]


def answer(ids: Iterable[str], count: int | None = None, next_url: str = "") -> Answer:
    found = tuple(Found(each, each, each) for each in ids)
    return Answer("results" if found else "empty", "", found, 0, next_url, count)


def link(attribute: str, value: str, count: int | None = None, **more: object) -> FacetLink:
    url = f"http://s.example/?{attribute}={value}"
    return FacetLink(url, attribute, value, count, **more)  # type: ignore[arg-type]


def facet(url: str) -> Question:
    return Question("facet", (), url)


def taken(graph: QueryGraph, *links: FacetLink, count: int = 4) -> list[Drill]:
    """The drill-downs of a root with four records."""
    return graph.take(ROOT, answer("abcd", count), links)[1]


def values(drills: Iterable[Drill]) -> list[str]:
    return [drill.link.value for drill in drills]


def test_a_record_has_the_pairs_of_the_query_it_is_found_under() -> None:
    graph = QueryGraph()
    brand = link("Brand", "Garmin", 2)
    taken(graph, brand, link("Brand", "TomTom", 2))
    graph.take(facet(brand.url), answer("ab", 2), ())
    assert graph.attributes_of(RECORDS) == {"a": {"Brand": ["Garmin"]}, "b": {"Brand": ["Garmin"]}}
    assert graph.attributes_of(["b", "c"]) == {"b": {"Brand": ["Garmin"]}}


def test_a_record_of_a_next_page_has_them_too() -> None:
    graph = QueryGraph()
    brand = link("Brand", "Garmin", 2)
    taken(graph, brand)
    graph.take(facet(brand.url), answer("a", 2, "http://s.example/p2"), ())
    graph.take(Question("next", (), "http://s.example/p2"), answer("b"), ())
    assert graph.attributes_of(["b"]) == {"b": {"Brand": ["Garmin"]}}


def test_a_record_has_the_pairs_of_all_queries_above() -> None:
    graph = QueryGraph()
    brand, new = link("Brand", "Garmin", 3), link("State", "New", 1)
    taken(graph, brand)
    graph.take(facet(brand.url), answer("abc", 3), [new])
    graph.take(facet(new.url), answer("a", 1), ())
    assert graph.attributes_of(["a"]) == {"a": {"Brand": ["Garmin"], "State": ["New"]}}


def test_menus_of_the_form_are_attributes() -> None:
    graph = QueryGraph(menus={("cat", "7"): ("Category", "Letters")})
    graph.take(Question("template", (("cat", "7"),)), answer("ab"), ())
    assert graph.attributes_of(RECORDS)["a"] == {"Category": ["Letters"]}


def test_a_then_b_is_b_then_a() -> None:
    graph = QueryGraph()
    brand, state = link("Brand", "Garmin", 3), link("State", "New", 3)
    taken(graph, brand, state)
    _, under_brand = graph.take(facet(brand.url), answer("abc", 3), [_then(brand, state, 2)])
    _, under_state = graph.take(facet(state.url), answer("bcd", 3), [_then(state, brand, 2)])
    assert values(under_brand) == ["New"]
    assert under_state == []
    graph.take(facet(under_brand[0].link.url), answer("bc", 2), ())
    assert graph.known({("Brand", "Garmin"), ("State", "New")}, graph.roots[0]) == 2


def _then(first: FacetLink, second: FacetLink, count: int) -> FacetLink:
    pairs = [*parse_qsl(urlsplit(first.url).query), (second.attribute, second.value)]
    url = f"http://s.example/?{urlencode(pairs)}"
    return FacetLink(url, second.attribute, second.value, count)


def test_what_all_records_have_need_not_be_asked() -> None:
    graph = QueryGraph()
    offered = taken(graph, link("Brand", "Garmin", 4), link("State", "New", 3))
    assert values(offered) == ["New"]
    assert graph.attributes_of(RECORDS)["d"] == {"Brand": ["Garmin"]}


def test_all_is_no_value() -> None:
    graph = QueryGraph()
    links = [link("Kind", "All", 4), link("Kind", "Map", 3), link("Kind", "Watch", 1)]
    assert values(taken(graph, *links)) == ["Map", "Watch"]
    assert graph.attributes_of(RECORDS) == {}


def test_queries_form_a_dag_from_the_roots_down() -> None:
    graph = QueryGraph()
    brand, state = link("Brand", "Garmin", 3), link("State", "New", 3)
    taken(graph, brand, state)
    graph.take(facet(brand.url), answer("abc", 3), [_then(brand, state, 2)])
    graph.take(facet(state.url), answer("bcd", 3), [_then(state, brand, 2)])
    graph.take(facet(_then(brand, state, 2).url), answer("bc", 2), ())
    assert nx.is_directed_acyclic_graph(graph.dag)
    assert [len(each.pairs) for each in nx.topological_sort(graph.dag)] == [0, 1, 1, 2]
    assert graph.dag.number_of_edges() == 4


def test_links_that_are_not_asked() -> None:
    graph = QueryGraph(key=lambda url: url.partition("&ref")[0])
    links = [
        link("Brand", "Garmin", 2),
        link("Brand", "None", 0),
        link("Brand", "Chosen", 2, is_selected=True),
        FacetLink("http://s.example/?Brand=Garmin&ref=2", "Make", "Garmin", 2),
    ]
    assert values(taken(graph, *links)) == ["Garmin"]
    left = {"has no records": 1, "chosen already": 1, "selects the same as another": 1}
    assert graph.left == left


def test_a_second_value_of_a_chosen_attribute_widens_and_is_not_asked() -> None:
    graph = QueryGraph()
    brands = [link("Brand", "Garmin", 2), link("Brand", "TomTom", 2)]
    taken(graph, *brands)
    either = FacetLink("http://s.example/?b=1,2", "Brand", "TomTom", 2, is_multiple=True)
    part = FacetLink("http://s.example/?b=1&s=e", "Brand", "Garmin Edge", 1)
    _, offered = graph.take(facet(brands[0].url), answer("ab", 2), [either, part])
    assert values(offered) == ["Garmin Edge"]


def test_parts_may_stand_under_the_value_as_a_heading() -> None:
    graph = QueryGraph()
    cameras, film = link("Category", "Cameras", 3), link("Cameras", "Film", 1)
    taken(graph, cameras)
    graph.take(facet(cameras.url), answer("abc", 3), [film])
    graph.take(facet(film.url), answer("a", 1), ())
    assert graph.attributes_of(["a"]) == {"a": {"Category": ["Cameras", "Film"]}}


def test_sort_orders_have_no_effect() -> None:
    graph = QueryGraph()
    sorts = [link("Arrange", value) for value in ("price", "name", "date")]
    graph.take(ROOT, answer("abcd", 40, "http://s.example/p2"), sorts)
    for each, ids in zip(sorts, ("efgh", "ijkl"), strict=False):
        graph.take(facet(each.url), answer(ids, 40), ())
    assert not graph.has_effect("Arrange")
    assert graph.attributes_of(RECORDS) == {}


def test_sort_orders_are_known_by_their_links_where_no_count_is_given() -> None:
    graph = QueryGraph()
    brands = [link("Brand", value, n) for value, n in (("x", 5), ("y", 6), ("z", 7))]
    sort = link("Arrange", "price")
    graph.take(ROOT, answer("abcd", None, "http://s.example/p2"), [*brands, sort])
    query, _ = graph.take(facet(sort.url), answer("efgh"), [*brands, sort])
    assert query is None


def test_values_that_all_records_have_are_ways_to_sort() -> None:
    graph = QueryGraph()
    sorts = [link("Arrange", value) for value in ("price", "name")]
    records = [f"r{n}" for n in range(20)]
    graph.take(ROOT, answer(records[:10], None, "http://s.example/p2"), sorts)
    for each in sorts:
        further = f"{each.url}&page=2"
        graph.take(facet(each.url), answer(reversed(records[10:]), None, further), ())
        graph.take(Question("next", (), further), answer(records[:10]), ())
    assert graph.attributes_of(RECORDS) == {}


def test_a_link_to_other_records_is_no_drill_down() -> None:
    graph = QueryGraph()
    other = link("Brand", "Garmin")
    taken(graph, other)
    query, _ = graph.take(facet(other.url), answer("wxyz"), ())
    assert query is None
    assert graph.attributes_of(RECORDS) == {}


def test_on_a_changing_site_a_record_or_two_may_be_new() -> None:
    graph = QueryGraph()
    brand = link("Brand", "Garmin", 5)
    graph.take(ROOT, answer("abcdefgh", 8), [brand])
    graph.take(facet(brand.url), answer("abcdz", 5), ())
    assert set(graph.attributes_of(RECORDS)) == set("abcdz")


def test_equal_queries_share_their_pairs_and_are_followed_once() -> None:
    graph = QueryGraph()
    brand, line = link("Brand", "Garmin", 3), link("Line", "Edge", 3)
    taken(graph, brand, line)
    below = [link("State", value, 1) for value in ("New", "Used", "Old")]
    graph.take(facet(brand.url), answer("abc", 3), below)
    _, offered = graph.take(facet(line.url), answer("abc", 3), below)
    assert offered == []
    assert graph.attributes_of(["a"]) == {"a": {"Brand": ["Garmin"], "Line": ["Edge"]}}


def test_counts_that_are_those_of_the_whole_site_are_not_believed() -> None:
    graph = QueryGraph()
    brands = [link("Brand", str(n), 40) for n in range(5)]
    graph.take(ROOT, answer("abcdefgh", 400, "http://s.example/p2"), brands)
    for n, each in enumerate(brands):
        drills = graph.take(facet(each.url), answer("abcdefgh"[n], 1), [link(f"S{n}", "x", 1)])[1]
    assert [drill.count for drill in drills] == [None]


def test_errors_and_what_was_taken_before_teach_nothing() -> None:
    graph = QueryGraph()
    brand = link("Brand", "Garmin", 2)
    taken(graph, brand)
    assert taken(graph, brand) == []
    graph.take(facet(brand.url), Answer("error", ""), ())
    assert graph.attributes_of(RECORDS) == {}
    graph.take(facet(brand.url), answer("ab", 2), ())
    assert set(graph.attributes_of(RECORDS)) == {"a", "b"}


def test_promoted_records_say_nothing() -> None:
    graph = QueryGraph()
    brands = [link("Brand", str(n), 1) for n in range(12)]
    graph.take(ROOT, answer([*"abcdefghijkl", "ad"], 12), brands)
    for each, record in zip(brands, "abcdefghijkl", strict=True):
        graph.take(facet(each.url), answer(["ad", record], 1), ())
    assert "ad" not in graph.attributes_of(RECORDS)
    assert graph.attributes_of(RECORDS)["a"] == {"Brand": ["0"]}


def test_of_too_many_links_those_of_words_are_left_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_graph, "MAX_DRILLS", 4)
    graph = QueryGraph()
    for number, word in enumerate(("red", "blue")):
        asked = Question("keyword", (("q", word),))
        links = [link(f"{word}{place}", "x", 1) for place in range(2)]
        drills = graph.take(asked, answer(f"{number}abc", 40), links)[1]
        assert len(drills) == (0 if number else 2)
    assert graph.left["too many are known"] == 2
    assert len(taken(graph, link("Brand", "Garmin", 2), link("Brand", "TomTom", 2))) == 2
    assert graph.take(Question("next", (), "http://s.example/p9"), answer("z"), [link("X", "y", 1)])
    assert graph.left["too many are known"] == 3
