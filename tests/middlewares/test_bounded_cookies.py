"""Cookies are kept, but not without an end."""

from scrapy import Request
from scrapy.http import Response

from deepweb.middlewares.bounded_cookies import MAX_COOKIES, BoundedCookies

SITE = "http://example.org/"


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
