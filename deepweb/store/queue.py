"""The queue of sites over Redis: which site is whose turn, and who has it.

A site waits, is leased, and ends as done or failed. Workers take the waiting site of the highest
priority, the longest waiting first, and renew their leases; a site whose lease runs out waits
again. Every step is one Lua script (``site_queue_scripts.py``), so it is done wholly or not at all,
by Redis's own clock. What is stored is JSON.

A lease here says whom *not* to hand a site to. That no site has two owners is the store's to prove
(``ownership.py``): Redis may lose its last second, or everything, and nothing is crawled twice at a
time for that. Measured against streams of consumer groups and redis-py's locks: see
docs/operations.md and benchmarks/queue_engines.py.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, fields
from typing import Any

from redis import Redis as SyncRedis
from redis import asyncio as redis
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
    TryAgainError,
)

from deepweb.store import queue_scripts as scripts
from deepweb.store.database import shown_address
from deepweb.store.retry import AwayError, delays

logger = logging.getLogger(__name__)

STATES = ("waiting", "leased", "done", "failed")
# Priorities from minus to plus this, so that a score of the queue is an exact number.
MOST_PRIORITY = 1000
# Seconds until Redis is asked again after silence.
TIMEOUT = 10
NO_ADDRESS = "it is no address of Redis"
# Sites in one step of adding.
BATCH = 500

# What passes by itself, so that the same may be asked again.
AWAY = (ConnectionError, TimeoutError, BusyLoadingError, ReadOnlyError, TryAgainError, OSError)


class QueueError(ValueError):
    """A queue that cannot be used; the message names it and the remedy."""


@dataclass(frozen=True, slots=True)
class QueuedSite:
    """A site in the queue, and how it stands."""

    site: str
    url: str
    priority: int = 0
    state: str = "waiting"
    reason: str = ""
    worker: str = ""
    """Who has it, or had it last."""
    deaths: int = 0
    """Leases that ran out."""


class SiteQueue:
    """The queue that an address names. ``lease``: seconds until a silent worker loses a site."""

    def __init__(self, address: str, lease: float, max_wait: float) -> None:
        self.shown = shown_address(address)
        self._lease = lease
        self.max_wait = max_wait
        try:
            self._redis = redis.Redis.from_url(
                address,
                decode_responses=True,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
            )
        except ValueError:
            raise QueueError(_unusable(self.shown, NO_ADDRESS)) from None
        self._scripts = {
            name: self._redis.register_script(text) for name, text in scripts.ALL.items()
        }

    async def __aenter__(self) -> SiteQueue:
        """Raises ``QueueError`` where there is no Redis to begin with."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            await self.close()
            raise QueueError(_unusable(self.shown, str(error))) from None
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._redis.aclose()

    async def add(self, sites: Iterable[QueuedSite]) -> int:
        """Queue sites that are not there yet; returns how many. Known ones get the priority."""
        listed = list(sites)
        added = 0
        for start in range(0, len(listed), BATCH):
            told = [
                json.dumps([each.site, each.url, each.priority])
                for each in listed[start : start + BATCH]
            ]
            added += await self._run("add", *told)
        return added

    async def take(self, worker: str) -> QueuedSite | None:
        """The site whose turn it is, leased to a worker; None where none waits."""
        taken = await self._run("take", worker, self._lease)
        return _queued(taken) if taken else None

    async def renew(self, sites: Iterable[QueuedSite], worker: str) -> None:
        """Keep the leases of sites that are being crawled; a queue that forgot them learns them."""
        for each in sites:
            told = json.dumps([each.site, each.url, each.priority])
            await self._run("renew", told, worker, self._lease)

    async def end(self, site: str, state: str, reason: str) -> None:
        """A site is ``done`` or ``failed``."""
        await self._run("end", site, state, reason)

    async def give_back(self, site: str, worker: str, later: float = 0) -> None:
        """A site that is not done waits again, after so many seconds."""
        await self._run("give_back", site, worker, later)

    async def retry(self, sites: Iterable[str] = ()) -> int:
        """Let failed sites wait again, all or some; returns how many."""
        count: int = await self._run("retry", *sites)
        return count

    async def clear(self, states: Iterable[str]) -> int:
        """Drop the sites of some states; those being crawled stay. Returns how many."""
        count: int = await self._run("clear", *states)
        return count

    async def stats(self) -> dict[str, int]:
        """How many sites there are of each state."""
        counts = await self._run("stats")
        return dict(zip(STATES, counts, strict=True))

    async def list(self) -> AsyncIterator[QueuedSite]:
        """All sites, in no order."""
        async for _, told in self._redis.hscan_iter(scripts.SITES, count=BATCH):
            yield _queued(told)

    async def _run(self, script: str, *arguments: str | float) -> Any:
        """Run a script, however long Redis is away; a clear line tells that it is."""
        since, waits = time.monotonic(), delays()
        is_back = False
        while True:
            try:
                result = await self._scripts[script](keys=scripts.KEYS, args=arguments)
            except AWAY as error:
                if time.monotonic() - since > self.max_wait:
                    raise AwayError(f"Redis {self.shown} is away: {error}") from error
                delay, is_back = next(waits), True
                logger.warning(
                    "Redis %s is away (%s); trying again in %.1f s", self.shown, error, delay
                )
                await asyncio.sleep(delay)
            else:
                if is_back:
                    away = time.monotonic() - since
                    logger.warning("Redis %s is back after %.1f s; going on", self.shown, away)
                return result


def check_queue(address: str) -> None:
    """Raises ``QueueError`` where no Redis answers, before anything else is begun."""
    try:
        with SyncRedis.from_url(address, socket_connect_timeout=TIMEOUT) as client:
            client.ping()
    except (RedisError, OSError, ValueError) as error:
        why = NO_ADDRESS if type(error) is ValueError else str(error)
        raise QueueError(_unusable(shown_address(address), why)) from None


def _unusable(shown: str, why: str) -> str:
    return (
        f"queue {shown!r} cannot be used: {why}; set DEEPWEB_REDIS to the address of a "
        "Redis, such as redis://localhost:6379/0"
    )


def _queued(told: str) -> QueuedSite:
    known = json.loads(told)
    return QueuedSite(**{each.name: known[each.name] for each in fields(QueuedSite)})
