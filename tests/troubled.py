"""A site on bad lines: every attempt may fail, in all the ways that answers fail on the web.

What happens to an attempt follows from the seed, from how many addresses were asked for before, and
from how often this one was: crawls that ask the same in the same order meet the same faults. (The
addresses themselves differ: words that are made up follow from the site's name and port.)
"""

from __future__ import annotations

import gzip
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from threading import Lock

from demosite.server import Question
from tests.serving import Handler, Serving
from tests.site import Site

# A fifth of all answers is 503; of the other faults there is one in a hundred each.
RATES: Mapping[str, float] = {
    "503": 0.2,
    "reset": 0.01,
    "cut": 0.01,
    "cut chunks": 0.01,
    "length too long": 0.01,
    "length too short": 0.01,
    "slow bytes": 0.01,
    "bad gzip": 0.01,
    "cut gzip": 0.01,
    "loop": 0.01,
    "stall": 0.01,
}
STALL = 30.0


class Troubled(Serving):
    """A site that is served with faults; ``got`` tells each request and what became of it."""

    def __init__(self, site: Site, rates: Mapping[str, float] = RATES, seed: int = 0) -> None:
        super().__init__(_Handler)
        self.site = site
        self.got: list[tuple[str, str]] = []
        self._rates = rates
        self._seed = seed
        self._attempts: Counter[str] = Counter()
        self._lock = Lock()

    def fault(self, question: Question) -> str:
        address = question.target + question.body
        with self._lock:
            self._attempts[address] += 1
            number = list(self._attempts).index(address)
            place = self._place(number, self._attempts[address])
            fault = self._fault(place) if question.target != "/loop" else "loop"
            self.got.append((address, fault))
        return fault

    def _fault(self, place: float) -> str:
        for kind, rate in self._rates.items():
            if place < rate:
                return kind
            place -= rate
        return ""

    def _place(self, number: int, attempt: int) -> float:
        digest = blake2b(f"{self._seed} {number} {attempt}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2**64


class _Handler(Handler):
    protocol_version = "HTTP/1.1"
    serving: Troubled

    def answer(self) -> None:
        cookie = self.headers.get("Cookie") or ""
        question = Question(self.command, self.path, self.request_body(), cookie)
        troubled = self.serving
        fault = troubled.fault(question)
        if fault in EMPTY_HANDED:
            EMPTY_HANDED[fault](self)
            return
        answer = troubled.site.respond(question)
        content = answer.body.encode(troubled.site.style.charset, "xmlcharrefreplace")
        head = {"Content-Type": f"{answer.type}; charset={troubled.site.style.charset}"}
        FAULTS[fault](self, int(answer.status), head, content)

    def send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        super().send(status, headers, body)
        self.wfile.flush()

    def send_head(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """A client that may use a line again tries it again if it breaks, now and then."""
        super().send_head(status, (*headers, ("Connection", "close")))

    def hang_up(self) -> None:
        self.close_connection = True


Head = dict[str, str]


def _whole(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head, content)


def _cut(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head | {"Content-Length": str(len(content))}, content[: len(content) // 2])
    at.hang_up()


def _cut_chunks(at: _Handler, status: int, head: Head, content: bytes) -> None:
    half = content[: len(content) // 2]
    chunk = f"{len(half):x}\r\n".encode() + half + b"\r\n"
    at.send_head(status, (*head.items(), ("Transfer-Encoding", "chunked")))
    at.wfile.write(chunk)
    at.wfile.flush()
    at.hang_up()


def _too_long(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head | {"Content-Length": str(len(content) + 1000)}, content)
    at.hang_up()


def _too_short(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head | {"Content-Length": str(len(content) // 2)}, content)
    at.hang_up()


def _slow(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head | {"Content-Length": str(len(content))}, b"")
    for start in range(0, len(content), len(content) // 10 + 1):
        at.wfile.write(content[start : start + len(content) // 10 + 1])
        at.wfile.flush()
        time.sleep(0.03)


def _bad_gzip(at: _Handler, status: int, head: Head, content: bytes) -> None:
    at.send(status, head | {"Content-Encoding": "gzip"}, b"\x1f\x8b\x08" + content[:200])


def _cut_gzip(at: _Handler, status: int, head: Head, content: bytes) -> None:
    packed = gzip.compress(content)
    at.send(status, head | {"Content-Encoding": "gzip"}, packed[: len(packed) // 2])


def _unavailable(at: _Handler) -> None:
    at.send(503, {"Content-Type": "text/html"}, b"<h1>Service unavailable</h1>")


def _loop(at: _Handler) -> None:
    at.send(302, {"Location": "/loop"}, b"")


def _reset(at: _Handler) -> None:
    at.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    at.hang_up()


def _stall(at: _Handler) -> None:
    at.connection.settimeout(STALL)
    with suppress(OSError):
        at.connection.recv(1)  # until the client has had enough
    at.hang_up()


EMPTY_HANDED: Mapping[str, Callable[[_Handler], None]] = {
    "503": _unavailable,
    "loop": _loop,
    "reset": _reset,
    "stall": _stall,
}
FAULTS: Mapping[str, Callable[[_Handler, int, Head, bytes], None]] = {
    "": _whole,
    "cut": _cut,
    "cut chunks": _cut_chunks,
    "length too long": _too_long,
    "length too short": _too_short,
    "slow bytes": _slow,
    "bad gzip": _bad_gzip,
    "cut gzip": _cut_gzip,
}
