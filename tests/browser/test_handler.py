"""Headers, and what comes before them, have an end."""

# mypy: disable-error-code="no-untyped-call"

from typing import Any

import pytest
from twisted.internet.testing import StringTransport
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers

from deepweb.browser.handler import MAX_HEADERS, BoundedHeaders, EndlessHeadersError


def asked(*pieces: bytes) -> tuple[list[Any], StringTransport]:
    """What became of a request that is answered by these bytes."""
    protocol = BoundedHeaders(lambda _: None, "").buildProtocol(None)
    transport = StringTransport()
    protocol.makeConnection(transport)
    told: list[Any] = []
    headers = Headers({b"Host": [b"example.org"]})
    protocol.request(Request(b"GET", b"/", headers, None)).addBoth(told.append)
    for piece in pieces:
        if not transport.disconnecting:
            protocol.dataReceived(piece)
    return told, transport


@pytest.mark.parametrize("line", [b"X: y\r\n", b"X-%d: y\r\n", b"HTTP/1.1 100 Go on\r\n\r\n"])
def test_who_never_comes_to_an_end_is_hung_up_on(line: bytes) -> None:
    lines = [line.replace(b"%d", b"%d" % n) for n in range(2 * MAX_HEADERS // len(line))]
    told, transport = asked(b"HTTP/1.1 200 OK\r\n" * (b"100" not in line), *lines)
    assert transport.disconnecting
    (failure,) = told
    assert [each.type for each in failure.value.reasons] == [EndlessHeadersError]


def test_many_headers_and_a_long_body_are_an_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n" + b"Set-Cookie: a=b\r\n" * 300
    told, transport = asked(head, b"\r\n", *[b"x" * 10_000] * 50)
    assert not transport.disconnecting
    assert told[0].code == 200
