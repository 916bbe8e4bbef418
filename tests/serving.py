"""Serves made-up answers over HTTP on this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Answer = tuple[int, Mapping[str, str], bytes]
"""Status, headers and body."""
HTML = {"Content-Type": "text/html; charset=utf-8"}


class Handler(BaseHTTPRequestHandler):
    """Logs nothing. Subclasses answer, GET and POST alike."""

    # One send for head and body, and no wait for more: otherwise each answer takes 40 ms.
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = 60

    def answer(self) -> None:
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""

    def request_body(self) -> str:
        length = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(length).decode("utf-8", "replace")

    def send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Send an answer; its headers may lie about its length."""
        self.send_head(status, ({"Content-Length": str(len(body))} | dict(headers)).items())
        self.wfile.write(body)

    def send_head(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, handler: type[Handler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, 0), handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: crawlers that are killed, or have had enough, hang up."""


class Serving:
    """Serves at ``url`` while entered. A handler knows it as ``serving``."""

    def __init__(self, handler: type[Handler], host: str = "127.0.0.1") -> None:
        self._server = _Server(host, type("Bound", (handler,), {"serving": self}))
        named = f"[{host}]" if ":" in host else host
        self.url = f"http://{named}:{self._server.server_port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def served(answer: Callable[[str], Answer], host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a site; ``answer`` is called with the path and query of each request."""

    class Answering(Handler):
        def answer(self) -> None:
            self.send(*answer(self.path))

    with Serving(Answering, host) as server:
        yield server.url
