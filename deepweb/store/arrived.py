"""Responses that a resumed crawl may need again, so that no request is made twice.

A response is written together with the log of its request. The response to a question is deleted
when its answer is stored; explored pages and robots.txt stay until the crawl is over. A crawl that
resumes gets the responses that the stopped or killed one had received.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from deepweb.store.retry import patient
from deepweb.store.schema import arrived
from deepweb.store.tables import Tables

MAX_AGE = 24 * 3600  # seconds after which a robots.txt is fetched anew (RFC 9309 §2.4)
LEVEL = 1  # of compression: the fastest


@dataclass(frozen=True, slots=True)
class ArrivedResponse:
    """A response, and the ``request`` (a hash of method, URL and body) that it answers."""

    request: str
    fingerprint: str
    """The key of the question; "" for explored pages and robots.txt."""
    url: str
    status: int
    headers: Mapping[str, list[str]]
    body: bytes


@patient
class ArrivedResponses:
    """The responses of earlier runs."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.shown, self.max_wait = tables.shown, tables.max_wait

    def forget(self) -> None:
        """Do nothing: there is no cache here."""

    def requests(self, site: str) -> set[str]:
        """The requests that earlier runs have responses to."""
        mine = (arrived.c.site == site) & (arrived.c.time > time.time() - MAX_AGE)
        with self._tables.engine.connect() as connection:
            return set(connection.execute(select(arrived.c.request).where(mine)).scalars())

    def get(self, site: str, request: str) -> ArrivedResponse | None:
        mine = (arrived.c.site == site) & (arrived.c.request == request)
        with self._tables.engine.connect() as connection:
            row = connection.execute(select(arrived).where(mine)).first()
        if row is None:
            return None
        told = row.request, row.fingerprint, row.url, row.status, row.headers
        return ArrivedResponse(*told, zlib.decompress(row.body))


def put_arrived(
    connection: Connection, tables: Tables, site: str, response: ArrivedResponse
) -> None:
    row = {name: getattr(response, name) for name in ArrivedResponse.__slots__}
    row |= {"body": zlib.compress(response.body, LEVEL), "time": time.time()}
    tables.put(connection, arrived, {"site": site, **row})


def drop_arrived(connection: Connection, site: str, fingerprint: str | None = None) -> None:
    """Delete the response to a question whose answer is stored; without one, all of a site."""
    mine = arrived.c.site == site
    if fingerprint is not None:
        mine &= arrived.c.fingerprint == fingerprint
    connection.execute(delete(arrived).where(mine))
