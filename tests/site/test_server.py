"""Serving, logging and failing, over real connections."""

import http.client
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest

from tests.site import DEMO, Site, Style, unicode_characters
from tests.site.browser import Reply, fetch, get, submit

CATALOGUE = unicode_characters(300)
_WORDS = sorted({word for entry in CATALOGUE.records for word in entry.words})[:200]


def test_every_request_is_logged_in_order() -> None:
    with Site(CATALOGUE, Style(calendar=True, beside=("login",))) as live:
        get(live, "/")
        reply = get(live, "/search", q="letter", page="2")
        get(live, f"/item/{CATALOGUE.records[0].id}", ref="x")
        get(live, "/item/nothing")
        get(live, "/robots.txt")
        get(live, "/calendar")
        fetch(live.url + "login", b"username=me")
        get(live, "/nowhere")
        hits = live.hits
    kinds = ", ".join(hit.kind for hit in hits)
    assert kinds == "home, search, item, item, robots, trap, harm, other"
    assert [hit.status for hit in hits] == [200, 200, 200, 404, 200, 200, 200, 404]
    assert [hit.method for hit in hits] == ["GET"] * 6 + ["POST", "GET"]
    assert hits[1].path == "/search?q=letter&page=2"
    assert hits[1].form == {"q": "letter", "page": "2"}
    assert hits[1].shown == tuple(reply.ids)
    assert hits[2].shown == (CATALOGUE.records[0].id,)
    assert hits[6].form == {"username": "me"}
    assert abs(hits[0].time - time.time()) < 60
    assert live.searches == [hits[1]]


def test_forget_clears_the_log() -> None:
    with Site(CATALOGUE) as live:
        get(live, "/")
        live.forget()
        assert live.hits == []


def test_reached_ignores_other_hosts_records_and_arguments() -> None:
    with Site(CATALOGUE) as live:
        first, second = CATALOGUE.records[:2]
        urls = [
            f"{live.url}item/{first.id}?ref=a&pos=3",
            f"{live.url}item/{first.id}",
            f"{live.url}item/unknown",
            f"{live.url}search?q=/item/{second.id}",
            f"http://elsewhere.example/item/{second.id}",
        ]
        assert live.reached(urls) == {first.id}


def test_connections_are_kept_and_fast() -> None:
    with Site(CATALOGUE) as live:
        connection = http.client.HTTPConnection(urlsplit(live.url).netloc, timeout=10)
        sockets, took = set(), []
        for _ in range(20):
            started = time.perf_counter()
            connection.request("GET", "/search?q=letter")
            response = connection.getresponse()
            assert response.version == 11
            assert len(response.read()) == int(response.headers["Content-Length"])
            sockets.add(connection.sock)
            took.append(time.perf_counter() - started)
        # Answers that wait for a delayed acknowledgement take 0.04 s each, also on an idle machine.
        assert sorted(took)[4] < 0.03
        assert len(sockets) == 1
        connection.close()


def test_head_has_no_body() -> None:
    with Site(CATALOGUE) as live:
        connection = http.client.HTTPConnection(urlsplit(live.url).netloc, timeout=10)
        connection.request("HEAD", "/")
        response = connection.getresponse()
        assert int(response.headers["Content-Length"]) > 0
        assert response.read() == b""
        connection.close()


def test_twenty_threads_are_served_at_once() -> None:
    with Site(CATALOGUE, Style(delay=0.4)) as live, ThreadPoolExecutor(20) as pool:
        started = time.perf_counter()
        replies = list(pool.map(lambda word: get(live, "/search", q=word), _WORDS[:20]))
        assert time.perf_counter() - started < 7  # 8 s one after the other
        assert {reply.status for reply in replies} == {200}
        assert Counter(hit.form["q"] for hit in live.searches) == Counter(_WORDS[:20])


def test_a_share_of_search_addresses_fails_at_first() -> None:
    with Site(CATALOGUE, Style(fault_rate=0.3, fault_times=2)) as live:
        attempts = [[get(live, "/search", q=word).status for word in _WORDS] for _ in range(3)]
        assert attempts[0] == attempts[1]
        assert 0.2 < attempts[0].count(503) / len(_WORDS) < 0.4
        assert set(attempts[2]) == {200}
        assert [hit.status for hit in live.searches[: len(_WORDS)]] == attempts[0]
        assert {get(live, f"/item/{e.id}").status for e in CATALOGUE.records[:30]} == {200}


def test_faults_are_the_same_in_every_run() -> None:
    runs = []
    for _ in range(2):
        with Site(CATALOGUE, Style(fault_rate=0.3, method="post")) as live:
            runs.append([submit(live, q=word).status for word in _WORDS[:40]])
    assert runs[0] == runs[1]
    assert set(runs[0]) == {200, 503}


def test_connections_are_reset() -> None:
    with Site(CATALOGUE, Style(reset_rate=0.2)) as live:
        outcomes = [_is_reset(live, word) for word in _WORDS]
        assert 0.1 < sum(outcomes) / len(outcomes) < 0.3
        assert [hit.status == 0 for hit in live.searches] == outcomes
        assert not any(_is_reset(live, word) for word in _WORDS)


def _is_reset(live: Site, word: str) -> bool:
    try:
        get(live, "/search", q=word)
    except ConnectionResetError:
        return True
    except URLError as error:
        if isinstance(error.reason, ConnectionResetError):
            return True
        raise
    return False


def test_answers_are_delayed() -> None:
    with Site(CATALOGUE, Style(delay=0.15)) as live:
        started = time.perf_counter()
        get(live, "/")
        assert time.perf_counter() - started >= 0.15


def test_a_stopped_site_answers_nobody() -> None:
    with Site(CATALOGUE) as live:
        connection = http.client.HTTPConnection(urlsplit(live.url).netloc, timeout=10)
        connection.request("GET", "/")
        connection.getresponse().read()
        sock = connection.sock
    sock.settimeout(5)
    with suppress(ConnectionError):
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert sock.recv(1) == b""
    connection.close()
    with pytest.raises(URLError):
        get(live, "/")


def test_a_site_can_be_served_again_but_not_twice_at_once() -> None:
    site = Site(CATALOGUE)
    for _ in range(2):
        with site as live:
            assert get(live, "/").status == 200
            with pytest.raises(RuntimeError, match="stop it first"):
                site.__enter__()


def test_demo_serves_in_the_foreground() -> None:
    site = DEMO()
    thread = Thread(target=site.serve_forever, daemon=True)
    thread.start()
    reply = _home_once_up(site)
    assert len(site.catalogue) == 2000
    assert reply.search_form.xpath(".//select/@name").getall() == ["category", "sort"]
    actions = reply.find("//form/@action").getall()
    assert sorted(actions) == ["/login", "/newsletter", "/search"]
    fetch(site.url + "newsletter", b"email=a%40b.example")
    assert site.hits[-1].kind == "harm"
    assert site.searches == []
    assert "Allow: /" in get(site, "/robots.txt").text
    site.stop()
    thread.join(5)
    assert not thread.is_alive()


def _home_once_up(site: Site) -> Reply:
    deadline = time.monotonic() + 5
    while not site.url and time.monotonic() < deadline:
        time.sleep(0.01)
    return get(site, "/")
