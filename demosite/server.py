"""Serves a site over HTTP on this machine."""

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar, Protocol, Self

_IDLE = 60.0  # seconds until a silent connection is closed
_POLL = 0.02  # seconds between two looks whether to stop


@dataclass(frozen=True, slots=True)
class Question:
    """A request: its target is the path with the query string."""

    method: str
    target: str
    body: str = ""
    cookie: str = ""


class Reply(Protocol):
    """What a site answers."""

    @property
    def body(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def cookie(self) -> str: ...


class Handler(BaseHTTPRequestHandler):
    """Hands requests to the site, and sends its answers."""

    server: "Server"
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
        """Log nothing; a site may keep its own log."""

    def send(self, reply: Reply) -> None:
        charset = self.server.site.charset
        content = reply.body.encode(charset, "xmlcharrefreplace")
        self.send_response(reply.status)
        self.send_header("Content-Type", f"{reply.type}; charset={charset}")
        self.send_header("Content-Length", str(len(content)))
        if reply.cookie:
            self.send_header("Set-Cookie", reply.cookie)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _respond(self, body: str) -> None:
        cookie = self.headers.get("Cookie") or ""
        self.send(self.server.site.respond(Question(self.command, self.path, body, cookie)))


class ServedSite:
    """A site that is served while entered. Subclasses answer."""

    name: str
    charset: str = "utf-8"
    handler: ClassVar[type[Handler]] = Handler

    def __init__(self, port: int = 0) -> None:
        self.url = ""
        self._port = port
        self._server: Server | None = None

    def __enter__(self) -> Self:
        Thread(target=self._bound().serve_forever, args=(_POLL,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def respond(self, question: Question) -> Reply:
        raise NotImplementedError

    def serve_forever(self) -> None:
        """Serve in the foreground until interrupted or stopped."""
        server = self._bound()
        sys.stdout.write(f"{self.name}: {self.url}\n")
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

    def _bound(self) -> "Server":
        if self._server is not None:
            raise RuntimeError(f"already served at {self.url}: stop it first")
        self._server = Server(("127.0.0.1", self._port), self)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        return self._server


class Server(ThreadingHTTPServer):
    """Serves one site, and knows its open connections."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], site: ServedSite) -> None:
        super().__init__(address, site.handler)
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
