"""Cookies are kept, but not without an end."""

import os
import subprocess
import sys
from pathlib import Path

from scrapy import Request
from scrapy.http import Response

from deepweb.middlewares.bounded_cookies import MAX_BYTES, MAX_COOKIES, BoundedCookies
from tests.conftest import ROOT

SITE = "http://example.org/"
# A cookie is taken on a machine whose names do not resolve and whose connections hang.
TAKEN = """
import socket, time
def asked(*args, **kwargs):
    print("network asked for", *args, flush=True)
    time.sleep(60)
socket.getaddrinfo = socket.socket.connect = socket.create_connection = asked
from scrapy import Request
from scrapy.http import Response
from deepweb.middlewares.bounded_cookies import BoundedCookies
cookies = BoundedCookies()
url = "http://www.example.co.uk/"
headers = {"Set-Cookie": ["a=1; Domain=example.co.uk", "b=2; Domain=co.uk"]}
cookies.process_response(Request(url), Response(url, headers=headers))
request = Request(url)
cookies.process_request(request)
print(request.headers["Cookie"])
"""


def test_of_many_cookies_the_last_are_kept() -> None:
    cookies = BoundedCookies()
    for answer in range(5):
        given = [f"c{answer}x{n}=v" for n in range(100)]
        response = Response(SITE, headers={"Set-Cookie": given})
        assert cookies.process_response(Request(SITE), response) is response
    request = Request(SITE)
    cookies.process_request(request)
    sent = (request.headers["Cookie"] or b"").split(b"; ")
    assert len(sent) == MAX_COOKIES
    assert b"c4x99=v" in sent
    assert b"c0x0=v" not in sent


def test_each_domain_has_its_own() -> None:
    cookies = BoundedCookies()
    cookies.process_response(Request(SITE), Response(SITE, headers={"Set-Cookie": "mine=1"}))
    other = "http://other.example/"
    many = [f"c{n}=v" for n in range(2 * MAX_COOKIES)]
    cookies.process_response(Request(other), Response(other, headers={"Set-Cookie": many}))
    request = Request(SITE)
    cookies.process_request(request)
    assert request.headers["Cookie"] == b"mine=1"


def test_cookies_that_no_server_takes_are_not_sent() -> None:
    cookies = BoundedCookies()
    large = [f"large{n}={'x' * 3000}" for n in range(40)]
    given = {"Set-Cookie": ["session=1", *large, "last=2"]}
    cookies.process_response(Request(SITE), Response(SITE, headers=given))
    request = Request(SITE)
    cookies.process_request(request)
    sent = request.headers["Cookie"] or b""
    assert len(sent) <= MAX_BYTES
    assert {b"session=1", b"last=2"} <= set(sent.split(b"; "))


def test_a_cookie_makes_no_request_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TAKEN],
        env={**os.environ, "TLDEXTRACT_CACHE": str(tmp_path), "HOME": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    assert done.stdout.strip() == "b'a=1'"
