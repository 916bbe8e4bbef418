"""A crawl over bad lines brings back what it brings back over good ones, at a bearable price."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import Crawl, json_lines
from tests.site import Site, Style, unicode_characters
from tests.troubled import RATES, Troubled

# Seconds until a stalled answer is given up; it stalls for 30.
QUICK = ("-s", "DOWNLOAD_TIMEOUT=3", "-s", "AWS_SECRET_ACCESS_KEY=s3cret")
# One request at a time: what is asked does not depend on which of two answers comes first.
ONE_BY_ONE = (
    *("-s", 'DOWNLOAD_SLOTS={"127.0.0.1": {"delay": 0.001, "concurrency": 1}}'),
    *("-s", "DEEPWEB_MAX_BACK_OFF=0.02"),
)
MENU = Style(menus=("category",), presents=("sort", "per_page"))


def records(path: Path) -> set[str]:
    """Of records by their addresses on whatever port."""
    return {record["url"].split("/", 3)[3] for record in json_lines(path)}


@pytest.mark.parametrize(("style", "seed"), [(Style(), 59), (MENU, 20)], ids=["words", "menus"])
def test_the_same_records_at_most_1_6_times_the_requests(
    crawl: Crawl, tmp_path: Path, style: Style, seed: int
) -> None:
    found, asked = {}, {}
    for name, rates in {"clean": {}, "faulty": RATES}.items():
        folder = tmp_path / name
        folder.mkdir()
        with Troubled(Site(unicode_characters(200), style), rates, seed) as site:
            crawled = crawl(site.url, *QUICK, *ONE_BY_ONE, folder=folder)
        assert crawled.code == 0
        assert "Traceback" not in crawled.log
        found[name], asked[name] = records(folder / "feed.jsonl"), len(site.got)
    assert found["faulty"] == found["clean"]
    assert len(found["clean"]) == 200
    faults = Counter(fault for _, fault in site.got)
    assert faults["503"] > 0.1 * asked["faulty"]
    assert len(faults) >= 10, "too few kinds of faults came to pass"
    assert asked["faulty"] <= 1.6 * asked["clean"]


@contextmanager
def dripping(drop: bytes) -> Iterator[str]:
    """A site whose searches are answered by drops, without an end."""
    form = b"<form action=/find><input type=search name=q></form>"
    page = b"<html><body>Plants, birch " + form + b"</body></html>"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"

    def answer(connection: socket.socket) -> None:
        with connection:
            target = connection.recv(10_000).split(b" ")[1:2]
            if target == [b"/"]:
                connection.sendall(head + page)
                return
            if target == [b"/robots.txt"]:
                connection.sendall(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
                return
            try:
                connection.sendall(head + b"<html><body>")
                while True:
                    connection.sendall(drop)
                    time.sleep(0.01)
            except OSError:
                """The crawler had enough."""

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("drop", "reason"),
    [(b"<p>", "took longer than 3"), (b"<p>" + b"x" * 2_000_000, "too long (DOWNLOAD_MAXSIZE)")],
    ids=["slow", "endless"],
)
def test_answers_without_an_end_are_given_up(crawl: Crawl, drop: bytes, reason: str) -> None:
    with dripping(drop) as url:
        crawled = crawl(url, *QUICK, "-s", "RETRY_TIMES=0", "-s", "DEEPWEB_MAX_FAILURES=2")
    assert "Traceback" not in crawled.log
    assert "AWS_SECRET_ACCESS_KEY': ***" in crawled.log
    assert "s3cret" not in crawled.log
    with sqlite3.connect(crawled.folder / "store.db") as store:
        reasons = store.execute("select distinct reason from pages").fetchall()
    assert any(reason in each for (each,) in reasons), reasons
