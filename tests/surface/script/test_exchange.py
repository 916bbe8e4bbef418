"""Where a query stands in what scripts send: requests as apps make them."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deepweb.form.script import IN_PATH, RAW_BODY
from deepweb.form.submission import written
from deepweb.surface.script.exchange import SEARCH, Exchange, QueryPlaces, carries, query_places

WORD, NONSENSE = "dune", "xqzzk"


def get(path: str, **asked: str) -> Exchange:
    return Exchange("GET", f"http://x{path}?{urlencode(asked)}", SEARCH)


def post(body: str, content_type: str = "application/json") -> Exchange:
    return Exchange("POST", "http://x/find", SEARCH, body=body, content_type=content_type)


def places(of_word: Exchange, of_nonsense: Exchange | None = None) -> QueryPlaces | None:
    before = [of_nonsense] if of_nonsense else []
    return query_places(of_word, WORD, NONSENSE, [*before, of_word])


@pytest.mark.parametrize(
    ("word", "nonsense", "expected"),
    [
        (get("/a", q="Dune"), None, QueryPlaces("q")),
        # As Solr, PostgREST and OData are asked.
        (
            get("/a", q=f"t:({WORD}) OR a:({WORD})"),
            get("/a", q=f"t:({NONSENSE}) OR a:({NONSENSE})"),
            QueryPlaces("q", (("q", "t:({query}) OR a:({query})"),)),
        ),
        (
            get("/a", title=f"ilike.*{WORD}*", limit="20"),
            get("/a", title=f"ilike.*{NONSENSE}*", limit="20"),
            QueryPlaces("title", (("title", "ilike.*{query}*"),)),
        ),
        # In two places; what only happens to be called like it is none.
        (
            get("/a", q=WORD, first=WORD, kind=WORD),
            get("/a", q=NONSENSE, first=NONSENSE, kind=WORD),
            QueryPlaces("q", (("q", IN_PATH), ("first", IN_PATH))),
        ),
        (get(f"/{WORD}", q=WORD), get(f"/{WORD}", q=NONSENSE), QueryPlaces("q")),
        (get(f"/find/{WORD}/0"), None, QueryPlaces(IN_PATH, (), "/find/{query}/0")),
        (
            get(f"/find/{WORD}.json"),
            get(f"/find/{NONSENSE}.json"),
            QueryPlaces(IN_PATH, (), "/find/{query}.json"),
        ),
        (
            post(json.dumps({"query": f'{{ find(text: "{WORD}") {{ id }} }}'})),
            post(json.dumps({"query": f'{{ find(text: "{NONSENSE}") {{ id }} }}'})),
            QueryPlaces("/query", (("/query", '{ find(text: "{query}") { id } }'),)),
        ),
        (
            post(f'{{"index": "b"}}\n{{"match": "{WORD}"}}\n', "application/x-ndjson"),
            post(f'{{"index": "b"}}\n{{"match": "{NONSENSE}"}}\n', "application/x-ndjson"),
            QueryPlaces(RAW_BODY, ((RAW_BODY, '{"index": "b"}\n{"match": "{query}"}\n'),)),
        ),
        # Without the nonsense nobody knows what stands around it.
        (get("/a", q=f"t:({WORD})"), None, None),
        (get("/a", q=f"t:({WORD})"), get("/a", q="all"), None),
        (get("/a", q="dunes"), get("/a", q=NONSENSE), None),
    ],
)
def test_where_it_stands(
    word: Exchange, nonsense: Exchange | None, expected: QueryPlaces | None
) -> None:
    assert places(word, nonsense) == expected


def test_what_is_asked_is_written_there() -> None:
    patterns = (("q", "t:({query})"), ("again", IN_PATH))
    pairs = [("q", "a b"), ("again", "x"), ("page", "1")]
    assert written(pairs, patterns, "a b") == [("q", "t:(a b)"), ("again", "a b"), ("page", "1")]


@pytest.mark.parametrize(("value", "held"), [("t:(Dune)", True), ("dunes", False), ("", False)])
def test_what_carries_a_word(value: str, held: bool) -> None:
    assert carries(get("/a", q=value), WORD) is held


@given(st.text(max_size=30), st.text(max_size=8), st.text(max_size=8))
def test_nothing_that_is_sent_raises(value: str, word: str, nonsense: str) -> None:
    sent = get("/a", q=value)
    found = query_places(sent, word, nonsense, [sent])
    assert found is None or found.box
