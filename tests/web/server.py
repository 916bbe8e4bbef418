"""The simulated web over HTTP: a proxy on loopback, so that every site has its own host name."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from threading import Thread
from typing import Self
from urllib.parse import urlsplit

from tests.web.web import Web, WebAnswer

SLOW = 1.0  # seconds that a slow site takes to answer
IDLE = 60.0  # seconds after which an idle connection is closed
NOT_HTTP = WebAnswer(501, "This proxy speaks plain HTTP only.", "text/plain")


class WebProxy:
    """A context manager that serves a web; ``hits`` counts the requests by address."""

    def __init__(self, web: Web, slow: float = SLOW, port: int = 0) -> None:
        self.web = web
        self.url = ""
        self.hits: Counter[str] = Counter()
        self.on_hit: Callable[[], None] = lambda: None
        self._slow = slow
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._bind(), self._loop).result()
        return self

    def __exit__(self, *exception: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def pages(self) -> list[str]:
        """The addresses that were requested, without robots.txt."""
        return [url for url in self.hits if not url.endswith("/robots.txt")]

    async def _bind(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _end(self) -> None:
        self._server.close()
        mine = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not mine]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError, ValueError):
            while await asyncio.wait_for(self._one(reader, writer), IDLE):
                pass
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer a request; False if the connection is to be closed."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, url, _ = head[0].split(" ", 2)
        told = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        await reader.readexactly(int(told.get("content-length", "0")))
        answer = NOT_HTTP if method == "CONNECT" else await self._answer(url)
        body = answer.body.encode()
        line = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"
        fields = f"Content-Type: {answer.type}\r\nContent-Length: {len(body)}"
        writer.write(f"{line}\r\n{fields}\r\n\r\n".encode() + (b"" if method == "HEAD" else body))
        await writer.drain()
        return told.get("connection") != "close"

    async def _answer(self, url: str) -> WebAnswer:
        site = self.web.site(urlsplit(url).hostname or "")
        if site and site.health == "slow":
            await asyncio.sleep(self._slow)
        self.hits[url] += 1
        self.on_hit()
        return self.web.fetch(url)


def main() -> None:
    """``python -m tests.web.server [SITES [PORT]]`` serves a web until interrupted."""
    sites, port = (*map(int, sys.argv[1:3]), *(5_000, 8_700)[len(sys.argv) - 1 :])
    with WebProxy(Web(sites), port=port) as proxy, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{sites} sites; http_proxy={proxy.url}\n")
        sys.stdout.flush()
        proxy._thread.join()


if __name__ == "__main__":
    main()
