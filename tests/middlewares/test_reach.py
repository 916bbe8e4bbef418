"""No connection to a private address, unless the site itself was given so."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from twisted.internet.error import DNSLookupError

from deepweb.middlewares.reach import Reach
from tests.conftest import ROOT, crawl_environment


@pytest.fixture
def reach() -> Reach:
    guard = Reach()
    guard.is_on = True
    for host in ("example.org", "intranet.example", "10.0.0.5", "localhost"):
        guard.give(host)
    return guard


def test_the_world_is_reached(reach: Reach) -> None:
    assert reach.may_reach("example.org", "93.184.216.34")
    assert reach.may_reach("other.example", "93.184.216.34")


def test_a_name_that_was_not_given_leads_nowhere_private(reach: Reach) -> None:
    assert not reach.may_reach("other.example", "127.0.0.1")
    assert not reach.may_reach("2130706433", "127.0.0.1")
    assert not reach.may_reach("169.254.169.254", "169.254.169.254")


def test_an_answer_that_changes_is_refused(reach: Reach) -> None:
    assert reach.may_reach("example.org", "93.184.216.34")
    assert not reach.may_reach("example.org", "127.0.0.1")
    assert not reach.may_reach("EXAMPLE.org.", "169.254.169.254")
    assert reach.may_reach("example.org", "93.184.216.35")


def test_a_site_within_is_reached_where_it_was_given(reach: Reach) -> None:
    assert reach.may_reach("intranet.example", "10.1.2.3")
    assert reach.may_reach("intranet.example", "10.1.2.4")
    assert reach.may_reach("10.0.0.5", "10.0.0.5")
    assert reach.may_reach("localhost", "127.0.0.1")
    assert not reach.may_reach("10.0.0.6", "10.0.0.6")


def test_what_is_refused_is_told(reach: Reach) -> None:
    assert reach.checked("93.184.216.34", "example.org") == "93.184.216.34"
    with pytest.raises(DNSLookupError, match=r"example\.org leads to 10\.0\.0\.1"):
        reach.checked("10.0.0.1", "example.org")
    assert reach.refused == {"example.org": "10.0.0.1"}


def test_scrapys_own_commands_go_where_they_are_told() -> None:
    assert Reach().may_reach("localhost", "127.0.0.1")


class _Server(ThreadingHTTPServer):
    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)


def forms_of(*pages: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "forms", *pages, "-s", "RETRY_TIMES=0"],
        cwd=ROOT,
        env=crawl_environment(),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@contextmanager
def served(location: str = "", at: str = "0.0.0.0") -> Iterator[tuple[int, list[str]]]:
    """A server on this machine that redirects, or tells a secret; and what it was asked for."""
    got: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            got.append(self.path)
            is_robots = self.path == "/robots.txt"
            self.send_response(404 if is_robots else 302 if location else 200)
            self.send_header("Content-Length", "0")
            if location and not is_robots:
                self.send_header("Location", location)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    with _Server((at, 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server.server_port, got
        server.shutdown()


# Each of them is this machine, and none is the host that was given.
WAYS = [
    "localhost",
    "0.0.0.0",
    "2130706433",
    "0x7f.0.0.1",
    "0177.1",
    "127.0.0.2",
    "[::ffff:7f00:1]",
]


def test_no_redirect_leads_to_this_machine_in_whatever_words() -> None:
    with served() as (port, got):
        with_redirects = [served(f"http://{way}:{port}/secret") for way in WAYS]
        pages = []
        for each in with_redirects:
            begun, _ = each.__enter__()
            pages.append(f"http://127.0.0.1:{begun}/")
        done = forms_of(*pages)
        for each in with_redirects:
            each.__exit__(None, None, None)
    assert got == []
    assert done.returncode == 1
    assert "leads to the private address" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_site_that_was_given_by_an_address_of_ipv6_is_reached() -> None:
    try:
        site = served(at="::1")
        port, got = site.__enter__()
    except OSError:
        pytest.skip("this machine has no IPv6")
    forms_of(f"http://[::1]:{port}/page")
    site.__exit__(None, None, None)
    assert got == ["/robots.txt", "/page"]
