"""The queue of sites in Redis: which site is crawled next, and which worker crawls which.

A site waits, is leased, and ends as done or failed. Workers take the waiting site of the highest
priority, the longest waiting first, and renew their leases; a site whose lease runs out waits
again. Every step is one Lua script, so Redis does all of it or nothing, by its own clock.

The keys: ``sites`` is a hash of a site's name to JSON; ``waiting`` is sorted by priority, then by
turn; ``leased`` by the end of the lease; ``done`` and ``failed`` by time; ``turn`` is a counter.

A lease here says whom *not* to give a site to. The store proves that no site has two owners
(``ownership.py``): Redis may lose its last second, or everything, and still no two processes crawl
one site. Compared with streams of consumer groups and redis-py's locks: docs/operations.md,
benchmarks/queue_engines.py.
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

from deepweb.store.database import shown_address
from deepweb.store.retry import AwayError, delays

logger = logging.getLogger(__name__)

STATES = ("waiting", "leased", "done", "failed")
MAX_PRIORITY = 1000  # and -1000 the minimum, so that a score of the queue is an exact number
MAX_DEATHS = 10  # expired leases of a site, after which it is assumed to kill workers
TIMEOUT = 10  # seconds without an answer from Redis
BATCH = 500  # sites that are added in one step
NO_ADDRESS = "it is not an address of Redis"

# The braces keep all keys on one machine of a Redis cluster.
SITES = "{deepweb}:sites"
KEYS = [SITES, *(f"{{deepweb}}:{name}" for name in ("waiting", "leased", "done", "failed", "turn"))]

# Errors that pass by themselves, so that the same step can be tried again.
AWAY = (ConnectionError, TimeoutError, BusyLoadingError, ReadOnlyError, TryAgainError, OSError)


class QueueError(ValueError):
    """A queue that cannot be used; the message names it and the remedy."""


@dataclass(frozen=True, slots=True)
class QueuedSite:
    """A site in the queue, and its state."""

    site: str
    url: str
    priority: int = 0
    state: str = "waiting"
    reason: str = ""
    worker: str = ""
    """The worker that crawls it, or the last one that did."""
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
        self._scripts = {name: self._redis.register_script(text) for name, text in SCRIPTS.items()}

    async def __aenter__(self) -> SiteQueue:
        """Raises ``QueueError`` if no Redis answers."""
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
        """Queue new sites; returns how many. Sites in the queue get the new priority."""
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
        """Lease the next site to a worker; None if no site waits."""
        taken = await self._run("take", worker, self._lease)
        return _queued(taken) if taken else None

    async def renew(self, sites: Iterable[QueuedSite], worker: str) -> None:
        """Renew the leases of sites that are being crawled; add them if the queue lost them."""
        for each in sites:
            told = json.dumps([each.site, each.url, each.priority])
            await self._run("renew", told, worker, self._lease)

    async def end(self, site: str, state: str, reason: str) -> None:
        """Set the state of a site to ``done`` or ``failed``."""
        await self._run("end", site, state, reason)

    async def give_back(self, site: str, worker: str, later: float = 0) -> None:
        """Let a site that is not done wait again, after ``later`` seconds."""
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
        async for _, told in self._redis.hscan_iter(SITES, count=BATCH):
            yield _queued(told)

    async def _run(self, script: str, *arguments: str | float) -> Any:
        """Run a script; while Redis is away, say so in the log and try again."""
        since, waits = time.monotonic(), delays()
        is_back = False
        while True:
            try:
                result = await self._scripts[script](keys=KEYS, args=arguments)
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
                    logger.warning("Redis %s is back after %.1f s; continuing", self.shown, away)
                return result


def check_queue(address: str) -> None:
    """Raises ``QueueError`` if no Redis answers."""
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


# The steps, as Lua scripts.

_COMMON = """
local SITES, WAITING, LEASED, DONE, FAILED, TURN = unpack(KEYS)
local SETS = {waiting = WAITING, leased = LEASED, done = DONE, failed = FAILED}

local function now()
    local time = redis.call('TIME')
    return tonumber(time[1]) + tonumber(time[2]) / 1000000
end

local function get(site)
    local told = redis.call('HGET', SITES, site)
    return told and cjson.decode(told)
end

