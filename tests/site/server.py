"""A site, served over HTTP and logged."""

import os
import socket
import struct
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Self, cast
from urllib.parse import urlsplit

from tests.site.addresses import record_id
from tests.site.answers import Answer, Answers, Kind, Question
from tests.site.catalogue import Catalogue
from tests.site.faults import Fault, Faults
from tests.site.style import Style
from tests.site.tokens import Tokens

RESET = 0  # the status logged where the connection was reset instead of an answer
_IDLE = 60.0
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class Hit:
    """A request as received, and what it was answered with."""

    method: str
    path: str  # with the query string
    form: Mapping[str, str]  # submitted values, of the query string and of the body
    status: int
    kind: Kind
    shown: tuple[str, ...]  # ids of the records among the results, or of the item; not promoted
    time: float  # of receipt, seconds since the epoch


class Site:
    """A catalogue behind a search form. Served while entered; the log outlives that."""

    def __init__(self, catalogue: Catalogue, style: Style | None = None, port: int = 0) -> None:
        self.catalogue = catalogue
        self.style = style or Style()
        self.url = ""
        self._port = port
        self._answers = Answers(catalogue, self.style)
        self._faults = Faults(self.style)
        self._tokens = Tokens(self.style)
        self._hits: list[Hit] = []
        self._lock = Lock()
        self._server: _Server | None = None

    def __enter__(self) -> Self:
        Thread(target=self._bound().serve_forever, args=(_POLL,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def serve_forever(self) -> None:
        """Serve in the foreground until interrupted or stopped."""
        server = self._bound()
        sys.stdout.write(f"{self.catalogue.name}, {len(self.catalogue):,} records: {self.url}\n")
        sys.stdout.flush()
        try:
            with suppress(KeyboardInterrupt):
                server.serve_forever(_POLL)
        finally:
            server.server_close()
            self._server = None

    def stop(self) -> None:
        """Stop serving and cut all connections."""
        if (server := self._server) is not None:
            server.shutdown()
            server.server_close()
            self._server = None

    @property
    def hits(self) -> list[Hit]:
        """Every request so far."""
        with self._lock:
            return list(self._hits)

    @property
    def searches(self) -> list[Hit]:
        """Submissions of the search form, further pages included."""
        return [hit for hit in self.hits if hit.kind == "search"]

    def forget(self) -> None:
        with self._lock:
            self._hits.clear()

    def reached(self, urls: Iterable[str]) -> set[str]:
        """Ids of the records whose detail pages, on this site, are among the URLs."""
        host = urlsplit(self.url).netloc
        ids = {record_id(url) for url in urls if urlsplit(url).netloc == host}
        return {record for record in ids if record in self._answers}

    def respond(self, question: Question) -> Answer:
        """The answer to a request, logged; its status is RESET where there shall be none."""
        received = time.time()
        answer = self._tokens.guarded(question, self._answers.answer)
        if answer.kind in ("search", "facet"):
            answer = _after(self._faults.next_fault(question.target + question.body), answer)
        hit = Hit(
            question.method,
            question.target,
            dict(answer.form),
            int(answer.status),
            answer.kind,
            answer.shown,
            received,
        )
        with self._lock:
            self._hits.append(hit)
        return answer

    def _bound(self) -> "_Server":
        if self._server is not None:
            raise RuntimeError(f"already served at {self.url}: stop it first")
        self._server = _Server(("127.0.0.1", self._port), self)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        return self._server


def _after(fault: Fault, answer: Answer) -> Answer:
    match fault:
        case "none":
            return answer
        case "unavailable":
            status = int(HTTPStatus.SERVICE_UNAVAILABLE)
            return replace(answer, status=status, body="Service unavailable", shown=())
        case "reset":
            return replace(answer, status=RESET, body="", shown=())


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], site: Site) -> None:
        super().__init__(address, _Handler)
        self.site = site
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that hang up; report the rest."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Cut kept-alive connections as well: their threads would go on answering."""
        super().server_close()
        for connection in list(self._open):
            with suppress(OSError):  # closed by its own thread in the meantime
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Catalogue/1.0"
    # One send for head and body, and no wait for more: otherwise each answer takes 40 ms.
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = _IDLE

    def do_GET(self) -> None:
        self._respond("")

    def do_HEAD(self) -> None:
        self._respond("")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self._respond(self.rfile.read(length).decode("ascii", "replace"))

    def log_message(self, format: str, *args: Any) -> None:
        """The site keeps its own log."""

    def _respond(self, body: str) -> None:
        site = cast(_Server, self.server).site
        cookie = self.headers.get("Cookie") or ""
        answer = site.respond(Question(self.command, self.path, body, cookie))
        time.sleep(site.style.delay)
        if answer.status == RESET:
            self._reset()
        else:
            self._send(answer, site.style.charset)

    def _send(self, answer: Answer, charset: str) -> None:
        content = answer.body.encode(charset, "xmlcharrefreplace")
        self.send_response(answer.status)
        self.send_header("Content-Type", f"{answer.type}; charset={charset}")
        self.send_header("Content-Length", str(len(content)))
        if answer.cookie:
            self.send_header("Set-Cookie", answer.cookie)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _reset(self) -> None:
        # No lingering: the close sends RST at once. Detached, since open files would put it off.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        os.close(self.connection.detach())
