"""What scripts may send: a table of what pages do."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from deepweb.locate.forms.script_safety import (
    UNTOLD,
    ScriptRequest,
    ScriptRule,
    method_of,
    script_objection,
)
from deepweb.store.resources import form_words

RULE = ScriptRule(
    ("example.org",), form_words(), lambda host: host == "api.example.org", may_post=True
)
OWN = "https://example.org"
GRAPH = '{"query": "query F($q: String) { find(q: $q) { id } }", "variables": {"q": "dune"}}'


def against(method: str, url: str, kind: str = "fetch", body: str = "", word: str = "dune") -> str:
    return script_objection(ScriptRequest(method, url, kind, body, word), RULE)


@pytest.mark.parametrize(
    ("method", "url", "kind", "body"),
    [
        ("GET", f"{OWN}/", "document", ""),
        ("GET", f"{OWN}/app.js", "script", ""),
        ("GET", f"{OWN}/lunr.js?v=2", "other", ""),
        ("GET", f"{OWN}/api/search?q=dune", "xhr", ""),
        ("GET", f"{OWN}/api/orders/search?q=dune", "fetch", ""),
        ("GET", "https://api.example.org/find?q=dune", "fetch", ""),
        ("GET", "https://cdn.example.net/vue.js", "script", ""),
        ("GET", "https://cdn.example.net/a.css", "stylesheet", ""),
        ("GET", f"{OWN}/stream?q=Dune", "eventsource", ""),
        ("POST", f"{OWN}/search", "fetch", "q=dune"),
        ("POST", f"{OWN}/graphql", "fetch", GRAPH),
        ("POST", f"{OWN}/search", "fetch", "q=du%6Ee"),
        (
            "POST",
            f"{OWN}/1/indexes/*/queries",
            "fetch",
            '{"requests": [{"indexName": "books", "params": "query=dune&page=0"}]}',
        ),
    ],
)
def test_what_may_leave(method: str, url: str, kind: str, body: str) -> None:
    assert against(method, url, kind, body) == ""


@pytest.mark.parametrize(
    ("method", "url", "kind", "body", "why"),
    [
        ("GET", f"{OWN}/a.png", "image", "", "image is not needed"),
        ("GET", f"{OWN}/favicon.ico", "other", "", "other is not needed"),
        ("GET", f"{OWN}/a.woff", "font", "", "font is not needed"),
        ("GET", f"{OWN}/socket", "websocket", "", "websocket is not needed"),
        ("GET", f"{OWN}/news", "eventsource", "", "eventsource is not needed"),
        ("GET", "https://other.net/find?q=dune", "eventsource", "", "goes to another site"),
        ("GET", f"{OWN}/track?e=1", "fetch", "", "is a tracker"),
        ("POST", f"{OWN}/analytics", "fetch", "q=dune", "is a tracker"),
        ("GET", "https://www.google-analytics.com/g.js", "script", "", "is a tracker"),
        ("GET", "https://other.net/api?q=dune", "fetch", "", "goes to another site"),
        ("GET", "http://127.0.0.1:8080/a.js", "script", "", "goes to another site"),
        ("GET", "http://192.168.0.1/a.js", "script", "", "goes to another site"),
        ("GET", "http://[::1]/a.js", "script", "", "goes to another site"),
        ("GET", "http://router.local/a.js", "script", "", "goes to another site"),
        ("GET", "https://example.org:8443/api", "fetch", "", "goes to another site"),
        ("GET", "https://other.net/", "document", "", "goes to another site"),
        ("GET", "https://other.net/?q=Dune", "script", "", "tells another site what was asked"),
        ("POST", "https://other.net/search", "fetch", "q=dune", "posts to another site"),
        ("POST", "https://api.example.org/search", "fetch", "q=dune", "posts to another site"),
        ("POST", f"{OWN}/search", "fetch", "q=other", "posts something else than the query"),
        (
            "POST",
            f"{OWN}/api/queries",
            "fetch",
            '{"text": "dune"}',
            "posts to a place that keeps it, 'queries'",
        ),
        ("POST", f"{OWN}/order", "fetch", "q=dune", "says 'order'"),
        ("POST", f"{OWN}/newsletter/subscribe", "fetch", "q=dune", "says 'newsletter, subscribe'"),
        ("GET", f"{OWN}/api/delete?q=dune", "fetch", "", "says 'delete'"),
        ("GET", f"{OWN}/logout", "document", "", "says 'logout'"),
        ("PUT", f"{OWN}/search", "fetch", "q=dune", "PUT may change something"),
        ("DELETE", f"{OWN}/search", "fetch", "", "DELETE may change something"),
        ("GET", "http://[", "fetch", "", "is no address"),
        (
            "POST",
            f"{OWN}/graphql",
            "fetch",
            '{"query": " mutation Buy { buy(q: \\"dune\\") }"}',
            "posts a mutation",
        ),
    ],
)
def test_what_may_not(method: str, url: str, kind: str, body: str, why: str) -> None:
    assert against(method, url, kind, body) == why


def test_before_anything_was_asked_nothing_is_posted() -> None:
    assert against("POST", f"{OWN}/search", "fetch", "q=", word="") == "posts what nobody asked for"


@pytest.mark.parametrize(
    ("path", "body", "told", "if_bare"),
    [
        ("/graphql", '{"query": "query { books { id } }"}', "", ""),
        ("/indexes/books/search", '{"q": ""}', "", ""),
        ("/panel", '{"path": "/"}', UNTOLD, ""),
        ("/_dash-update-component", '{"inputs": [{"id": "url", "value": "/"}]}', UNTOLD, ""),
        ("/update-profile", '{"q": ""}', "says 'update'", "says 'update'"),
        ("/order", '{"q": ""}', "says 'order'", "says 'order'"),
        ("/collect", '{"q": ""}', "is a tracker", "is a tracker"),
        (
            "/graphql",
            '{"query": "mutation { visit { id } }"}',
            "posts a mutation",
            "posts a mutation",
        ),
    ],
)
def test_what_a_page_posts_while_it_is_loading(
    path: str, body: str, told: str, if_bare: str
) -> None:
    sent = ScriptRequest("POST", f"{OWN}{path}", "fetch", body)
    loading = replace(RULE, is_loading=True)
    assert script_objection(sent, loading) == told
    assert script_objection(sent, replace(loading, is_bare=True)) == if_bare
    abroad = replace(sent, url=f"https://other.net{path}")
    assert script_objection(abroad, replace(loading, is_bare=True))


def test_nor_where_it_is_not_sure_that_the_box_searches() -> None:
    rule = ScriptRule(("example.org",), form_words(), lambda _: False)
    sent = ScriptRequest("POST", f"{OWN}/search", "fetch", "q=dune", "dune")
    assert "not sure enough" in script_objection(sent, rule)


def test_libraries_of_other_hosts_can_be_turned_off() -> None:
    rule = ScriptRule(("example.org",), form_words(), lambda _: False, has_libraries=False)
    there, here = (
        ScriptRequest("GET", f"https://{host}/a.js", "script")
        for host in ("cdn.example.net", "example.org")
    )
    assert "DEEPWEB_BROWSER_LIBRARIES" in script_objection(there, rule)
    assert script_objection(here, rule) == ""


def _component(*queue: dict[str, object]) -> str:
    typed = {"type": "syncInput", "payload": {"name": "q", "value": "dune"}}
    return json.dumps({"data": {"q": ""}, "checksum": "x7", "actionQueue": [*queue, typed]})


def _snapshot(*calls: str) -> str:
    state = json.dumps({"data": {"search": ""}, "checksum": "x7"})
    called = [{"method": each, "params": []} for each in calls]
    return json.dumps(
        {"components": [{"snapshot": state, "updates": {"search": "dune"}, "calls": called}]}
    )


def _call(name: str) -> dict[str, object]:
    return {"type": "callMethod", "payload": {"name": name}}


@pytest.mark.parametrize(
    ("path", "body", "is_allowed"),
    [
        ("/livewire/update", _snapshot(), True),
        ("/livewire/update", _snapshot("search"), True),
        ("/livewire/update", _snapshot("subscribe"), False),
        ("/unicorn/message/books", _component(), True),
        ("/unicorn/message/books", _component(_call("search")), True),
        ("/unicorn/message/books", _component(_call("add")), False),
        ("/order/update", _component(), False),
        ("/livewire/update", '{"updates": {"search": "dune"}}', False),
        ("/panel", '{"path": "dune"}', False),
    ],
)
def test_what_a_component_posts_that_the_server_draws(
    path: str, body: str, is_allowed: bool
) -> None:
    assert (against("POST", f"{OWN}{path}", body=body) == "") == is_allowed
    unasked = replace(RULE, is_loading=True)
    assert script_objection(ScriptRequest("POST", f"{OWN}{path}", "fetch", body), unasked)


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("POST", {}, "POST"),
        ("POST", {"X-HTTP-Method-Override": "delete"}, "DELETE"),
        ("GET", {"x-http-method": "PUT"}, "PUT"),
        ("POST", {"X-HTTP-Method-Override": "GET"}, "POST"),
        ("GET", {"Accept": "DELETE"}, "GET"),
    ],
)
def test_a_header_may_name_another_method(
    method: str, headers: dict[str, str], expected: str
) -> None:
    assert method_of(method, headers) == expected


@pytest.mark.parametrize(
    ("path", "body", "is_allowed"),
    [
        ("/search.aspx", "__VIEWSTATE=x7&q=dune&__EVENTTARGET=", True),
        ("/search.aspx", "__VIEWSTATE=x7&q=dune&__EVENTTARGET=btnSearch", True),
        ("/search.aspx", "__VIEWSTATE=x7&q=dune&__EVENTTARGET=btnDelete", False),
        ("/panel.aspx", "__VIEWSTATE=x7&name=dune", False),
    ],
)
def test_what_a_page_of_asp_net_posts(path: str, body: str, is_allowed: bool) -> None:
    assert (against("POST", f"{OWN}{path}", body=body) == "") == is_allowed
