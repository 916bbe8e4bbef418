"""Bodies of requests that act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.page.effects.post import acting_post, acting_query
from deepweb.store.resources import effects

JUDGE = effects()


@pytest.mark.parametrize(
    ("path", "body"),
    [("/graphql", '{"query": "mutation { like(id: 7) { ok } }"}'),
     ("/graphql", '{"query": "fragment F on Item{id}\\nmutation{like(q: 7){...F}}"}'),
     ("/graphql", '{"operationName": "RemoveItem", "extensions": {}, "variables": {"q": "map"}}'),
     ("/graphql", '{"operationName": "RemoveItem", "query": "query RemoveItem { a }"}'),
     ("/graphql", '{"operationName": "Entries", "query": "mutation Entries { a }"}'),
     ("/rpc", '{"jsonrpc": "2.0", "method": "notes.destroy", "params": ["map"]}'),
     ("/rpc", '{"method": "user.setPreference", "params": {"q": "map"}}'),
     ("/ajax/deleteBooks.do", "q=map"),
     ("/api/v1/orders", '{"q": "map"}'),
     ("/api", "action=delete&q=map"),
     ("/api", "_method=PUT&q=map"),
     ("/graphql", '{"id": "RecordRecentSearchMutation", "variables": {"term": "map"}}'),
     ("/es/docs/_update_by_query", '{"query": {"match": {"title": "map"}}}'),
     ("/api/suche/verlauf", '{"begriff": "map"}'),
     ("/api/notes", '{"text": "map"}'),
     ("/api/buscar", '{"accion": "suscribir", "q": "map"}')],
)  # fmt: skip
def test_what_acts(path: str, body: str) -> None:
    assert acting_post(path, body, JUDGE)


@pytest.mark.parametrize(
    ("path", "body"),
    [("/graphql", '{"operationName": "Search", "query": "query Search($q: Str) { find { id } }"}'),
     ("/graphql", '{"operationName": "Entries", "query": "query Entries { entries { id } }"}'),
     ("/graphql", '{"query": "{ find(q: \\"mutation {\\") { mutation } }"}'),
     ("/rpc", '{"jsonrpc": "2.0", "method": "catalog.search", "params": ["map"]}'),
     ("/api/search", '{"query": {"match": {"title": "delete"}}}'),
     ("/api/search", "q=map&page=2"),
     ("/es/_msearch", '{"index": "docs"}\n{"query": {"match": {"t": "map"}}}\n'),
     ("/1/indexes/products/query", '{"params": "query=map&hitsPerPage=20"}'),
     ("/rest/v1/rpc/search_documents", '{"term": "map"}'),
     ("/api/sousuo/chaxun", '{"guanjianci": "map"}'),
     ("/products", "q=map"),
     ("/ajax/zoekMeldingen.do", "tekst=map"),
     ("/findBooks.action", "text=map"),
     ("/panel", '{"inputs": [{"id": "query", "property": "value", "value": "map"}]}'),
     ("/api/search", "")],
)  # fmt: skip
def test_what_asks(path: str, body: str) -> None:
    assert not acting_post(path, body, JUDGE)


@given(st.text(max_size=300))
def test_no_body_is_too_strange(body: str) -> None:
    assert isinstance(acting_post("/x", body, JUDGE), str)


@pytest.mark.parametrize("path", ["/es/queries/_doc", "/api/suche/merken", "/api/kensaku/xyz"])
def test_an_unknown_step_behind_a_search_is_not_posted_to(path: str) -> None:
    assert acting_post(path, '{"q": "map"}', JUDGE)


@pytest.mark.parametrize("path", ["/api/search/books", "/api/v2", "/es/books/_search", "/ajax.php"])
def test_things_and_servers_are(path: str) -> None:
    assert not acting_post(path, '{"q": "map"}', JUDGE)


def test_a_mutation_in_an_address() -> None:
    assert acting_query("query=mutation%7BsaveSearch(q%3A%22map%22)%7Bid%7D%7D") == "query"
    assert not acting_query("query=%7Bbooks(q%3A%22mutation%22)%7Bid%7D%7D")