-- Put a site into a state, and out of all others.
local function set(entry, state, score)
    for name, key in pairs(SETS) do
        if name ~= state then redis.call('ZREM', key, entry.site) end
    end
    entry.state = state
    redis.call('ZADD', SETS[state], string.format('%.6f', score), entry.site)
    redis.call('HSET', SITES, entry.site, cjson.encode(entry))
end

local function wait(entry)
    -- The higher priority first, then whoever came first; exact as long as both are below 2^53.
    set(entry, 'waiting', redis.call('INCR', TURN) - entry.priority * 1099511627776)
end

local function expire(limit)
    for _, site in ipairs(redis.call('ZRANGEBYSCORE', LEASED, '-inf', now(), 'LIMIT', 0, limit)) do
        local entry = get(site)
        if entry.worker ~= '' then entry.deaths = entry.deaths + 1 end
        if entry.deaths >= %(deaths)d then
            entry.reason = entry.deaths .. ' workers died in the middle, last ' .. entry.worker
            set(entry, 'failed', now())
        else
            wait(entry)
        end
    end
end
""".replace("%(deaths)d", str(MAX_DEATHS))

_ADD = """
local added = 0
for _, told in ipairs(ARGV) do
    local site, url, priority = unpack(cjson.decode(told))
    local entry = get(site)
    if not entry then
        wait({site = site, url = url, priority = priority, reason = '', worker = '', deaths = 0})
        added = added + 1
    elseif entry.priority ~= priority then
        entry.priority = priority
        if entry.state == 'waiting' then wait(entry)
        else redis.call('HSET', SITES, site, cjson.encode(entry)) end
    end
end
return added
"""

_TAKE = """
expire(100)
local first = redis.call('ZRANGE', WAITING, 0, 0)[1]
if not first then return false end
local entry = get(first)
entry.worker = ARGV[1]
set(entry, 'leased', now() + tonumber(ARGV[2]))
return redis.call('HGET', SITES, first)
"""

# A valid lease of another worker is left alone.
_RENEW = """
local site, url, priority = unpack(cjson.decode(ARGV[1]))
local entry = get(site) or {site = site, url = url, priority = priority, reason = '', deaths = 0}
local ends = tonumber(redis.call('ZSCORE', LEASED, site) or 0)
if entry.worker and entry.worker ~= '' and entry.worker ~= ARGV[2] and ends > now() then
    return 0
end
entry.worker = ARGV[2]
set(entry, 'leased', now() + tonumber(ARGV[3]))
return 1
"""

_END = """
local entry = get(ARGV[1])
if not entry then return 0 end
entry.reason = ARGV[3]
entry.deaths = 0
set(entry, ARGV[2], now())
return 1
"""

# Nobody's lease until the time is over.
_GIVE_BACK = """
local entry = get(ARGV[1])
if not entry or entry.worker ~= ARGV[2] or entry.state ~= 'leased' then return 0 end
entry.worker = ''
if tonumber(ARGV[3]) > 0 then set(entry, 'leased', now() + tonumber(ARGV[3])) else wait(entry) end
return 1
"""

_RETRY = """
local sites = #ARGV > 0 and ARGV or redis.call('ZRANGE', FAILED, 0, -1)
local count = 0
for _, site in ipairs(sites) do
    local entry = get(site)
    if entry and entry.state == 'failed' then
        entry.deaths, entry.reason = 0, ''
        wait(entry)
        count = count + 1
    end
end
return count
"""

_CLEAR = """
local count = 0
for _, state in ipairs(ARGV) do
    for _, site in ipairs(redis.call('ZRANGE', SETS[state], 0, -1)) do
        redis.call('HDEL', SITES, site)
        count = count + 1
    end
    redis.call('DEL', SETS[state])
end
return count
"""

_STATS = """
expire(100)
return {redis.call('ZCARD', WAITING), redis.call('ZCARD', LEASED),
        redis.call('ZCARD', DONE), redis.call('ZCARD', FAILED)}
"""

SCRIPTS = {
    "add": _COMMON + _ADD,
    "take": _COMMON + _TAKE,
    "renew": _COMMON + _RENEW,
    "end": _COMMON + _END,
    "give_back": _COMMON + _GIVE_BACK,
    "retry": _COMMON + _RETRY,
    "clear": _COMMON + _CLEAR,
    "stats": _COMMON + _STATS,
}
