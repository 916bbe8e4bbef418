"""A site of any style, served over HTTP and logged."""

import os
import socket
import struct
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from threading import Lock
from typing import cast
from urllib.parse import urlsplit

from demosite.catalogue import Catalogue
from demosite.server import Handler, Question, Reply, ServedSite
from tests.site.addresses import record_id
from tests.site.answers import Answer, Answers, Kind
from tests.site.faults import Fault, Faults
from tests.site.style import Style
from tests.site.tokens import Tokens

RESET = 0  # the status logged where the connection was reset instead of an answer


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


class _Handler(Handler):
    """Sends answers as late as the style says, or resets the connection."""

    def send(self, reply: Reply) -> None:
        time.sleep(cast(Site, self.server.site).style.delay)
        if reply.status == RESET:
            self._reset()
        else:
            super().send(reply)

    def _reset(self) -> None:
        # No lingering: the close sends RST at once. Detached, since open files would put it off.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        os.close(self.connection.detach())


class Site(ServedSite):
    """A catalogue behind a search form. Served while entered; the log outlives that."""

    handler = _Handler

    def __init__(self, catalogue: Catalogue, style: Style | None = None, port: int = 0) -> None:
        super().__init__(port)
        self.catalogue = catalogue
        self.name = f"{catalogue.name}, {len(catalogue):,} records"
        self.style = style or Style()
        self.charset = self.style.charset
        self._answers = Answers(catalogue, self.style)
        self._faults = Faults(self.style)
        self._tokens = Tokens(self.style)
        self._hits: list[Hit] = []
        self._lock = Lock()

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


def _after(fault: Fault, answer: Answer) -> Answer:
    match fault:
        case "none":
            return answer
        case "unavailable":
            status = int(HTTPStatus.SERVICE_UNAVAILABLE)
            return replace(answer, status=status, body="Service unavailable", shown=())
        case "reset":
            return replace(answer, status=RESET, body="", shown=())
