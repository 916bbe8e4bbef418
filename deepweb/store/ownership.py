"""Who may write the rows of a site: one process at a time (docs/operations.md).

A row of ``owners`` is a lease: the owner, and the end of the lease. Another process may take a
lease that ran out, or at once the lease of a dead process of this machine. Each taking raises the
token of the site, and every write checks in its own transaction that the token is still its own: a
process that lost its lease without noticing, because it was suspended or cut off, can write nothing
more.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    Table,
    literal_column,
    select,
    update,
)

from deepweb.store.schema import owners

# The database's clock, since those of several machines may differ; seconds since 1970.
_NOW: Mapping[str, ColumnElement[float]] = {
    "sqlite": literal_column("(julianday('now') - 2440587.5) * 86400.0", Float),
    "postgresql": literal_column("extract(epoch from clock_timestamp())::float", Float),
}


class SiteOwnedError(Exception):
    """A site that another process is crawling."""


class SiteLostError(Exception):
    """A site that another process took over; no more rows of it may be written."""


class Ownership:
    """The sites that this crawl owns, with their tokens."""

    def __init__(self, engine: Engine, lease: float) -> None:
        self._engine = engine
        self._lease = lease
        self._tokens: dict[str, int] = {}
        self._lost: set[str] = set()
        self._me = this_process()

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites that are ours, as far as is known."""
        return tuple(site for site in self._tokens if site not in self._lost)

    def take(self, site: str) -> None:
        """Own a site from now on. Raises ``SiteOwnedError`` if another process does."""
        token = self._try(site, may_replace="")
        if token is None:
            owner, left = self._owner(site)
            if is_dead(owner):
                token = self._try(site, may_replace=owner)
            if token is None:
                raise SiteOwnedError(
                    f"is being crawled by {owner}, whose lease holds {max(left, 0):.0f} s more; "
                    "wait for it to end, or stop it"
                )
        self._tokens[site] = token

    def check(self, connection: Connection, site: str) -> None:
        """Within a transaction: is the site still ours? Renews the lease as well.

        The row stays locked until the commit, so nobody takes over in between. A site that was
        never taken is not checked.
        """
        if site not in self._tokens:
            return
        mine = (owners.c.site == site) & (owners.c.token == self._tokens[site])
        renewed = update(owners).where(mine).values(until=self._now() + self._lease)
        if site in self._lost or connection.execute(renewed).rowcount != 1:
            self._lost.add(site)
            raise SiteLostError("was taken over by another process")

    def renew(self, site: str) -> None:
        """Raises ``SiteLostError`` if the site is no longer ours."""
        with self._engine.begin() as connection:
            self.check(connection, site)

    def give_back(self, site: str) -> None:
        """Let any process take the site."""
        token = self._tokens.pop(site, None)
        mine = (owners.c.site == site) & (owners.c.token == token)
        with self._engine.begin() as connection:
            connection.execute(update(owners).where(mine).values(until=0))

    def is_crawled(self, site: str) -> bool:
        """Does a process crawl the site now? One that was killed does not."""
        left = (owners.c.until - self._now()).label("left")
        wanted = select(owners.c.owner, left).where(owners.c.site == site)
        with self._engine.connect() as connection:
            row = connection.execute(wanted).first()
        return row is not None and row.left > 0 and not is_dead(row.owner)

    def _try(self, site: str, *, may_replace: str) -> int | None:
        row = {"owner": self._me, "until": self._now() + self._lease}
        insert = insert_into(owners, self._engine).values(site=site, token=1, **row)
        is_free = (owners.c.until < self._now()) | (owners.c.owner == may_replace)
        taken = insert.on_conflict_do_update(
            index_elements=["site"], set_={"token": owners.c.token + 1, **row}, where=is_free
        )
        with self._engine.begin() as connection:
            token: int | None = connection.execute(taken.returning(owners.c.token)).scalar()
        return token

    def _owner(self, site: str) -> tuple[str, float]:
        """The owner of a site, and the seconds left of its lease."""
        left = (owners.c.until - self._now()).label("left")
        with self._engine.connect() as connection:
            row = connection.execute(
                select(owners.c.owner, left).where(owners.c.site == site)
            ).one()
        return row.owner, row.left

    def _now(self) -> ColumnElement[float]:
        return _NOW[self._engine.dialect.name]


def insert_into(table: Table, engine: Engine) -> Any:
    """The insert of a dialect, which knows ``on_conflict_do_update``."""
    # A crawl with SQLite does not load the dialect of PostgreSQL, which takes 0.1 s.
    return import_module(f"sqlalchemy.dialects.{engine.dialect.name}").insert(table)


def this_process() -> str:
    """A unique name of this process that people can read."""
    pid = os.getpid()
    return f"process {pid} of {socket.gethostname()} (started {_start(pid)})"


def is_dead(owner: str) -> bool:
    """Is the owner a dead process of this machine? Other machines cannot be checked."""
    words = owner.split()
    try:
        pid, host, start = int(words[1]), words[3], words[5].rstrip(")")
    except (IndexError, ValueError):
        return False
    if host != socket.gethostname():
        return False
    # Another process may have got the same number since.
    return _start(pid) != start


def _start(pid: int) -> str:
    """When a process started, in the kernel's ticks; "" if there is none."""
    try:
        # The name of the program, in brackets, may contain spaces.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return "unknown" if _is_running(pid) else ""


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
